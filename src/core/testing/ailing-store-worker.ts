import { appendFileSync, existsSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import type { WorkerSetup } from '../store/store-protocol.ts'

// A store worker that ends at its start while the file `ailing` lies beside the store, and notes each start in
// `starts`.
const { path }: WorkerSetup = workerData
appendFileSync(`${path}.starts`, '.')
if (existsSync(`${path}.ailing`)) process.exit(1)
await import('../workers/store-worker.ts')
