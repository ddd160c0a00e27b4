import type { MessageId, Translate } from '../../lib/translations.ts'

const wording: ReadonlyMap<string, MessageId> = new Map([
  ['sendMessage', 'instance.operation.text'],
  ['sendLink', 'instance.operation.link'],
  ['sendFileByUrl', 'instance.operation.file'],
  ['sendFileByUpload', 'instance.operation.file'],
  ['sendLocation', 'instance.operation.location'],
  ['sendContact', 'instance.operation.contact'],
  ['sendPoll', 'instance.operation.poll'],
  ['ForwardMessages', 'instance.operation.forward'],
  ['forwardMessages', 'instance.operation.forward'],
  ['editMessage', 'instance.operation.edit'],
])

/** What an entry of the service's queue is; one that nobody described is called as the service calls it. */
export function operationText(t: Translate, operation: string): string {
  const id = wording.get(operation)
  return id === undefined ? operation || t('instance.unknown') : t(id)
}
