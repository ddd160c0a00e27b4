import { sliceBytes } from '../../contract/values.ts'

export type HandOverResult =
  | { readonly kind: 'whole' }
  /** The file is gone, or another one than it was when it was chosen. */
  | { readonly kind: 'changed' }
  /** Core restarted, so the upload address is not valid any more. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'full' }
  /** Core is out of reach. */
  | { readonly kind: 'offline' }
  | { readonly kind: 'aborted' }

/** Answers in a row that report a wrong offset. */
const mostMisses = 5

/** A slice that is not stored by then is on a connection that broke without a word, ms. */
const sliceMs = 30_000

/**
 * Transfers a file to core, slice by slice: the next one leaves when the last is on the disk, so that neither side
 * holds more than one. @param address below the window's origin; @param send the window's fetch; @param onStored called
 * with the bytes on the disk
 */
export async function handOver({
  file,
  address,
  send,
  onStored,
  signal,
  deadline = () => AbortSignal.timeout(sliceMs),
}: {
  readonly file: Blob
  readonly address: string
  readonly send: (url: string, init: RequestInit) => Promise<Response>
  readonly onStored: (stored: number) => void
  readonly signal: AbortSignal
  /** Ends the wait for a slice. */
  readonly deadline?: () => AbortSignal
}): Promise<HandOverResult> {
  let stored = 0
  let misses = 0
  while (stored < file.size) {
    const slice = file.slice(stored, stored + sliceBytes)
    let response: Response
    try {
      response = await send(`${address}?offset=${stored}`, {
        method: 'PUT',
        body: slice,
        signal: AbortSignal.any([signal, deadline()]),
      })
    } catch {
      if (signal.aborted) return { kind: 'aborted' }
      return (await isReadable(slice)) ? { kind: 'offline' } : { kind: 'changed' }
    }
    switch (response.status) {
      case 200:
      case 409: {
        misses = response.status === 200 ? 0 : misses + 1
        const there = await storedIn(response)
        if (there === null || misses > mostMisses) return { kind: 'offline' }
        stored = there
        onStored(stored)
        break
      }
      case 404:
        return { kind: 'unknown' }
      case 413:
        return { kind: 'changed' }
      case 507:
        return { kind: 'full' }
      default:
        return { kind: 'offline' }
    }
  }
  return { kind: 'whole' }
}

async function storedIn(response: Response): Promise<number | null> {
  const answer: unknown = await response.json().catch(() => null)
  if (typeof answer !== 'object' || answer === null || !('stored' in answer)) return null
  return typeof answer.stored === 'number' ? answer.stored : null
}

const isReadable = (slice: Blob): Promise<boolean> =>
  slice
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
