import type { Logger } from '../../base/ports.ts'
import type { TeamStore } from '../ports.ts'

/**
 * Compares how the database names its history with what this disk knows, before anything of another history counts: the
 * database may lack what was deleted at the service. Null says nothing.
 */
export function createGenerationCheck(options: {
  readonly store: TeamStore
  readonly logger: Logger
  /** The database continues from a standby, a backup or a dump. */
  readonly onAnother: () => void
}): (generation: string | null) => Promise<void> {
  const { store, logger, onAnother } = options
  let known: string | null = null
  return async (generation) => {
    if (generation === null || generation === known) return
    const isAnother = await store.write('team.storeGeneration', { generation })
    known = generation
    if (!isAnother) return
    logger.warn({ generation }, "the team's database continues from a standby, a backup or a dump")
    onAnother()
  }
}
