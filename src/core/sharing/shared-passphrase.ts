import type { SharedInstanceId } from './shared-team.ts'

/** The call of a team's database for another passphrase. */
export interface SharedPassphrase {
  /**
   * Replaces the passphrase, and with it every sealed token and every secret of a webhook, in one transaction.
   * `tokens`: of each instance the token as it was read, and as it is sealed anew; null: the caller can't open it.
   * `secrets`: the same of each webhook. `other`: the passphrase is not the one of `check` any more; `changed`: an
   * instance, a webhook, a token or a secret came meanwhile. Nothing was changed then.
   */
  changePassphrase(
    check: string,
    next: string,
    tokens: readonly { readonly id: SharedInstanceId; readonly was: string; readonly token: string | null }[],
    secrets: readonly { readonly id: string; readonly was: string; readonly secret: string | null }[],
  ): Promise<'done' | 'other' | 'changed'>
}
