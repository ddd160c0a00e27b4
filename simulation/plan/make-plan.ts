import type { Fault } from '../../src/emulator/http/faults.ts'
import { createRandom, type Random } from '../machine/random.ts'
import { fine } from '../world/network.ts'
import { makePlanOf, type Plan, type Setting, type Step } from './steps.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const serviceFaults: readonly [Fault, ...Fault[]] = [
  { kind: 'refuse', status: 429 },
  { kind: 'refuse', status: 466 },
  { kind: 'refuse', status: 500 },
  { kind: 'refuse', status: 502 },
  { kind: 'refuse-after', status: 500 },
  { kind: 'refuse-after', status: 504 },
  { kind: 'reset-before' },
  { kind: 'reset-after' },
  { kind: 'delay', ms: 3 * second },
  { kind: 'delay-after', ms: 3 * second },
  { kind: 'hang' },
  { kind: 'truncate', bytes: 30 },
  { kind: 'garbage' },
  { kind: 'broken-json' },
  { kind: 'html', status: 503 },
  { kind: 'empty-wait', form: 'null' },
  { kind: 'empty-wait', form: '408' },
  { kind: 'redeliver' },
  { kind: 'duplicate' },
  { kind: 'clock-skew', ms: hour },
  { kind: 'unacked' },
]

/** Adds steps at random moments, with a mean distance between them. */
type Every = (purpose: string, meanMs: number, make: (at: number, random: Random) => Step) => void

/**
 * What a seed does. A run has some kinds of trouble only (swarm testing): with all of them at once, each hides what
 * another one would show.
 */
export function makePlan(seed: number, hours: number): Plan {
  const random = createRandom(seed, 'plan')
  const ms = hours * hour
  const steps: Step[] = []
  // In a life of days most hours are quiet.
  const pace = Math.max(1, hours * random.pick(hours < 24 ? [0.5, 1, 4] : [1, 4, 16]))
  const every: Every = (purpose, meanMs, make) => {
    const own = createRandom(seed, `plan ${purpose}`)
    const wait = () => own.wait(meanMs * pace)
    for (let at = wait(); at < ms; at += wait()) steps.push(make(at, own))
  }
  const setting = makeSetting(random)
  customersTalk(random, every, setting.customers)
  personWorks(random, every, setting.customers)
  if (setting.hasProgram) programWorks(random, every, setting.customers)
  if (setting.hasProgram && createRandom(seed, 'plan replays').chance(0.5))
    every('program replays', 2 * minute, (at) => ({ at, kind: 'programReplays' }))
  guestIsErased(steps, every, seed)
  personRegrets(random, steps, seed)
  windowsRepeat(random, steps, seed)
  customersWriteOn(random, steps, seed)
  answersGetLost(steps, seed, ms)
  notificationsAreCut(steps, seed)
  const work = [...steps]
  troubleComes(random, every, setting, work, steps, seed)
  if (setting.hasHistories) deskIsLeft(random, steps, ms, 10 * hour)
  const plan = makePlanOf({ seed, ms, setting, steps: steps.toSorted((one, other) => one.at - other.at) })
  return ms < day && createRandom(seed, 'plan retention').chance(0.3) ? messagesBecomeOld(plan) : plan
}

