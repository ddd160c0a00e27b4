import type { ContractEvent } from '../contract/events.ts'
import type { InstanceRegistry } from './accounts/instance-registry.ts'
import type { Clock, Http, Ids, Logger, Vault } from './ports.ts'
import type { Store } from './intents.ts'

/** What every feature of core is made from. Handed out by create-core.ts, the only place where it is put together. */
export interface CoreDeps {
  readonly dataDir: string
  readonly clock: Clock
  readonly http: Http
  readonly ids: Ids
  readonly logger: Logger
  readonly vault: Vault
  readonly store: Store
  readonly instances: InstanceRegistry
  /** Tells the window and the host. Changes of the store are told by the store itself, after the commit. */
  readonly emit: (event: ContractEvent) => void
  /** Aborted when core stops. */
  readonly stopping: AbortSignal
}

/** A feature that does something by itself. Its loops begin with `start`, never when it is made. */
export interface Service {
  start(): void
  /** Resolves when nothing of it runs any more. */
  stop(): Promise<void>
}
