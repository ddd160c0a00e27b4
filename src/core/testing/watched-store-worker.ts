import { parentPort, workerData } from 'node:worker_threads'
import { requestLogIntents } from '../inspection/tx/request-log-intents.ts'
import { requestLogMigrations } from '../inspection/tx/request-log-schema.ts'
import { writes } from '../intents.ts'
import { migrations } from '../schema/migrations.ts'
import { runWriter } from '../store/engine/run-writer.ts'
import type { WorkerSetup } from '../store/store-protocol.ts'
import { refuseScans } from './query-plan.ts'

// The store worker (../store-worker.ts) as tests run it.
const setup: WorkerSetup = workerData
if (parentPort !== null) {
  if (setup.file === 'requests') runWriter(parentPort, setup, requestLogIntents, requestLogMigrations, refuseScans)
  else runWriter(parentPort, setup, writes, migrations, refuseScans)
}
