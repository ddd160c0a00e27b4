import type { MessageId, Words } from '../../lib/words.ts'
import { useWords } from '../../lib/words.ts'
import { CodedLabel } from '../marks/coded-label.tsx'

/** The kinds of notification that have words (service 10.4). */
const kinds: ReadonlyMap<string, MessageId> = new Map([
  ['', 'inspector.event.unreadable'],
  ['incomingMessageReceived', 'inspector.event.incoming'],
  ['outgoingMessageReceived', 'inspector.event.phone'],
  ['outgoingAPIMessageReceived', 'inspector.event.api'],
  ['outgoingMessageStatus', 'inspector.event.status'],
  ['stateInstanceChanged', 'inspector.event.state'],
  ['statusInstanceChanged', 'inspector.event.connection'],
  ['quotaExceeded', 'inspector.event.quota'],
  ['incomingCall', 'inspector.event.incomingCall'],
  ['outgoingCall', 'inspector.event.outgoingCall'],
  ['incomingBlock', 'inspector.event.block'],
  ['avatarInfo', 'inspector.event.avatar'],
  ['deviceInfo', 'inspector.event.device'],
  ['pollUpdate', 'inspector.event.poll'],
])

/** A kind of notification in words; the service's own name for one that has none. */
export function eventKindWords(t: Words, typeWebhook: string): string {
  const words = kinds.get(typeWebhook)
  return words === undefined ? typeWebhook : t(words)
}

/** A kind of notification: what it is in words, then the service's name of it. */
export function EventKind({ typeWebhook }: { readonly typeWebhook: string }) {
  const t = useWords()
  const words = kinds.get(typeWebhook)
  return <CodedLabel label={words === undefined ? null : t(words)} code={typeWebhook} />
}
