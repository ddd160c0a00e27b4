import type { InstanceKey } from '../../contract/ids.ts'
import type { CoreBase } from '../base/core-base.ts'
import type { settingsReads } from '../settings/tx/settings-intents.ts'
import type { StoreOf } from '../store/store.ts'
import type { programReads, programWrites } from './tx/programs-intents.ts'

export interface ProgramsBase extends CoreBase {
  /** The store, with the writes and reads that this room calls. */
  readonly store: StoreOf<typeof programWrites, typeof programReads & typeof settingsReads>
  /** Those of this desk: programs name them by the service's id. */
  readonly instances: {
    list(): readonly { readonly key: InstanceKey; readonly row: () => { readonly idInstance: string } }[]
  }
}
