export interface Piece {
  readonly text: string
  readonly marked: boolean
}

/** Cuts a text at its marks (UTF-16 offsets, [start, end)). Marks may overlap, be out of order or out of range. */
export function markedPieces(text: string, marks: readonly (readonly [number, number])[]): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  const add = (to: number, marked: boolean) => {
    if (to > from) pieces.push({ text: text.slice(from, to), marked })
    from = Math.max(from, to)
  }
  for (const [start, end] of marks.toSorted((a, b) => a[0] - b[0])) {
    add(Math.min(Math.max(start, from), text.length), false)
    add(Math.min(end, text.length), true)
  }
  add(text.length, false)
  return pieces
}
