import { useTranslations } from '../../../lib/translations.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import type { Poll } from './poll-content.tsx'

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
                <li key={person.id}>
                  <bdi>{person.own ? t('conversation.you') : person.name}</bdi>
                </li>
              ))}
              {option.voters.length === 0 && <li className="muted">{t('conversation.pollNobody')}</li>}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
