import type { Avatar as AvatarData } from '../../../../contract/index.ts'
import { initialsOf } from '../../../../contract/values.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import type { Poll } from './poll-content.tsx'

/** A voter is a name and a colour: whether they have a chat of their own, with a picture, is not asked here. */
const unread: AvatarData = { kind: 'unknown' }

/** Who voted for what. Loaded lazily. */
export function VotesDialog({ poll, onClose }: { readonly poll: Poll; readonly onClose: () => void }) {
  const t = useTranslations()
  return (
    <Dialog title={t('conversation.pollTitle')} text={poll.question.slice(0, 300)} onClose={onClose}>
      <div className="votes">
        {poll.options.map((option, index) => (
          <section key={index}>
            <h3 dir="auto">
              {option.name} <span className="muted num">{option.votes}</span>
            </h3>
            <ul>
              {option.voters.map((person) => (
                <li key={person.id} className="voter">
                  <Avatar initials={initialsOf(person.name)} hue={person.hue} avatar={unread} size={28} />
                  <bdi>{person.own ? t('ui.you') : person.name}</bdi>
                </li>
              ))}
              {option.voters.length === 0 && <li className="muted">{t('ui.nobody')}</li>}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
