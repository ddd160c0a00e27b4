import { z } from 'zod'
import { command, query } from './define.ts'
import type { AppSettings } from './settings.ts'
import { lockMinutes, type LockMinutes } from './values.ts'
import { chatKey, instanceKey, journalKey, messageKey, type InstanceKey } from './ids.ts'
import { outgoingFilter } from './outgoing.ts'

export type VaultBackend =
  | 'memory'
  | 'passphraseFile'
  | 'keychain'
  | 'dpapi'
  | 'secretService'
  | 'kwallet'
  | 'portal'
  | 'basicText'
  | 'unknown'

/** Where tokens are stored, and the state of that place. */
export interface VaultStatus {
  readonly backend: VaultBackend
  readonly state: 'usable' | 'locked' | 'waiting' | 'needsConsent' | 'unavailable'
  /** Tokens survive a restart. */
  readonly persistent: boolean
}

export interface AppInfo {
  readonly version: string
  readonly host: 'desktop' | 'browser'
  readonly platform: 'linux' | 'darwin' | 'win32' | 'other'
  readonly dataDir: string
  readonly vault: VaultStatus
  /** Features of the host; settings without effect are not shown. */
  readonly features: {
    readonly tray: boolean
    readonly startAtLogin: boolean
    readonly spellCheck: boolean
    readonly showInFolder: boolean
    readonly saveDialog: boolean
    readonly badge: boolean
    readonly updates: boolean
  }
  /** The window's process runs without a sandbox, because the system refuses one (an AppImage on some systems). */
  readonly unsandboxed: boolean
  /** The file of `switchboardctl`, which a person's own Node runs. */
  readonly commandLine: string
  readonly node: string
  readonly sqlite: string
}

export interface StorageUsage {
  readonly messages: number
  readonly chats: number
  readonly archiveBytes: number
  readonly mediaBytes: number
  /** Files that wait to be sent. */
  readonly spoolBytes: number
  readonly logBytes: number
}

/**
 * The state of the store. `failing`: the disk gives errors or the store's worker ended; it is retried. `damaged`: the
 * store could not be salvaged yet. `checking`: it is being checked or salvaged.
 */
export type StorageState =
  | { readonly kind: 'ok' }
  | { readonly kind: 'full' }
  | { readonly kind: 'readOnly' }
  | { readonly kind: 'failing' }
  | { readonly kind: 'damaged' }
  | { readonly kind: 'checking' }
  | {
      readonly kind: 'recovered'
      readonly at: number
      readonly setAside: string
      readonly messages: number
      readonly lost: readonly { readonly what: string; readonly count: number | null }[]
    }

export interface ExportedFile {
  /** Served at `files/<id>?download=<fileName>` by the browser host, saved through the host's dialog on the desktop. */
  readonly id: string
  readonly fileName: string
  readonly mimeType: string
  readonly bytes: number
  readonly rows: number
}

export interface SetAsideArchive {
  /** Name of the file in the data folder. */
  readonly name: string
  /** Last modification, epoch ms. */
  readonly at: number
  readonly bytes: number
}

export const appQueries = {
  'app.info': query<AppInfo>()(z.object({})),
  'storage.usage': query<StorageUsage>()(z.object({})),
  'storage.state': query<StorageState>()(z.object({})),
  /** Archives that were set aside in the data folder, newest first. */
  'storage.setAside': query<readonly SetAsideArchive[]>()(z.object({})),
  /** Small texts that the renderer stores across restarts (panel sizes, last route). Never secrets. */
  'app.preference': query<string | null>()(z.object({ name: z.string().max(100) })),
}

export const appCommands = {
  'app.setPreference': command<void>()(z.object({ name: z.string().max(100), value: z.string().max(20_000) })),
  'storage.dismissRecovery': command<void>()(z.object({})),
  /**
   * Replaces the current archive by the readable part of one that was set aside; the current one is set aside in turn.
   * The host restarts core with it. Errors: notFound, archiveUnreadable.
   */
  'storage.bringBack': command<void>()(z.object({ name: z.string().max(200) })),
  'storage.clear': command<void>()(z.object({ what: z.enum(['media', 'spool', 'requests', 'journal']) })),
  /** Removes everything: histories, tokens, logs. The host restarts empty. */
  'storage.deleteEverything': command<void>()(z.object({})),
  'export.chat': command<ExportedFile>()(
    z.object({
      chat: chatKey,
      format: z.enum(['json', 'csv', 'html']),
      messages: z.array(messageKey).max(10_000).nullable(),
    }),
  ),
  /** All of a person as one page: chats, what the person wrote in groups, notes, facts. Error: notPerson. */
  'export.person': command<ExportedFile>()(z.object({ chat: chatKey })),
  'export.outgoing': command<ExportedFile>()(
    z.object({ filter: outgoingFilter, format: z.enum(['csv', 'json']), withStatuses: z.boolean() }),
  ),
  'export.requests': command<ExportedFile>()(z.object({ scope: instanceKey.nullable() })),
  'export.event': command<ExportedFile>()(z.object({ event: journalKey })),
  /** The support bundle, redacted, as text to be shown before it is saved. */
  'diagnostics.bundle': command<{ readonly text: string; readonly file: ExportedFile }>()(z.object({})),
}

