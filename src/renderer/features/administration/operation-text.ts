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

/** By the service's names in lower case, as its refusals write them. */
const quotaWording: ReadonlyMap<string, MessageId> = new Map([
  ['checkaccount', 'administration.quota.checks'],
  ['checkwhatsapp', 'administration.quota.checks'],
  ['correspondents', 'administration.quota.chats'],
  ['sendmessage', 'administration.quota.texts'],
  ['sendfilebyurl', 'administration.quota.filesByLink'],
  ['sendfilebyupload', 'administration.quota.files'],
  ['getchathistory', 'administration.quota.histories'],
  ['getmessage', 'administration.quota.messages'],
  ['lastincomingmessages', 'administration.quota.incoming'],
  ['lastoutgoingmessages', 'administration.quota.outgoing'],
  ['getcontacts', 'administration.quota.contacts'],
  ['getgroupdata', 'administration.quota.groups'],
  ['downloadfile', 'administration.quota.links'],
])

const withoutWording: ReadonlyMap<string, MessageId> = new Map([
  ['getchathistory', 'administration.quota.without.histories'],
  ['lastincomingmessages', 'administration.quota.without.incoming'],
  ['lastoutgoingmessages', 'administration.quota.without.outgoing'],
  ['downloadfile', 'administration.quota.without.links'],
  ['checkwhatsapp', 'administration.quota.without.checks'],
  ['getgroupdata', 'administration.quota.without.groups'],
])

/** The icon of a kind; an unknown kind has that of raw data. */
export const operationIcon = (operation: string): IconName => icons.get(operation) ?? 'braces'

/** The kind of an entry of the service's queue; an unknown kind has the service's own name. */
export function operationText(t: Translate, operation: string): string {
  const id = wording.get(operation)
  return id === undefined ? operation || t('administration.unknown') : t(id)
}

/** The words for a quota of the plan, by the method that the service names; null: there are none. */
export function quotaText(t: Translate, method: string): string | null {
  const id = quotaWording.get(method.toLowerCase())
  return id === undefined ? null : t(id)
}

/** The feature that does not work while a quota is used up; '': the name of the quota says it. */
export function withoutText(t: Translate, method: string): string {
  const id = withoutWording.get(method.toLowerCase())
  return id === undefined ? '' : t(id)
}
