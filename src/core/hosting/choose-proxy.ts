import type { AppSettings } from '../../contract/settings.ts'

/** The proxy that the system wants for an origin, or null. */
export type SystemProxy = (origin: string) => Promise<string | null>

/** The proxy for an origin, or null for a direct connection. This machine is never reached through one. */
export async function chooseProxy(
  setting: AppSettings['proxy'],
  origin: string,
  system: SystemProxy,
): Promise<string | null> {
  const host = URL.parse(origin)?.hostname ?? ''
  if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)) return null
  switch (setting.kind) {
    case 'none':
      return null
    case 'url':
      return usableProxy(setting.url)
    case 'system':
      return system(origin)
  }
}

/** The proxy of the variables that most command-line programs heed: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY. */
export function proxyFromEnvironment(origin: string, env: Readonly<Record<string, string | undefined>>): string | null {
  const url = URL.parse(origin)
  if (!url) return null
  const read = (name: string): string | undefined => env[name.toLowerCase()] ?? env[name]
  const spared = (read('NO_PROXY') ?? '').split(',').some((entry) => spares(entry.trim().toLowerCase(), url.hostname))
  if (spared) return null
  return usableProxy(read(url.protocol === 'http:' ? 'HTTP_PROXY' : 'HTTPS_PROXY') ?? read('ALL_PROXY') ?? '')
}

const spares = (entry: string, host: string): boolean =>
  entry === '*' || (entry !== '' && (host === entry || host.endsWith(entry.startsWith('.') ? entry : `.${entry}`)))

/**
 * An address in the form that the HTTP client takes. Any kind of SOCKS is asked as SOCKS 5: a proxy that only speaks an
 * older one is an error of the connection, never a direct connection.
 */
function usableProxy(text: string): string | null {
  const socks = /^socks[45]?[ah]?:\/\/(.+)$/iu.exec(text)?.[1]
  if (socks !== undefined) return URL.canParse(`socks5://${socks}`) ? `socks5://${socks}` : null
  const url = URL.parse(text.includes('://') ? text : `http://${text}`)
  return url && url.hostname !== '' && /^https?:$/.test(url.protocol) ? url.href : null
}
