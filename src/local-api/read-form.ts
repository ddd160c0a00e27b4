/** A part of a form. Its body has to be read before the next part is asked for. */
export interface FormPart {
  readonly name: string
  /** Null: a field, not a file. */
  readonly fileName: string | null
  /** '' where it says none. */
  readonly type: string
  readonly body: AsyncIterable<Uint8Array>
}

/** A form that breaks the rules of multipart/form-data, or ends early. */
export class FormError extends Error {
  override readonly name = 'FormError'
}

const mostHeadBytes = 8192
const mostParts = 32

/** The boundary of a Content-Type; null: it is no form. */
export function boundaryOf(contentType = ''): string | null {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return null
  const [, quoted, bare] = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  return quoted ?? bare ?? null
}

/**
 * The parts of a form (RFC 7578) in their order, while they come: nothing is held but the end of a chunk that may begin
 * a boundary. Throws FormError, and what the body throws.
 */
export async function* readForm(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<FormPart> {
  const chunks = body[Symbol.asyncIterator]()
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // The first boundary may stand at the very beginning.
  let held: Buffer = Buffer.from('\r\n')
  const more = async () => {
    const { done, value } = await chunks.next()
    if (done === true) throw new FormError('The form ends early.')
    held = held.length === 0 ? Buffer.from(value) : Buffer.concat([held, value])
  }
  const upTo = async function* (): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = held.indexOf(delimiter)
      if (at >= 0) {
        const last = held.subarray(0, at)
        held = held.subarray(at + delimiter.length)
        if (last.length > 0) yield last
        return
      }
      const sure = held.length - delimiter.length + 1
      if (sure > 0) {
        const piece = held.subarray(0, sure)
        held = held.subarray(sure)
        yield piece
      }
      await more()
    }
  }
  const head = async () => {
    for (;;) {
      const end = held.indexOf('\r\n\r\n')
      if (end > mostHeadBytes || (end < 0 && held.length > mostHeadBytes)) throw new FormError('A head is too long.')
      if (end >= 0) {
        const text = held.toString('utf8', 0, end)
        held = held.subarray(end + 4)
        return text
      }
      await more()
    }
  }

  // Bytes before the first boundary have no meaning.
  await readAll(upTo(), mostHeadBytes)
  for (let count = 0; ; count++) {
    while (held.length < 2) await more()
    const next = held.toString('latin1', 0, 2)
    if (next === '--') return
    if (next !== '\r\n' || count >= mostParts) throw new FormError('The form is broken.')
    const part = { ...partOf(await head()), body: upTo() }
    yield part
    for await (const _rest of part.body) {
      // The caller skipped this body.
    }
  }
}

function partOf(head: string): Omit<FormPart, 'body'> {
  const headers = new Map(
    head.split('\r\n').flatMap((line) => {
      const colon = line.indexOf(':')
      return colon < 0 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const]
    }),
  )
  const disposition = headers.get('content-disposition') ?? ''
  const name = parameterOf(disposition, 'name')
  if (!/^form-data\s*;/i.test(disposition) || name === null) throw new FormError('A part has no name.')
  return { name, fileName: parameterOf(disposition, 'filename'), type: headers.get('content-type') ?? '' }
}

/** In quotes, in which clients write a quote as %22 or after a backslash. */
function parameterOf(disposition: string, name: string): string | null {
  const [, quoted, bare] =
    new RegExp(String.raw`;\s*${name}=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))`, 'i').exec(disposition) ?? []
  const value = quoted ?? bare
  return value === undefined ? null : value.replaceAll(/\\(["\\])/g, '$1').replaceAll(/%22/g, '"')
}

/** Throws FormError where it is longer. */
export async function readAll(body: AsyncIterable<Uint8Array>, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new FormError('A field is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
