import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  gunzipSync,
  inflateSync,
} from 'node:zlib'

/** Nobody asks for compressed answers, and some servers and proxies compress them all the same. */
const gzip = { stream: createGunzip, whole: gunzipSync }
const encodings = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', { stream: createInflate, whole: inflateSync }],
  ['br', { stream: createBrotliDecompress, whole: brotliDecompressSync }],
])

/** How the body of an answer is decompressed; undefined: it is not compressed, or in a way that nobody knows. */
export const encodingOf = (header: string | undefined) =>
  header === undefined ? undefined : encodings.get(header.trim().toLowerCase())