/** What a seed does to a team: two or three desks, the database, and the way to it. */
export function makeTeamPlan(seed: number, hours: number): Plan {
  const random = createRandom(seed, 'team plan')
  const ms = hours * hour
  const workdays = createWorkdays(ms)
  const steps: Step[] = []
  const pace = Math.max(1, (workdays.ms / hour) * random.pick(ms < day ? [0.5, 1, 4] : [1, 4, 16]))
  const every: Every = (purpose, meanMs, make) => {
    const own = createRandom(seed, `team plan ${purpose}`)
    const wait = () => own.wait(meanMs * pace)
    for (let at = wait(); at < workdays.ms; at += wait()) steps.push(make(at, own))
  }
  const desks = random.int(2, 3)
  const hasProgram = createRandom(seed, 'team plan programs').chance(0.5)
  const mild = { hasHistories: true, hasProgram, hasUndo: false }
  const setting: Setting = { ...makeSetting(random), desks, ...mild }
  customersTalk(random, every, setting.customers)
  personWorks(random, every, setting.customers)
  teamWorks(random, every, setting)
  if (hasProgram) programProposes(every, setting.customers)
  windowsRepeat(random, steps, seed)
  troubleComes(random, every, setting, [...steps], steps, seed)
  databaseTroubles(random, every)
  if (createRandom(seed, 'team plan meddler').chance(0.3))
    every('meddler', 15 * second, (at, own) => ({ at, kind: 'meddles', calls: own.int(1, 20) }))
  const own = createRandom(seed, 'team plan desks')
  const membership = membershipChanges(every, seed, desks)
  // A message belongs to the desk that wrote it, whatever is done with it later.
  const placed = steps.map((step): Step => {
    const drawn = own.int(0, desks - 1)
    const placedAt = membership?.deskOf(step) ?? ('send' in step ? step.send % desks : drawn)
    return { ...step, at: workdays.momentOf(step, own), desk: placedAt }
  })
  for (const step of [...placed]) {
    if (step.kind === 'leaves' || step.kind === 'unshares') {
      if (own.chance(0.3)) placed.push({ ...killSoonAfter(step.at, own, 0.7), desk: step.desk })
    }
    if (step.kind !== 'decides') continue
    // The team knows within a tenth of a second who sends a proposal, and its desk has the message after that.
    if (own.chance(0.5))
      placed.push({ ...killSoonAfter(step.at, own, 0.7), at: step.at + own.between(0, 120), desk: step.desk })
    // Two persons at one moment.
    if (own.chance(0.3)) placed.push({ ...step, desk: own.int(0, desks - 1) })
  }
  for (let desk = 0; desk < desks; desk++) {
    const absences: Step[] = []
    deskIsLeft(random, absences, ms, workdays.each)
    placed.push(...absences.map((step) => ({ ...step, desk })))
  }
  // A copy of a desk that left, or a database from before that, is another story.
  const apart = new Set(membership === null ? [] : ['copy', 'dump', 'restore'])
  const together = placed.filter(({ kind }) => !apart.has(kind))
  return makePlanOf({ seed, ms, setting, steps: together.toSorted((one, other) => one.at - other.at) })
}

/**
 * Desks leave and join again, and the instance is taken out of the team and shared again, by an administrator. One desk
 * renews the token, and does not leave: it would take the new one along.
 */
function membershipChanges(every: Every, seed: number, desks: number) {
  const own = createRandom(seed, 'team plan membership')
  if (!own.chance(0.4)) return null
  const renewing = own.int(0, 1)
  const whileAway = () => own.wait(own.pick([5 * second, 30 * second]))
  if (own.chance(0.6)) every('leaves', minute, (at) => ({ at, kind: 'leaves', awayMs: whileAway() }))
  if (own.chance(0.6))
    every('unshares', minute, (at) => ({ at, kind: 'unshares', aloneMs: whileAway(), renews: own.chance(0.5) }))
  if (own.chance(0.4)) every('renews', 2 * minute, (at) => ({ at, kind: 'renews' }))
  return {
    deskOf({ kind }: Step): number | null {
      if (kind === 'renews') return renewing
      if (kind === 'unshares') return own.int(0, 1)
      return kind === 'leaves' ? (renewing + own.int(1, desks - 1)) % desks : null
    },
  }
}

/**
 * When a team works. In a life of days its desks are on for an hour and a half of each workday, because each hour in
 * which they ask the database costs seconds of processor. Customers write at night as well.
 */
function createWorkdays(ms: number) {
  if (ms < day) return { ms, each: 10 * hour, momentOf: ({ at }: Step) => at }
  const each = 1.5 * hour
  const begins: number[] = []
  for (let start = 0; start + each <= ms; start += begins.length % 5 === 1 ? 3 * day : day) begins.push(start)
  return {
    ms: begins.length * each,
    each,
    momentOf({ at, kind }: Step, random: Random): number {
      const workday = Math.floor(at / each)
      const moment = (begins[workday] ?? 0) + (at % each)
      const isAtNight = kind === 'says' && random.chance(0.3)
      return isAtNight ? random.between(moment, begins[workday + 1] ?? ms) : moment
    },
  }
}

