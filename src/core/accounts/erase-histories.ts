import type { CoreDeps, Service } from '../core-deps.ts'

export interface EraseHistories extends Service {
  /** There is something to erase. */
  wake(): void
}

/** Between two pieces, ms: receiving goes first. */
const breather = 20
/** After trouble with the store, ms. */
const again = 30_000

/** Removes the histories of removed instances piece by piece, over restarts, until nothing of them is left. */
export function createEraseHistories({
  store,
  clock,
  logger,
}: Pick<CoreDeps, 'store' | 'clock' | 'logger'>): EraseHistories {
  const stopping = new AbortController()
  let working: Promise<void> | null = null
  const work = async () => {
    while (!stopping.signal.aborted) {
      try {
        if (!(await store.write('accounts.eraseSome', undefined))) return
        await clock.sleep(breather, stopping.signal)
      } catch (error) {
        logger.warn({ error }, 'erasing a history waits')
        await clock.sleep(again, stopping.signal)
      }
    }
  }
  const wake = () => {
    working ??= work().finally(() => {
      working = null
    })
  }
  return {
    wake,
    start: wake,
    async stop() {
      stopping.abort()
      await working
    },
  }
}
