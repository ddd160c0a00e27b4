import type { Http } from '../../api/http.ts'
import type { VaultStatus, AppInfo } from '../../contract/app.ts'
import type { TokenStorage } from '../../contract/instances.ts'

/**
 * Interfaces to the machine, which hosts and tests implement. Nothing in core uses a global clock, network, secret or
 * random number directly.
 */

/** Cancels a timer. Calling it twice, or after the timer fired, does nothing. */
export type CancelTimer = () => void

/** Time. `now` may jump (the person sets the clock); waiting and measuring use `monotonic`, which never does. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** Milliseconds since an arbitrary start; never goes back. */
  monotonic(): number
  /** Runs `fire` once after `ms` milliseconds, or after 24 days. A timer never keeps the process alive. */
  setTimer(ms: number, fire: () => void): CancelTimer
  /** Resolves after `ms` milliseconds, or at once when `signal` aborts; it never rejects: look at the signal. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/**
 * The only place where tokens rest. Keys are chosen by core (accounts/tokens.ts); values are secrets. Methods reject
 * with ContractError (vaultLocked, vaultConsentNeeded, passphraseWrong) or when the backend fails for now; a failing
 * read is never a reason to delete what is stored.
 */
export interface Vault {
  get(key: string): Promise<string | null>
  /** `persist: false` keeps the value for this run only, whatever the backend. */
  set(key: string, value: string, options?: { readonly persist?: boolean }): Promise<void>
  delete(key: string): Promise<void>
  /**
   * Where a value is stored: `session`: for this run only; `locked`: waits for the passphrase; `waiting`: for the
   * system's key store.
   */
  where(key: string): Promise<TokenStorage>
  status(): VaultStatus
  /** Opens a locked vault. Rejects with ContractError passphraseWrong. A vault without passphrase does nothing. */
  unlock(passphrase: string): Promise<void>
  /** The person agreed to a weaker backend (readable by any program of this user). */
  acceptWeak(): Promise<void>
  /** Absent where the system's key store holds the values. */
  readonly passphrase?: {
    /**
     * Moves values from memory into a file that the passphrase encrypts, or encrypts the file again. Rejects with
     * ContractError passphraseWrong (`current`), passphraseWeak, vaultLocked; nothing is changed then.
     */
    set(next: string, current: string | null): Promise<void>
    /** Renames a file that can't be opened, and begins in memory. Resolves with the file's new path. */
    setAside(): Promise<string>
  }
  /** Calls `listener` at each change of `status()`. Returns the unsubscribe function. */
  onChange(listener: () => void): () => void
}

/** True if the token exists and can't be read now. */
export const isOutOfReach = (where: TokenStorage): boolean => where === 'locked' || where === 'waiting'

/** Structured log. Fields hold ids and numbers; a token that slips in is scrubbed, message text never goes in. */
export interface Logger {
  debug(fields: LogFields, message: string): void
  info(fields: LogFields, message: string): void
  warn(fields: LogFields, message: string): void
  error(fields: LogFields, message: string): void
  child(fields: LogFields): Logger
}

export type LogFields = Readonly<Record<string, unknown>>

/** Randomness: identifiers that must not repeat, and jitter. Tests hand in a seeded one. */
export interface Ids {
  /** A UUID v4. */
  uuid(): string
  /** Uniform in [0, 1). */
  random(): number
}

/**
 * Runs one of core's maintenance programs as a process that can be killed (a running SQLite statement can't
 * be interrupted by ending its worker). Resolves with its answer; rejects when it ends without one or `signal` aborts,
 * and then it is killed. The desktop host uses utilityProcess, because its runAsNode fuse is off.
 */
export interface ChildRunner {
  run(entry: URL, args: readonly string[], signal?: AbortSignal): Promise<string>
}

/** The thread of one of the store's workers: a `Worker` of `node:worker_threads`, as far as it is used. */
export interface StoreThread {
  postMessage(message: unknown): void
  on<Value>(event: 'message' | 'error' | 'exit', listener: (value: Value) => void): unknown
  ref(): void
  unref(): void
}

/** Where the host's build put the programs that core starts: source and bundle name them differently. */
export interface CoreEntries {
  readonly storeWorker: URL
  readonly readerWorker: URL
  readonly storeMaintenance: URL
  readonly backupWorker: URL
  /** Starts a worker of the store with its setup. Default: a new thread, which ends with it. */
  readonly startThread?: (entry: URL, setup: unknown) => StoreThread
}

/** The network to the service, and its connections. */
export interface CoreHttp extends Http {
  /** Drops idle connections and resolves the proxy again: after a wake, or a change of network or proxy setting. */
  refresh?(): void
  /** Aborts all requests and closes. */
  close?(): Promise<void>
}

export type { Http }

/** The host's facts about itself. */
export type HostInfo = Pick<AppInfo, 'version' | 'host' | 'platform' | 'features' | 'unsandboxed' | 'commandLine'>

/** Levels of the log, most verbose first. A level includes all after it. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const

export type LogLevel = (typeof logLevels)[number]

export const isLogLevel = (text: string): text is LogLevel => (logLevels as readonly string[]).includes(text)
