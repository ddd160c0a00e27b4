import type { ReplyOf } from '../../api/operations.ts'
import type { Store } from '../intents.ts'
import { incomingMessagesOn } from '../receiving/notification-switches.ts'
import type { InstanceRun } from './instance-runtime.ts'

/** Takes over what getSettings said, without the webhook's token, which nobody here needs. Gives what is kept. */
export async function learnSettings(
  { instance: { connection }, key }: InstanceRun,
  store: Store,
  { webhookUrlToken: _secret, ...settings }: ReplyOf<'getSettings'>,
): Promise<Omit<ReplyOf<'getSettings'>, 'webhookUrlToken'>> {
  connection.report({ kind: 'notifications', on: incomingMessagesOn(settings) })
  connection.report({ kind: 'webhookUrl', set: (settings.webhookUrl ?? '') !== '' })
  await store.write('accounts.learn', { key, settings })
  return settings
}

/** Takes over what getAccountSettings said. */
export async function learnAccount(
  { instance: { connection }, key }: InstanceRun,
  store: Store,
  account: ReplyOf<'getAccountSettings'>,
  suspendedUntil: number | null,
): Promise<void> {
  const wid = account.chatId ?? account.deviceId
  if (account.stateInstance === 'suspended' && suspendedUntil !== null)
    connection.report({ kind: 'stateInstance', state: 'suspended', until: suspendedUntil })
  await store.write('accounts.learn', { key, account, ...(wid === undefined || wid === '' ? {} : { wid }) })
}
