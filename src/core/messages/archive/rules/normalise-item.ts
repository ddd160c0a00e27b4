import { visibleName } from '../../../../contract/values.ts'
import { isOwnId, type OwnIds } from '../../rules/own-ids.ts'
import { canonicalId } from './chat-id.ts'
import type { ArchiveItem, ArchiveRecord, RecordSender } from './record.ts'

/** A stated time may be so far ahead of the receipt, ms: clocks differ, but a message of the future does not exist. */
const aheadAtMost = 5 * 60_000

export interface ItemContext {
  /** The ids of the instance's own account. */
  readonly own: OwnIds
  /** When the item was received, by the service's clock, epoch ms. */
  readonly receivedAt: number
  /** The latest that the service's clock may have shown by then, epoch ms. */
  readonly latestNow: number
}

/**
 * Normalises an item of a source, so that the archive can compare: ids without the device and in the service's own
 * spelling, no invisible names, no time of the future, and the account's own messages always outgoing.
 */
export function normaliseItem(item: ArchiveItem, context: ItemContext): ArchiveItem {
  const bounded = boundTime(context)
  switch (item.kind) {
    case 'message':
      return { kind: 'message', record: normaliseRecord(item.record, context) }
    case 'deletion':
      return {
        ...item,
        chatId: canonicalId(item.chatId),
        at: bounded(item.at),
        ...(item.by && { by: canonicalId(item.by) }),
      }
    case 'votes':
      return {
        ...item,
        chatId: canonicalId(item.chatId),
        voter: item.voter && canonicalId(item.voter),
        at: bounded(item.at),
      }
    case 'person':
      return { ...item, chatId: canonicalId(item.chatId), sender: senderOf(item.sender), at: bounded(item.at) }
    case 'chat':
      return {
        ...item,
        chatId: canonicalId(item.chatId),
        subject: visibleName(item.subject),
        at: bounded(item.at),
      }
    case 'edit':
      return { ...item, chatId: canonicalId(item.chatId), at: bounded(item.at) }
    case 'status':
    case 'changeEvent':
      return { ...item, chatId: canonicalId(item.chatId) }
  }
}

const boundTime =
  ({ receivedAt, latestNow }: ItemContext) =>
  (at: number): number =>
    at > latestNow + aheadAtMost ? receivedAt : at

const senderOf = (sender: RecordSender): RecordSender => ({
  ...sender,
  id: canonicalId(sender.id),
  name: visibleName(sender.name),
  contactName: visibleName(sender.contactName),
})

function normaliseRecord(record: ArchiveRecord, context: ItemContext): ArchiveRecord {
  const { facts } = record
  const bounded = boundTime(context)
  const { at } = facts.position
  const sender = record.sender === null ? null : senderOf(record.sender)
  const isOwn = facts.direction === 'incoming' && sender !== null && isOwnId(context.own, sender.id)
  return {
    ...record,
    chatId: canonicalId(record.chatId),
    sender: isOwn ? null : sender,
    facts: {
      ...facts,
      ...(isOwn
        ? { direction: 'outgoing', senderId: '', senderName: '' }
        : { senderId: canonicalId(facts.senderId), senderName: visibleName(facts.senderName) }),
      position: bounded(at) === at ? facts.position : { at: context.receivedAt, source: 'seen' },
      asOf: bounded(facts.asOf),
      texts: facts.texts.map((version) => ({ ...version, at: bounded(version.at) })),
    },
  }
}
