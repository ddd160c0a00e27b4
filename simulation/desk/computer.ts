import { startTestCore, type TestCore } from '../../src/core/testing/start-test-core.ts'
import { integrityProblems } from '../../src/core/store/recovery/integrity-problems.ts'
import { readSchemaCopy } from '../../src/core/store/recovery/schema-copy.ts'
import { salvageStore } from '../../src/core/store/recovery/salvage-store.ts'
import { salvagedSchema } from '../../src/core/schema/salvaged-schema.ts'
import type { OpenWebhookPoster } from '../../src/core/programs/delivery/post-webhook.ts'
import type { ProgramDesk } from '../../src/core/programs/desk/program-desk.ts'
import type { Vault } from '../../src/core/base/ports.ts'
import type { OpenTeam } from '../../src/core/sharing/shared-team.ts'
// Core loads most of itself while the store opens; what is loaded already resolves in microtasks.
import '../../src/core/assemble-core.ts'
import { createOwner, type Machine, type Owner } from '../machine/machine.ts'
import type { Setting } from '../plan/steps.ts'
import type { Disk } from '../world/disk.ts'
import type { Network } from '../world/network.ts'
import { origin } from '../world/service.ts'
import { createThreads, type SimulatedThread } from '../world/threads.ts'

export const token = 'simulated0000000000000000000000000000000000000000000'
export const idInstance = '1102000001'

interface Process {
  readonly owner: Owner
  readonly threads: ReadonlySet<SimulatedThread>
  /** Null while it starts and while it ends. */
  app: TestCore | null
}

export interface ComputerOptions {
  readonly machine: Machine
  /** Of its processes, each with a number behind it. */
  readonly name?: string
  /** Default: one of its own. */
  readonly vault?: Vault
  /** The desk is one of a team's. */
  readonly team?: {
    /** The instance is this desk's before it is the team's. */
    readonly hasAccount: boolean
    openTeamOf(owner: Owner): OpenTeam
    /** A process ended. */
    abandon(owner: Owner): void
  }
  readonly disk: Disk
  readonly network: Network
  readonly setting: Setting
  /** Instances that the desk has besides the first one. */
  readonly idle?: readonly { readonly idInstance: string; readonly token: string }[]
  /** Called in the process when it is up. */
  readonly onUp: () => void
  /** How a process posts to webhooks. Default: a desk without any. */
  readonly posterOf?: (owner: Owner) => OpenWebhookPoster
  /** Called when the process lets programs connect. */
  readonly onDesk: (desk: ProgramDesk) => void
}

