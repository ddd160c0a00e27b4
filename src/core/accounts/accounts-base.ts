import type { InstanceBase } from './instance-base.ts'
import type { AccountsStore } from './tx/accounts-intents.ts'

export interface AccountsBase extends InstanceBase {
  readonly store: AccountsStore
}
