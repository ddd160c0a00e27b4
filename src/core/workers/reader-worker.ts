import { parentPort, workerData } from 'node:worker_threads'
import { reads } from '../intents.ts'
import { threadHost } from '../store/engine/engine-host.ts'
import { runReader } from '../store/engine/run-reader.ts'

// Entry of the worker threads that read the store.
if (parentPort !== null) runReader(threadHost(parentPort), workerData, reads)
