import { useTranslations, type MessageId, type Translate } from '../../lib/translations.ts'
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
export function eventKindText(t: Translate, typeWebhook: string): string {
  const wording = kinds.get(typeWebhook)
  return wording === undefined ? typeWebhook : t(wording)
}

/** A kind of notification: what it is in words, then the service's name of it. */
export function EventKind({ typeWebhook }: { readonly typeWebhook: string }) {
  const t = useTranslations()
  const wording = kinds.get(typeWebhook)
  return <CodedLabel label={wording === undefined ? null : t(wording)} code={typeWebhook} />
}
