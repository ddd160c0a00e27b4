/** A switch of the service's settings. */
type Switch = 'yes' | 'no'

/** Instance settings, service 10.2 (getSettings). Pauses in milliseconds. */
export interface InstanceSettings {
  readonly wid: string
  readonly webhookUrl: string
  readonly webhookUrlToken: string
  readonly delaySendMessagesMilliseconds: number
  readonly markIncomingMessagesReaded: Switch
  readonly markIncomingMessagesReadedOnReply: Switch
  readonly outgoingWebhook: Switch
  readonly outgoingMessageWebhook: Switch
  readonly outgoingAPIMessageWebhook: Switch
  readonly stateWebhook: Switch
  readonly incomingWebhook: Switch
  readonly keepOnlineStatus: Switch
  readonly pollMessageWebhook: Switch
  readonly incomingCallWebhook: Switch
  readonly outgoingCallWebhook: Switch
  readonly editedMessageWebhook: Switch
  readonly deletedMessageWebhook: Switch
  /** Takes effect at the next login (service 10.1). */
  readonly enableLidMode: Switch
}

/** All kinds of notification on, no webhook, half a second between two sends. */
export const listeningSettings = (wid: string): InstanceSettings => ({
  wid,
  webhookUrl: '',
  webhookUrlToken: '',
  delaySendMessagesMilliseconds: 500,
  markIncomingMessagesReaded: 'no',
  markIncomingMessagesReadedOnReply: 'no',
  outgoingWebhook: 'yes',
  outgoingMessageWebhook: 'yes',
  outgoingAPIMessageWebhook: 'yes',
  stateWebhook: 'yes',
  incomingWebhook: 'yes',
  keepOnlineStatus: 'no',
  pollMessageWebhook: 'yes',
  incomingCallWebhook: 'yes',
  outgoingCallWebhook: 'yes',
  editedMessageWebhook: 'yes',
  deletedMessageWebhook: 'yes',
  enableLidMode: 'no',
})

const switches = [
  'outgoingWebhook',
  'outgoingMessageWebhook',
  'outgoingAPIMessageWebhook',
  'stateWebhook',
  'incomingWebhook',
  'pollMessageWebhook',
  'incomingCallWebhook',
  'outgoingCallWebhook',
  'editedMessageWebhook',
  'deletedMessageWebhook',
] as const

/** Settings of a new instance: every kind of notification is off (service 10.3). */
export const newInstanceSettings = (wid: string): InstanceSettings => ({
  ...listeningSettings(wid),
  ...Object.fromEntries(switches.map((name) => [name, 'no'])),
})

/** True if the settings allow no notification. */
export const isDeaf = (settings: InstanceSettings): boolean => switches.every((name) => settings[name] === 'no')

/** Whether the settings allow a notification of this kind. */
export const lets = (settings: InstanceSettings, typeWebhook: string, typeMessage = '', status = ''): boolean => {
  // These statuses are sent whatever the settings (service 10.4).
  if (typeWebhook === 'outgoingMessageStatus' && (status === 'failed' || status === 'noAccount')) return true
  // Edits and deletions have their own switches, whoever wrote the message.
  if (typeMessage === 'editedMessage' && settings.editedMessageWebhook !== 'yes') return false
  if (typeMessage === 'deletedMessage' && settings.deletedMessageWebhook !== 'yes') return false
  switch (typeWebhook) {
    case 'incomingMessageReceived':
      if (typeMessage === 'editedMessage' || typeMessage === 'deletedMessage') return true
      if (typeMessage === 'pollUpdateMessage') return settings.pollMessageWebhook === 'yes'
      return settings.incomingWebhook === 'yes'
    case 'outgoingMessageReceived':
      return settings.outgoingMessageWebhook === 'yes'
    case 'outgoingAPIMessageReceived':
      return settings.outgoingAPIMessageWebhook === 'yes'
    case 'outgoingMessageStatus':
      return settings.outgoingWebhook === 'yes'
    case 'stateInstanceChanged':
    case 'statusInstanceChanged':
      return settings.stateWebhook === 'yes'
    case 'incomingCall':
      return settings.incomingCallWebhook === 'yes'
    case 'outgoingCall':
      return settings.outgoingCallWebhook === 'yes'
    default:
      return true
  }
}

/** Applies the fields of `change` that are settings of the right type, and ignores the others, as the service does. */
export const applySettings = (
  settings: InstanceSettings,
  change: Readonly<Record<string, unknown>>,
): InstanceSettings => {
  const known = Object.entries(change).filter(([name, value]) => {
    const current: unknown = Reflect.get(settings, name)
    if (name === 'wid' || current === undefined || typeof current !== typeof value) return false
    return current === 'yes' || current === 'no' ? value === 'yes' || value === 'no' : true
  })
  return { ...settings, ...Object.fromEntries(known) }
}