function teamWorks(random: Random, every: Every, { desks, customers }: Setting): void {
  let notes = 0
  if (random.chance(0.7))
    every('assigns', random.pick([5 * second, 20 * second]), (at, own) => {
      const who = own.int(0, customers - 1)
      return { at, kind: 'assign', who, to: own.chance(0.2) ? null : own.int(0, desks - 1) }
    })
  if (random.chance(0.7))
    every('notes', random.pick([5 * second, 30 * second]), (at, own) => {
      notes += 1
      return { at, kind: 'note', who: own.int(0, customers - 1), text: `note ${notes}` }
    })
  if (random.chance(0.5))
    every('labels', 10 * second, (at, own) => ({
      ...{ at, kind: 'label', who: own.int(0, customers - 1), name: own.pick(['urgent', 'late']), on: own.chance(0.6) },
    }))
  if (random.chance(0.4)) every('hand over', minute, (at, own) => ({ at, kind: 'handOver', to: own.int(0, desks - 1) }))
}

function programProposes(every: Every, customers: number): void {
  let proposals = 0
  every('proposals', 20 * second, (at, own) => {
    proposals += 1
    return { at, kind: 'proposes', who: own.int(0, customers - 1), text: `proposal ${proposals}` }
  })
  every('decisions', 15 * second, (at, own) => ({ at, kind: 'decides', which: own.int(0, 9), takes: own.chance(0.7) }))
}

function databaseTroubles(random: Random, every: Every): void {
  if (random.chance(0.6))
    every('database', random.pick([30 * second, 2 * minute]), (at, own) => {
      const bad = () => (own.chance(0.4) ? own.pick([0.02, 0.1, 0.4]) : 0)
      const weather = { refused: bad(), lostBefore: bad(), lostAfter: bad(), hangs: bad() / 4, slow: bad() }
      return { at, kind: 'database', lastsMs: own.wait(30 * second), weather }
    })
  if (random.chance(0.3))
    every('database down', 3 * minute, (at, own) => ({ at, kind: 'databaseDown', lastsMs: own.wait(20 * second) }))
  if (random.chance(0.5))
    every('away', random.pick([minute, 3 * minute]), (at, own) => ({
      at,
      kind: 'away',
      lastsMs: own.wait(20 * second),
    }))
  if (random.chance(0.3)) {
    every('dump', minute, (at) => ({ at, kind: 'dump' }))
    every('restore', 3 * minute, (at) => ({ at, kind: 'restore' }))
  }
  if (random.chance(0.3)) every('copy', 2 * minute, (at, own) => ({ at, kind: 'copy', lastsMs: own.wait(15 * second) }))
}

function makeSetting(random: Random): Setting {
  const family = random.pick(['v3', 'whatsapp'])
  return {
    desks: 1,
    customers: random.int(2, 5),
    family,
    hasHistories: random.chance(0.3),
    isIncomingQueued: true,
    // The chat ids of v3 are the account's own as well: then nothing says whose message a record is.
    journalIdsDiffer: random.chance(0.2) && family === 'whatsapp',
    echo: random.pick(['extendedTextMessage', 'textMessage', 'empty', 'none']),
    statusOrder: random.pick(['ordered', 'reversed']),
    hasPipelining: random.chance(0.7),
    hasUndo: random.chance(0.3),
    hasProgram: random.chance(0.5),
    isBusy: random.chance(0.3),
    sentAfterMs: random.pick([0, 500, 5000]),
    readAfterMs: random.pick([2000, 60_000, null]),
  }
}

function customersTalk(random: Random, every: Every, customers: number): void {
  let messages = 0
  const next = (what: string) => `${what} ${(messages += 1)}`
  every('talk', random.pick([2 * second, 10 * second, minute]), (at, own) => {
    const kind = own.next()
    const which = own.int(0, 29)
    const who = own.int(0, customers - 1)
    const text = next('message')
    if (kind < 0.7) return { at, kind: 'says', who, text, toGroup: kind < 0.12 }
    if (kind < 0.8) return { at, kind: 'reacts', which, emoji: own.pick(['👍', '❤️', '']) }
    if (kind < 0.87) return { at, kind: 'edits', which, text: `edited ${text}` }
    if (kind < 0.91) return { at, kind: 'deletes', which }
    return { at, kind: 'phone', who, text }
  })
  // They fall silent and then all talk at once: that makes a backlog.
  if (random.chance(0.5))
    every('burst', 20 * second, (at, own) => {
      const inBurst = Math.floor(at / (10 * minute)) * 10 * minute + own.between(0, 2 * second)
      return { at: inBurst, kind: 'says', who: own.int(0, customers - 1), text: next('burst'), toGroup: false }
    })
}

