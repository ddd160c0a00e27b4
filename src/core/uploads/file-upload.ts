import { open } from 'node:fs/promises'
import type { HttpUpload } from '../../api/http.ts'

/** Read and sent in pieces of so many bytes: larger ones are no faster, and each is in memory a few times. */
const pieceBytes = 256 * 1024

/** A file on this disk as the body of a request. */
export const fileUpload = (path: string, bytes: number, onSent?: (bytes: number) => void): HttpUpload => ({
  bytes,
  open: () => pieces(path),
  onSent,
})

/** A stream of Node's reads ahead and copies once more: measured, half as fast again. */
async function* pieces(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path)
  try {
    for (;;) {
      // A new one each time: the last may not have left yet.
      const piece = Buffer.allocUnsafe(pieceBytes)
      const { bytesRead } = await file.read(piece, 0, pieceBytes)
      if (bytesRead === 0) return
      yield piece.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

/** How long the service may be silent once it has all of a file: it passes it on before it answers, at 1 MB a second or more. Ms. */
export const uploadTimeoutMs = (bytes: number): number => 60_000 + Math.ceil(bytes / 1000)
