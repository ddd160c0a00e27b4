import { protocol } from 'electron'
import { appHost, appScheme } from './app-origin.ts'

/** Before `ready`, once: what the window's scheme may do. No CORS, no service workers, no way around the CSP. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ])
}

/** After `ready`: answers the window's own address. A rejection would be a network error, so it becomes a 500. */
export function handleAppScheme(
  origin: (request: Request) => Promise<Response>,
  onError: (error: unknown) => void,
): void {
  protocol.handle(appScheme, async (request) => {
    if (URL.parse(request.url)?.host !== appHost) return new Response(null, { status: 404 })
    try {
      return await origin(request)
    } catch (error) {
      onError(error)
      return new Response(null, { status: 500 })
    }
  })
}