/** The lock of the window. `none`: no passphrase is set. `afterMinutes` null: only during sleep and by the key. */
export type WindowLock =
  | { readonly kind: 'none' }
  | { readonly kind: 'open'; readonly afterMinutes: LockMinutes | null }
  | {
      readonly kind: 'locked'
      /** Until the next passphrase may be tried, ms. */
      readonly waitMs: number
      /** False: the file of the lock is damaged, and no passphrase opens it. */
      readonly isReadable: boolean
      readonly host: AppInfo['host']
      readonly appearance: Pick<
        AppSettings,
        'language' | 'theme' | 'textSize' | 'reduceMotion' | 'compactRows' | 'notificationSound'
      >
    }

const lockPassphrase = z.string().max(1000)

/** Answered by the host itself (main, web), not by core. */
export const hostCommands = {
  /** While the window is locked, every other call but `host.unlock` is refused: `windowLocked`. */
  'host.lock': query<WindowLock>()(z.object({})),
  /**
   * Sets, changes or (null) takes away the passphrase of the lock. `current`: null while there is none. Errors:
   * passphraseWrong, passphraseWeak, passphrasePause.
   */
  'host.setLock': command<void>()(
    z.object({ current: lockPassphrase.nullable(), passphrase: lockPassphrase.nullable() }),
  ),
  'host.setLockAfter': command<void>()(z.object({ minutes: z.literal(lockMinutes).nullable() })),
  /** Locks all windows of the host. Does nothing where no passphrase is set. */
  'host.lockNow': command<void>()(z.object({})),
  /** Errors: passphraseWrong; passphrasePause: the pause doubles with each wrong one. */
  'host.unlock': command<void>()(z.object({ passphrase: lockPassphrase })),
  /** The person pressed a key or moved the pointer. */
  'host.active': command<void>()(z.object({})),
  /** Opens http, https or mailto outside. The window has asked the person first. `refused` names the scheme. */
  'host.openLink': command<{ readonly opened: boolean }>()(z.object({ url: z.string().max(8192) })),
  /** Desktop: save dialog for a cached file or an export. Errors: notSupportedHere. */
  'host.saveFile': command<{ readonly saved: boolean }>()(
    z.object({
      from: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('media'), ref: z.string().max(200) }),
        z.object({ kind: z.literal('export'), id: z.string().max(200) }),
      ]),
      fileName: z.string().max(255),
    }),
  ),
  /** Desktop: the system's dialog for a folder; null: none was chosen. Errors: notSupportedHere. */
  'host.chooseFolder': command<{ readonly path: string | null }>()(z.object({})),
  'host.openFile': command<{ readonly opened: boolean }>()(
    z.object({ ref: z.string().max(200), fileName: z.string().max(255) }),
  ),
  /**
   * Desktop: prepares a cached file under this name, when the person presses it and may drag it. Errors: notFound,
   * notSupportedHere.
   */
  'host.prepareDrag': command<void>()(z.object({ ref: z.string().max(200), fileName: z.string().max(255) })),
  /**
   * Desktop: starts a drag of the file that the last `host.prepareDrag` prepared. Call it only while the button is
   * pressed. Errors: notFound if the file is not ready, notSupportedHere.
   */
  'host.dragFile': command<void>()(z.object({ ref: z.string().max(200), fileName: z.string().max(255) })),
  'host.showInFolder': command<{ readonly shown: boolean }>()(z.object({ ref: z.string().max(200) })),
  'host.checkForUpdates': command<{
    readonly state: 'off' | 'latest' | 'available' | 'availableByPassword' | 'failed'
    readonly version?: string
  }>()(z.object({})),
  'host.licences': command<{ readonly text: string }>()(z.object({})),
  /** Instances of the demo that `host.startDemo` started. */
  'host.demo': query<{ readonly instances: readonly InstanceKey[] }>()(z.object({})),
  /**
   * Starts the emulated service inside the program and adds its instances, with `mark` after each name, with `replies`
   * as the quick replies of each, and with 15 minutes for an answer. Does nothing while a demo runs. Errors:
   * demoFailed; nothing of the demo remains then.
   */
  'host.startDemo': command<void>()(
    z.object({
      mark: z.string().min(1).max(40),
      replies: z.array(z.object({ name: z.string().max(40), text: z.string().max(400) })).max(10),
    }),
  ),
  /** Ends the demo and removes its instances with their history. */
  'host.endDemo': command<void>()(z.object({})),
  /** Reports the window's focus and the open chat, for notifications and the badge. */
  'host.attention': command<void>()(z.object({ focused: z.boolean(), openChat: chatKey.nullable() })),
}
