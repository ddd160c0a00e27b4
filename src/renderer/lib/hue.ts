/** One of six quiet hues (1 to 6) for an id; the same id has the same hue for ever (FNV-1a). */
export function hueOf(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  return ((hash >>> 0) % 6) + 1
}
