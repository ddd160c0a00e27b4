import { parentPort, workerData } from 'node:worker_threads'
import { requestLogIntents } from '../inspection/tx/request-log-intents.ts'
import { requestLogMigrations } from '../inspection/tx/request-log-schema.ts'
import { writes } from '../intents.ts'
import { migrations } from '../schema/migrations.ts'
import { runWriter } from '../store/engine/run-writer.ts'
import type { WorkerSetup } from '../store/store-protocol.ts'

// Entry of the worker threads that write: the one of the archive, and the one of the request log in a file of its own.
const setup: WorkerSetup = workerData
if (parentPort !== null) {
  if (setup.file === 'requests') runWriter(parentPort, setup, requestLogIntents, requestLogMigrations)
  else runWriter(parentPort, setup, writes, migrations)
}
