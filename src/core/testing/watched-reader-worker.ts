import { parentPort, workerData } from 'node:worker_threads'
import { reads } from '../intents.ts'
import { runReader } from '../store/engine/run-reader.ts'
import { refuseScans } from './query-plan.ts'

// The reading worker (../reader-worker.ts) as tests run it.
if (parentPort !== null) runReader(parentPort, workerData, reads, refuseScans)
