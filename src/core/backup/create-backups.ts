import { mkdir, readdir, realpath, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { BackupState, FoundBackup } from '../../contract/backup.ts'
import { ContractError, isContractError } from '../../contract/errors.ts'
import type { CallsOf, CoreHandlers, Input } from '../../contract/index.ts'
import { tokenEntryName } from '../accounts/tokens.ts'
import type { InstanceBase } from '../accounts/instance-base.ts'
import type { Service } from '../base/core-base.ts'
import { createRunDirectory } from '../base/run-directory.ts'
import { createOneByOne } from '../base/one-by-one.ts'
import { createTasks } from '../base/create-tasks.ts'
import { isOutOfReach, type CancelTimer } from '../base/ports.ts'
import { replaceFile } from '../base/replace-file.ts'
import type { StoreOf } from '../store/store.ts'
import { BackupError, reasonOf, type BackupJob, type BackupMessage, type ReadBackup } from './backup-job.ts'
import { folderOfKey, isKeyFolder, isOwnKey, keyFileName, readGeneration } from './rules/backup-format.ts'
import type { BackupPlan, backupReads, backupWrites } from './tx/backup-intents.ts'

type Calls = CallsOf<'backup'>

export interface BackupDeps extends InstanceBase {
  readonly store: StoreOf<typeof backupWrites, typeof backupReads>
  readonly entry: URL
  /** Of this program. */
  readonly version: string
  /** Ends core; the next start begins with the store in this file. */
  readonly replaceStore: (file: string) => Promise<void>
}

/** In the data directory, for what is not whole yet. */
export const backupWorkName = 'backup'

const hourMs = 3_600_000
const intervals = { never: Infinity, day: 24 * hourMs, week: 7 * 24 * hourMs }
/** A backup that is due at the start waits for it to be over, ms. */
const firstMs = 5 * 60_000
/** A computer that slept, or whose clock was set, checks again after at most this, ms; one that failed tries again. */
const checkAgainMs = hourMs
/** The state is announced at most so often while a thread works, ms. */
const announceMs = 250

/** The vault's name of a team's address and key (team/membership). */
const teamEntry = 'team'

/** Backups in a folder of the person's: their plan, their making, and what is done with them. */
export function createBackups(deps: BackupDeps): {
  readonly handlers: Pick<CoreHandlers, Calls>
  readonly service: Service
  /** Removes what earlier runs left. Rejects with the system's error. */
  readonly clearEarlier: () => Promise<void>
} {
  const { store, clock, logger, dataDir, vault, instances, emit } = deps
  const tasks = createTasks<string>((error, task) => logger.warn({ error: String(error), task }, 'a backup failed'))
  let running: BackupState['running'] = null
  let thread: Worker | null = null
  let isStopped = false
  let cancel: CancelTimer | null = null
  const work = createRunDirectory(path.join(dataDir, backupWorkName))
  /** A change of the plan that names no passphrase keeps the key of the one before it. */
  const plans = createOneByOne()
  const changed = () => emit({ type: 'changed', change: { kind: 'backup' } })

  /** Runs a job in a thread of its own, one at a time. Rejects with BackupError. */
  const run = async <Kind extends 'created' | 'made' | 'read'>(job: BackupJob, answer: Kind) => {
    await work.clear()
    if (thread !== null || isStopped) throw new BackupError('busy', 'Another one is under way.')
    const worker = new Worker(deps.entry, { workerData: job })
    thread = worker
    if (job.kind !== 'createKey') running = { kind: job.kind, done: 0, total: 0 }
    let announcedAt = -Infinity
    try {
      return await new Promise<Extract<BackupMessage, { kind: Kind }>['result']>((resolve, reject) => {
        worker.on('message', (message: BackupMessage) => {
          if (message.kind === 'failed') reject(new BackupError(message.reason, message.error))
          else if (message.kind === answer) resolve(message.result as never)
          else if (message.kind === 'progress' && job.kind !== 'createKey') {
            running = { kind: job.kind, done: message.done, total: message.total }
            if (clock.monotonic() - announcedAt < announceMs) return
            announcedAt = clock.monotonic()
            changed()
          }
        })
        worker.once('error', (error) => reject(new BackupError('failed', String(error), { cause: error })))
        worker.once('exit', () => reject(new BackupError('failed', 'The thread ended.')))
      })
    } finally {
      await worker.terminate()
      thread = null
      running = null
      changed()
    }
  }

  const places = (folder: string) => ({ dataDir, work: work.path, folder })

  /** The folder, absolute and as the system knows it. Rejects with BackupError, and the system's error. */
  const folderOf = async (given: string): Promise<string> => {
    if (!path.isAbsolute(given)) throw new BackupError('missing', 'Not an absolute path.')
    const folder = await realpath(given)
    if (!(await stat(folder)).isDirectory()) throw new BackupError('missing', 'Not a folder.')
    const inside = path.relative(await realpath(dataDir), folder)
    if (inside === '' || !(inside.split(path.sep)[0] === '..' || path.isAbsolute(inside)))
      throw new BackupError('inside', 'The folder is in the data directory.')
    return folder
  }

  const requirePlan = async (): Promise<BackupPlan> => {
    const plan = await store.read('backup.plan', undefined)
    if (plan === null) throw new ContractError('notFound')
    return plan
  }

  const setPlan = async (given: Input<'backup.set'>): Promise<void> => {
    const folder = await folderOf(given.folder)
    const before = await store.read('backup.plan', undefined)
    const { recipient, keyFile } = await keyOf(given.secret, before)
    const keyFolder = path.join(folder, folderOfKey(recipient))
    await mkdir(keyFolder, { recursive: true, mode: 0o700 })
    if (keyFile !== null) await replaceFile(path.join(keyFolder, keyFileName), keyFile)
    const { every, generations, withTokens } = given
    const plan = { folder, recipient, keyFile, every, generations, withTokens }
    await store.write('backup.setPlan', plan, { urgent: true })
    changed()
    await arm()
  }
  const keyOf = async (
    secret: string | null,
    before: BackupPlan | null,
  ): Promise<Pick<BackupPlan, 'recipient' | 'keyFile'>> => {
    if (secret === null) {
      if (before === null) throw new ContractError('passphraseWeak')
      return before
    }
    if (!isOwnKey(secret)) {
      const { isStrongPassphrase } = await import('../vault/passphrase-strength.ts')
      if (!isStrongPassphrase(secret)) throw new ContractError('passphraseWeak')
    }
    return run({ kind: 'createKey', secret }, 'created')
  }

  /** Tokens and the membership in a team; null: some could not be read. */
  const readVault = async (): Promise<Record<string, string> | null> => {
    const entries: Record<string, string> = {}
    for (const name of [...instances.list().map(({ row }) => tokenEntryName(row())), teamEntry]) {
      const value = await vault.get(name).catch(() => null)
      if (value !== null) entries[name] = value
      else if (isOutOfReach(await vault.where(name))) return null
    }
    return entries
  }

  /** Makes a backup and notes what became of it. Rejects with BackupError, and the store's errors. */
  const make = async (): Promise<void> => {
    const plan = await requirePlan()
    const at = clock.now()
    try {
      const entries = plan.withTokens ? await readVault() : null
      const { folder, recipient, generations } = plan
      const job: BackupJob = {
        kind: 'make',
        ...places(path.join(folder, folderOfKey(recipient))),
        ...{ recipient, at, program: deps.version, vault: entries, generations },
      }
      const made = await run(job, 'made')
      const withoutTokens = plan.withTokens && entries === null
      await store.write('backup.record', { plan, outcome: { last: { at, ...made, withoutTokens } } }, { urgent: true })
    } catch (error) {
      const reason = reasonOf(error)
      if (reason === 'busy' || isStopped) throw error
      logger.warn({ reason, error: String(error) }, 'no backup was made')
      await store.write('backup.record', { plan, outcome: { reason } }, { urgent: true })
      throw error
    } finally {
      changed()
    }
  }

  const isDue = ({ every, since, last }: BackupPlan, now: number): boolean => {
    const before = last?.at ?? since
    // A clock that was set back proves nothing: better one backup too many.
    return last === null || now < before || now - before >= intervals[every]
  }
  const arm = async (): Promise<void> => {
    const plan = await store.read('backup.plan', undefined)
    cancel?.()
    cancel = null
    if (plan === null || plan.every === 'never' || isStopped) return
    const now = clock.now()
    const waitMs = isDue(plan, now) ? (plan.failures > 0 ? checkAgainMs : firstMs) : checkAgainMs
    cancel = clock.setTimer(waitMs, () => tasks.add(makeIfDue(), 'scheduled'))
  }
  const makeIfDue = async (): Promise<void> => {
    const plan = await store.read('backup.plan', undefined)
    if (plan !== null && plan.every !== 'never' && isDue(plan, clock.now())) await make().catch(() => undefined)
    await arm()
  }

  const find = async (given: string) => {
    const folder = await folderOf(given)
    const own = isKeyFolder(path.basename(folder)) ? [''] : (await readdir(folder)).filter(isKeyFolder)
    const found: { readonly backup: FoundBackup; readonly folder: string; readonly generation: string }[] = []
    for (const name of own) {
      const keyFolder = path.join(folder, name)
      const files = (await orGone(readdir(keyFolder))) ?? []
      for (const file of files) {
        const generation = readGeneration(file)
        const bytes = generation && (await orGone(stat(path.join(keyFolder, file))))?.size
        if (generation === null || bytes === undefined || bytes === null) continue
        const { at } = generation
        const backup = { id: `${name}/${generation.name}`, at, bytes, hasPassphrase: files.includes(keyFileName) }
        found.push({ backup, folder: keyFolder, generation: generation.name })
      }
    }
    return found.toSorted((one, other) => other.backup.at - one.backup.at)
  }

  const read = async (
    kind: 'verify' | 'restore',
    given: Input<'backup.verify'>,
    receives: boolean,
  ): Promise<ReadBackup> => {
    const found = (await find(given.folder)).find(({ backup }) => backup.id === given.id)
    if (found === undefined) throw new BackupError('missing', 'The backup is gone.')
    const { generation, folder } = found
    return run({ ...places(folder), kind, generation, secret: given.secret, receives, now: clock.now() }, 'read')
  }

  const restore = async ({ receives, ...given }: Input<'backup.restore'>): Promise<void> => {
    if (instances.list().length > 0) throw new BackupError('notEmpty', 'There are instances already.')
    const { store: file, vault: entries } = await read('restore', given, receives)
    if (instances.list().length > 0) {
      await rm(file)
      throw new BackupError('notEmpty', 'An instance was added meanwhile.')
    }
    for (const [name, value] of Object.entries(entries))
      if (name === teamEntry || name.startsWith('instance:')) await vault.set(name, value)
    await deps.replaceStore(file)
  }

  return {
    handlers: {
      async 'backup.state'() {
        const plan = await store.read('backup.plan', undefined)
        if (plan === null) return { plan, last: null, failures: 0, reason: null, isOverdue: false, running }
        const { folder, every, generations, withTokens, keyFile, last, failures, reason, since } = plan
        const age = clock.now() - (last?.at ?? since)
        return {
          plan: { folder, every, generations, withTokens, hasPassphrase: keyFile !== null },
          ...{ last, failures, running },
          reason: reason as BackupState['reason'],
          isOverdue: failures > 0 && age >= 2 * intervals[every],
        }
      },
      'backup.set': (input) => withReason(plans.run('plan', () => setPlan(input))),
      'backup.end': () =>
        plans.run('plan', async () => {
          await store.write('backup.end', undefined, { urgent: true })
          changed()
          await arm()
        }),
      'backup.make': () => withReason(make()),
      'backup.find': ({ folder }) => withReason(find(folder).then((all) => all.map(({ backup }) => backup))),
      'backup.verify': (input) =>
        withReason(read('verify', input, false).then(({ at, messages, files }) => ({ at, messages, files }))),
      'backup.restore': (input) => withReason(restore(input)),
    },
    clearEarlier: work.clear,
    service: {
      start: () => tasks.add(arm(), 'schedule'),
      async stop() {
        isStopped = true
        cancel?.()
        await thread?.terminate()
        await tasks.ended()
      },
    },
  }
}

/** Null: the file is gone, as an old generation may be meanwhile, or the folder is a file that is named like one. */
const orGone = <Result>(work: Promise<Result>): Promise<Result | null> =>
  work.catch((error: unknown) => {
    if (reasonOf(error) === 'missing') return null
    throw error
  })

/** With what a person can be told of a failure. */
const withReason = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw isContractError(error) ? error : new ContractError('backupFailed', { details: { reason: reasonOf(error) } })
  })
