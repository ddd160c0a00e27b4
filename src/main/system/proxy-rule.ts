/**
 * The first usable entry of a proxy answer in the PAC form that `session.resolveProxy` gives
 * ("PROXY proxy.example:8080; DIRECT"): an address for our own HTTP client, or null for a direct connection. Every
 * kind of SOCKS is asked as SOCKS 5: it must not become a direct connection.
 */
export function proxyFromRule(rule: string): string | null {
  for (const entry of rule.split(';')) {
    const [kind = '', where = ''] = entry.trim().split(/\s+/)
    if (/^direct$/i.test(kind)) return null
    if (/^socks[45]?$/i.test(kind) && URL.canParse(`socks5://${where}`)) return `socks5://${where}`
    if (/^(proxy|https?)$/i.test(kind)) {
      const url = URL.parse(`${/^https$/i.test(kind) ? 'https' : 'http'}://${where}`)
      if (url && url.hostname !== '') return url.origin
    }
  }
  return null
}
