import type { CoreOptions } from '../../src/core/create-core.ts'

/** A host that has nothing of its own: what is measured is core. */
export const benchHost: CoreOptions['host'] = {
  version: 'bench',
  host: 'browser',
  platform: 'linux',
  unsandboxed: false,
  features: {
    tray: false,
    startAtLogin: false,
    spellCheck: false,
    showInFolder: false,
    saveDialog: false,
    systemNotifications: false,
    badge: false,
    updates: false,
  },
}
