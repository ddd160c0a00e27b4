import type { MenuItemConstructorOptions } from 'electron'
import { expect, test } from 'vitest'
import { hostStrings } from '../host-strings.ts'
import { appMenuTemplate } from './app-menu.ts'

const itemsOf = (items: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsOf(item.submenu) : [])])

test.for(['win32', 'linux', 'darwin'] as const)(
  'on %s each key that people press to zoom does it, the pad has them too, and none shows twice',
  (platform) => {
    const strings = hostStrings('en', [])
    const items = itemsOf(appMenuTemplate({ platform, strings, developer: false, onAction: () => undefined }))
    // What the roles have by themselves (lib/browser/api/menu-item-roles.ts): Plus is that key with Shift.
    const own = { zoomIn: 'CommandOrControl+Plus', zoomOut: 'CommandOrControl+-', resetZoom: 'CommandOrControl+0' }
    const keys = Object.entries(own).map(([role, accelerator]) => [
      role,
      items.filter((item) => item.role === role).map((item) => item.accelerator ?? accelerator),
    ])
    expect(Object.fromEntries(keys)).toEqual({
      zoomIn: ['CommandOrControl+Plus', 'CommandOrControl+=', 'CommandOrControl+numadd'],
      zoomOut: ['CommandOrControl+-', 'CommandOrControl+numsub'],
      resetZoom: ['CommandOrControl+0', 'CommandOrControl+num0'],
    })
    for (const role of Object.keys(own)) {
      const [first, ...others] = items.filter((item) => item.role === role)
      expect(first?.visible).not.toBe(false)
      for (const other of others) expect(other).toMatchObject({ visible: false, acceleratorWorksWhenHidden: true })
    }
  },
)
