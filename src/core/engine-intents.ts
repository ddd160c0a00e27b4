import type { Reads, Writes } from './intents.ts'
import type { EngineIntents } from './store/client/open-store.ts'

/** What the store's engine asks for by itself. Names alone: the functions belong to the workers. */
export const engineIntents: EngineIntents = {
  firstRead: 'accounts.list' satisfies keyof Reads,
  recordRecovery: 'storage.recordRecovery' satisfies keyof Writes,
}
