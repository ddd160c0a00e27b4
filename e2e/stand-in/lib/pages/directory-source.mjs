import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** `protocol.registerSource` (Electron 45): files from directories, without a handler in JavaScript. */
export function createDirectorySource(world) {
  const { ctx } = world
  return ({ routes }) => {
    for (const r of routes)
      if (r.source?.type !== 'directory' || !path.isAbsolute(r.source.root))
        throw new TypeError('registerSource: source must be {type: "directory", root: absolute path}')
    return async (q) => {
      const u = new URL(q.url)
      const cand = routes
        .filter(
          (r) =>
            (!r.match?.host || r.match.host.toLowerCase() === u.host) && u.pathname.startsWith(r.match?.path || '/'),
        )
        .sort(
          (a, b) => !!b.match?.host - !!a.match?.host || (b.match?.path || '/').length - (a.match?.path || '/').length,
        )[0]
      const no = () => {
        throw new TypeError('net::ERR_FILE_NOT_FOUND')
      }
      if (!cand || !/^(GET|HEAD)$/.test(q.method)) no()
      let rest = decodeURIComponent(u.pathname.slice((cand.match?.path || '/').length)).replace(/^\/+/, '')
      if (u.pathname.endsWith('/')) {
        const i = cand.source.index ?? 'index.html'
        if (!i) no()
        rest += i
      }
      const f = path.resolve(cand.source.root, rest)
      if (f !== cand.source.root && !f.startsWith(cand.source.root.replace(/\/$/, '') + path.sep)) no()
      if (!fs.existsSync(f) || !fs.statSync(f).isFile()) no()
      const base = await ctx.netFetch(pathToFileURL(f).href)
      const h = new Headers(cand.source.headers || {})
      h.set('content-type', base.headers.get('content-type'))
      return new Response(base.body, { headers: h })
    }
  }
}