function personWorks(random: Random, every: Every, customers: number): void {
  let sends = 0
  every('sends', random.pick([5 * second, 20 * second, 2 * minute]), (at, own) => {
    const send = (sends += 1)
    const isToCustomer = own.chance(0.6)
    const to = isToCustomer ? own.int(0, customers - 1) : own.int(0, 3)
    return { at, kind: 'send', send, to, isToCustomer, text: `send number ${send}` }
  })
  if (random.chance(0.4))
    every('schedules', 2 * minute, (at, own) => {
      const send = 100_000 + (sends += 1)
      return {
        at,
        kind: 'schedule',
        send,
        to: own.int(0, 3),
        text: `send number ${send}`,
        inMs: minute + own.wait(3 * minute),
      }
    })
  if (random.chance(0.8))
    every('chats', random.pick([3 * second, 10 * second, 30 * second]), (at, own) => {
      const who = own.int(0, customers - 1)
      const kind = own.next()
      if (kind < 0.35) return { at, kind: 'done', who }
      if (kind < 0.7) return { at, kind: 'read', who }
      if (kind < 0.8) return { at, kind: 'doneAll', undoAfterMs: own.pick([second, 8 * second]) }
      // One outlasts the calm: nothing but the customer ends it.
      return { at, kind: 'snooze', who, forMs: own.pick([minute, 10 * minute, day]) }
    })
}

function programWorks(random: Random, every: Every, customers: number): void {
  if (!random.chance(0.8)) return
  let sends = 0
  every('program', random.pick([10 * second, minute]), (at, own) => {
    sends += 1
    return { at, kind: 'programSends', send: sends, to: own.int(0, customers - 1), text: `of the program ${sends}` }
  })
}

/** Somebody writes, is answered and erased, often with a kill in the middle, and writes again. */
function guestIsErased(steps: Step[], every: Every, seed: number): void {
  const own = createRandom(seed, 'plan guest')
  if (!own.chance(0.3)) return
  /** Words without a common beginning. */
  const text = (random: Random) => `${Math.floor(random.next() * 36 ** 8).toString(36)} visits`
  every('guest', own.pick([5 * second, 20 * second]), (at, random) => ({ at, kind: 'guestWrites', text: text(random) }))
  every('guest answered', minute, (at, random) => ({ at, kind: 'answersGuest', text: `answer to ${text(random)}` }))
  every('guest described', minute, (at, random) => ({ at, kind: 'describesGuest', text: text(random) }))
  every('guest erased', 2 * minute, (at, random) => {
    if (random.chance(0.5)) steps.push(killSoonAfter(at, random, 0.7))
    return { at, kind: 'erasesGuest' }
  })
}

/** `power`: how likely the computer keeps its power. */
const killSoonAfter = (at: number, random: Random, power: number): Step => ({
  at: at + random.wait(random.pick([3, 150, 2000])),
  kind: 'kill',
  downMs: 500,
  hasPower: random.chance(power),
})

/**
 * Two nights make messages older than the day for which the person keeps them, with kills soon after it is said. Two
 * customers are silent after the first one. What was under way has an hour before the next day, for the service keeps
 * notifications for a day only. So no absence is longer: histories bring no change of what is older than retention
 * keeps.
 */
