/**
 * Puts a fixed element beside another one, `gap` px away, turned to the other side where there is no room, and never
 * outside the window. Writes the custom properties --x and --y.
 */
export function placeBeside(
  element: HTMLElement,
  anchor: Element,
  side: 'top' | 'bottom' | 'left' | 'right',
  gap: number,
): void {
  const from = anchor.getBoundingClientRect()
  const { width, height } = element.getBoundingClientRect()
  const edge = 4
  const room = { x: document.documentElement.clientWidth, y: document.documentElement.clientHeight }
  const upright = side === 'top' || side === 'bottom'
  const below = from.bottom + gap
  const above = from.top - gap - height
  const right = from.right + gap
  const left = from.left - gap - width
  const y = upright ? pick(side === 'bottom', below, above, height, room.y) : from.top + from.height / 2 - height / 2
  const x = upright ? from.left + from.width / 2 - width / 2 : pick(side === 'right', right, left, width, room.x)
  element.style.setProperty('--x', `${Math.round(clamp(x, edge, room.x - width - edge))}px`)
  element.style.setProperty('--y', `${Math.round(clamp(y, edge, room.y - height - edge))}px`)
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most))

function pick(preferAfter: boolean, after: number, before: number, size: number, room: number): number {
  const afterFits = after + size <= room
  const beforeFits = before >= 0
  return (preferAfter && (afterFits || !beforeFits)) || (!preferAfter && !beforeFits && afterFits) ? after : before
}
