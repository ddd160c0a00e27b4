import type { AccountsStore } from './tx/accounts-intents.ts'
import type { ReplyOf } from '../../api/operations.ts'
import { readTime } from '../messages/archive/rules/position.ts'
import { incomingMessagesOn } from './rules/notification-switches.ts'
import type { InstanceRun } from './instance-runtime.ts'
import { ownIdsOf } from '../messages/rules/own-ids.ts'

/** Takes over what getSettings said, without the webhook's token, which nobody here needs. Gives what is kept. */
export async function learnSettings(
  { instance: { connection }, key }: InstanceRun,
  store: AccountsStore,
  { webhookUrlToken: _secret, ...settings }: ReplyOf<'getSettings'>,
): Promise<Omit<ReplyOf<'getSettings'>, 'webhookUrlToken'>> {
  connection.report({ kind: 'notifications', on: incomingMessagesOn(settings) })
  connection.report({ kind: 'webhookUrl', set: (settings.webhookUrl ?? '') !== '' })
  const { wid } = ownIdsOf({ deviceId: settings.wid })
  await store.write('accounts.learn', { key, settings, ...(wid === undefined ? {} : { wid }) })
  return settings
}

/** Takes over what getAccountSettings said. */
export async function learnAccount(
  { instance: { connection }, key }: InstanceRun,
  store: AccountsStore,
  account: ReplyOf<'getAccountSettings'>,
): Promise<void> {
  const { stateInstance: state } = account
  const until = restrictedUntil(account)
  if ((state === 'suspended' || state === 'yellowCard') && until !== null)
    connection.report({ kind: 'stateInstance', state, until })
  await store.write('accounts.learn', { key, account, ...ownIdsOf(account) })
}

/** The end of a restriction of the account, epoch ms; null where the service names none. */
export const restrictedUntil = (account: Readonly<Record<string, unknown>> | null): number | null => {
  const { suspendedUntil, yellowCardUntil } = account ?? {}
  const until = [suspendedUntil, yellowCardUntil].find((value) => typeof value === 'string' && value !== '')
  return typeof until === 'string' ? readTime(until) : null
}
