import type { SteadyInstance, Message } from '../../../contract/index.ts'
import { deleteWindowMs, editWindowMs } from '../../../contract/values.ts'
import { problemOf } from './bubble/message-problem.ts'

/** Decides which actions messages allow: by the instance's family, and the operations that its service lacks. */
export type ServiceOfChat = Pick<SteadyInstance, 'family' | 'absentOperations'>

/** Changes of a message that the service permits. Times are epoch ms. */
export interface MessagePowers {
  readonly reply: boolean
  readonly react: boolean
  readonly forward: boolean
  /** Until when its text can be changed; null where it can't be. */
  readonly editUntil: number | null
  /** Until when it can be deleted for everyone, Infinity where no limit is known; null where it can't be. */
  readonly deleteUntil: number | null
  /** It can be deleted in the account alone. */
  readonly deleteForMe: boolean
}

/** The newest own message with content; reactions do not count. */
export const lastOwn = (messages: readonly Message[]): Message | undefined =>
  messages.findLast(
    ({ direction, content, deleted }) =>
      direction === 'outgoing' && !deleted && content.kind !== 'reaction' && content.kind !== 'marker',
  )

/** Whether the text of a message can be changed: at the service, or here while it has not left. */
export const isEditable = (message: Message, service: ServiceOfChat | undefined, now: number): boolean =>
  message.content.kind === 'text' &&
  (problemOf(message.status, message.editFailed).actions.includes('edit') ||
    powersOf(message, service, now).editUntil !== null)

const none: MessagePowers = {
  reply: false,
  react: false,
  forward: false,
  editUntil: null,
  deleteUntil: null,
  deleteForMe: false,
}

/**
 * Which actions a message allows, as far as the window knows: none if the service does not have it, or if it is
 * deleted. The service may still refuse.
 */
export function powersOf(message: Message, service: ServiceOfChat | undefined, now: number): MessagePowers {
  const { content, direction, at } = message
  if (service === undefined || message.idMessage === null || message.deleted || content.kind === 'call') return none
  const has = (operation: string): boolean => !service.absentOperations.includes(operation)
  const isOwn = direction === 'outgoing'
  const isContent = content.kind !== 'reaction' && content.kind !== 'marker' && content.kind !== 'unsupported'
  const until = (limitMs: number | null): number | null => {
    const end = limitMs === null ? Infinity : at + limitMs
    return now < end ? end : null
  }
  return {
    reply: content.kind !== 'reaction',
    react: content.kind !== 'reaction' && has('sendReaction'),
    forward: isContent && has('forwardMessages'),
    editUntil: isOwn && content.kind === 'text' && has('editMessage') ? until(editWindowMs(service.family)) : null,
    deleteForMe: isOwn && has('deleteMessage'),
    deleteUntil: isOwn && has('deleteMessage') ? until(deleteWindowMs(service.family)) : null,
  }
}
