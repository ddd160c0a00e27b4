import type { MessageId } from '../../lib/translations.ts'

/** Beginnings of the purposes that core gives its calls, the more particular ones first. */
const purposes = [
  ['receive.delete', 'requests.purpose.confirm'],
  ['receive.settings', 'requests.purpose.settings'],
  ['receive', 'requests.purpose.receive'],
  ['sending.follow', 'requests.purpose.follow'],
  ['sending', 'requests.purpose.send'],
  ['history.', 'requests.purpose.history'],
  ['messages.fetch', 'requests.purpose.fetch'],
  ['messages.readOrder', 'requests.purpose.order'],
  ['messages.edit', 'requests.purpose.act'],
  ['messages.delete', 'requests.purpose.act'],
  ['messages.react', 'requests.purpose.act'],
  ['messages.', 'requests.purpose.status'],
  ['requests.sendAgain', 'requests.purpose.again'],
  ['outgoing.refresh', 'requests.purpose.outgoing'],
  ['view.', 'requests.purpose.names'],
  ['refresh.', 'requests.purpose.names'],
  ['names', 'requests.purpose.names'],
  ['avatar.own', 'requests.purpose.names'],
  ['chat.read', 'requests.purpose.read'],
  ['chats.checkRecipient', 'requests.purpose.recipient'],
  ['instance', 'requests.purpose.instance'],
  ['media.link', 'requests.purpose.link'],
  ['queue.count', 'requests.purpose.queue'],
  ['chats.archive', 'requests.purpose.act'],
  ['chats.lifetime', 'requests.purpose.act'],
  ['stories.', 'requests.purpose.stories'],
  ['account.', 'requests.purpose.account'],
  ['settings.read', 'requests.purpose.settings'],
  ['settings.', 'requests.purpose.change'],
  ['contacts.', 'requests.purpose.contacts'],
  ['groups.', 'requests.purpose.groups'],
  ['login.', 'requests.purpose.login'],
  ['queues.', 'requests.purpose.queues'],
  ['templates.', 'requests.purpose.templates'],
  ['token.', 'requests.purpose.token'],
  ['programs', 'requests.purpose.programs'],
] as const satisfies readonly (readonly [string, MessageId])[]

/** The purpose of a call, in words; null for a purpose without any. */
export const purposeText = (purpose: string): MessageId | null =>
  purposes.find(([beginning]) => purpose.startsWith(beginning))?.[1] ?? null

/** In which order calls wait for their turn (architecture 3), in words. */
export const priorityText: ReadonlyMap<string, MessageId> = new Map([
  ['send', 'requests.priority.send'],
  ['view', 'requests.priority.view'],
  ['background', 'requests.priority.background'],
])
