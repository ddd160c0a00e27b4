import type { ContractEvent } from '../../contract/events.ts'
import type { Clock, Http, Ids, Logger, Vault } from './ports.ts'

/** Dependencies of every room of core. Each room adds the store with its calls in `<room>/<room>-base.ts`. */
export interface CoreBase {
  readonly dataDir: string
  readonly clock: Clock
  readonly http: Http
  readonly ids: Ids
  readonly logger: Logger
  readonly vault: Vault
  /** Sends an event to the window and the host. The store announces its own changes after each commit. */
  readonly emit: (event: ContractEvent) => void
  /** Aborted when core stops. */
  readonly stopping: AbortSignal
}

/** A feature that does something by itself. Its loops begin with `start`, never when it is created. */
export interface Service {
  start(): void
  /** Resolves when nothing of it runs any more. */
  stop(): Promise<void>
}
