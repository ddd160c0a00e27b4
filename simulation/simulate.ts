import { cpSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { writeMigrated } from '../src/core/testing/open-migrated.ts'
import { storeFileName } from '../src/core/store/client/open-store.ts'
import { createComputer, idInstance, token } from './desk/computer.ts'
import { createErasure } from './desk/erasure.ts'
import { createPerson } from './desk/person.ts'
import { createProgram, isProgramText } from './desk/program.ts'
import { createRetention } from './desk/retention.ts'
import { Machine } from './machine/machine.ts'
import { replaceGlobals } from './machine/replace-globals.ts'
import type { Plan, Step } from './plan/steps.ts'
import { brokenArchivePromises } from './promises/archive.ts'
import { brokenSendingPromises } from './promises/own-messages.ts'
import {
  cancelledSends,
  digestOfStore,
  openQuestions,
  outboxRows,
  ownTexts,
  readStoreFile,
} from './promises/store-file.ts'
import { brokenProgramPromises } from './promises/programs.ts'
import { brokenWaitingPromises } from './promises/waiting.ts'
import { createStepTaker } from './take-step.ts'
import { createCustomers } from './world/customers.ts'
import { Disk } from './world/disk.ts'
import { createNetwork, fine, type Weather } from './world/network.ts'
import { createService } from './world/service.ts'

export interface Outcome {
  readonly seed: number
  /** The first promise that was broken; null: none. */
  readonly failure: { readonly what: string; readonly at: number } | null
  /** Of everything that happened and of all rows of all tables. */
  readonly digest: string
  /** The newest lines of the trace. */
  readonly trace: readonly string[]
  readonly counts: Counts
}

export interface Counts {
  /** In which things went wrong, and after that. */
  readonly troubleHours: number
  readonly calmHours: number
  readonly events: number
  readonly starts: number
  readonly kills: number
  readonly powerCuts: number
  readonly salvages: number
  readonly messages: number
  readonly sends: number
  readonly requests: number
  readonly commits: number
}

export interface SimulateOptions {
  /** Where the data directory is made. A folder in memory is fastest. */
  readonly folder: string
  readonly onTrace?: (line: string) => void
  /** Where the data directory is left, to be looked at. */
  readonly leaveStoreIn?: string
  /** Instances of the desk besides the first one. Nobody writes to them. Default: none. */
  readonly idleInstances?: number
}

const hour = 3_600_000

/**
 * Lives a plan. First the trouble, in which only safety counts: nothing is sent twice, nothing that was confirmed is
 * lost. Then the calm: nothing goes wrong any more, and everything has to come right within hours.
 */
export async function simulate(plan: Plan, options: SimulateOptions): Promise<Outcome> {
  const { setting } = plan
  const folder = path.join(options.folder, `simulation-${process.pid}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeMigrated(path.join(folder, storeFileName))
  const machine = new Machine(plan.seed)
  if (options.onTrace !== undefined) machine.onTrace = options.onTrace
  const disk = new Disk(machine, folder)
  const giveBack = replaceGlobals({
    machine,
    databases: disk,
    hasTrueClock: () => machine.owner.name === 'service',
  })
  try {
    const service = createService(machine)
    machine.owner = service.owner
    const idle = Array.from({ length: options.idleInstances ?? 0 }, (_, index) => ({
      idInstance: String(1_103_000_000 + index),
      token: `idle${String(index).padStart(48, '0')}`,
    }))
    for (const account of idle) {
      service.world.add({ ...account, family: setting.family, behaviour: { limits: 'off' } })
    }
    const customers = createCustomers(service, { idInstance, token }, setting)
    machine.owner = machine.script
    const trueTime = () => machine.epoch + machine.now
    let weather: Weather = fine
    const network = createNetwork(machine, service, () => weather)
    const computer = createComputer({
      ...{ machine, disk, network, setting, idle },
      onUp() {
        if (setting.hasUndo) person.setsUndo()
        person.submitAgain()
        erasure.goOn()
        if (setting.hasProgram) program.add()
      },
      onDesk: (desk) => program.connectTo(desk),
    })
    const person = createPerson(machine, computer, (chatId, isStored) =>
      customers.onWritten(chatId, isStored ? trueTime() : Infinity),
    )

    const program = createProgram(machine, computer)
    const erasure = createErasure(machine, computer, folder, {
      chatId: () => customers.guest().chatId,
      isShownAgain: setting.hasHistories,
    })
    const retention = createRetention(machine, computer, folder, customers, program)

    /** The furthest that the computer's clock ever was. */
    let furthestWall = 0
    const wall = () => (furthestWall = Math.max(furthestWall, trueTime() + machine.wallOffset))
    const accepted = new Set<string>()
    let queued = 0
    service.effects.listen((effect) => {
      if (effect.kind === 'queued') queued += 1
      // Faults after which a notification comes again although its delete was confirmed.
      if (effect.kind === 'fault' && (effect.fault === 'redeliver' || effect.fault === 'unacked')) queued += 1
      if (effect.kind === 'violation') machine.note(`violation ${effect.rule}`)
      if (effect.kind !== 'accepted') return
      if (accepted.has(effect.text)) machine.fail(`sent twice: ${effect.text}`)
      accepted.add(effect.text)
      for (const { text, isTakenBack, inMs, dueAt } of person.sent.values()) {
        if (text !== effect.text) continue
        if (isTakenBack) machine.fail(`taken back and sent: ${text}`)
        if (inMs !== null && wall() < dueAt) machine.fail(`sent before its time: ${text}`)
      }
      if (!isProgramText(effect.text)) customers.onAnswered(effect.chatId, trueTime())
    })

    const until = (ms: number, label: string, run: () => void) => void machine.schedule(ms, machine.script, label, run)
    const takeAlike = createStepTaker({
      machine,
      service,
      customers,
      setWeather: (next) => (weather = next),
      mayBeGone: (text) => service.snapshot().instances.some((world) => retention.goneTexts(world).has(text)),
    })
    const take = (step: Step): void => {
      switch (step.kind) {
        case 'programSends':
          return program.sends(step.send, customers.chatId(step.to), step.text)
        case 'programReplays':
          return program.replays()
        case 'answersGuest':
          return erasure.answers(step.text)
        case 'describesGuest':
          return erasure.describes(step.text)
        case 'erasesGuest':
          return erasure.erases()
        case 'retains':
          return retention.sets(step)
        case 'doneAll': {
          const facts = [...customers.allFacts()].map((of) => ({
            ...{ of, before: of.closedWithAllAt, surelyBefore: of.surelyClosedAt, closed: NaN },
          }))
          for (const { of } of facts) of.closedWithAllAt = Infinity
          const onClosed = () => {
            for (const fact of facts) fact.of.closedWithAllAt = fact.closed = trueTime()
          }
          // What somebody closed since stays closed.
          const onUndone = (isKnown: boolean) => {
            // Who closes again what is closed already changes nothing that Undo could see.
            for (const { of, surelyBefore, closed } of facts)
              if (of.surelyClosedAt !== surelyBefore && !(of.surelyClosedAt > closed)) of.surelyClosedAt = NaN
            for (const { of, before, closed } of facts)
              if (isKnown && of.closedWithAllAt === closed) of.closedWithAllAt = before
              else if (!isKnown && of.closedWithAllAt === Infinity) of.closedWithAllAt = trueTime()
          }
          return person.closesAll(customers.allChatIds(), step.undoAfterMs, { onClosed, onUndone })
        }
        case 'clock':
          wall()
      }
      takeAlike(step, { computer, person, disk })
    }

    until(0, 'the person starts the program', computer.start)
    for (const step of plan.steps) {
      const owner = customers.isTheirs(step) ? service.owner : machine.script
      machine.schedule(step.at, owner, `${step.kind} ${JSON.stringify(step).slice(0, 160)}`, () => take(step))
    }
    await machine.run(() => machine.failure !== null, plan.ms)
    const troubleHours = machine.now / hour

    const broken = (): readonly string[] => {
      const [world] = service.snapshot().instances
      if (world === undefined) return ['the service has no instance']
      try {
        const goneTexts = retention.goneTexts(world)
        return readStoreFile(folder, (tx) => [
          ...brokenArchivePromises(
            tx,
            erasure.remaining(retention.remaining(world)),
            queued,
            new Set([
              ...[...person.sent.values()].map(({ chatId }) => chatId),
              ...program.facts().chatIds,
              ...erasure.chatIds(),
              // Of a chat to which it sent, all that was sent may be gone.
              ...world.chats.filter(({ messages }) => messages.some((one) => one.sendByApi)).map((chat) => chat.chatId),
            ]),
            true,
          ),
          ...brokenSendingPromises(
            outboxRows(tx),
            ownTexts(tx),
            cancelledSends(tx),
            world,
            new Map([...person.sent].filter(([, { text }]) => !goneTexts.has(text))),
            setting,
            trueTime(),
            true,
          ),
          ...erasure.broken(world),
          ...retention.broken(world),
          ...brokenProgramPromises(tx, program.facts()),
          ...brokenWaitingPromises(tx, customers.allFacts(), trueTime()),
        ])
      } catch (error) {
        return [`the store can't be read: ${error instanceof Error ? error.message : String(error)}`]
      }
    }
    if (machine.failure === null) {
      machine.note('the calm begins')
      weather = fine
      disk.fault = null
      // What came due while the clock was ahead may still be on its way.
      wall()
      machine.wallOffset = 0
      service.faults.clear()
      let left: readonly string[] = ['nothing was checked yet']
      const check = (afterMs: number): void =>
        until(afterMs, 'checks', () => {
          computer.start()
          if (computer.isUp()) person.looksAfter(openQuestions(folder))
          left = broken()
          retention.goesOn(left.length === 0)
          if (left.length === 0 && !retention.isOver()) left = ['the lists were not compared yet']
          check(Math.min(afterMs * 1.5, hour / 2))
        })
      check(70_000)
      const end = machine.now + plan.calmHours * hour
      await machine.run(() => machine.failure !== null || left.length === 0, end)
      if (left.length > 0) machine.fail([...left.slice(0, 8), 'It waits for:', ...machine.pending(8)].join('\n  '))
      for (const { rule, operation, details, at } of service.conduct.list()) {
        // The network moves requests together, and what nobody waits for any more is at the service for a while.
        if (rule.startsWith('over-limit')) continue
        if (rule === 'parallel-receive' && computer.mayHaveLeftOne(at)) continue
        machine.fail(`conduct: ${rule} ${operation} ${details}`)
      }
    }
    machine.note(`rows ${digestOfStore(folder)}`)
    return {
      seed: plan.seed,
      failure: machine.failure,
      digest: machine.digest(),
      trace: machine.trace,
      counts: {
        ...computer.counts(),
        troubleHours,
        calmHours: machine.now / hour - troubleHours,
        events: machine.events,
        messages: service.snapshot().instances[0]?.chats.reduce((sum, { messages }) => sum + messages.length, 0) ?? 0,
        sends: person.sent.size,
        requests: network.requests(),
        commits: disk.commits,
      },
    }
  } finally {
    giveBack()
    disk.closeAll()
    if (options.leaveStoreIn !== undefined) cpSync(folder, options.leaveStoreIn, { recursive: true })
    rmSync(folder, { recursive: true, force: true })
  }
}
