import { timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { WindowLock } from '../../contract/app.ts'
import { ContractError } from '../../contract/errors.ts'
import type { ContractEvent, NoticeEvent } from '../../contract/events.ts'
import type { CallContext, CallName, HostHandlers } from '../../contract/index.ts'
import { createSignal } from '../base/create-signal.ts'
import type { AppSettings } from '../../contract/settings.ts'
import { lockMinutes, type LockMinutes } from '../../contract/values.ts'
import type { CancelTimer, Clock } from '../base/ports.ts'
import type { KeyParameters } from '../vault/sealed-file.ts'
import { readFileIfThere, replaceFile } from '../base/replace-file.ts'
import type { WindowOriginSources } from './window-origin.ts'

export const windowLockName = 'window-lock.json'

type Locked = Extract<WindowLock, { kind: 'locked' }>

export interface WindowLockOptions extends Pick<Locked, 'host'> {
  readonly dataDir: string
  readonly clock: Clock
  readonly settings: () => Promise<AppSettings>
  readonly warn: (message: string, error: unknown) => void
}

type LockCall = 'host.lock' | 'host.setLock' | 'host.setLockAfter' | 'host.lockNow' | 'host.unlock' | 'host.active'

/** The lock of all windows of a host. */
export interface WindowLockService {
  readonly handlers: Pick<HostHandlers, LockCall>
  isLocked(): boolean
  /** Locks, where a passphrase is set: the computer goes to sleep. */
  lock(): void
  /** Calls `listener` when it locks, unlocks, or is set up. */
  onChange(listener: () => void): () => void
  /** The handlers for windows: while it is locked, they refuse everything but what unlocks. */
  guard<Handlers extends Partial<Record<CallName, AnyHandler>>>(
    contract: Readonly<Record<string, { readonly kind: 'query' | 'command' }>>,
    handlers: Handlers,
  ): Handlers
  /** The window's origin: while it is locked it serves no file. Pieces of an upload that is under way are taken. */
  guardFiles(files: Pick<WindowOriginSources, 'openMedia' | 'openFile'>): typeof files
  /** The events for windows: while it is locked, notices without content. */
  guardEvents(subscribe: Subscribe): Subscribe
}

type AnyHandler = (input: never, context: CallContext) => Promise<unknown>
type Subscribe = (listener: (event: ContractEvent) => void) => () => void

/** The file's content. `check`: the passphrase's key by scrypt, which opens nothing else. */
interface Stored {
  readonly format: 'switchboard-window-lock'
  readonly version: 1
  readonly kdf: KeyParameters
  readonly check: string
  readonly afterMinutes: LockMinutes | null
  /** Wrong passphrases since the last right one. */
  readonly failures: number
}

/** How often idleness is looked at, ms. A check that comes later than `sleptMs` was slept through. */
const checkMs = 10_000
const sleptMs = 60_000
/** The pause after a wrong passphrase doubles with each, ms. */
const firstPauseMs = 1000
const longestPauseMs = 15 * 60_000

const unlocking: ReadonlySet<string> = new Set<LockCall>(['host.lock', 'host.unlock'])

/**
 * Locks the windows of a host with a passphrase: after a time without a key or a move of the pointer, during sleep, at
 * a key, and from each start on. It keeps people from the window; whoever may read the data directory needs no window,
 * and removes the lock by removing its file while no program runs. Pauses after wrong passphrases are counted by the
 * monotonic clock, and begin again with the program. A file that can't be read keeps the window locked.
 */
export function createWindowLock({ dataDir, clock, settings, host, warn }: WindowLockOptions): WindowLockService {
  const file = path.join(dataDir, windowLockName)
  const changed = createSignal<[]>()
  let locked = existsSync(file)
  let stored: Stored | 'unreadable' | null = null
  let failedAt = clock.monotonic()
  let activeAt = failedAt
  let stopChecks: CancelTimer = () => undefined
  const loading = locked ? readStored(file).then((read) => (stored = read)) : Promise.resolve(null)
  let last: Promise<unknown> = loading

  /** One after the other: a guess that waits for another is judged after it. */
  const inSequence = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
  const write = async (next: Stored): Promise<void> => {
    await replaceFile(file, JSON.stringify(next))
    stored = next
  }
  /** Counts in memory where the disk takes nothing: a full one must keep nobody out. */
  const count = async (present: Stored, failures: number): Promise<void> => {
    stored = { ...present, failures }
    await write(stored).catch((error: unknown) => warn('a wrong passphrase was not noted', error))
  }
  const pauseLeft = (): number => {
    if (stored === null || stored === 'unreadable' || stored.failures === 0) return 0
    const pause = Math.min(firstPauseMs * 2 ** (stored.failures - 1), longestPauseMs)
    return Math.max(0, Math.ceil(failedAt + pause - clock.monotonic()))
  }
  /** Rejects with passphraseWrong, or passphrasePause. */
  const check = async (passphrase: string): Promise<void> => {
    if (stored === null || stored === 'unreadable') throw new ContractError('passphraseWrong')
    const retryAfterMs = pauseLeft()
    if (retryAfterMs > 0) throw new ContractError('passphrasePause', { retryAfterMs })
    const present = stored
    // Counted before it is tried: who ends the program meanwhile has not got a guess for nothing.
    await count(present, present.failures + 1)
    const { deriveKey } = await import('../vault/sealed-file.ts')
    const { key } = await deriveKey(passphrase, present.kdf)
    failedAt = clock.monotonic()
    const wanted = Buffer.from(present.check, 'base64')
    if (wanted.length !== key.length || !timingSafeEqual(wanted, key)) throw new ContractError('passphraseWrong')
    await count(present, 0)
  }
  const checkIdle = (): void => {
    stopChecks()
    const began = clock.now()
    stopChecks = clock.setTimer(checkMs, () => {
      if (locked || stored === null || stored === 'unreadable') return
      const idleMs = clock.monotonic() - activeAt
      const isIdle = stored.afterMinutes !== null && idleMs >= stored.afterMinutes * 60_000
      // oxlint-disable-next-line clocks/monotonic -- sleep is what it looks for, and one lock too many is no harm
      if (isIdle || clock.now() - began > checkMs + sleptMs) return lock()
      checkIdle()
    })
  }
  const open = (): void => {
    locked = false
    activeAt = clock.monotonic()
    checkIdle()
    changed.emit()
  }
  const lock = (): void => {
    if (locked || stored === null) return
    locked = true
    stopChecks()
    changed.emit()
  }
  const remove = (): void => {
    stopChecks()
    stored = null
    locked = false
    changed.emit()
  }

  const handlers: WindowLockService['handlers'] = {
    async 'host.lock'() {
      await loading
      if (locked) {
        // A store that answers nothing locks nobody out.
        const shown = await settings().catch(async () => (await import('../../contract/settings.ts')).defaultSettings)
        const { language, theme, textSize, reduceMotion, compactRows, notificationSound } = shown
        const appearance = { language, theme, textSize, reduceMotion, compactRows, notificationSound }
        return { kind: 'locked', waitMs: pauseLeft(), isReadable: stored !== 'unreadable', host, appearance }
      }
      if (stored === null || stored === 'unreadable') return { kind: 'none' }
      return { kind: 'open', afterMinutes: stored.afterMinutes }
    },
    'host.setLock': ({ current, passphrase }) =>
      inSequence(async () => {
        if (stored !== null) await check(current ?? '')
        if (passphrase === null) {
          await rm(file, { force: true })
          return remove()
        }
        const { isStrongPassphrase } = await import('../vault/passphrase-strength.ts')
        if (!isStrongPassphrase(passphrase)) throw new ContractError('passphraseWeak')
        const { deriveKey } = await import('../vault/sealed-file.ts')
        const { key, kdf } = await deriveKey(passphrase)
        const afterMinutes = stored === null || stored === 'unreadable' ? firstMinutes : stored.afterMinutes
        const format = { format: 'switchboard-window-lock', version: 1 } as const
        await write({ ...format, kdf, check: key.toString('base64'), afterMinutes, failures: 0 })
        open()
      }),
    'host.setLockAfter': ({ minutes }) =>
      inSequence(async () => {
        if (stored === null || stored === 'unreadable') throw new ContractError('notFound')
        await write({ ...stored, afterMinutes: minutes })
        changed.emit()
      }),
    async 'host.lockNow'() {
      lock()
    },
    'host.unlock': ({ passphrase }) =>
      inSequence(async () => {
        if (!locked) return
        await check(passphrase)
        open()
      }),
    async 'host.active'() {
      activeAt = clock.monotonic()
    },
  }

  return {
    handlers,
    isLocked: () => locked,
    lock,
    onChange: changed.listen,
    guard(contract, given) {
      const guarded: Record<string, AnyHandler> = {}
      for (const [name, handler] of Object.entries(given) as [string, AnyHandler][]) {
        const refuse = (): void => {
          if (locked && !unlocking.has(name)) throw new ContractError('windowLocked')
        }
        guarded[name] = async (input, context) => {
          refuse()
          const answer = await handler(input, context)
          // What was read while it locked is not shown; what was done is said, or it would be done again.
          if (contract[name]?.kind === 'query') refuse()
          if (name === 'storage.deleteEverything') remove()
          return answer
        }
      }
      return guarded as typeof given
    },
    guardFiles: ({ openMedia, openFile }) => ({
      openMedia: async (ref) => (locked ? undefined : openMedia(ref)),
      openFile: async (id) => (locked ? undefined : openFile(id)),
    }),
    guardEvents: (subscribe) => (listener) => {
      const stops = [
        changed.listen(() => listener({ type: 'changed', change: { kind: 'lock' } })),
        subscribe((event) => {
          if (!locked) return listener(event)
          const notice = event.type === 'notice' ? hideNotice(event.notice) : undefined
          if (notice !== undefined) listener({ type: 'notice', notice })
        }),
      ]
      return () => stops.forEach((stop) => stop())
    },
  }
}

/** Until the person chooses otherwise. */
const firstMinutes: LockMinutes = 15

/** Notice beside a locked window: that something came. Undefined: no notice. */
export function hideNotice(notice: NoticeEvent): NoticeEvent | undefined {
  const named = { instanceName: 'Switchboard' }
  switch (notice.kind) {
    case 'incoming': {
      const { missedCall: _, ...rest } = notice
      return { ...rest, ...named, title: '', body: '' }
    }
    case 'trouble':
      return { ...notice, ...named }
    case 'summary':
    case 'pairing':
      return undefined
  }
}

/** Never rejects: what can't be read stays a lock. */
async function readStored(file: string): Promise<Stored | 'unreadable'> {
  const { keyParameters } = await import('../vault/sealed-file.ts')
  const stored = z.object({
    format: z.literal('switchboard-window-lock'),
    version: z.literal(1),
    kdf: keyParameters,
    check: z.string(),
    afterMinutes: z.literal(lockMinutes).nullable(),
    failures: z.int().min(0),
  })
  try {
    return stored.parse(JSON.parse((await readFileIfThere(file)) ?? ''))
  } catch {
    return 'unreadable'
  }
}
