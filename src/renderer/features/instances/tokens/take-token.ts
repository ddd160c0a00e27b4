import { ContractError, type ContractErrorData } from '../../../../contract/errors.ts'
import type { InstanceKey } from '../../../../contract/ids.ts'
import type { CheckStep } from '../../../../contract/instances.ts'
import type { RpcClient } from '../../../../rpc/client.ts'

/** What became of the token of an instance that is known already. */
export type TokenOutcome =
  /** `warning`: worth knowing, of what the check found. */
  | { readonly kind: 'taken'; readonly instance: InstanceKey; readonly warning: CheckStep | null }
  /** The service refuses the token; the instance keeps what it had. */
  | { readonly kind: 'refused'; readonly step: CheckStep }
  | { readonly kind: 'failed'; readonly error: ContractErrorData }
  | { readonly kind: 'stopped' }

/** Errors that end a whole run, because every other line would get them too. */
export const endsRun: ReadonlySet<string> = new Set([
  'vaultConsentNeeded',
  'vaultLocked',
  'disconnected',
  'storeFull',
  'storeReadOnly',
])

export const asError = (thrown: unknown): ContractErrorData =>
  thrown instanceof ContractError ? thrown.data : { code: 'internal' }

/** Checks a token and uses it for its instance unless the service refuses it. Never rejects. */
export async function takeToken(
  client: RpcClient,
  input: { readonly instance: InstanceKey; readonly token: string; readonly storeToken: boolean },
  signal: AbortSignal,
): Promise<TokenOutcome> {
  try {
    const { steps } = await client.call('instances.setToken', input, { signal })
    const refusal = steps.find(({ step, result }) => step === 'credentials' && result === 'failed')
    if (refusal !== undefined) return { kind: 'refused', step: refusal }
    const warning = steps.find(({ result }) => result === 'failed' || result === 'warning') ?? null
    return { kind: 'taken', instance: input.instance, warning }
  } catch (thrown) {
    const error = asError(thrown)
    return error.code === 'cancelled' || signal.aborted ? { kind: 'stopped' } : { kind: 'failed', error }
  }
}
