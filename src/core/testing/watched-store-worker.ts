import { parentPort, workerData } from 'node:worker_threads'
import { runWriter } from '../store/engine/run-writer.ts'
import type { WorkerSetup } from '../store/store-protocol.ts'
import { refuseScans } from './query-plan.ts'

// The store worker (../workers/store-worker.ts) as tests run it.
const setup: WorkerSetup = workerData
if (parentPort !== null) {
  if (setup.file === 'requests') {
    const { requestLogIntents } = await import('../inspection/tx/request-log-intents.ts')
    const { requestLogMigrations } = await import('../inspection/tx/request-log-schema.ts')
    runWriter(parentPort, setup, requestLogIntents, requestLogMigrations, refuseScans)
  } else {
    const { writes } = await import('../intents.ts')
    const { migrations } = await import('../schema/migrations.ts')
    runWriter(parentPort, setup, writes, migrations, refuseScans)
  }
}
