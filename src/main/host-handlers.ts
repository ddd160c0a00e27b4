import { app, dialog, nativeImage, shell, type BrowserWindow } from 'electron'
import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { HostHandlers } from '../contract/index.ts'
import { ContractError } from '../contract/errors.ts'
import type { WindowOriginSources } from '../core/hosting/window-origin.ts'
import type { Demo } from '../core/hosting/demo.ts'
import { gateLink } from '../core/hosting/link-gate.ts'
import type { Attention } from '../contract/notice-text.ts'
import type { WindowLockService } from '../core/hosting/window-lock.ts'
import { copyForOthers, saveCopy } from './system/copy-for-others.ts'
import { mayBeOpened, safeFileName } from './window/openable-file.ts'
import type { UpdateState } from './system/updates.ts'

export interface HostHandlersOptions extends Pick<WindowOriginSources, 'openMedia' | 'openFile'> {
  readonly window: () => BrowserWindow | undefined
  /** Absolute path of the picture that a dragged file has under the pointer. */
  readonly dragIcon: string
  readonly onAttention: (attention: Attention) => void
  readonly checkForUpdates: () => Promise<UpdateState>
  /** Absolute path of the folder for copies that other programs open. */
  readonly openedDir: string
  /** Absolute path of the third-party licences of this build. */
  readonly licencesFile: string
  readonly demo: Demo['handlers']
  readonly lock: WindowLockService['handlers']
}

/** Handlers of the desktop host: the link gate, dialogs and host information. */
export function createHostHandlers(options: HostHandlersOptions): HostHandlers {
  const mediaFile = async (ref: string): Promise<string> => {
    const file = await options.openMedia(ref)
    if (!file) throw new ContractError('notFound')
    return file.path
  }
  /** The file that the last `prepareDrag` prepared. */
  let prepared: { readonly ref: string; readonly fileName: string; readonly path: string } | undefined
  return {
    ...options.demo,
    ...options.lock,
    async 'host.openLink'({ url }) {
      const gated = gateLink(url)
      if (gated.kind === 'refused') throw new ContractError('linkRefused', { details: { reason: gated.scheme } })
      await shell.openExternal(gated.url)
      return { opened: true }
    },
    async 'host.saveFile'({ from, fileName }) {
      const source = from.kind === 'media' ? await options.openMedia(from.ref) : await options.openFile(from.id)
      if (!source) throw new ContractError('notFound')
      const defaultPath = path.join(app.getPath('downloads'), safeFileName(fileName))
      const window = options.window()
      const { canceled, filePath } = await (window
        ? dialog.showSaveDialog(window, { defaultPath })
        : dialog.showSaveDialog({ defaultPath }))
      if (canceled || filePath === '') return { saved: false }
      await saveCopy(source.path, filePath)
      return { saved: true }
    },
    async 'host.chooseFolder'() {
      const window = options.window()
      const asked = { properties: ['openDirectory', 'createDirectory'] } satisfies Electron.OpenDialogOptions
      const { canceled, filePaths } = await (window
        ? dialog.showOpenDialog(window, asked)
        : dialog.showOpenDialog(asked))
      return { path: canceled ? null : (filePaths[0] ?? null) }
    },
    async 'host.openFile'({ ref, fileName }) {
      if (!mayBeOpened(fileName)) throw new ContractError('fileNotOpened')
      const cached = await mediaFile(ref)
      const copy = await copyForOthers(cached, path.join(options.openedDir, path.basename(cached)), fileName)
      const failure = shell.openPath(copy)
      // On Linux Electron starts xdg-open and never answers (platform_util_linux.cc).
      return { opened: process.platform === 'linux' || (await failure) === '' }
    },
    async 'host.prepareDrag'({ ref, fileName }) {
      // The other program gets this very file and may save in place, so each drag has a copy of its own, which stays
      // until the next start.
      const folder = path.join(options.openedDir, 'dragged', randomUUID())
      const target = await copyForOthers(await mediaFile(ref), folder, fileName)
      const unused = prepared
      prepared = { ref, fileName, path: target }
      if (unused !== undefined) await rm(path.dirname(unused.path), { recursive: true, force: true })
    },
    async 'host.dragFile'({ ref, fileName }) {
      const window = options.window()
      const icon = nativeImage.createFromPath(options.dragIcon)
      // Without an icon Electron silently drags nothing.
      if (window === undefined || icon.isEmpty()) throw new ContractError('notSupportedHere')
      if (prepared?.ref !== ref || prepared.fileName !== fileName) throw new ContractError('notFound')
      // Synchronous: once the button is released, Windows drops at once.
      window.webContents.startDrag({ file: prepared.path, icon })
      prepared = undefined
    },
    async 'host.showInFolder'({ ref }) {
      shell.showItemInFolder(await mediaFile(ref))
      return { shown: true }
    },
    'host.checkForUpdates': () => options.checkForUpdates(),
    async 'host.licences'() {
      return { text: await readFile(options.licencesFile, 'utf8') }
    },
    async 'host.attention'(attention) {
      options.onAttention(attention)
    },
  }
}