/** The computer on which the program runs: it starts, is killed, loses power, sleeps. */
export function createComputer(options: ComputerOptions) {
  const { machine, name = 'core', vault = createVault(), team, disk, network, setting, onUp, onDesk } = options
  const accounts = [{ idInstance, token }, ...(options.idle ?? [])]
  /** When requests were left at the service unanswered, epoch ms. */
  const partings: number[] = []
  let running: Process | null = null
  let starts = 0
  let kills = 0
  let powerCuts = 0
  let salvages = 0

  const start = () => {
    if (running !== null) return
    starts += 1
    const owner = createOwner(`${name}${starts}`)
    const { threads, start: startThread } = createThreads(machine, owner, disk, setting.isBusy)
    const process: Process = { owner, threads, app: null }
    running = process
    machine.schedule(0, owner, 'process starts', () => {
      startTestCore({
        dataDir: disk.folder,
        http: httpOf(owner),
        ids: { uuid: () => crypto.randomUUID(), random: () => Math.random() },
        vault,
        entries: {
          storeWorker: new URL('file:///store-worker'),
          readerWorker: new URL('file:///reader-worker'),
          storeMaintenance: new URL('file:///store-maintenance'),
          backupWorker: new URL('file:///backup-worker'),
          startThread,
        },
        children: { run: (_entry, args, signal) => runChild(owner, args, signal) },
        logLevel: 'error',
        openLocalApi: async ({ port, desk }) => {
          onDesk(desk)
          return { port, close: async () => undefined }
        },
        ...(setting.hasHistories ? {} : { services: withoutHistory }),
        ...(options.posterOf === undefined ? {} : { webhookPoster: options.posterOf(owner) }),
        ...(team === undefined ? {} : { openTeam: team.openTeamOf(owner) }),
        ...(team?.hasAccount === false
          ? {}
          : {
              instances: accounts.map((account) => ({
                ...{ apiUrl: origin, ...account, family: setting.family },
                // A team's may be another one later: then the vault has it.
                ...(team !== undefined && starts > 1 ? { token: null } : {}),
              })),
            }),
      }).then(
        (app) => {
          process.app = app
          machine.note('the program is up')
          onUp()
        },
        (error: unknown) => {
          machine.note(`the program did not start: ${describe(error)}`)
          crash(true)
          startAfter(5_000)
        },
      )
    })
  }
  const httpOf = (owner: Owner) => {
    const { openPipeline, ...plain } = network.portOf(owner)
    return setting.hasPipelining ? { ...plain, openPipeline } : plain
  }
  /** Texts of errors have paths, which differ between runs. */
  const describe = (error: unknown): string => String(error).replaceAll(disk.folder, 'the data directory').slice(0, 200)
  const runChild = (owner: Owner, args: readonly string[], signal?: AbortSignal): Promise<string> => {
    const [command, file = '', target = '', now = '', store = ''] = args
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    signal?.addEventListener('abort', () => reject(new Error('killed')), { once: true })
    machine.schedule(machine.random('threads').between(50, 2000), owner, `process ${command}`, () => {
      try {
        if (command === 'salvage') salvages += 1
        const answer =
          command === 'check'
            ? integrityProblems(file)
            : salvageStore(file, target, salvagedSchema, Number(now), readSchemaCopy(store))
        resolve(JSON.stringify(answer))
      } catch (error) {
        machine.note(`process ${command} failed: ${describe(error)}`)
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    })
    return promise
  }
  const startAfter = (ms: number) => void machine.schedule(ms, machine.script, 'the person starts the program', start)
  const breakNetwork = () => {
    partings.push(machine.epoch + machine.now)
    network.breakAll()
  }
  const crash = (hasPower: boolean) => {
    if (running === null) return
    partings.push(machine.epoch + machine.now)
    running.owner.isDead = true
    network.abandon(running.owner)
    team?.abandon(running.owner)
    running = null
    disk.crash(hasPower)
  }
  /** Runs as the process, if there is one: a call of core belongs to the process that it is made in. */
  const inProcess = (label: string, run: (app: TestCore) => void) => {
    const process = running
    if (process === null) return
    machine.schedule(0, process.owner, label, () => {
      if (process.app !== null) run(process.app)
    })
  }
  return {
    start,
    inProcess,
    isUp: () => running?.app !== null && running !== null,
    isAsleep: () => running !== null && machine.isAsleep(running.owner),
    kill(downMs: number, hasPower: boolean): boolean {
      if (running === null) return false
      kills += 1
      if (!hasPower) powerCuts += 1
      crash(hasPower)
      startAfter(downMs)
      return true
    },
    stop(downMs: number) {
      const process = running
      inProcess('ends in order', (app) => {
        if (process === null) return
        process.app = null
        app.core.stop().then(
          () => {
            if (running !== process) return
            process.owner.isDead = true
            disk.closeDead()
            running = null
            startAfter(downMs)
          },
          (error: unknown) => machine.fail(`the program did not end: ${describe(error)}`),
        )
      })
    },
    threadDies(which: number) {
      const threads = [...(running?.threads ?? [])]
      threads[which % Math.max(1, threads.length)]?.die()
    },
    sleep(ms: number, isNoticed: boolean) {
      const process = running
      if (process === null) return
      if (isNoticed) inProcess('is told of the sleep', (app) => app.core.suspend())
      machine.schedule(isNoticed ? 100 : 0, machine.script, 'the computer sleeps', () => {
        if (running !== process) return
        breakNetwork()
        machine.sleep(process.owner, ms)
        machine.schedule(ms, machine.script, 'its connections are gone', () =>
          partings.push(machine.epoch + machine.now),
        )
        if (isNoticed)
          machine.schedule(ms + 100, process.owner, 'is told that it woke', () => process.app?.core.resume())
      })
    },
    changeNetwork() {
      breakNetwork()
      inProcess('network changed', (app) => app.core.networkChanged())
    },
    /** Whether the service may have held an earlier request at this time (epoch ms) that nobody waited for any more. */
    mayHaveLeftOne: (at: number) => partings.some((parting) => at >= parting && at - parting < 60_000),
    counts: () => ({ starts, kills, powerCuts, salvages }),
  }
}

export type Computer = ReturnType<typeof createComputer>

/** The system's key ring: it survives the program. */
export function createVault() {
  const values = new Map<string, string>()
  return {
    values: values as ReadonlyMap<string, string>,
    get: async (key) => values.get(key) ?? null,
    set: async (key, value) => void values.set(key, value),
    delete: async (key) => void values.delete(key),
    where: async (key) => (values.has(key) ? 'vault' : 'missing'),
    status: () => ({ backend: 'memory', state: 'usable', persistent: false }),
    unlock: async () => undefined,
    acceptWeak: async () => undefined,
    onChange: () => () => undefined,
  } as const satisfies Vault & { readonly values: ReadonlyMap<string, string> }
}

/** Histories mend what the queue should have brought: without them, nothing hides a notification that was lost. */
const withoutHistory = [
  'accounts',
  'erasing',
  'media',
  'sending',
  'receiving',
  'journal',
  'directory',
  'administration',
  'requestLog',
  'team',
  'timedMarks',
  'programs',
  'proposals',
  'housekeeping',
  'retention',
] as const
