/**
 * The text of a file in UTF-8, or in UTF-16 with its byte order mark, as spreadsheets write them. Null where it is in
 * another encoding: to guess one would put wrong letters into what is kept.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
