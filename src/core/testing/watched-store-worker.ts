import { threadHost } from '../store/engine/engine-host.ts'
import { runWriter } from '../store/engine/run-writer.ts'
import { refuseScans } from './query-plan.ts'
import { serveStores } from './shared-threads.ts'

// The store worker (../workers/store-worker.ts) as tests run it.
serveStores(async (port, setup) => {
  if (setup.file === 'requests') {
    const { requestLogIntents } = await import('../inspection/tx/request-log-intents.ts')
    const { requestLogSchema } = await import('../inspection/tx/request-log-schema.ts')
    runWriter(threadHost(port), setup, requestLogIntents, requestLogSchema, refuseScans)
  } else {
    const { writes } = await import('../intents.ts')
    const { storeSchema } = await import('../schema/store-schema.ts')
    runWriter(threadHost(port), setup, writes, storeSchema, refuseScans)
  }
})
