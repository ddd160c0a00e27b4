import { constants, copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ChildRunner, Clock } from '../../base/ports.ts'
import { databaseBytes } from '../engine/database.ts'
import { StoreError } from '../store-error.ts'
import { maintenanceSignal } from './check-integrity.ts'

/** Salvaged and lost rows. `count` null: an unknown number. */
export interface SalvageReport {
  /** Epoch ms. */
  readonly at: number
  /** File name of the damaged store, beside the new one. */
  readonly setAside: string
  /** Messages in the new store. */
  readonly messages: number
  readonly lost: readonly { readonly what: string; readonly count: number | null }[]
}

/** Output of the process that salvages. */
export interface SalvageResult extends Pick<SalvageReport, 'messages' | 'lost'> {
  /** Nothing could be read. */
  readonly isEmpty: boolean
}

export interface SalvageOptions {
  readonly path: string
  readonly entry: URL
  readonly children: ChildRunner
  readonly clock: Clock
  readonly signal: AbortSignal
  /**
   * Called when the new file is complete, before the damaged one is moved. It has to close every connection to that
   * file.
   */
  readonly beforeSwap: () => Promise<void>
  /** Called if nothing could be read: whether an empty store may replace the damaged one. */
  readonly mayBeginEmpty: () => Promise<boolean>
}

const copyOf = (path: string) => `${path}.salvage-copy`
const unfinished = (path: string) => `${path}.salvaging`
const finished = (path: string) => `${path}.salvaged`
const returning = (path: string) => `${path}.returning`

/** A store that was set aside. */
export interface SetAsideStore {
  readonly name: string
  /** Time of the last write, epoch ms. */
  readonly at: number
  readonly bytes: number
}

const isSetAsideOf = (path: string, name: string): boolean =>
  name.startsWith(`${basename(path)}.`) && /\.(?:damaged|replaced)-\d{4}-\d\d-\d\dT[\d-]+Z$/u.test(name)

/**
 * Copies all readable rows of a damaged store into a new one, in a child process, and exchanges the two files. The
 * damaged file stays beside the new one, unchanged. If the program is killed, the next start continues or begins again:
 * the new file gets its final name only when it is complete, and the swap can be repeated (`finishSwap`). Rejects with
 * StoreError `unreadable`, and changes nothing, if nothing could be read and the person did not agree to begin with an
 * empty store.
 */
export async function salvage(options: SalvageOptions): Promise<SalvageReport> {
  const { path } = options
  clean(path)
  for (const suffix of ['', '-wal']) {
    if (existsSync(path + suffix)) copyFileSync(path + suffix, copyOf(path) + suffix, constants.COPYFILE_FICLONE)
  }
  const output = await options.children.run(
    options.entry,
    ['salvage', copyOf(path), unfinished(path), String(options.clock.now()), path],
    maintenanceSignal(options.signal, databaseBytes(path)),
  )
  const { isEmpty, ...result }: SalvageResult = JSON.parse(output)
  if (isEmpty && !(await options.mayBeginEmpty())) {
    clean(path)
    throw new StoreError('unreadable', 'Nothing of the store can be read. It was left as it is.')
  }
  renameSync(unfinished(path), finished(path))
  await options.beforeSwap()
  const at = options.clock.now()
  const setAside = swap(path, at)
  clean(path)
  return { at, setAside, ...result }
}

/** Stores that were set aside, the newest first. */
export function listSetAside(path: string): readonly SetAsideStore[] {
  const names = readdirSync(dirname(path)).filter((name) => isSetAsideOf(path, name))
  return names
    .map((name) => {
      const { mtimeMs, size } = statSync(join(dirname(path), name))
      return { name, at: Math.round(mtimeMs), bytes: size }
    })
    .toSorted((one, other) => other.name.slice(-24).localeCompare(one.name.slice(-24)))
}

/** Deletes the stores that were set aside: a history is to be erased, and they may hold it. */
export function removeSetAside(path: string): void {
  for (const { name } of listSetAside(path))
    for (const suffix of ['', '-wal']) rmSync(join(dirname(path), name) + suffix, { force: true })
}

/**
 * Salvages a store that was set aside. The next start puts the result in place of the present store, which is then set
 * aside too (`finishSwap`). The source file stays. Rejects with StoreError `unreadable` if nothing can be read.
 */
export async function prepareReturn(
  options: Pick<SalvageOptions, 'path' | 'entry' | 'children' | 'clock' | 'signal'> & { readonly name: string },
): Promise<void> {
  const { path, name } = options
  const from = join(dirname(path), name)
  clean(path)
  for (const suffix of ['', '-wal']) {
    if (existsSync(from + suffix)) copyFileSync(from + suffix, copyOf(path) + suffix, constants.COPYFILE_FICLONE)
  }
  const output = await options.children.run(
    options.entry,
    ['salvage', copyOf(path), unfinished(path), String(options.clock.now()), from],
    maintenanceSignal(options.signal, databaseBytes(from)),
  )
  const { isEmpty }: SalvageResult = JSON.parse(output)
  if (isEmpty) {
    clean(path)
    throw new StoreError('unreadable', 'Nothing of the file can be read.')
  }
  renameSync(unfinished(path), returning(path))
}

/** The next start puts this whole store in place of the present one, which is then set aside (`finishSwap`). */
export function prepareReplacement(path: string, file: string): void {
  clean(path)
  renameSync(file, returning(path))
}

/** Completes a swap that a crash interrupted. Must run before the store is opened. */
export function finishSwap(path: string, now: number): void {
  if (existsSync(finished(path))) swap(path, now)
  if (existsSync(returning(path))) {
    renameSync(returning(path), finished(path))
    swap(path, now, 'replaced')
  }
  clean(path)
}

// The log is moved first: otherwise SQLite would replay it into the new file.
function swap(path: string, at: number, why: 'damaged' | 'replaced' = 'damaged'): string {
  const aside = `${path}.${why}-${new Date(at).toISOString().replace(/[:.]/gu, '-')}`
  for (const suffix of ['.schema', '-wal', '']) if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix)
  rmSync(`${path}-shm`, { force: true })
  renameSync(finished(path), path)
  return basename(aside)
}

function clean(path: string): void {
  for (const name of [copyOf(path), unfinished(path)]) {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(name + suffix, { force: true })
  }
}
