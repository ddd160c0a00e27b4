import type { VaultStatus } from '../../../../contract/app.ts'
import type { MessageId, Translate } from '../../../lib/translations.ts'

/** Where a token would be kept, from the vault's real state; never a promise that it can't hold. */
export function vaultText(t: Translate, vault: VaultStatus | undefined, storeToken: boolean): string {
  if (!storeToken) return t('instances.token.session')
  if (!vault) return t('instances.token.reading')
  if (vault.state !== 'usable') return t(`instances.token.${vault.state}` as MessageId)
  return vault.persistent ? t(`instances.token.in.${vault.backend}` as MessageId) : t('instances.token.in.memory')
}
