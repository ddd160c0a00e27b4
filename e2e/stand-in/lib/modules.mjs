// Everything else: recorders with state, and triggers for the tests.
import { addNativeImage } from './modules/native-image.mjs'
import { addSafeStorage } from './modules/safe-storage.mjs'
import { addDialog } from './modules/dialog.mjs'
import { addShell } from './modules/shell.mjs'
import { addMenu } from './modules/menu.mjs'
import { addTray } from './modules/tray.mjs'
import { addNotifications } from './modules/notifications.mjs'
import { addSurroundings } from './modules/surroundings.mjs'
import { addClipboard } from './modules/clipboard.mjs'
import { addNet } from './modules/net.mjs'
import { addOthers } from './modules/others.mjs'

export function createModules(ctx) {
  const M = {}
  addNativeImage(ctx, M)
  addSafeStorage(ctx, M)
  addDialog(ctx, M)
  addShell(ctx, M)
  addMenu(ctx, M)
  addTray(ctx, M)
  addNotifications(ctx, M)
  addSurroundings(ctx, M)
  addClipboard(ctx, M)
  addNet(ctx, M)
  addOthers(ctx, M)
  return M
}
