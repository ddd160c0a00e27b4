import type { MessageId } from '../../lib/translations.ts'

/** Settings that switch a kind of notification on and off (service 11.7), in words. */
const switches: ReadonlyMap<string, MessageId> = new Map([
  ['incomingWebhook', 'instances.switch.incoming'],
  ['outgoingWebhook', 'instances.switch.statuses'],
  ['outgoingMessageWebhook', 'instances.switch.phone'],
  ['outgoingAPIMessageWebhook', 'instances.switch.api'],
  ['stateWebhook', 'instances.switch.state'],
  ['editedMessageWebhook', 'instances.switch.edits'],
  ['deletedMessageWebhook', 'instances.switch.deletions'],
  ['pollMessageWebhook', 'instances.switch.votes'],
  ['incomingCallWebhook', 'instances.switch.incomingCalls'],
  ['outgoingCallWebhook', 'instances.switch.outgoingCalls'],
])

/** The kind of notification that a setting switches, in words that go on a sentence; null for one without any. */
export const switchText = (name: string): MessageId | null => switches.get(name) ?? null
