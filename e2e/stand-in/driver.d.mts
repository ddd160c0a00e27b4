import type { Browser, Page } from '@playwright/test'

/** One line of the stand-in's journal: what the app asked of Electron, and what happened to it. */
export interface JournalEntry {
  readonly n: number
  readonly ms: number
  readonly type: string
  readonly [field: string]: unknown
}

/** A type, an object whose values have to match (RegExp allowed), or a predicate. */
export type JournalQuery = string | Readonly<Record<string, unknown>> | ((entry: JournalEntry) => boolean)

export interface LaunchOptions {
  readonly mainEntry: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly userDataDir?: string
  readonly headless?: boolean
  readonly packaged?: boolean
  readonly platform?: 'darwin' | 'win32' | 'linux'
  readonly network?: 'loopback' | 'all'
  /** What `getSelectedStorageBackend` says on Linux; `unavailable`: every encryption is refused. */
  readonly safeStorage?: 'gnome_libsecret' | 'basic_text' | 'unavailable'
  /** What Linux really seals with, whatever the name says. Without it as the name says. */
  readonly sealsWith?: 'keyRing' | 'knownKey'
  /** `asks`: it waits for its password until `safeStorage.answered` is set. */
  readonly keyRing?: 'answers' | 'asks'
  /** `never`: the event of that name does not come, as on Wayland. */
  readonly readyToShow?: 'comes' | 'never'
  /** Windows: the program was started by a toast with these arguments: by a click, or by a reply with this text. */
  readonly toastActivation?: string | readonly [launch: string, reply: string]
  /** Linux: whether a desktop entry of the program's desktop name is installed already. */
  readonly desktopEntryInstalled?: boolean
  /** What Electron has words of its own in: one of the locales that the package ships. */
  readonly locale?: string
  /** The person's languages in the system's settings, the first first; the locale alone unless told. */
  readonly languages?: readonly string[]
  /**
   * Windows: whether the system starts the program at login, and whether the person forbade that in the Task Manager.
   */
  readonly loginItem?: 'none' | 'enabled' | 'disabled'
  readonly openedAtLogin?: boolean
  readonly resourcesPath?: string
  readonly waitReady?: boolean
  readonly chromiumArgs?: readonly string[]
  /** Every message of the pipe goes into the journal too. False unless told. */
  readonly journalIpc?: boolean
  readonly timeout?: number
}

export interface ExitInfo {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface WindowInfo {
  readonly id: number
  readonly title: string
  readonly url: string
  readonly visible: boolean
  readonly focused: boolean
  readonly minimized: boolean
  readonly fullScreen: boolean
  /** Windows: what the mark over the program's button on the task bar says. */
  readonly overlay: string | null
  readonly bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly crashed: boolean
}

export interface ForgedMessage {
  readonly kind?: 'send' | 'invoke'
  readonly channel: string
  readonly args?: readonly unknown[]
  readonly url: string
  readonly isMainFrame?: boolean
}

export interface StandIn {
  readonly userDataDir: string
  readonly stdout: string
  readonly stderr: string
  readonly browserPid: number | undefined
  readonly exitInfo: ExitInfo | null
  readonly exited: Promise<ExitInfo>
  journal(query?: JournalQuery): readonly JournalEntry[]
  waitFor(query: JournalQuery, since?: number, timeout?: number): Promise<JournalEntry>
  mark(): number
  windows(): Promise<readonly WindowInfo[]>
  trigger(name: string, argument?: unknown): Promise<unknown>
  set(name: string, value: unknown): Promise<void>
  emitOn(
    target: string,
    event: string,
    args?: readonly unknown[],
    options?: { readonly noEvent?: boolean },
  ): Promise<{ readonly handled: boolean; readonly prevented: boolean }>
  evaluate<Result, Argument>(
    run: (electron: typeof import('electron'), argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>
  forgeIpc(
    message: ForgedMessage,
    webContents?: number,
  ): Promise<{ readonly result?: unknown; readonly error?: string }>
  browser(): Promise<Browser>
  pageFor(id?: number, timeout?: number): Promise<Page>
  firstPage(): Promise<Page>
  close(timeout?: number): Promise<ExitInfo>
  kill(): Promise<ExitInfo>
}

export function launch(options: LaunchOptions): Promise<StandIn>
export function findNode24(): string
