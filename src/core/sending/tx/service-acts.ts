import type { Family } from '../../../api/operations.ts'
import type { InstanceKey, MessageKey } from '../../../contract/ids.ts'
import { eventTie } from '../../messages/archive/rules/from-history.ts'
import type { ArchiveItem } from '../../messages/archive/rules/record.ts'
import { findChat } from '../../messages/archive/tx/chat-of.ts'
import { ingest } from '../../messages/archive/tx/ingest.ts'
import { findMessage } from '../../messages/archive/tx/message-row.ts'
import { sentFacts } from '../../messages/archive/rules/sent-facts.ts'
import { clockOffset } from '../../messages/outbox/tx/outbox-row.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'

/** A message at the service that is to be changed there, or null where the service has not taken it, or it is gone. */
export interface ServiceTarget {
  readonly instance: InstanceKey
  readonly family: Family
  readonly chatId: string
  readonly idMessage: string
  readonly direction: 'incoming' | 'outgoing'
  readonly kind: string
  readonly deleted: boolean
  /** When the service accepted it, epoch ms by its clock. */
  readonly at: number
}

export function serviceTarget(tx: ReadTx, input: { readonly message: MessageKey }): ServiceTarget | null {
  const row = tx.get<Omit<ServiceTarget, 'deleted' | 'idMessage'> & { idMessage: string | null; deleted: number }>(
    `select m.instance, i.family, c.chat_id as chatId, m.id_message as idMessage, m.direction, m.content_kind as kind, m.deleted, m.at
     from message m join chat c on c.key = m.chat join instance i on i.key = m.instance where m.key = ?`,
    [input.message],
  )
  return row === undefined || row.idMessage === null
    ? null
    : { ...row, idMessage: row.idMessage, deleted: row.deleted === 1 }
}

/** A change that the service accepted. Its record arrives later, or never, depending on the settings. */
export type ServiceAct =
  | { readonly kind: 'edit'; readonly text: string; readonly answeredId: string }
  | { readonly kind: 'deletion' }
  | { readonly kind: 'reaction'; readonly emoji: string; readonly answeredId: string }

/** Shows the change at once. The service's later record changes nothing more. */
export function recordServiceAct(
  tx: Tx,
  { target, act }: { readonly target: ServiceTarget; readonly act: ServiceAct },
): void {
  const { instance, chatId, idMessage } = target
  const known = 'answeredId' in act ? knownKind(tx, target, act.answeredId) : null
  // Under an id that is another message's its facts would become that message's: the service's own record tells of it
  // later.
  if (act.kind === 'reaction' && known !== null && known !== 'reaction') return
  const given: ServiceAct = act.kind === 'edit' && known !== null ? { ...act, answeredId: idMessage } : act
  const at = tx.now + clockOffset(tx, instance)
  ingest(tx, instance, [itemOf(tx.now, at, chatId, idMessage, given)], { live: false, seenAt: tx.now })
}

/** The kind of the message with this id in the target's chat; null: there is none. */
function knownKind(tx: Tx, { instance, chatId }: ServiceTarget, idMessage: string): string | null {
  const chat = findChat(tx, instance, chatId)?.chat
  return chat === undefined ? null : (findMessage(tx, chat, idMessage)?.facts.content.kind ?? null)
}

function itemOf(now: number, at: number, chatId: string, targetId: string, act: ServiceAct): ArchiveItem {
  switch (act.kind) {
    case 'edit':
      return {
        kind: 'edit',
        chatId,
        targetId,
        text: act.text,
        at,
        tie: eventTie(act.answeredId, at),
        source: 'app',
        // Under the message's own id a failure says nothing of the edit.
        ...(act.answeredId === targetId ? {} : { answeredId: act.answeredId }),
      }
    case 'deletion':
      return { kind: 'deletion', chatId, targetId, at, by: '' }
    case 'reaction':
      return {
        kind: 'message',
        record: {
          idMessage: act.answeredId,
          chatId,
          sender: null,
          thumbnails: [],
          status: null,
          statusAt: null,
          source: 'echo',
          facts: sentFacts({
            at,
            typeMessage: 'reactionMessage',
            content: { kind: 'reaction', emoji: act.emoji },
            quotedId: targetId,
            seenAt: now,
            texts: [],
          }),
        },
      }
  }
}
