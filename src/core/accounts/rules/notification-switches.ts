import { capabilities, serviceKind } from '../../../api/families.ts'
import type { Family } from '../../../api/operations.ts'

/** The service's settings as it gave them; null when it was never asked or has no such operation. */
type Settings = Readonly<Record<string, unknown>> | null

/** Kinds of notification that can be switched (service 10.4); a new instance has all of them off. */
const switches = [
  'incomingWebhook',
  'outgoingWebhook',
  'outgoingMessageWebhook',
  'outgoingAPIMessageWebhook',
  'stateWebhook',
  'pollMessageWebhook',
  'editedMessageWebhook',
  'deletedMessageWebhook',
  'incomingCallWebhook',
  'outgoingCallWebhook',
  'incomingBlockWebhook',
] as const

/** Without these some messages never come through the queue. */
const messageSwitches = ['incomingWebhook', 'outgoingMessageWebhook', 'outgoingAPIMessageWebhook'] as const

/** Without these some messages never stand in the journals of the WhatsApp family. */
const recordingSwitches = ['incomingWebhook', 'outgoingMessageWebhook'] as const

/** False only when the settings say that every kind is off: then nothing ever arrives. */
function anyNotificationOn(settings: Settings): boolean {
  if (settings === null) return true
  const known = switches.filter((name) => name in settings)
  return known.length === 0 || known.some((name) => settings[name] !== 'no')
}

/** Incoming messages come through the queue, as far as the settings say. */
export function incomingMessagesOn(settings: Settings): boolean {
  return anyNotificationOn(settings) && settings?.['incomingWebhook'] !== 'no'
}

/** Whether the settings have this switch, and it is off. A business account may answer for one that it lacks. */
function isOffIn(settings: Settings, name: string): boolean {
  const known = capabilities[serviceKind('whatsapp', settings?.['typeInstance'])].settings
  return settings?.[name] === 'no' && known.includes(name)
}

/** Every message comes through the queue, as far as the settings say. */
export function allMessagesOn(settings: Settings): boolean {
  return !messageSwitches.some((name) => isOffIn(settings, name))
}

/**
 * The service writes every message into its journals, as far as the settings say; sends over the API it always writes
 * (service 10.2).
 */
export function isEverythingRecorded(settings: Settings): boolean {
  return !recordingSwitches.some((name) => isOffIn(settings, name))
}

export type Journal = 'lastIncomingMessages' | 'lastOutgoingMessages' | 'lastIncomingCalls' | 'lastOutgoingCalls'

/** Without all of these the journals of calls stay empty (service 10.9). */
const callJournalSwitches = {
  lastIncomingCalls: ['incomingWebhook', 'incomingCallWebhook'],
  lastOutgoingCalls: ['outgoingCallWebhook'],
} as const

/**
 * The journals that have what the queue does not bring, as far as the settings say. `isAway`: nothing or not everything
 * comes through the queue. The WhatsApp family writes into its journals what its settings allow, and sends over the API
 * (service 10.2): a kind that is off stands in neither.
 */
export function journalsBesideQueue(
  { family, settings }: { readonly family: Family; readonly settings: Settings },
  isAway: boolean,
): readonly Journal[] {
  const isOff = (name: string) => isOffIn(settings, name)
  const isWhatsApp = family === 'whatsapp'
  const incoming = isOff('incomingWebhook') ? !isWhatsApp : isAway
  const outgoing = isAway || isOff('outgoingAPIMessageWebhook') || (isOff('outgoingMessageWebhook') && !isWhatsApp)
  const callJournals = (['lastIncomingCalls', 'lastOutgoingCalls'] as const).filter(
    (name) => isAway && hasCallJournal({ family, settings }, name),
  )
  return [
    ...(incoming ? (['lastIncomingMessages'] as const) : []),
    ...(outgoing ? (['lastOutgoingMessages'] as const) : []),
    ...callJournals,
  ]
}

/** Whether a journal of calls can have any (service 10.9). */
export const hasCallJournal = (
  { family, settings }: { readonly family: Family; readonly settings: Settings },
  name: keyof typeof callJournalSwitches,
): boolean => family === 'whatsapp' && callJournalSwitches[name].every((field) => settings?.[field] !== 'no')

/** The kinds that the settings know, by the service's names. */
export function switchedKinds(settings: Readonly<Record<string, unknown>>): {
  readonly on: readonly string[]
  readonly off: readonly string[]
} {
  const known = switches.filter((name) => settings[name] !== undefined)
  return {
    on: known.filter((name) => settings[name] !== 'no'),
    off: known.filter((name) => isOffIn(settings, name)),
  }
}
