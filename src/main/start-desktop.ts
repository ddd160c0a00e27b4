import { app, dialog, Menu } from 'electron'
import path from 'node:path'
import { enableCodeCache } from '../core/hosting/code-cache.ts'
import { parseHostOptions, type HostOptions } from '../core/hosting/host-options.ts'
import { registerAppScheme } from './window/app-scheme.ts'
import { deepLinkIn } from './system/deep-link.ts'
import type { Desktop } from './desktop.ts'
import { developmentServer } from './window/development-server.ts'
import { nameDesktop } from './system/register-links.ts'
import { unwritableFolder, type UnwritableFolder } from './system/writable-folders.ts'
import { systemLanguages } from './system/system-languages.ts'
import { hostStrings, type HostStrings } from './host-strings.ts'

/** The id that the packages register; Windows shows notifications only to a shortcut with the same one. */
const appId = 'app.switchboard.desktop'

/**
 * The id by which Windows finds the program that a notification starts. Without it Electron generates one at each
 * start.
 */
const toastActivatorClsid = '2A493753-3900-4833-9A59-2B0DBF3D8BD1'

/** Slightly longer than an ending program may take (desktop.ts), ms. */
const timeoutMs = 11_000

/**
 * Does everything that has to happen synchronously before Electron is ready: paths, sandbox, scheme, single instance.
 * Then starts the desktop, whose modules load meanwhile. A second start passes its link to the first and ends.
 */
export function startDesktop(): void {
  const given = process.argv.slice(app.isPackaged ? 1 : 2)
  const parsed = parseHostOptions(given, process.env, process.cwd(), { lenient: true })
  if (parsed.kind === 'bad') return fail(parsed.reason)
  const { options } = parsed
  if (options.dataDir !== undefined) app.setPath('userData', options.dataDir)
  // Chromium's files are separate from ours.
  app.setPath('sessionData', path.join(app.getPath('userData'), 'window'))
  if (app.isPackaged) app.setAppUserModelId(appId)
  if (app.isPackaged && process.platform === 'win32') app.setToastActivatorCLSID(toastActivatorClsid)
  nameDesktop()
  // Otherwise Electron shows a default menu until the desktop has started.
  Menu.setApplicationMenu(null)
  app.enableSandbox()
  registerAppScheme()
  if (app.requestSingleInstanceLock()) return runFirst(options, given)
  const unwritable = unwritableFolder(app.getPath('userData'), app.getPath('temp'))
  if (unwritable !== null) return failToWrite(unwritable)
  if (developmentServer() === undefined) return app.quit()
  // `npm run dev` starts the rebuilt program while the one of before is still ending.
  const began = Date.now()
  const timer = setInterval(() => {
    const first = app.requestSingleInstanceLock()
    if (!first && Date.now() - began < timeoutMs) return
    clearInterval(timer)
    if (first) runFirst(options, given)
    else app.quit()
  }, 100)
}

function runFirst(options: HostOptions, given: readonly string[]): void {
  let desktop: Desktop | undefined
  let waiting = deepLinkIn(given)
  const openLink = (link: string | undefined): void => {
    if (!desktop) waiting = link ?? waiting
    else if (link === undefined) desktop.show()
    else desktop.openDeepLink(link)
  }
  app.on('second-instance', (_event, argv) => openLink(deepLinkIn(argv)))
  app.on('open-url', (event, url) => {
    event.preventDefault()
    openLink(url)
  })
  app.on('activate', () => desktop?.show())
  const endOnDefect = createEndOnDefect({
    recordDefect: async (error) => desktop?.recordDefect(error),
    strings: () => desktop?.strings() ?? hostStrings('system', systemLanguages()),
  })
  process.on('uncaughtException', endOnDefect)
  process.on('unhandledRejection', endOnDefect)
  enableCodeCache({ dataDir: app.getPath('userData'), program: import.meta.filename })
  const loading = import('./desktop.ts')
  void Promise.all([loading, app.whenReady()]).then(([{ runDesktop }]) => {
    desktop = runDesktop(options)
    if (waiting !== undefined) desktop.openDeepLink(waiting)
  })
}

/** Says it in the terminal at once, and in a box as soon as Linux can show one. */
function failToWrite({ folder, code }: UnwritableFolder): void {
  const { startFailed, folderNotWritable } = hostStrings('system', systemLanguages())
  const sentence = folderNotWritable(folder, code)
  process.stderr.write(`${sentence}\n`)
  void app.whenReady().then(() => {
    dialog.showErrorBox(startFailed, sentence)
    app.exit(1)
  })
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  app.exit(1)
}

interface EndOnDefectOptions {
  /** Writes the error to the log, if there is one by now. */
  readonly recordDefect: (error: unknown) => Promise<void>
  readonly strings: () => HostStrings
}

/** Longest wait for the log, ms: core, which writes it, may hang. */
const logTimeoutMs = 1000

/**
 * Handles an unhandled error, which is a bug: logs it, shows a dialog and ends the program. Continuing in an unknown
 * state could lose more than ending does; everything committed is on disk. The dialog does not show the error's text,
 * which may contain anything.
 */
function createEndOnDefect({ recordDefect, strings }: EndOnDefectOptions): (error: unknown) => void {
  let ending = false
  const end = async (error: unknown): Promise<void> => {
    const cause = error instanceof Error ? (app.isPackaged ? error.name : error.stack) : 'unknown'
    process.stderr.write(`Switchboard ended because of an error: ${cause}\n`)
    await Promise.race([recordDefect(error), new Promise((resolve) => setTimeout(resolve, logTimeoutMs))])
    const { defectTitle, defectText } = strings()
    dialog.showErrorBox(defectTitle, defectText)
  }
  return (error) => {
    if (ending) return
    ending = true
    end(error)
      .catch(() => undefined)
      .finally(() => app.exit(1))
  }
}
