import type { ChatKey, MessageKey } from '../../../contract/ids.ts'
import type { ContentKind } from '../../../contract/messages.ts'
import type { Tx } from '../../store/tx.ts'

/** An incoming message that nobody has seen, for a notice. */
export interface NoticeCandidate {
  readonly chat: ChatKey
  readonly message: MessageKey
  readonly title: string
  /** The writer's name in a group; '' in a personal chat. */
  readonly sender: string
  readonly kind: ContentKind
  readonly text: string
  /** Epoch ms. */
  readonly at: number
  /** The chat or the whole instance is muted. */
  readonly muted: boolean
}

/**
 * Those of the messages that are incoming, unread and shown, no reactions. Of calls only a missed one: its offer came
 * before, so its row is not new.
 */
export function noticeCandidatesOf(tx: Tx, messages: readonly MessageKey[]): readonly NoticeCandidate[] {
  return messages.flatMap((message) => {
    const row = tx.get<{
      chat: ChatKey
      title: string
      chatKind: string
      sender: string
      kind: ContentKind
      text: string
      at: number
      muted: number | null
    }>(
      `select chat.key as chat, chat.title, chat.kind as chatKind, message.sender_name as sender, message.content_kind as kind,
         message.text, message.at, chat.muted_until > :now or instance.muted_until > :now as muted
       from message join chat on chat.key = message.chat join instance on instance.key = chat.instance
       where message.key = :message and message.direction = 'incoming' and message.folded = 0 and message.deleted = 0 and chat.unread > 0
         and message.content_kind <> 'reaction' and (message.content_kind <> 'call' or message.text like 'missed%')
         and (message.at > chat.read_at or message.seen_at > chat.read_seen_at)`,
      { message, now: tx.now },
    )
    if (row === undefined) return []
    const { chatKind, muted, sender, ...candidate } = row
    return [{ ...candidate, message, sender: chatKind === 'group' ? sender : '', muted: muted === 1 }]
  })
}
