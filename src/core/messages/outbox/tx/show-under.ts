import { absorbMessage } from '../../archive/tx/absorb-message.ts'
import { announceMoved } from '../../archive/tx/chat-summary.ts'
import { findMessage } from '../../archive/tx/message-row.ts'
import { tieOf } from '../../archive/rules/position.ts'
import { takeEarlyStatuses } from '../../statuses/tx/observe.ts'
import { refreshStatus } from '../../statuses/tx/refresh-status.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../../../contract/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { findOutbox } from './outbox-row.ts'

/** The service shows a colleague's message under another id than that of its answer: both are one message. */
export function showUnder(
  tx: Tx,
  instance: InstanceKey,
  { chat, replyId, idMessage }: { readonly chat: ChatKey; readonly replyId: string; readonly idMessage: string },
): void {
  const isOwn = ({ key }: { readonly key: MessageKey }) => findOutbox(tx, key) !== null
  const reported = findMessage(tx, chat, replyId)
  if (reported === null || reported.facts.direction === 'incoming' || reported.facts.raw !== null || isOwn(reported))
    return
  const shown = findMessage(tx, chat, idMessage)
  if (shown === null)
    tx.run('update message set id_message = ?, tie = ? where key = ?', [idMessage, tieOf(idMessage), reported.key])
  else if (shown.facts.direction === 'outgoing' && !isOwn(shown)) absorbMessage(tx, reported.key, shown.key)
  takeEarlyStatuses(tx, reported.key)
  refreshStatus(tx, reported.key)
  announceMoved(tx, { instance, chat }, [reported.key])
}
