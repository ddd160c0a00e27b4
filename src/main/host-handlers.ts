import type { BrowserWindow } from 'electron'
import { app, dialog, nativeImage, shell } from 'electron'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { HostHandlers } from '../contract/index.ts'
import { ContractError } from '../contract/errors.ts'
import type { WindowOriginSources } from '../core/hosting/window-origin.ts'
import type { Demo } from '../core/hosting/demo.ts'
import { gateLink } from '../core/hosting/link-gate.ts'
import type { Attention } from './notice-text.ts'
import { mayBeOpened, safeFileName } from './openable-file.ts'
import type { UpdateState } from './updates.ts'

export interface HostHandlersOptions extends Pick<WindowOriginSources, 'openMedia' | 'openFile'> {
  readonly window: () => BrowserWindow | undefined
  /** Absolute path of the picture that a dragged file has under the pointer. */
  readonly dragIcon: string
  readonly onAttention: (attention: Attention) => void
  readonly checkForUpdates: () => Promise<UpdateState>
  /** Absolute path of a folder of ours for the copies that other programs are given to show. */
  readonly openedDir: string
  /** Absolute path of the third-party licences of this build. */
  readonly licencesFile: string
  readonly demo: Demo['handlers']
}

/** What the desktop itself answers: the link gate, dialogs, and what only it knows. */
export function createHostHandlers(options: HostHandlersOptions): HostHandlers {
  const mediaFile = async (ref: string): Promise<string> => {
    const file = await options.openMedia(ref)
    if (!file) throw new ContractError('notFound')
    return file.path
  }
  /** A copy under the name that other programs are to see: they may change it, and the cache stays what it is. */
  const named = async (source: string, fileName: string): Promise<string> => {
    const folder = path.join(options.openedDir, path.basename(source))
    const copy = path.join(folder, safeFileName(fileName))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await copyFile(source, copy)
    return copy
  }
  return {
    ...options.demo,
    async 'host.openLink'({ url }) {
      const link = gateLink(url)
      if (link.kind === 'refused') throw new ContractError('linkRefused', { details: { reason: link.scheme } })
      await shell.openExternal(link.url)
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
      await copyFile(source.path, filePath).catch((error: unknown) => {
        throw new ContractError('fileNotSaved', { details: { reason: codeOf(error) } })
      })
      return { saved: true }
    },
    async 'host.openFile'({ ref, fileName }) {
      if (!mayBeOpened(fileName)) throw new ContractError('fileNotOpened')
      const copy = await named(await mediaFile(ref), fileName)
      return { opened: (await shell.openPath(copy)) === '' }
    },
    async 'host.dragFile'({ ref, fileName }) {
      const source = await mediaFile(ref)
      const window = options.window()
      const icon = nativeImage.createFromPath(options.dragIcon)
      // Without a picture Electron drags nothing, and says nothing.
      if (window === undefined || icon.isEmpty()) throw new ContractError('notSupportedHere')
      window.webContents.startDrag({ file: await named(source, fileName), icon })
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

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown')
