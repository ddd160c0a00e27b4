import type { Http } from '../../api/http.ts'
import type { VaultStatus, AppInfo } from '../../contract/app.ts'

/**
 * What core needs from the machine it runs on. Hosts and tests hand these in; nothing in core reaches
 * for a global clock, network, secret or random number by itself.
 */

/** Stops what a timer would have done. Calling it twice, or after the timer fired, does nothing. */
export type CancelTimer = () => void

/** Time. `now` may jump (the person sets the clock); waiting and measuring use `monotonic`, which never does. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** Milliseconds since an arbitrary start; never goes back. */
  monotonic(): number
  /** Runs `fire` once after `ms` milliseconds. A timer never keeps the process alive. */
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
  /** Where a value is now: `session` is kept for this run only, `locked` waits for the passphrase. */
  where(key: string): Promise<'vault' | 'session' | 'missing' | 'locked'>
  status(): VaultStatus
  /** Opens a locked vault. Rejects with ContractError passphraseWrong. A vault without passphrase does nothing. */
  unlock(passphrase: string): Promise<void>
  /** The person agreed to a weaker backend (readable by any program of this user). */
  acceptWeak(): Promise<void>
  /** Tells of every change of `status()`. Returns the unsubscribe function. */
  onChange(listener: () => void): () => void
}

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

/** Where the host's build put the programs that core starts: source and bundle name them differently. */
export interface CoreEntries {
  readonly storeWorker: URL
  readonly readerWorker: URL
  readonly storeMaintenance: URL
}

/** The service's network, and what becomes of its connections. */
export interface CoreHttp extends Http {
  /** Drops idle connections and asks for the proxy anew: after a wake, a change of network or of the proxy setting. */
  refresh?(): void
  /** Ends: what runs is cut. */
  close?(): Promise<void>
}

export type { Http }

/** What the host knows about itself. */
export type HostInfo = Pick<AppInfo, 'version' | 'host' | 'platform' | 'features' | 'unsandboxed'>

/** How much goes into the log, most to least. A level writes what those after it write, too. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const

export type LogLevel = (typeof logLevels)[number]

export const isLogLevel = (text: string): text is LogLevel => (logLevels as readonly string[]).includes(text)
