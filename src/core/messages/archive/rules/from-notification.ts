import type { MessageNotification, MessageOrigin, StatusNotification } from '../../../../api/schema/notification.ts'
import { forwardedScore } from '../../content/rules/forwarded-score.ts'
import { parseContent } from '../../content/rules/parse-content.ts'
import { partsOfData } from '../../content/rules/content-parts.ts'
import { changeEvent, eventTie, voteItems } from './from-history.ts'
import { chatKindOf } from './chat-id.ts'
import { serviceTime } from './position.ts'
import type { ArchiveItem, RecordSender } from './record.ts'
import { firstVersion } from './text-versions.ts'

export interface NotificationContext {
  readonly origin: MessageOrigin
  /** When it was received, epoch ms. */
  readonly seenAt: number
  /** The body as text of JSON. */
  readonly raw: string
  /** Its place in the queue: the key of its row in the journal. */
  readonly queueOrder?: number
}

/** Converts a message notification (service 6, 10.4 and 10.5): a message, or a change of an earlier one. */
export function fromNotification(body: MessageNotification, context: NotificationContext): readonly ArchiveItem[] {
  const { origin, seenAt, raw, queueOrder = null } = context
  const order = { queue: queueOrder, list: null }
  const { idMessage, senderData, messageData: data } = body
  const { chatId } = senderData
  const time = serviceTime(body.timestamp)
  const at = time ?? seenAt
  const parts = partsOfData(data)
  const chat: ArchiveItem = {
    kind: 'chat',
    chatId,
    chatType: senderData.chatType ?? '',
    subject: subjectOf(senderData),
    source: 'notification',
    at,
  }

  switch (parts.typeMessage) {
    case 'deletedMessage': {
      const targetId = data.deletedMessageData?.stanzaId
      if (targetId !== undefined)
        return [
          chat,
          { kind: 'deletion', chatId, targetId, at, by: origin === 'incoming' ? senderData.sender || null : '' },
          ...changeEvent(chatId, idMessage, targetId),
        ]
      break
    }
    case 'editedMessage': {
      const edit = data.editedMessageData
      if (edit?.stanzaId === undefined) break
      const { stanzaId: targetId } = edit
      const text = edit.textMessage || (edit.caption ?? '')
      return [
        chat,
        { kind: 'edit', chatId, targetId, text, at, tie: eventTie(idMessage, at), order, source: sourceOf(origin) },
        ...changeEvent(chatId, idMessage, targetId),
      ]
    }
    case 'pollUpdateMessage': {
      const voter = origin === 'incoming' ? { ...senderOf(senderData), id: senderData.sender || chatId } : null
      return [chat, ...voteItems(parts.poll, { chatId, idMessage, voter, at, order })]
    }
  }

  const incoming = origin === 'incoming'
  const source = sourceOf(origin)
  const { content, quotedId, quote, thumbnails } = parseContent(parts)
  return [
    chat,
    {
      kind: 'message',
      record: {
        idMessage,
        chatId,
        facts: {
          direction: incoming ? 'incoming' : 'outgoing',
          position: time === null ? { at: seenAt, source: 'seen' } : { at: time, source: 'accepted' },
          order,
          actionAt: null,
          typeMessage: parts.typeMessage,
          content,
          quotedId,
          quote,
          senderId: incoming ? (senderData.sender ?? '') : '',
          senderName: incoming ? (senderData.senderName ?? '') : '',
          sentByApi: incoming ? null : origin === 'api',
          forwardedScore: forwardedScore(parts),
          edited: false,
          deleted: false,
          seenAt,
          raw: { text: raw, source, at: seenAt },
          asOf: at,
          stamps: {},
          texts: firstVersion(content, at, source),
          reported: null,
        },
        sender: incoming ? senderOf(senderData) : null,
        thumbnails,
        status: null,
        statusAt: null,
        source,
      },
    },
  ]
}

/** The name of the chat, unless it only repeats the writer's: then it says nothing of a group (service 10.4). */
function subjectOf({
  chatId,
  chatType,
  chatName = '',
  senderName,
  senderContactName,
}: MessageNotification['senderData']) {
  const isGroup = chatType === 'group' || chatKindOf(chatId) === 'group'
  return isGroup && [senderName, senderContactName].includes(chatName) ? '' : chatName
}

/** outgoingMessageStatus (service 10.4). */
export function fromStatusNotification(body: StatusNotification): ArchiveItem {
  return {
    kind: 'status',
    chatId: body.chatId ?? '',
    idMessage: body.idMessage,
    raw: body.status,
    text: body.description ?? null,
    serviceAt: serviceTime(body.timestamp),
  }
}

const sourceOf = (origin: MessageOrigin) => (origin === 'api' ? 'echo' : 'notification')

const senderOf = (senderData: MessageNotification['senderData']): RecordSender => ({
  id: senderData.sender ?? '',
  name: senderData.senderName ?? '',
  contactName: senderData.senderContactName ?? '',
  phone: hiddenAsEmpty(senderData.senderPhoneNumber),
})

const hiddenAsEmpty = (phone: string | undefined): string => (phone === undefined || phone === '0' ? '' : phone)
