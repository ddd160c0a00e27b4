import { createReadStream } from 'node:fs'
import type { HttpUpload } from '../../api/http.ts'

/** Read and sent in pieces of so many bytes: larger ones are no faster, and each is in memory a few times. */
const pieceBytes = 256 * 1024

/** A file on this disk as the body of a request. */
export const fileUpload = (path: string, bytes: number, onSent?: (bytes: number) => void): HttpUpload => ({
  bytes,
  open: () => createReadStream(path, { highWaterMark: pieceBytes }),
  onSent,
})

/** How long the service may be silent once it has all of a file: it passes it on before it answers, at 1 MB a second or more. Ms. */
export const uploadTimeoutMs = (bytes: number): number => 60_000 + Math.ceil(bytes / 1000)
