import type { MessageId, Translate } from '../../lib/translations.ts'

const named = new Set([
  'delaySendMessagesMilliseconds',
  'webhookUrl',
  'webhookUrlToken',
  'incomingWebhook',
  'outgoingMessageWebhook',
  'outgoingAPIMessageWebhook',
  'outgoingWebhook',
  'editedMessageWebhook',
  'deletedMessageWebhook',
  'stateWebhook',
  'pollMessageWebhook',
  'incomingCallWebhook',
  'outgoingCallWebhook',
  'markIncomingMessagesReaded',
  'markIncomingMessagesReadedOnReply',
  'keepOnlineStatus',
  'linkPreview',
  'catalogWebhook',
  'autoTyping',
  'enableLidMode',
])

/** A setting of the service in words; one that has none is called as the service calls it. */
export const settingName = (t: Translate, name: string): string =>
  named.has(name) ? t(`administration.setting.${name}` as MessageId) : name

/** What a setting does, or what it allows. */
export const settingText = (t: Translate, name: string): string =>
  named.has(name) ? t(`administration.setting.${name}.text` as MessageId) : ''
