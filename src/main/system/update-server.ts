/**
 * Whether the file that electron-builder puts beside a package names a server that may be asked. Nothing is signed, so
 * an address without TLS does not count, but for one of this computer.
 */
export function namesUpdateServer(appUpdateYaml: string): boolean {
  const url = URL.parse(/^url: *['"]?([^'"\s]+)/m.exec(appUpdateYaml)?.[1] ?? '')
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && url.hostname === '127.0.0.1')
}
