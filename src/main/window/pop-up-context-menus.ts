import { clipboard, Menu, type BrowserWindow, type ContextMenuParams, type MenuItemConstructorOptions } from 'electron'
import type { HostStrings } from '../host-strings.ts'

/** Electron's parameters that the menu uses. */
type ContextTarget = Pick<
  ContextMenuParams,
  | 'linkURL'
  | 'srcURL'
  | 'mediaType'
  | 'hasImageContents'
  | 'selectionText'
  | 'isEditable'
  | 'editFlags'
  | 'misspelledWord'
  | 'dictionarySuggestions'
>

interface ContextMenuActions {
  copyText(text: string): void
  copyImage(): void
  saveImage(srcURL: string): void
  replaceMisspelling(word: string): void
  addToDictionary(word: string): void
}

/** The menu of the secondary click; empty where there is nothing to do, and then no menu opens. */
function contextMenuTemplate(
  target: ContextTarget,
  strings: HostStrings,
  actions: ContextMenuActions,
): MenuItemConstructorOptions[] {
  const { editFlags, isEditable, misspelledWord } = target
  const spelling: MenuItemConstructorOptions[] = misspelledWord
    ? [
        ...target.dictionarySuggestions.map((word) => ({ label: word, click: () => actions.replaceMisspelling(word) })),
        { label: strings.addToDictionary, click: () => actions.addToDictionary(misspelledWord) },
      ]
    : []
  const link: MenuItemConstructorOptions[] = /^(https?|mailto):/i.test(target.linkURL)
    ? [{ label: strings.copyLink, click: () => actions.copyText(target.linkURL.replace(/^mailto:/i, '')) }]
    : []
  const image: MenuItemConstructorOptions[] =
    target.mediaType === 'image' && target.hasImageContents
      ? [
          { label: strings.copyImage, click: () => actions.copyImage() },
          { label: strings.saveImage, click: () => actions.saveImage(target.srcURL) },
        ]
      : []
  const text: MenuItemConstructorOptions[] = isEditable
    ? [
        { role: 'cut', label: strings.cut, enabled: editFlags.canCut },
        { role: 'copy', label: strings.copy, enabled: editFlags.canCopy },
        { role: 'paste', label: strings.paste, enabled: editFlags.canPaste },
        { role: 'selectAll', label: strings.selectAll, enabled: editFlags.canSelectAll },
      ]
    : target.selectionText.trim() === ''
      ? []
      : [{ role: 'copy', label: strings.copy }]
  return [spelling, link, image, text]
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [{ type: 'separator' } as const, ...group]))
}

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
