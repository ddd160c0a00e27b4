import { app, BrowserWindow, nativeTheme, screen, type BrowserWindowConstructorOptions } from 'electron'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { appPage } from './app-origin.ts'
import { replaceFile } from '../../core/base/replace-file.ts'
import { whenReadyToShow } from './show-when-ready.ts'
import { readBounds, restoreBounds, smallestWindow, type Rectangle, type WindowBounds } from './window-bounds.ts'

export interface MainWindowOptions {
  /** Absolute path of the file that remembers the window's place. */
  readonly boundsFile: string
  /** Absolute path of the built preload. */
  readonly preload: string
  readonly icon: string | undefined
  /** The person's languages, the first first. The page is not told all of them (`systemLanguages`). */
  readonly languages: readonly string[]
  /** True: closing hides the window, because a tray icon brings it back. */
  readonly hidesOnClose: () => boolean
  /** Asks the person whether a page with unsaved data may close. False if `signal` aborts. */
  readonly mayDiscard: (window: BrowserWindow, by: 'closing' | 'reload', signal: AbortSignal) => Promise<boolean>
  readonly onCreated: (window: BrowserWindow) => void
}

export interface MainWindow {
  current(): BrowserWindow | undefined
  /** Shows and focuses the window, creating it when it is closed. */
  show(): void
  /** Creates it without showing it, for a start at login. */
  prepare(): void
  /** From now on closing the window ends it: the program is ending. */
  allowClosing(): void
  /** The system or a signal ends the program: no question is asked any more, and an open one is withdrawn. */
  stopAsking(): void
  /** Resolves when the place of a window that closed is on the disk. */
  placeSaved(): Promise<void>
}

/** Heights as the renderer draws them (design: title bar 48). */
const titleBarHeight = 48
/** macOS: buttons 16 high stand in the middle of the bar, as far from its left end. */
const trafficLights = { x: 16, y: 16 } as const

/** The one window: created on demand, remembers its place, and has the title bar of its platform. */
export function createMainWindow(options: MainWindowOptions): MainWindow {
  let window: BrowserWindow | undefined
  let reveal: (() => void) | undefined
  let closing = false
  const asking = new AbortController()
  let place = savedBounds(options.boundsFile)
  /** The last save of it: one follows the other, so that the newest place stays. */
  let saved = Promise.resolve()

  const open = (visible: boolean): BrowserWindow => {
    const { bounds, maximized } = restoreBounds(place, workAreas())
    const created = new BrowserWindow(windowOptions(options, bounds))
    window = created
    // `maximize` shows a hidden window, so it waits until the window is to be seen.
    let unseen = true
    let leavesToHide = false
    /** The window closes unless its page objects. */
    let closes = false
    let isAsked = false
    let mayDiscard = false
    const hide = (): void => {
      if (process.platform !== 'darwin' || !created.isFullScreen()) return created.hide()
      // A hidden full-screen window would leave a black screen (electron#39572).
      leavesToHide = true
      created.setFullScreen(false)
    }
    created.on('leave-full-screen', () => {
      if (leavesToHide) created.hide()
      leavesToHide = false
    })
    reveal = () => {
      leavesToHide = false
      if (unseen && maximized) created.maximize()
      unseen = false
      if (created.isMinimized()) created.restore()
      created.show()
      created.focus()
    }
    if (visible) {
      whenReadyToShow(created, () => {
        if (unseen) reveal?.()
      })
    }
    const remember = (): void => {
      place = { bounds: created.getNormalBounds(), maximized: unseen ? maximized : created.isMaximized() }
    }
    for (const event of ['resize', 'move', 'maximize', 'unmaximize'] as const) created.on(event as 'resize', remember)
    created.on('close', (event) => {
      remember()
      const last = place
      saved = saved.then(() => saveBounds(options.boundsFile, last))
      closes = closing || !options.hidesOnClose()
      if (closes) return
      event.preventDefault()
      hide()
    })
    // Electron keeps a page that objects, without a question, and with it the window and the program. So this asks, and
    // repeats what the page prevented. The question does not hold up the main process as a synchronous one would.
    created.webContents.on('will-prevent-unload', (event) => {
      if (mayDiscard || asking.signal.aborted) return event.preventDefault()
      const by = closing || closes ? 'closing' : 'reload'
      const repeat = closing ? () => app.quit() : closes ? () => created.close() : () => created.webContents.reload()
      closing = false
      closes = false
      if (isAsked) return
      isAsked = true
      reveal?.()
      void options.mayDiscard(created, by, asking.signal).then((may) => {
        isAsked = false
        if (!may || created.isDestroyed()) return
        mayDiscard = true
        repeat()
      })
    })
    created.webContents.on('did-navigate', () => (mayDiscard = false))
    created.on('closed', () => {
      window = undefined
      reveal = undefined
    })
    options.onCreated(created)
    void created.loadURL(`${appPage}?${new URLSearchParams({ languages: options.languages.join(',') })}`)
    return created
  }

  nativeTheme.on('updated', () => {
    if (process.platform !== 'darwin') window?.setTitleBarOverlay(overlayColours())
    window?.setBackgroundColor(background())
  })

  return {
    current: () => window,
    show() {
      if (reveal) reveal()
      else open(true)
    },
    prepare: () => void (window ?? open(false)),
    allowClosing() {
      closing = true
    },
    stopAsking: () => asking.abort(),
    placeSaved: () => saved,
  }
}

function windowOptions(options: MainWindowOptions, bounds: Rectangle): BrowserWindowConstructorOptions {
  return {
    ...bounds,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    title: app.getName(),
    backgroundColor: background(),
    titleBarStyle: 'hidden',
    // On macOS too: without an overlay the page does not know where the buttons are, and draws its logo beneath them.
    ...(process.platform === 'darwin'
      ? { trafficLightPosition: trafficLights, titleBarOverlay: { height: titleBarHeight } }
      : { titleBarOverlay: { ...overlayColours(), height: titleBarHeight } }),
    ...(options.icon ? { icon: options.icon } : {}),
    webPreferences: {
      preload: path.resolve(options.preload),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      devTools: !app.isPackaged,
    },
  }
}

/** The frame's colours from the design's tokens: what shows before the page has painted, and behind the controls. */
const background = (): string => (nativeTheme.shouldUseDarkColors ? '#0b0d10' : '#eceef2')
const overlayColours = (): { color: string; symbolColor: string } => ({
  color: background(),
  symbolColor: nativeTheme.shouldUseDarkColors ? '#e9ebef' : '#15181e',
})

function workAreas(): readonly [Rectangle, ...Rectangle[]] {
  const others = screen.getAllDisplays().map((display) => display.workArea)
  return [screen.getPrimaryDisplay().workArea, ...others]
}

/** Read at once: nothing may stand between the start and the window. */
function savedBounds(file: string): WindowBounds | undefined {
  try {
    return readBounds(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

async function saveBounds(file: string, place: WindowBounds | undefined): Promise<void> {
  // Failing to store the position is ignored: the window opens in the middle next time.
  if (place) await replaceFile(file, JSON.stringify(place)).catch(() => undefined)
}
