import { reads } from '../intents.ts'
import { threadHost } from '../store/engine/engine-host.ts'
import { runReader } from '../store/engine/run-reader.ts'
import { refuseScans } from './query-plan.ts'
import { serveStores } from './shared-threads.ts'

// The reading worker (../reader-worker.ts) as tests run it.
serveStores((port, setup) => runReader(threadHost(port), setup, reads, refuseScans))
