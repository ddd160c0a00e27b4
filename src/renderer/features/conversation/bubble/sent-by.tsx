import type { Message } from '../../../../contract/messages.ts'
import type { StatusKind } from '../../../../contract/statuses.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { MemberAvatar } from '../../../ui/marks/member-avatar.tsx'
import { ProgramTile } from '../../../ui/marks/program-tile.tsx'

/** In these nothing has been sent yet. */
const unsent: ReadonlySet<StatusKind> = new Set(['scheduled', 'queued', 'sending', 'failed', 'expired'])

/** Above the text of an own message: the colleague who sent it, and the program that sent or proposed it. */
export function SentBy({ message: { author, program, status } }: { readonly message: Message }) {
  const t = useTranslations()
  if (program === null && !author) return null
  const name = program?.name ?? ''
  const person = author ? author.name || t('ui.colleague') : ''
  const isPersons = author && program?.how !== 'sent'
  return (
    <div className="by">
      {isPersons ? <MemberAvatar person={author} size={16} /> : <ProgramTile size={16} />}
      <bdi>
        {program?.how === 'sent'
          ? t(status !== null && unsent.has(status.kind) ? 'conversation.fromProgram' : 'conversation.sentByProgram', {
              name,
            })
          : program === null
            ? person
            : author
              ? t('conversation.authorProposed', { author: person, name })
              : t('conversation.proposedByProgram', { name })}
      </bdi>
    </div>
  )
}
