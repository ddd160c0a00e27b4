/** A rectangle on the screens, in device-independent pixels. */
export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where the window stood when it was last seen. */
export interface WindowBounds {
  readonly bounds: Rectangle
  readonly maximized: boolean
}

export const smallestWindow = { width: 760, height: 560 } as const
const firstSize = { width: 1280, height: 820 } as const

/** Of the title bar this much has to be reachable, or the window could not be moved back. */
const reachable = { width: 160, height: 32 } as const

/**
 * Where to open the window: where it was, unless that screen is gone or the place was never good; then in the middle of
 * the main screen. Never larger than the screen it lies on.
 */
export function restoreBounds(
  saved: WindowBounds | undefined,
  workAreas: readonly [Rectangle, ...Rectangle[]],
): WindowBounds {
  const maximized = saved?.maximized ?? false
  const home = saved && workAreas.find((area) => isReachable(saved.bounds, area))
  if (!saved || !home) return { bounds: centred(firstSize, workAreas[0]), maximized }
  const width = clamp(saved.bounds.width, smallestWindow.width, home.width)
  const height = clamp(saved.bounds.height, smallestWindow.height, home.height)
  return { bounds: { ...saved.bounds, width, height }, maximized }
}

function isReachable({ x, y, width }: Rectangle, area: Rectangle): boolean {
  const shown = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
  return shown >= Math.min(reachable.width, width) && y >= area.y && y + reachable.height <= area.y + area.height
}

function centred(size: { readonly width: number; readonly height: number }, area: Rectangle): Rectangle {
  const width = Math.min(size.width, area.width)
  const height = Math.min(size.height, area.height)
  const x = area.x + Math.round((area.width - width) / 2)
  const y = area.y + Math.round((area.height - height) / 2)
  return { x, y, width, height }
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), Math.max(low, high))

/** Parses the bounds of an earlier run; undefined if invalid. */
export function readBounds(text: string): WindowBounds | undefined {
  try {
    const { bounds, maximized } = JSON.parse(text) as Partial<WindowBounds>
    if (!bounds || typeof maximized !== 'boolean') return undefined
    const { x, y, width, height } = bounds
    return [x, y, width, height].every((value) => Number.isSafeInteger(value)) && width > 0 && height > 0
      ? { bounds: { x, y, width, height }, maximized }
      : undefined
  } catch {
    return undefined
  }
}
