import { cpSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { ProgramDesk } from '../src/core/programs/desk/program-desk.ts'
import type { TestCore } from '../src/core/testing/start-test-core.ts'
import { tokenEntryName } from '../src/core/accounts/tokens.ts'
import { deriveKey } from '../src/core/vault/sealed-file.ts'
import { checkedText, sealText } from '../src/core/team/membership/sealed-token.ts'
import { storeFileName } from '../src/core/store/client/open-store.ts'
import { writeMigrated } from '../src/core/testing/open-migrated.ts'
import { openTeamBy } from '../src/team/open-team.ts'
import { createComputer, createVault, idInstance, token } from './desk/computer.ts'
import { createPerson } from './desk/person.ts'
import { createColleague, passphrase, type Shared } from './desk/colleague.ts'
import { createMeddler } from './desk/meddler.ts'
import { createTeamProgram } from './desk/team-program.ts'
import { Machine, type Owner } from './machine/machine.ts'
import { replaceGlobals } from './machine/replace-globals.ts'
import type { Plan, Step } from './plan/steps.ts'
import { brokenArchivePromises } from './promises/archive.ts'
import { brokenSendingPromises } from './promises/own-messages.ts'
import {
  brokenProposalPromises,
  brokenTeamPromises,
  brokenWebhookPromises,
  leftOfTeam,
  sharedView,
} from './promises/team.ts'
import {
  allChats,
  blankChats,
  cancelledSends,
  digestOfStore,
  openQuestions,
  outboxRows,
  ownTexts,
  readIfWhole,
  readStoreFile,
} from './promises/store-file.ts'
import type { Outcome, SimulateOptions } from './simulate.ts'
import { createStepTaker } from './take-step.ts'
import { createCustomers } from './world/customers.ts'
import { createDatabase, fineDatabase } from './world/database.ts'
import { Disk } from './world/disk.ts'
import { createNetwork, fine, type Weather } from './world/network.ts'
import { startPostgres } from './world/postgres.ts'
import { createReceiver } from './world/receiver.ts'
import { createService, origin } from './world/service.ts'

const minute = 60_000
const hour = 60 * minute
const tokenName = tokenEntryName({ apiUrl: origin, idInstance })
/** Of every team. The parameters cost 3 ms of processor time. */
const kdf = { name: 'scrypt', salt: 'c2ltdWxhdGVkIHRlYW0=', N: 2 ** 10, r: 8, p: 1 } as const

/** Lives a plan of a team, as `simulate` lives that of one desk. */
export async function simulateTeam(plan: Plan, options: SimulateOptions): Promise<Outcome> {
  const { setting } = plan
  const key = await deriveKey(passphrase, kdf)
  const postgres = await startPostgres(plan.seed, sealText(key, checkedText))
  const root = path.join(options.folder, `simulation-${process.pid}`)
  rmSync(root, { recursive: true, force: true })
  const machine = new Machine(plan.seed)
  if (options.onTrace !== undefined) machine.onTrace = options.onTrace
  const disks = new Map<string, Disk>()
  const addDisk = (name: string): Disk => {
    const disk = new Disk(machine, path.join(root, name))
    disks.set(name, disk)
    return disk
  }
  const allDisks = () => [...disks.values()]
  const giveBack = replaceGlobals({
    machine,
    databases: {
      onOpen: (db) =>
        allDisks()
          .find((disk) => disk.has(db))
          ?.onOpen(db),
      onClose: (db) => allDisks().forEach((disk) => disk.onClose(db)),
      beforeStatement: (db, sql) => allDisks().forEach((disk) => disk.beforeStatement(db, sql)),
      onCommit: (db, isFlushed) => allDisks().forEach((disk) => disk.onCommit(db, isFlushed)),
    },
    hasTrueClock: () => machine.owner === service.owner || machine.owner === database.owner,
    // PostgreSQL ends what takes long. Nothing does, and its alarms count from when this process began.
    hasTimers: () => machine.owner !== database.owner,
  })
  const service = createService(machine)
  const database = createDatabase(machine, postgres)
  const meddler = createMeddler(machine, postgres, database)
  try {
    machine.owner = service.owner
    const customers = createCustomers(service, { idInstance, token }, setting)
    machine.owner = machine.script
    const trueTime = () => machine.epoch + machine.now
    let weather: Weather = fine
    const network = createNetwork(machine, service, () => weather)
    const receiver = createReceiver(machine)
    const program = createTeamProgram(machine)

    const instance: Shared = { token: () => service.world.instance(idInstance).token, sharer: 0 }
    const failIf = (broken: readonly string[]) => {
      if (broken.length > 0) machine.fail(broken.join('\n  '))
    }

    const addDesk = (index: number) => {
      const folder = path.join(root, `desk-${index}`)
      mkdirSync(folder, { recursive: true })
      writeMigrated(path.join(folder, storeFileName))
      const vault = createVault()
      const team = {
        hasAccount: index === 0,
        openTeamOf: (owner: Owner) => {
          const stream = database.streamOf(index, owner)
          return (given: Parameters<typeof openTeamBy>[0]) => openTeamBy(given, stream)
        },
        abandon: database.abandon,
      }
      let programs: ProgramDesk | null = null
      const onDesk = (opened: ProgramDesk) => void (programs = opened)
      const shared = { machine, network, setting, vault, team, onDesk, posterOf: receiver.posterOf }
      const disk = addDisk(`desk-${index}`)
      const computer = createComputer({
        ...{ ...shared, disk },
        name: `desk${index}.core`,
        onUp() {
          if (setting.hasUndo) person.setsUndo()
          colleague.goOn()
          person.submitAgain()
        },
      })
      const person = createPerson(machine, computer, () => undefined)
      const beginPrograms = async (app: TestCore) => {
        if (!setting.hasProgram) return
        await app.call('settings.update', { programs: true })
        if (index === 0) await program.begin(app)
      }
      const colleague = createColleague({
        ...{ machine, computer, index, address: database.pathOf(index), shared: instance, onReady: beginPrograms },
        onApart: () =>
          failIf(readIfWhole(folder, leftOfTeam)?.map((what) => `desk ${index} has ${what} of its team`) ?? []),
      })
      let copies = 0
      return {
        ...{ folder, disk, computer, person, colleague, programs: () => programs, vault },
        /** Its process ends, and its data directory is started twice. */
        copy(lastsMs: number) {
          if (!computer.kill(0, true)) return
          copies += 1
          const name = `desk-${index}-copy-${copies}`
          cpSync(folder, path.join(root, name), { recursive: true })
          const other = createComputer({
            ...shared,
            disk: addDisk(name),
            name: `desk${index}.copy${copies}.`,
            // The program knows where the desk itself is.
            onDesk: () => undefined,
            onUp: () => undefined,
          })
          other.start()
          machine.schedule(lastsMs, machine.script, 'the copy is killed', () => other.kill(Infinity, true))
        },
      }
    }
    const desks = Array.from({ length: setting.desks }, (_, index) => addDesk(index))
    const deskOf = (index: number | null | undefined) => {
      const found = desks[(index ?? 0) % desks.length]
      if (found === undefined) throw new Error('There are no desks.')
      return found
    }
    const allSent = () => desks.flatMap(({ person }) => [...person.sent.values()])

    const accepted = new Set<string>()
    let queued = 0
    let generation = 1
    let hasDump = false
    /** Not all desks had the instance all the time. */
    let wasApart = false
    /** When an administrator took the instance out of the team, epoch ms. */
    const takenOut: number[] = []
    service.effects.listen((effect) => {
      if (effect.kind === 'queued') queued += 1
      if (effect.kind === 'fault' && (effect.fault === 'redeliver' || effect.fault === 'unacked')) queued += 1
      if (effect.kind !== 'accepted') return
      if (accepted.has(effect.text)) machine.fail(`sent twice: ${effect.text}`)
      accepted.add(effect.text)
      for (const { text, isTakenBack } of allSent())
        if (text === effect.text && isTakenBack) machine.fail(`taken back and sent: ${text}`)
    })
    const until = (ms: number, label: string, run: () => void) => void machine.schedule(ms, machine.script, label, run)
    const atServer = (label: string, work: () => Promise<void>) => {
      work().catch((error: unknown) => machine.fail(`${label}: ${String(error)}`))
    }
    const closedApart = new Set<string>()
    const noteIfApart = ({ folder }: (typeof desks)[number], who: number) => {
      const isShared = readIfWhole(folder, (tx) => tx.get('select 1 from team_instance') !== undefined)
      if (isShared !== true) closedApart.add(customers.chatId(who))
    }
    const takeAlike = createStepTaker({ machine, service, customers, setWeather: (next) => (weather = next) })
    const take = (step: Step): void => {
      const desk = deskOf(step.desk)
      const { colleague } = desk
      switch (step.kind) {
        case 'assign':
          return colleague.assigns(customers.chatId(step.who), step.to === null ? null : deskOf(step.to).colleague)
        case 'note':
          return colleague.writesNote(customers.chatId(step.who), step.text)
        case 'label':
          return colleague.labels(customers.chatId(step.who), step.name, step.on)
        case 'handOver':
          return colleague.handsOver(deskOf(step.to).colleague)
        case 'leaves':
          wasApart = true
          return colleague.leaves(step.awayMs)
        case 'unshares':
          wasApart = true
          takenOut.push(machine.epoch + machine.now)
          return colleague.unshares(step.aloneMs, step.renews)
        case 'renews':
          return colleague.renews()
        case 'proposes':
          return program.proposes(desk, customers.chatId(step.who), step.text)
        case 'decides':
          return program.decides(desk, step.which, step.takes)
        case 'copy':
          return desk.copy(step.lastsMs)
        case 'database':
          database.setWeather(step.weather)
          return until(step.lastsMs, 'the way to the database is fine', () => database.setWeather(fineDatabase))
        case 'databaseDown':
          database.setDown(true)
          return until(step.lastsMs, 'the database is up', () => database.setDown(false))
        case 'away':
          database.setAway(step.desk ?? 0, true)
          return until(step.lastsMs, 'the database is in reach', () => database.setAway(step.desk ?? 0, false))
        case 'meddles':
          return atServer('meddling', () => meddler.calls(step.calls))
        case 'dump':
          hasDump = true
          return atServer('dump', postgres.dump)
        case 'restore':
          if (!hasDump) return
          database.breakAll()
          generation += 1
          return atServer('restore', () => postgres.load(`${generation}`))
        case 'done':
          noteIfApart(desk, step.who)
          // It is closed within seconds.
          until(5_000, 'may have left the team', () => noteIfApart(desk, step.who))
          return takeAlike(step, desk)
        default:
          takeAlike(step, desk)
      }
    }

    until(0, 'the persons start the program', () => desks.forEach(({ computer }) => computer.start()))
    // What was written before belongs to one desk, and the service's histories show it minutes later.
    const hasAll = () => desks.every(({ colleague }) => colleague.isReady())
    await machine.run(() => machine.failure !== null || hasAll(), 2 * minute)
    if (!hasAll()) machine.fail('the desks do not become a team')
    const begin = machine.now
    for (const step of plan.steps) {
      const owner = customers.isTheirs(step) ? service.owner : isOfDatabase(step) ? database.owner : machine.script
      machine.schedule(step.at, owner, `${step.kind} ${JSON.stringify(step).slice(0, 160)}`, () => take(step))
    }
    await machine.run(() => machine.failure !== null, begin + plan.ms)
    const troubleHours = machine.now / hour

    /** The notifications in the database's journal by their ids, and the requests of sends, when they were last read. */
    let inDatabase: ReadonlyMap<string, string> = new Map()
    let requested: readonly string[] = []
    const readJournal = async () => {
      const rows = await postgres.ask<{ id: string; raw: string }>(
        `select id, raw from switchboard.journal where kind = 'notification'`,
      )
      inDatabase = new Map(rows.map(({ id, raw }) => [id, raw]))
      const sends = await postgres.ask<{ request: string }>('select request from switchboard.send')
      requested = sends.map(({ request }) => request)
    }
    const broken = (): readonly string[] => {
      const [world] = service.snapshot().instances
      if (world === undefined) return ['the service has no instance']
      // A proposal that a person sends is a message of the desk; whether it left may stay uncertain.
      const sentTo = new Set([...allSent(), ...program.proposed.values()].map(({ chatId }) => chatId))
      try {
        const perDesk = desks.flatMap(({ folder, person }, index) =>
          readStoreFile(folder, (tx) => [
            ...brokenArchivePromises(tx, world, queued, sentTo, !wasApart),
            ...brokenSendingPromises(
              outboxRows(tx),
              ownTexts(tx),
              cancelledSends(tx),
              world,
              person.sent,
              setting,
              trueTime(),
              !wasApart,
            ),
          ]).map((what) => `desk ${index}: ${what}`),
        )
        const views = desks.map(({ folder }) => readStoreFile(folder, sharedView))
        const isRestored = generation > 1
        return [
          ...perDesk,
          ...desks.flatMap(({ vault }, index) =>
            vault.values.get(tokenName)?.includes(instance.token()) === true
              ? []
              : [`desk ${index} does not have the newest token`],
          ),
          ...brokenTeamPromises(views, isRestored, inDatabase, closedApart),
          ...allSent()
            .filter(({ inMs, isTakenBack }) => inMs === null && isTakenBack)
            .filter(({ text }) => requested.some((request) => request.includes(`"${text}"`)))
            .map(({ text }) => `taken back in the seconds of Undo and in the database: ${text}`),
          ...brokenProposalPromises(views, isRestored, program.proposed),
          ...brokenWebhookPromises(world, isRestored, inDatabase, receiver.got, program.since()),
        ]
      } catch (error) {
        return [`the store can't be read: ${error instanceof Error ? error.message : String(error)}`]
      }
    }
    if (machine.failure === null) {
      machine.note('the calm begins')
      weather = fine
      database.setWeather(fineDatabase)
      database.setDown(false)
      receiver.calmsDown()
      desks.forEach((_, index) => database.setAway(index, false))
      for (const disk of allDisks()) disk.fault = null
      machine.wallOffset = 0
      service.faults.clear()
      let left: readonly string[] = ['nothing was checked yet']
      const historiesAt = machine.now + 5 * minute
      const haveOpened = new Set<string>()
      const check = (afterMs: number): void =>
        until(afterMs, 'checks', () => {
          for (const { computer, person, colleague, folder } of desks) {
            computer.start()
            if (!computer.isUp()) continue
            colleague.goOn()
            person.looksAfter(openQuestions(folder))
            // What came while others received is in a chat once it is opened: the service's histories are late.
            // Once, because a plan of the service has few calls for that.
            const opensAll = wasApart && machine.now > historiesAt && !haveOpened.has(folder)
            if (opensAll) haveOpened.add(folder)
            colleague.opens(opensAll ? allChats(folder) : blankChats(folder))
          }
          left = broken()
          machine.schedule(0, database.owner, 'its journal is read', () => atServer('reading the journal', readJournal))
          check(Math.min(afterMs * 1.5, hour / 2))
        })
      check(20_000)
      const end = machine.now + plan.calmHours * hour
      await machine.run(() => machine.failure !== null || left.length === 0, end)
      if (left.length > 0) machine.fail([...left.slice(0, 8), 'It waits for:', ...machine.pending(8)].join('\n  '))
      for (const { rule, operation, details, at } of service.conduct.list()) {
        if (rule.startsWith('over-limit')) continue
        const isHandedOver = takenOut.some((since) => at >= since && at - since < minute)
        if (rule === 'parallel-receive' && (isHandedOver || desks.some(({ computer }) => computer.mayHaveLeftOne(at))))
          continue
        machine.fail(`conduct: ${rule} ${operation} ${details}`)
      }
    }
    for (const { folder } of desks) machine.note(`rows ${digestOfStore(folder)}`)
    const sum = (name: keyof ReturnType<(typeof desks)[number]['computer']['counts']>) =>
      desks.reduce((total, { computer }) => total + computer.counts()[name], 0)
    return {
      seed: plan.seed,
      failure: machine.failure,
      digest: machine.digest(),
      trace: machine.trace,
      counts: {
        ...{ starts: sum('starts'), kills: sum('kills'), powerCuts: sum('powerCuts'), salvages: sum('salvages') },
        troubleHours,
        calmHours: machine.now / hour - troubleHours,
        events: machine.events,
        messages:
          service.snapshot().instances[0]?.chats.reduce((total, { messages }) => total + messages.length, 0) ?? 0,
        sends: allSent().length,
        requests: network.requests(),
        commits: allDisks().reduce((total, { commits }) => total + commits, 0),
      },
    }
  } finally {
    giveBack()
    await postgres.end()
    for (const disk of allDisks()) disk.closeAll()
    if (options.leaveStoreIn !== undefined) cpSync(root, options.leaveStoreIn, { recursive: true })
    rmSync(root, { recursive: true, force: true })
  }
}

/** Steps of those who are at the database itself. */
const isOfDatabase = ({ kind }: Step): boolean => kind === 'dump' || kind === 'restore' || kind === 'meddles'
