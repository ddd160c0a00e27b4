/** How a picture lies on its stage: scale, and shift of its centre in CSS px. */
export interface Zoom {
  readonly scale: number
  readonly x: number
  readonly y: number
}

export const noZoom: Zoom = { scale: 1, x: 0, y: 0 }
const most = 8

/** Zooms so that the point (from the centre of the stage, px) stays where it is. */
export function zoomAt({ scale, x, y }: Zoom, factor: number, point: { readonly x: number; readonly y: number }): Zoom {
  const next = Math.max(1, Math.min(scale * factor, most))
  const ratio = next / scale
  return { scale: next, x: point.x - (point.x - x) * ratio, y: point.y - (point.y - y) * ratio }
}

export const panBy = ({ scale, x, y }: Zoom, dx: number, dy: number): Zoom => ({ scale, x: x + dx, y: y + dy })

/** Keeps the picture on its stage. */
export function clampZoom({ scale, x, y }: Zoom, room: { readonly width: number; readonly height: number }): Zoom {
  const limit = (value: number, size: number): number => {
    const reach = (size * (scale - 1)) / 2
    return Math.max(-reach, Math.min(value, reach)) + 0
  }
  return { scale, x: limit(x, room.width), y: limit(y, room.height) }
}
