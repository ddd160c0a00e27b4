/**
 * A SQLite file or its log (https://sqlite.org/fileformat2.html) without what is unused in the pages of its trees, in
 * which a split leaves copies of the rows that it moved (docs/features/store.md). Anything else as it is.
 */
export function usedBytes(content: Buffer): Buffer {
  const isFile = content.subarray(0, 15).toString('latin1') === 'SQLite format 3'
  const isLog = content.length > 32 && content.readUInt32BE(0) >>> 1 === 0x377f0682 >>> 1
  if (!isFile && !isLog) return content
  const used = Buffer.from(content)
  const size = isLog ? used.readUInt32BE(8) : used.readUInt16BE(16)
  const [first, step, frame] = isLog ? [32 + frameHeader, size + frameHeader, frameHeader] : [0, size, 0]
  for (let at = first; at + size <= used.length; at += step) {
    const isHead = isLog ? used.readUInt32BE(at - frame) === 1 : at === 0
    blankUnused(used.subarray(at, at + size), isHead ? 100 : 0)
  }
  return used
}

const frameHeader = 24
/** Kinds of pages of a tree, each with the length of its header. */
const headers: Readonly<Record<number, number>> = { 2: 12, 5: 12, 10: 8, 13: 8 }

/** `head`: where the page's own header begins. */
function blankUnused(page: Buffer, head: number): void {
  const length = headers[page[head] ?? 0]
  if (length === undefined) return
  const from = head + length + 2 * page.readUInt16BE(head + 3)
  const to = page.readUInt16BE(head + 5) || page.length
  if (from < to && to <= page.length) page.fill(0, from, to)
}
