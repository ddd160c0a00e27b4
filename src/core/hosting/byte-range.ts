/** Both ends inclusive, as in the header. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * The one range a media element asks for. `whole` when there is no range or one we need not honour (several, another
 * unit); `unsatisfiable` when it lies outside the file, which is a 416 (RFC 9110, 14.2).
 */
export function parseByteRange(header: string | null, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match) return 'whole'
  const [from = '', to = ''] = [match[1], match[2]]
  if (from === '' && to === '') return 'whole'
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return 'whole'
  return start >= size ? 'unsatisfiable' : { start, end }
}
