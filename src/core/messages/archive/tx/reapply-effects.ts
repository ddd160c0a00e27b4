import type { ChatKey, MessageKey } from '../../../../contract/ids.ts'
import { takeEarlyStatuses } from '../../statuses/tx/observe.ts'
import { refreshStatus } from '../../statuses/tx/refresh-status.ts'
import type { Tx } from '../../../store/tx.ts'
import { isChangeEvent, applyEarlyEdits, withEffects } from './effects.ts'
import { readMessage, updateMessage } from './message-row.ts'
import { messageSearchText } from './order-details.ts'
import { refreshReactions } from './reactions.ts'
import { indexText } from './search-index.ts'

/**
 * After two chats were joined, effects under one id may refer to messages under the other. Applies edits, deletions,
 * statuses and reactions again, as if all had arrived in one chat.
 * @param absorbed messages that were in both
 */
export function reapplyEffects(tx: Tx, chat: ChatKey, absorbed: readonly MessageKey[]): void {
  reapplyChanges(tx, chat)
  reapplyReactions(tx, chat)
  reapplyStatuses(tx, chat, absorbed)
}

function reapplyChanges(tx: Tx, chat: ChatKey): void {
  applyEarlyEdits(tx, chat)
  const targets = tx.all<{ key: MessageKey }>(
    `select key from message where chat = :chat and id_message in (
       select target_id from edit where chat = :chat union select target_id from deletion where chat = :chat
       union select id_message from change_event where chat = :chat)`,
    { chat },
  )
  for (const { key } of targets) {
    const row = readMessage(tx, key)
    if (row === null || row.idMessage === null) continue
    const facts = withEffects(tx, chat, row.idMessage, row.facts)
    const folded = row.folded || isChangeEvent(tx, chat, row.idMessage, facts)
    updateMessage(tx, key, { idMessage: row.idMessage, folded, live: row.live, facts })
    const text = folded ? '' : messageSearchText(tx, key, facts.content)
    indexText(tx, { key, fts: row.fts, at: facts.position.at }, text)
  }
}

/**
 * Each person's latest reaction, and which reactions are rows, by the same rules as on arrival (isFolded in
 * reactions.ts).
 */
function reapplyReactions(tx: Tx, chat: ChatKey): void {
  refreshReactions(tx, chat)
  tx.run(
    `update message set folded = 1 where chat = :chat and content_kind = 'reaction' and folded = 0
       and (text = '' or quoted_id in (select id_message from message where chat = :chat))`,
    { chat },
  )
  tx.run(
    `update message set folded = 0 where chat = :chat and content_kind = 'reaction' and folded = 1 and text <> ''
       and not exists (select 1 from message target where target.chat = :chat and target.id_message = message.quoted_id)`,
    { chat },
  )
  tx.run(
    `update message set folded = 0 where chat = :chat and content_kind <> 'reaction' and folded = 1
       and (content_kind <> 'unsupported' or id_message not in (select id_message from change_event where chat = :chat))`,
    { chat },
  )
}

function reapplyStatuses(tx: Tx, chat: ChatKey, absorbed: readonly MessageKey[]): void {
  const waiting = tx.all<{ key: MessageKey }>(
    `select m.key from early_status e join message m on m.chat = e.chat and m.id_message = e.id_message where e.chat = :chat
     union select o.message from early_status e join outbox o on o.chat = e.chat and o.reply_id = e.id_message where e.chat = :chat`,
    { chat },
  )
  for (const { key } of waiting) takeEarlyStatuses(tx, key)
  // An event counts once (messages/statuses/rules/observation.ts), although it was stored under both ids.
  tx.run(
    `delete from early_status where chat = :chat and exists (select 1 from early_status first
       where first.chat = early_status.chat and first.id_message = early_status.id_message and first.source = early_status.source
         and first.raw = early_status.raw and first.text is early_status.text and first.service_at is early_status.service_at
         and first.key < early_status.key)`,
    { chat },
  )
  for (const message of absorbed) {
    tx.run(
      `delete from observation where message = :message and source = 'notification' and exists (select 1 from observation first
         where first.message = observation.message and first.source = observation.source and first.raw = observation.raw
           and first.text is observation.text and first.service_at is observation.service_at and first.key < observation.key)`,
      { message },
    )
    refreshStatus(tx, message)
  }
}
