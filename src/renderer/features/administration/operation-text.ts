import type { MessageId, Translate } from '../../lib/translations.ts'
import type { IconName } from '../../ui/marks/icon.tsx'

const wording: ReadonlyMap<string, MessageId> = new Map([
  ['sendMessage', 'administration.operation.text'],
  ['sendLink', 'administration.operation.link'],
  ['sendFileByUrl', 'administration.operation.file'],
  ['sendFileByUpload', 'administration.operation.file'],
  ['sendLocation', 'administration.operation.location'],
  ['sendContact', 'administration.operation.contact'],
  ['sendPoll', 'administration.operation.poll'],
  ['ForwardMessages', 'administration.operation.forward'],
  ['forwardMessages', 'administration.operation.forward'],
  ['editMessage', 'administration.operation.edit'],
])

const icons: ReadonlyMap<string, IconName> = new Map([
  ['sendMessage', 'text'],
  ['sendLink', 'link'],
  ['sendFileByUrl', 'file'],
  ['sendFileByUpload', 'file'],
  ['sendLocation', 'place'],
  ['sendContact', 'user'],
  ['sendPoll', 'checks'],
  ['ForwardMessages', 'forward'],
  ['forwardMessages', 'forward'],
  ['editMessage', 'edit'],
])

const quotaWording: ReadonlyMap<string, MessageId> = new Map([
  ['checkAccount', 'administration.quota.checks'],
  ['checkWhatsapp', 'administration.quota.checks'],
  ['correspondents', 'administration.quota.chats'],
  ['sendMessage', 'administration.quota.texts'],
  ['sendFileByUrl', 'administration.quota.filesByLink'],
  ['sendFileByUpload', 'administration.quota.files'],
  ['getChatHistory', 'administration.quota.histories'],
])

/** The icon of a kind; an unknown kind has that of raw data. */
export const operationIcon = (operation: string): IconName => icons.get(operation) ?? 'braces'

/** The kind of an entry of the service's queue; an unknown kind has the service's own name. */
export function operationText(t: Translate, operation: string): string {
  const id = wording.get(operation)
  return id === undefined ? operation || t('administration.unknown') : t(id)
}

/** What a quota of the plan counts, by the method that the service names; null: no words for it. */
export function quotaText(t: Translate, method: string): string | null {
  const id = quotaWording.get(method)
  return id === undefined ? null : t(id)
}
