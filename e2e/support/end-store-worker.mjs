// Preloaded into the host and so into its threads: the one that writes the archive ends while the file named by
// END_STORE_WORKER is there, as one that crashed would. No hook in the product is needed for it.
import { existsSync } from 'node:fs'
import { isMainThread, workerData } from 'node:worker_threads'

const sign = process.env['END_STORE_WORKER']
const writes = !isMainThread && process.argv[1]?.includes('store-worker') && workerData?.file !== 'requests'
if (sign !== undefined && writes) {
  const poll = () => {
    if (existsSync(sign)) process.exit(1)
  }
  poll()
  setInterval(poll, 20).unref()
}