function messagesBecomeOld({ seed, ms, setting, steps }: Plan): Plan {
  const own = createRandom(seed, 'plan nights')
  const part = ms / 3
  const asleep = 20 * hour
  const night = asleep + hour
  const dayOf = (at: number) => Math.min(2, Math.floor(at / part))
  const isSilent = (step: Step) =>
    dayOf(step.at) > 0 &&
    (step.kind === 'doneAll' || ('who' in step && step.who < 2) || ('to' in step && step.to !== null && step.to < 2))
  const days = steps
    .filter((step) => !isSilent(step) && !(step.kind === 'stop' && step.downMs > hour))
    .map((step): Step => ({ ...step, at: step.at + dayOf(step.at) * night }))
  for (const index of [0, 1]) {
    const at = (index + 1) * part + index * night
    days.push(
      own.chance(0.8)
        ? { at, kind: 'stop', downMs: asleep }
        : { at, kind: 'sleep', ms: asleep, isNoticed: own.chance(0.7) },
    )
  }
  const isOwn = own.chance(0.5)
  const wait = () => own.wait(part / 4)
  for (let passed = wait(); passed < 2 * part; passed += wait()) {
    const at = passed + part + dayOf(passed + part) * night
    const holds = own.pick(['nothing', 'label', 'snooze', 'unread'] as const)
    const who = holds === 'label' ? own.int(0, setting.customers - 1) : 0
    days.push({ at, kind: 'retains', isOwn, who, holds })
    if (own.chance(0.6)) days.push(killSoonAfter(at, own, 0.6))
  }
  return makePlanOf({ seed, ms: ms + 2 * night, setting, steps: days.toSorted((one, other) => one.at - other.at) })
}

/** Some messages are taken back: scheduled ones at any time, others within the seconds of Undo. */
function personRegrets(random: Random, steps: Step[], seed: number): void {
  if (!random.chance(0.4)) return
  const own = createRandom(seed, 'plan regrets')
  for (const step of [...steps]) {
    if (step.kind !== 'send' && step.kind !== 'schedule') continue
    if (!own.chance(0.4)) continue
    const at = step.at + own.wait(3 * second)
    steps.push({ at, kind: 'cancel', send: step.send })
    if (own.chance(0.5)) steps.push({ at: at + own.wait(4 * second), kind: 'again', send: step.send })
  }
}

/** A window whose connection broke hands in again what may have been stored. */
function windowsRepeat(random: Random, steps: Step[], seed: number): void {
  if (!random.chance(0.4)) return
  const own = createRandom(seed, 'plan repeats')
  for (const step of [...steps])
    if ((step.kind === 'send' || step.kind === 'schedule') && own.chance(0.2))
      steps.push({ at: step.at + own.wait(5 * second), kind: 'again', send: step.send })
}

/** Customers write on while the person reads what is about to be closed. */
function customersWriteOn(random: Random, steps: Step[], seed: number): void {
  if (!random.chance(0.8)) return
  const own = createRandom(seed, 'plan writes on')
  for (const step of [...steps]) {
    if (step.kind !== 'done' || !own.chance(0.5)) continue
    const { at, who } = step
    steps.push({ at: at + own.between(0, 4 * second), kind: 'says', who, text: `and on ${at}`, toGroup: false })
  }
}

/** What the person answers to a customer's last words does not arrive, and nobody knows that. */
function answersGetLost(steps: Step[], seed: number, ms: number): void {
  const own = createRandom(seed, 'plan lost answers')
  if (!own.chance(0.3)) return
  const lastText = new Map<number, number>()
  for (const step of steps)
    if (step.kind === 'says' && !step.toGroup) lastText.set(step.who, Math.max(lastText.get(step.who) ?? 0, step.at))
  for (const [who, saidAt] of lastText) {
    const at = saidAt + own.wait(3 * second)
    if (at + 5 * second > ms) continue
    const send = 200_000 + who
    const fault = { kind: 'reset-before' } as const
    steps.push({ at, kind: 'service', lastsMs: 5 * second, fault, probability: 1, operation: 'sendMessage' })
    steps.push({ at: at + second, kind: 'send', send, to: who, isToCustomer: true, text: `send number ${send}` })
  }
}

/** For seconds, in which more than one message comes, each notification arrives without its end. */
function notificationsAreCut(steps: Step[], seed: number): void {
  const own = createRandom(seed, 'plan cut notifications')
  if (!own.chance(0.2)) return
  const fault = { kind: 'broken-json' } as const
  for (const { kind, at } of [...steps])
    if (kind === 'says' && own.chance(0.03))
      steps.push({
        ...{
          at: Math.max(0, at - second),
          kind: 'service',
          lastsMs: own.pick([8, 20]) * second,
          fault,
          probability: 1,
        },
        operation: 'receiveNotification',
      })
}

