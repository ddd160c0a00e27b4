import type { SettingField, SettingValue } from '../../../contract/administration.ts'
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

/** The effect of a setting, or what it allows. */
export const settingText = (t: Translate, name: string): string =>
  named.has(name) ? t(`administration.setting.${name}.text` as MessageId) : ''

export function settingValueText(t: Translate, { kind }: SettingField, value: SettingValue | null): string {
  if (value === null) return t('administration.unknown')
  if (value === '') return t('administration.settings.empty')
  if (kind === 'secret') return '••••••'
  if (kind === 'switch') return t(value === 'yes' ? 'administration.on' : 'administration.off')
  return kind === 'milliseconds' && typeof value === 'number'
    ? t('administration.settings.milliseconds', { count: value })
    : String(value)
}
