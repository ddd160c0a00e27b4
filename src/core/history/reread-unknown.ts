import type { HistoryBase } from './history-base.ts'

/** Messages in one transaction. */
const piece = 100

/** Reads messages again that an earlier version could not read. */
export async function rereadUnknown({ store }: Pick<HistoryBase, 'store'>, signal: AbortSignal): Promise<void> {
  let after: number | null = 0
  while (after !== null && !signal.aborted)
    after = await store.write('archive.rereadUnknown', { after, limit: piece }, { deferred: true })
}