function troubleComes(
  random: Random,
  every: Every,
  { hasHistories }: Setting,
  work: readonly Step[],
  steps: Step[],
  seed: number,
): void {
  const powerCuts = random.pick([0, 0.3, 1])
  const kill = (at: number, own: Random, meanDown: number): Step => ({
    ...{ at, kind: 'kill', downMs: own.wait(meanDown), hasPower: !own.chance(powerCuts) },
  })
  if (random.chance(0.8))
    every('kills', random.pick([8 * second, 20 * second, minute, 5 * minute]), (at, own) => kill(at, own, 4 * second))
  // Aimed: most of what can go wrong lies in the milliseconds after something began.
  if (random.chance(0.4)) {
    const own = createRandom(seed, 'plan aimed kills')
    for (const { at, kind } of work) {
      const share = kind === 'says' ? 0.05 : 0.15
      if (own.chance(share)) steps.push(kill(at + own.wait(own.pick([3, 30, 150])), own, 500))
    }
  }
  // The queue retains a notification for 24 hours: what a longer absence missed, histories bring.
  const longestDown = random.pick([5 * second, hasHistories ? 30 * hour : hour])
  if (random.chance(0.2))
    every('stops', 10 * minute, (at, own) => ({ at, kind: 'stop', downMs: own.wait(longestDown) }))
  if (random.chance(0.3)) every('threads', 4 * minute, (at, own) => ({ at, kind: 'threadDies', which: own.int(0, 3) }))
  if (random.chance(0.7))
    every('weather', random.pick([30 * second, 3 * minute]), (at, own) => {
      const bad = () => (own.chance(0.4) ? own.pick([0.02, 0.1, 0.4]) : 0)
      const mixed = () => ({
        ...{ refused: bad(), lostBefore: bad(), lostAfter: bad(), hangs: bad() / 4, cut: bad(), twice: bad() },
        slow: bad(),
      })
      const weather = own.chance(0.2) ? { ...fine, refused: 1 } : mixed()
      return { at, kind: 'weather', lastsMs: own.wait(40 * second), weather }
    })
  if (random.chance(0.5))
    every('disk', 3 * minute, (at, own) => {
      const fault = { kind: own.pick(['full', 'failing', 'busy']), where: own.pick(['begin', 'commit']) } as const
      return { at, kind: 'disk', lastsMs: own.wait(15 * second), fault: { ...fault, probability: own.pick([0.1, 1]) } }
    })
  if (random.chance(0.3))
    every('clock', 15 * minute, (at, own) => {
      const byMs = own.pick([-day, -hour, -1500, 1500, hour, day])
      return { at, kind: 'clock', byMs }
    })
  if (random.chance(0.3))
    every('sleep', 15 * minute, (at, own) => {
      const ms = own.pick([5 * second, 10 * minute, hour])
      return { at, kind: 'sleep', ms, isNoticed: own.chance(0.7) }
    })
  if (random.chance(0.2)) every('network', 10 * minute, (at) => ({ at, kind: 'network' }))
  if (random.chance(0.6))
    every('service', 2 * minute, (at, own) => {
      const fault = own.pick(serviceFaults)
      const probability = own.pick([0.05, 0.3, 1])
      return { at, kind: 'service', lastsMs: own.wait(40 * second), fault, probability }
    })
}

/** In the evening the program is ended, or the computer sleeps, until the morning, over weekends, and for a holiday. */
function deskIsLeft(random: Random, steps: Step[], ms: number, workday: number): void {
  const isOff = random.chance(0.5)
  // The machine's time begins on a Friday at eight.
  let days = 0
  for (let at = workday; at < ms;) {
    const isFriday = days % 5 === 0
    const away = isFriday ? (random.chance(0.1) ? 30 * day : 3 * day) : day
    const back = Math.min(at + away - workday, ms)
    if (isOff) steps.push({ at, kind: 'stop', downMs: back - at })
    else steps.push({ at, kind: 'sleep', ms: back - at, isNoticed: random.chance(0.7) })
    at += away
    days += 1
  }
}
