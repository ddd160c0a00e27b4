/** Width and height in CSS px. */
export interface Box {
  readonly width: number
  readonly height: number
}

const maxWidth = 340
const maxHeight = 380
const minHeight = 72
const minWidth = 120

/** The place of a video that the messenger shows as a circle. */
export const roundBox: Box = { width: 220, height: 220 }

/**
 * The place that a picture or film takes in a bubble, known before a byte of it is loaded, so that nothing moves when
 * it arrives. Unknown or absurd sizes get the shape of a landscape photograph.
 */
export function mediaBox(width: number | null, height: number | null): Box {
  const known = width !== null && height !== null && width >= 1 && height >= 1 && width < 100_000 && height < 100_000
  if (!known) return { width: maxWidth, height: 204 }
  const scale = Math.min(maxWidth / width, maxHeight / height)
  return {
    width: Math.round(Math.max(minWidth, Math.min(maxWidth, width * scale))),
    height: Math.round(Math.max(minHeight, Math.min(maxHeight, height * scale))),
  }
}
