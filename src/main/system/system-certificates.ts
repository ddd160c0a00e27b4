import { Worker } from 'node:worker_threads'

/** Timeout of the system's store, ms: receiving waits for it. */
const timeoutMs = 60_000

/**
 * The certificates of the system's store and Node's own, in PEM form. A worker asks, because macOS may take from five
 * to forty seconds (nodejs/node#63313) and every window would stand meanwhile. Empty, after `onFailed`, where nothing
 * came; then Node's own count alone. Never rejects.
 */
export function systemCertificates(entry: URL, onFailed: (error: unknown) => void): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const worker = new Worker(entry)
    const settle = (certificates: readonly string[]): void => {
      clearTimeout(timer)
      resolve(certificates)
      void worker.terminate()
    }
    const fail = (error: unknown): void => {
      onFailed(error)
      settle([])
    }
    const timer = setTimeout(() => fail(new Error('the system did not name its certificates in time')), timeoutMs)
    timer.unref()
    worker.unref()
    worker.once('message', (certificates: readonly string[]) => settle(certificates))
    worker.once('error', fail)
    worker.once('exit', () => settle([]))
  })
}
