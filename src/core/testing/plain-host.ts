import type { CoreOptions } from '../create-core.ts'

/** A host that has nothing of its own: what is tested or measured is core. */
export const plainHost: CoreOptions['host'] = {
  version: '1.0.0-test',
  host: 'browser',
  platform: 'linux',
  unsandboxed: false,
  commandLine: '/opt/switchboard/switchboardctl.mjs',
  features: {
    tray: false,
    startAtLogin: false,
    spellCheck: false,
    showInFolder: false,
    saveDialog: false,
    badge: false,
    updates: false,
  },
}
