// Net.
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import path from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const MIME = {
  html: 'text/html',
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  woff: 'font/woff',
  ttf: 'font/ttf',
  wasm: 'application/wasm',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  mp4: 'video/mp4',
  webm: 'video/webm',
  txt: 'text/plain',
  map: 'application/json',
  pdf: 'application/pdf',
  xml: 'text/xml',
}

export function addNet(ctx, M) {
  const { journal, app } = ctx
  ctx.netFetch = async (input, init = {}) => {
    if (!app.isReady()) throw new Error('net.fetch can only be used after app is ready')
    const { bypassCustomProtocolHandlers, ...rest } = init
    const req = new Request(input, rest.body ? { duplex: 'half', ...rest } : rest)
    const u = new URL(req.url)
    const scheme = u.protocol.slice(0, -1)
    if (u.protocol === 'file:') {
      const f = fileURLToPath(u)
      let st
      try {
        st = fs.statSync(f)
      } catch {}
      if (!st?.isFile()) throw new TypeError('net::ERR_FILE_NOT_FOUND')
      const type = MIME[path.extname(f).slice(1).toLowerCase()] || 'application/octet-stream'
      return new Response(Readable.toWeb(fs.createReadStream(f)), { headers: { 'content-type': type } })
    }
    if (u.protocol === 'data:') return fetch(req)
    const h = ctx.win.handled().get(scheme)
    if (h && !bypassCustomProtocolHandlers) return h(req)
    if (!/^https?$/.test(scheme)) throw new TypeError('net::ERR_UNKNOWN_URL_SCHEME')
    journal('network', { from: 'net.fetch', url: req.url, method: req.method })
    return fetch(req)
  }
  M.net = {
    fetch: ctx.netFetch,
    // Node's own request has the same events; redirects are not followed, proxies not asked.
    request: (given) => {
      if (!app.isReady()) throw new Error('net.request can only be used after app is ready')
      const {
        session: _session,
        redirect: _redirect,
        url,
        ...options
      } = typeof given === 'string' ? { url: given } : given
      const where =
        url ?? `${options.protocol}//${options.hostname}${options.port ? `:${options.port}` : ''}${options.path}`
      journal('network', { from: 'net.request', url: where, method: options.method ?? 'GET' })
      return (where.startsWith('https:') ? https : http).request(where, options)
    },
    isOnline: () => online,
    get online() {
      return online
    },
    resolveHost: async () => ({ endpoints: [] }),
  }
  let online = true
  ctx.set.online = (v) => {
    online = v
    for (const w of ctx.win.contents.values())
      w._s
        ?.send('Network.emulateNetworkConditions', {
          offline: !v,
          latency: 0,
          downloadThroughput: -1,
          uploadThroughput: -1,
        })
        .catch(() => {})
  }
  M.netLog = { startLogging: async () => {}, stopLogging: async () => {}, currentlyLogging: false }
}
