import { stat } from 'node:fs/promises'
import path from 'node:path'
import { parseByteRange } from './byte-range.ts'
import { contentSecurityPolicy, foreignFilePolicy, securityHeaders } from './security-headers.ts'

/** A file that the window may show or save: something fetched, or an export. `type` is sniffed, never believed. */
export interface ServedFile {
  readonly path: string
  readonly type: string
}

/**
 * A request to the window's origin, as either host has it. No standard `Request`: Node loads its whole `fetch` when the
 * first one is made, which would be the tenth part of the browser host's start.
 */
export interface OriginRequest {
  readonly method: string
  /** Path and query, from the root of the origin. */
  readonly target: string
  readonly range: string | null
  /** Of a PUT. */
  readonly body: AsyncIterable<Uint8Array> | null
}

export interface OriginResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | FilePart | null
}

/** Bytes of a file; both ends belong to it, and without an end all of them. */
interface FilePart {
  readonly path: string
  readonly start: number
  readonly end?: number
}

/** The outcome of a piece of a file that the window uploads. `stored`: bytes of the file that are on the disk. */
export type SliceAnswer =
  | { readonly kind: 'stored'; readonly stored: number }
  /** The piece does not begin there, or broke off. */
  | { readonly kind: 'elsewhere'; readonly stored: number }
  | { readonly kind: 'tooLong' }
  /** No file, or none any more, is to come by this address. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'full' }

export interface WindowOriginSources {
  /** Absolute folder of the built renderer; may lie inside an asar. */
  readonly rendererDir: string
  /** `media/<ref>`: content-addressed, so an address never changes its bytes. */
  openMedia(ref: string): Promise<ServedFile | undefined>
  /** `files/<id>`: exports of this run. */
  openFile(id: string): Promise<ServedFile | undefined>
  /** `upload/<token>?offset=N`: a piece of a file that a person sends. */
  takeSlice(token: string, offset: number, body: AsyncIterable<Uint8Array>): Promise<SliceAnswer>
}

/**
 * Everything the window's own origin serves and takes, as one function from request to response: the built renderer,
 * `media/<ref>`, `files/<id>`, and by PUT `upload/<token>`. Both hosts wrap it (a scheme handler, an HTTP server), so
 * both serve the same with the same headers. It never rejects for what a page asks: unknown is 404, another method 405.
 */
export function createWindowOrigin(sources: WindowOriginSources): (request: OriginRequest) => Promise<OriginResponse> {
  return async (request) => {
    const url = URL.parse(`http://window${request.target}`)
    if (url === null) return notFound()
    if (request.method === 'PUT') return takeSlice(request, url, sources)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return answer(405, { allow: 'GET, HEAD' })
    }
    const where = decodePath(url.pathname)
    if (where === undefined) return notFound()
    const [, folder, name, ...rest] = where.split('/')
    if ((folder === 'media' || folder === 'files') && name && rest.length === 0) {
      const file = await (folder === 'media' ? sources.openMedia(name) : sources.openFile(name))
      return file ? serveForeign(request, file, url.searchParams.get('download'), folder === 'media') : notFound()
    }
    return serveRenderer(request, sources.rendererDir, where)
  }
}

/**
 * A page of another origin can't send a PUT without being asked for its leave, which nobody gives; what it would have
 * to name besides, the address, is known to the window alone and good for one file.
 */
async function takeSlice(request: OriginRequest, url: URL, sources: WindowOriginSources): Promise<OriginResponse> {
  const token = /^\/upload\/([\w-]{1,64})$/.exec(url.pathname)?.[1]
  const offset = /^\d{1,15}$/.exec(url.searchParams.get('offset') ?? '')?.[0]
  if (token === undefined || offset === undefined || request.body === null) return notFound()
  const taken = await sources.takeSlice(token, Number(offset), request.body)
  const stored = (status: number, bytes: number): OriginResponse =>
    answer(
      status,
      { 'content-type': 'application/json', 'cache-control': 'no-store' },
      JSON.stringify({ stored: bytes }),
    )
  switch (taken.kind) {
    case 'stored':
      return stored(200, taken.stored)
    case 'elsewhere':
      return stored(409, taken.stored)
    case 'tooLong':
      return answer(413, {})
    case 'unknown':
      return notFound()
    case 'full':
      return answer(507, {})
  }
}

/** The decoded path, or undefined for one that is not well-formed or could leave its folder. */
function decodePath(pathname: string): string | undefined {
  try {
    const decoded = decodeURIComponent(pathname)
    return /[\0\\]|\/\.\.(\/|$)/.test(decoded) ? undefined : decoded
  } catch {
    return undefined
  }
}

const assetTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
}

async function serveRenderer(request: OriginRequest, rendererDir: string, where: string): Promise<OriginResponse> {
  const file = path.join(rendererDir, where === '/' ? 'index.html' : where)
  const type = assetTypes[path.extname(file)]
  if (!type) return notFound()
  const size = await fileSize(file)
  if (size === undefined) return notFound()
  // Vite puts a hash of the content into the names under assets/; everything else may change with the next build.
  const forever = where.startsWith('/assets/')
  return answer(
    200,
    {
      'content-type': type,
      'content-length': String(size),
      'content-security-policy': contentSecurityPolicy,
      'cache-control': forever ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
    request.method === 'HEAD' ? null : { path: file, start: 0 },
  )
}

/** Types that a browser shows without running anything in them. Files of other types can only be saved. */
const shownInline = /^(image\/(png|jpeg|gif|webp|avif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+)$/

async function serveForeign(
  request: OriginRequest,
  file: ServedFile,
  downloadAs: string | null,
  immutable: boolean,
): Promise<OriginResponse> {
  const size = await fileSize(file.path)
  if (size === undefined) return notFound()
  const inline = downloadAs === null && shownInline.test(file.type)
  const headers = {
    'content-type': shownInline.test(file.type) ? file.type : 'application/octet-stream',
    'content-security-policy': foreignFilePolicy,
    'content-disposition': inline ? 'inline' : contentDisposition(downloadAs ?? path.basename(file.path)),
    'cache-control': immutable ? 'private, max-age=31536000, immutable' : 'no-store',
    'accept-ranges': 'bytes',
  }
  const range = parseByteRange(request.range, size)
  if (range === 'unsatisfiable') return answer(416, { 'content-range': `bytes */${size}` })
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range
  const body = request.method === 'HEAD' || size === 0 ? null : { path: file.path, start, end }
  const length = { 'content-length': String(end - start + 1) }
  if (range === 'whole') return answer(200, { ...headers, ...length }, body)
  return answer(206, { ...headers, ...length, 'content-range': `bytes ${start}-${end}/${size}` }, body)
}

/** A name for saving under, safe in a header: ASCII for old readers, the whole name encoded (RFC 6266). */
export function contentDisposition(fileName: string): string {
  const name = fileName.slice(0, 200).replace(/[\p{Cc}/\\:*?"<>|]/gu, '_') || 'file'
  const ascii = name.replace(/[^\x20-\x7e]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

async function fileSize(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(() => undefined)
  return found?.isFile() ? found.size : undefined
}

const notFound = (): OriginResponse => answer(404, {})

const answer = (
  status: number,
  headers: OriginResponse['headers'],
  body: OriginResponse['body'] = null,
): OriginResponse => ({ status, headers: { ...securityHeaders, ...headers }, body })
