import type { AccountState, SteadyInstance } from '../../../contract/index.ts'
import { capital } from '../../lib/text/capital.ts'
import type { MessageId, Translate } from '../../lib/translations.ts'
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

/** The account's state as text; an undocumented state is shown raw. */
export const accountStateText = (t: Translate, state: string | null): string =>
  state === null
    ? t('administration.unknown')
    : known.has(state)
      ? t(`administration.account.${state}` as MessageId)
      : state

/** The state of an instance: the account's, if the service reports it, else why not. */
export const instanceStateText = (t: Translate, instance: SteadyInstance, account: AccountState | undefined): string =>
  isAccountKnown(instance)
    ? accountStateText(t, account?.state ?? null)
    : capital(t(`instances.state.${instance.connection.kind}`))

/** The present problem, otherwise the last refusal since the program started; null: none. `at` in epoch ms. */
export interface LastTrouble {
  readonly wording: string
  readonly operation: string | null
  /** The service's own words of the present problem; null: none. */
  readonly detail: string | null
  readonly at: number
}

export function lastTroubleOf(
  t: Translate,
  instance: SteadyInstance,
  account: Pick<AccountState, 'lastTrouble'> | undefined,
): LastTrouble | null {
  const { connection } = instance
  if (needsAttention(instance))
    return {
      wording: t(`administration.trouble.${connection.kind}` as MessageId),
      operation: null,
      detail: connection.text ?? null,
      at: connection.since,
    }
  const last = account?.lastTrouble ?? null
  return last === null ? null : { wording: last.text, operation: last.operation, detail: last.operation, at: last.at }
}
