import { parentPort, workerData } from 'node:worker_threads'
import { threadHost } from '../store/engine/engine-host.ts'
import { runWriter } from '../store/engine/run-writer.ts'
import type { WorkerSetup } from '../store/store-protocol.ts'

// Entry of the worker threads that write: the one of the archive, and the one of the request log in a file of its own.
// Each loads its own intents: those of the archive are half of what a worker's start costs.
const setup: WorkerSetup = workerData
if (parentPort !== null) {
  if (setup.file === 'requests') {
    const { requestLogIntents } = await import('../inspection/tx/request-log-intents.ts')
    const { requestLogSchema } = await import('../inspection/tx/request-log-schema.ts')
    runWriter(threadHost(parentPort), setup, requestLogIntents, requestLogSchema)
  } else {
    const { writes } = await import('../intents.ts')
    const { storeSchema } = await import('../schema/store-schema.ts')
    runWriter(threadHost(parentPort), setup, writes, storeSchema)
  }
}
