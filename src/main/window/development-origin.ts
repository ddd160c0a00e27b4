import { contentSecurityPolicy } from '../../core/hosting/security-headers.ts'
/** Paths that the window's own origin serves in development too: everything that is no part of the page. */
const served = /^\/(media|files|upload)\//

/**
 * In development Vite serves the page, still by the window's own address, so that pictures, files and uploads have the
 * origin that they have in a package. `server` is Vite's address, `origin` what a package would answer with.
 */
export function createDevelopmentOrigin(
  server: string,
  origin: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    if (served.test(pathname)) return origin(request)
    // A path of the page must not choose the host: two slashes at its beginning would.
    const address = new URL(server)
    address.pathname = pathname
    address.search = search
    // Vite transforms a style sheet by what is accepted.
    const answer = await fetch(address, { headers: { accept: request.headers.get('accept') ?? '*/*' } })
    const headers = new Headers(answer.headers)
    // The body is decoded by now.
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive'])
      headers.delete(name)
    headers.set('content-security-policy', developmentPolicy(server))
    return new Response(answer.body, { status: answer.status, headers })
  }
}

/**
 * The policy of a package but for what Vite's own client needs: inline scripts and styles, its socket, HTML as text.
 */
const developmentPolicy = (server: string): string =>
  contentSecurityPolicy
    .split('; ')
    .filter((rule) => !/^(require-)?trusted-types/.test(rule))
    .map((rule) => {
      if (/^(script|style)-src/.test(rule)) return `${rule} 'unsafe-inline'`
      // Any port of that host: Vite's client tries the one of the page first.
      return rule.startsWith('connect-src') ? `${rule} ws://${new URL(server).hostname}:*` : rule
    })
    .join('; ')
