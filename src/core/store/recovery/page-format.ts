/** Page size of all our stores, bytes. */
export const pageBytes = 4096

/**
 * A number of 1 to 9 bytes (sqlite.org/fileformat.html 1.6). Null: it does not end within the bytes, is negative, or
 * exceeds 2^53.
 */
export function readVarint(bytes: Buffer, start: number): { readonly value: number; readonly end: number } | null {
  let value = 0
  for (let index = 0; index < 8; index++) {
    const byte = bytes[start + index]
    if (byte === undefined) return null
    value = value * 128 + (byte & 0x7f)
    if (value > Number.MAX_SAFE_INTEGER) return null
    if (byte < 0x80) return { value, end: start + index + 1 }
  }
  return null
}
