import type { MessageId, Translate } from '../../lib/translations.ts'

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

/** The kind of an entry of the service's queue; an unknown kind has the service's own name. */
export function operationText(t: Translate, operation: string): string {
  const id = wording.get(operation)
  return id === undefined ? operation || t('administration.unknown') : t(id)
}
