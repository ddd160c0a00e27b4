import type { ContractEvent, CoreHandlers } from '../../contract/index.ts'
import type { WindowOriginSources } from './window-origin.ts'

/** What a host needs of a running core: calls, events, files, and the ends of its life. */
export interface HostedCore extends Pick<WindowOriginSources, 'openMedia' | 'openFile'> {
  readonly handlers: CoreHandlers
  subscribe(listener: (event: ContractEvent) => void): () => void
  /** The computer goes to sleep: connections are let go. */
  suspend(): void
  resume(): void
  /** Resolves when everything is on disk and let go. */
  stop(): Promise<void>
}
