export interface LinePoint {
  readonly at: number
  /** null: not known at that time. */
  readonly value: number | null
}

/** A longer pause between two reads is a gap, ms. */
const gapMs = 60_000

/** Fewer readings say nothing about an hour. */
const leastReadings = 3

/** Whether there are enough readings for a line. */
export const sayEnough = (points: readonly LinePoint[]): boolean =>
  points.filter(({ value }) => value !== null).length >= leastReadings

/** A line over time as paths of SVG, with the area under it; where nothing was read there is nothing. */
export function linePath(
  points: readonly LinePoint[],
  box: {
    readonly from: number
    readonly to: number
    readonly most: number
    readonly width: number
    readonly height: number
  },
): { readonly line: string; readonly area: string } {
  const { from, to, most, width, height } = box
  const x = (at: number) => (((at - from) / (to - from)) * width).toFixed(1)
  const y = (value: number) => (height - 2 - (value / most) * (height - 8)).toFixed(1)
  let line = ''
  let area = ''
  let piece: { readonly at: number; readonly value: number }[] = []
  const end = () => {
    const [first] = piece
    const last = piece.at(-1)
    if (first === undefined || last === undefined) return
    const drawn = piece.map(({ at, value }, index) => `${index === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`).join(' ')
    line += piece.length === 1 ? `${drawn} h1 ` : `${drawn} `
    area += `${drawn} L${x(last.at)} ${height} L${x(first.at)} ${height} Z `
    piece = []
  }
  for (const { at, value } of points) {
    const before = piece.at(-1)
    if (value === null || (before !== undefined && at - before.at > gapMs)) end()
    if (value !== null && at >= from) piece.push({ at, value })
  }
  end()
  return { line: line.trim(), area: area.trim() }
}
