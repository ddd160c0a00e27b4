import { ContractError } from '../../contract/errors.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import type { ExportsBase } from './exports-base.ts'
import { createArchiveImport } from './archive-import.ts'
import type { ArchiveImport } from './archive-import.ts'

/** An import ends without a piece for this long, ms. */
const idleMs = 10 * 60_000

/** Imports archive files in pieces, so that a file of any size can be transferred and is never in memory as a whole. */
export function createImportHandler({
  store,
  clock,
  ids,
}: Pick<ExportsBase, 'store' | 'clock' | 'ids'>): CoreHandlers['import.archive'] {
  const open = new Map<string, { readonly reading: ArchiveImport; readonly endIdle: () => void }>()
  return async ({ id: given, text, isLast }, { signal }) => {
    const id = given ?? ids.uuid()
    const known = open.get(id)
    if (given !== null && known === undefined) throw new ContractError('notFound')
    known?.endIdle()
    // Out of it while it works: a second piece at the same time is refused, and one that failed ends the import.
    open.delete(id)
    const reading = known?.reading ?? createArchiveImport(store)
    await reading.take(text, signal)
    if (isLast) return { id, ...(await reading.end(signal)) }
    open.set(id, { reading, endIdle: clock.setTimer(idleMs, () => open.delete(id)) })
    return { id, ...reading.state() }
  }
}
