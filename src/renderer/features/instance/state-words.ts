import type { AccountState } from '../../../contract/administration.ts'
import type { InstanceSummary } from '../../../contract/instances.ts'
import { capital } from '../../lib/text/capital.ts'
import type { MessageId, Words } from '../../lib/words.ts'
import { isAccountKnown, needsAttention } from './instance-facts.ts'

const known = new Set([
  'authorized',
  'notAuthorized',
  'blocked',
  'yellowCard',
  'starting',
  'sleepMode',
  'suspended',
  'pendingPassword',
  'pendingCode',
])

/** The service's word for the account's state, in words; one that nobody described is shown as it came. */
export const accountStateWords = (t: Words, state: string | null): string =>
  state === null ? t('instance.unknown') : known.has(state) ? t(`instance.account.${state}` as MessageId) : state

/** The state of an instance: the account's, as long as the service tells it, else why it does not. */
export const instanceStateWords = (t: Words, instance: InstanceSummary, account: AccountState | undefined): string =>
  isAccountKnown(instance)
    ? accountStateWords(t, account?.state ?? null)
    : capital(t(`instances.state.${instance.connection.kind}`))

/** What is wrong now, else what was refused last since the program started; null for nothing. `at` in epoch ms. */
export interface LastTrouble {
  readonly words: string
  readonly operation: string | null
  readonly at: number
}

export function lastTroubleOf(
  t: Words,
  instance: InstanceSummary,
  account: AccountState | undefined,
): LastTrouble | null {
  const { connection } = instance
  if (needsAttention(instance))
    return { words: capital(t(`instances.state.${connection.kind}`)), operation: null, at: connection.since }
  const last = account?.lastTrouble ?? null
  return last === null ? null : { words: last.text, operation: last.operation, at: last.at }
}
