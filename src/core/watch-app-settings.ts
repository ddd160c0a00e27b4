import type { CallContext } from '../contract/index.ts'
import type { AppSettings } from '../contract/settings.ts'
import type { RestartableCore } from './restartable-core.ts'

const forEver: CallContext = { signal: new AbortController().signal }

/**
 * Passes the settings to the host: when core has started, then after each change. Reopens connections if the proxy
 * changed. Resolves after the first time.
 */
export function watchAppSettings(
  core: RestartableCore,
  onSettings: (settings: AppSettings) => void = () => {},
): Promise<void> {
  let proxy: string | undefined
  const read = async (): Promise<void> => {
    const settings = await core.handlers['settings.get']({}, forEver)
    const before = proxy
    proxy = JSON.stringify(settings.proxy)
    if (before !== undefined && before !== proxy) core.networkChanged()
    onSettings(settings)
  }
  core.subscribe((event) => {
    if (event.type !== 'changed' || event.change.kind !== 'settings') return
    read().catch((error: unknown) => core.warn('the settings were not read', error))
  })
  return read()
}
