// Custom schemes. Chromium cannot be told at run time that "app" is a standard, secure scheme, so
//   app://host/path  <->  https://host.app-scheme.invalid/path
// and Chromium's resolver sends *-scheme.invalid to this loopback HTTP/2 server, which calls the app's own handler.
import http2 from 'node:http2'
import { Readable } from 'node:stream'
import { selfSigned } from '../../../tools/postgres/self-signed.mjs'

export const SUFFIX = '-scheme.invalid'
export const toReal = (u, schemes) => {
  const m = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^]*)$/i.exec(u)
  if (!m || !schemes.has(m[1].toLowerCase())) return u
  if (!m[2]) throw new Error(`stand-in: ${u} has no host (a standard scheme needs one)`)
  return `https://${m[2].toLowerCase()}.${m[1].toLowerCase()}${SUFFIX}${m[3].startsWith('/') ? '' : '/'}${m[3]}`
}
export const toVirtual = (u) =>
  String(u).replace(/https:\/\/([a-z0-9._-]+?)\.([a-z0-9+-]+)-scheme\.invalid(?::443)?/gi, (_, h, s) => `${s}://${h}`)

// CSP written for app:// must mean the same for the mapped origin.
export const mapCsp = (v, schemes) => {
  for (const s of schemes)
    v = v.replace(new RegExp(`(^|[\\s;,])${s}:(?://([^\\s;,/]+)(\\S*))?(?=[\\s;,]|$)`, 'gi'), (m, pre, h, rest) =>
      h ? `${pre}${m.trim()} https://${h}.${s}${SUFFIX}${rest || ''}` : `${pre}${s}: https://*.${s}${SUFFIX}`,
    )
  return v
}

const wholeBody = async (req) => {
  const chunks = []
  for await (const chunk of req) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const onePiece = (bytes) =>
  new ReadableStream({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(new Uint8Array(bytes))
      controller.close()
    },
  })

export async function startSchemeServer({ privileges, call, journal, titleBarArea }) {
  const { cert, key, spki } = selfSigned('*' + SUFFIX)
  const srv = http2.createSecureServer({ cert, key, allowHTTP1: true, ciphers: undefined })
  const deny = (res, why, url) => {
    journal('scheme-denied', { why, url })
    res.writeHead(403, { 'content-type': 'text/plain' })
    res.end('stand-in: ' + why)
  }
  srv.on('sessionError', () => {})
  srv.on('error', () => {})
  srv.on('request', async (req, res) => {
    res.on('error', () => {})
    req.on('error', () => {})
    const host = (req.headers[':authority'] || req.headers.host || '').replace(/:443$/, '')
    const url = toVirtual(`https://${host}${req.url}`)
    const scheme = url.split(':')[0]
    const dest = req.headers['sec-fetch-dest']
    const p = privileges(scheme)
    if (url.endsWith('/favicon.ico') && dest === 'image' && !req.headers.referer?.includes('favicon')) {
      /* browsers ask, Electron does not */ res.writeHead(204)
      return res.end()
    }
    if (!p.handled) return deny(res, `no protocol.handle for ${scheme}:`, url)
    if (dest === 'empty' && !p.supportFetchAPI) return deny(res, `scheme ${scheme} lacks supportFetchAPI`, url)
    if (req.headers['service-worker'] && !p.allowServiceWorkers)
      return deny(res, `scheme ${scheme} lacks allowServiceWorkers`, url)
    if ((dest === 'video' || dest === 'audio') && !p.stream)
      return deny(res, `scheme ${scheme} lacks stream (media elements need it)`, url)
    if (req.headers['sec-fetch-site'] === 'cross-site' && req.headers['sec-fetch-mode'] === 'cors' && !p.corsEnabled)
      return deny(res, `scheme ${scheme} lacks corsEnabled`, url)
    const headers = new Headers()
    for (const [k, v] of Object.entries(req.headers))
      if (!k.startsWith(':') && !/^(host|connection|accept-encoding|cookie|te|sec-ch-ua.*)$/.test(k)) {
        try {
          headers.set(k, toVirtual(Array.isArray(v) ? v.join(', ') : v))
        } catch {}
      }
    const ac = new AbortController()
    res.on('close', () => {
      if (!res.writableFinished) ac.abort()
    })
    try {
      const hasBody = !/^(GET|HEAD)$/.test(req.method)
      // As Electron has it: a blob comes in one piece, without its length, and nothing tells that the page gave up.
      headers.delete('content-length')
      const r = await call(scheme, url, {
        method: req.method,
        headers,
        ...(hasBody ? { body: onePiece(await wholeBody(req)), duplex: 'half' } : { signal: ac.signal }),
      })
      if (!(r instanceof Response))
        throw new TypeError('protocol.handle handler must return a Response, got ' + typeof r)
      if (r.type === 'error') {
        res.stream ? res.stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR) : res.destroy()
        return
      }
      const out = {}
      for (const [k, v] of r.headers) {
        if (/^(connection|transfer-encoding|keep-alive|set-cookie|content-encoding)$/.test(k)) continue
        out[k] = /^content-security-policy/.test(k)
          ? mapCsp(v, p.schemes)
          : /^(access-control-allow-origin|location|link)$/.test(k)
            ? toReal(v, p.schemes)
            : v
      }
      if (!out['cache-control']) out['cache-control'] = 'no-store'
      let body = r.body
      if (/text\/html/.test(out['content-type'] || '') && body) {
        const html = (await r.text()).replace(
          /(<meta[^>]+http-equiv=["']?content-security-policy["']?[^>]*content=)("([^"]*)"|'([^']*)')/gi,
          (m, pre, q, a, b) => pre + q[0] + mapCsp(a ?? b, p.schemes) + q[0],
        )
        delete out['content-length']
        res.writeHead(r.status, out)
        return res.end(html)
      }
      const area = titleBarArea()
      if (area && body && /text\/css/.test(out['content-type'] || '')) {
        const css = (await r.text()).replace(
          /env\(\s*titlebar-area-(x|y|width|height)\s*(?:,[^()]*)?\)/g,
          (_all, side) => area[side],
        )
        delete out['content-length']
        res.writeHead(r.status, out)
        return res.end(css)
      }
      res.writeHead(r.status, out)
      if (!body) return res.end()
      const rd = Readable.fromWeb(body)
      rd.on('error', () => {
        res.stream ? res.stream.close(2) : res.destroy()
      })
      rd.pipe(res)
    } catch (e) {
      journal('scheme-error', { url, error: String(e?.stack || e) })
      process.stderr.write(`stand-in: protocol handler failed for ${url}: ${e?.stack || e}\n`)
      res.stream ? res.stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR) : res.destroy() // Electron: net error ERR_UNEXPECTED, not a 500
    }
  })
  await new Promise((resolve) => srv.listen(0, '127.0.0.1', resolve))
  srv.unref()
  return { port: srv.address().port, spki, close: () => srv.close() }
}
