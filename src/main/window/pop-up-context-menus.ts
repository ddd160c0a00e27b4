import type { BrowserWindow } from 'electron'
import { clipboard, Menu } from 'electron'
import { contextMenuTemplate } from './context-menu.ts'
import type { HostStrings } from '../host-strings.ts'

/** Opens the menu of the secondary click in a window, where there is something to do. */
export function popUpContextMenus(
  window: BrowserWindow,
  strings: () => HostStrings,
  saveImage: (srcURL: string) => void,
): void {
  const contents = window.webContents
  contents.on('context-menu', (_event, target) => {
    const template = contextMenuTemplate(target, strings(), {
      copyText: (text) => void clipboard.writeText(text),
      copyImage: () => contents.copyImageAt(target.x, target.y),
      saveImage,
      replaceMisspelling: (word) => contents.replaceMisspelling(word),
      addToDictionary: (word) => void contents.session.addWordToSpellCheckerDictionary(word),
    })
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window })
  })
}
