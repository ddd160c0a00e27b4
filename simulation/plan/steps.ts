import { z } from 'zod'
import type { Fault } from '../../src/emulator/http/faults.ts'

const count = z.int().min(0)
const ms = z.number().min(0)
const chance = z.number().min(0).max(1)

const weather = z.object({
  refused: chance,
  lostBefore: chance,
  lostAfter: chance,
  hangs: chance,
  cut: chance,
  twice: chance,
  slow: chance,
})

const databaseWeather = z.object({
  refused: chance,
  lostBefore: chance,
  lostAfter: chance,
  hangs: chance,
  slow: chance,
})

/** Something that happens, at a moment (ms after the start). Customers by their number, messages by their age. */
const step = z.intersection(
  /** `desk`: at which one of a team's; the first one where none is said. */
  z.object({ at: ms, desk: count.optional() }),
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('says'), who: count, text: z.string(), toGroup: z.boolean() }),
    z.object({ kind: z.literal('reacts'), which: count, emoji: z.string() }),
    z.object({ kind: z.literal('edits'), which: count, text: z.string() }),
    z.object({ kind: z.literal('deletes'), which: count }),
    /** The account answers from its phone. */
    z.object({ kind: z.literal('phone'), who: count, text: z.string() }),
    z.object({ kind: z.literal('send'), send: count, to: count, text: z.string(), isToCustomer: z.boolean() }),
    z.object({ kind: z.literal('schedule'), send: count, to: count, text: z.string(), inMs: ms }),
    z.object({ kind: z.literal('cancel'), send: count }),
    /** The window hands the same send in again. */
    z.object({ kind: z.literal('again'), send: count }),
    z.object({ kind: z.literal('programSends'), send: count, to: count, text: z.string() }),
    /** The person lets it read again from its beginning. */
    z.object({ kind: z.literal('programReplays') }),
    z.object({ kind: z.literal('doneAll'), undoAfterMs: ms }),
    z.object({ kind: z.literal('done'), who: count }),
    z.object({ kind: z.literal('read'), who: count }),
    z.object({ kind: z.literal('snooze'), who: count, forMs: ms }),
    /** Somebody whom the person erases, and who may write again. */
    z.object({ kind: z.literal('guestWrites'), text: z.string() }),
    z.object({ kind: z.literal('answersGuest'), text: z.string() }),
    /** The person writes a note and a field about the guest. */
    z.object({ kind: z.literal('describesGuest'), text: z.string() }),
    z.object({ kind: z.literal('erasesGuest') }),
    /** Messages are kept for a day, by a value of the instance's own or of all; a customer's chat for longer. */
    z.object({
      kind: z.literal('retains'),
      isOwn: z.boolean(),
      who: count,
      holds: z.enum(['nothing', 'label', 'snooze', 'unread']),
    }),
    /** For the team: a chat to a desk or to nobody, a note and a label at a chat, the reading of the instance. */
    z.object({ kind: z.literal('assign'), who: count, to: count.nullable() }),
    z.object({ kind: z.literal('note'), who: count, text: z.string() }),
    z.object({ kind: z.literal('label'), who: count, name: z.string(), on: z.boolean() }),
    z.object({ kind: z.literal('handOver'), to: count }),
    /** The desk leaves the team, and joins it again later. */
    z.object({ kind: z.literal('leaves'), awayMs: ms }),
    /** The desk receives alone for a while and shares the instance again, at times just before it renews the token. */
    z.object({ kind: z.literal('unshares'), aloneMs: ms, renews: z.boolean() }),
    z.object({ kind: z.literal('renews') }),
    /** A program of the team proposes a message, and a person sends or dismisses one that is shown. */
    z.object({ kind: z.literal('proposes'), who: count, text: z.string() }),
    z.object({ kind: z.literal('decides'), which: count, takes: z.boolean() }),
    z.object({ kind: z.literal('database'), lastsMs: ms, weather: databaseWeather }),
    z.object({ kind: z.literal('databaseDown'), lastsMs: ms }),
    /** A desk can't reach the database. */
    z.object({ kind: z.literal('away'), lastsMs: ms }),
    /** A member calls functions of the database with whatever. */
    z.object({ kind: z.literal('meddles'), calls: count }),
    z.object({ kind: z.literal('dump') }),
    z.object({ kind: z.literal('restore') }),
    /** The data directory of a desk is copied, and both of them run. */
    z.object({ kind: z.literal('copy'), lastsMs: ms }),
    z.object({ kind: z.literal('kill'), downMs: ms, hasPower: z.boolean() }),
    z.object({ kind: z.literal('stop'), downMs: ms }),
    z.object({ kind: z.literal('threadDies'), which: count }),
    z.object({ kind: z.literal('weather'), lastsMs: ms, weather }),
    z.object({
      kind: z.literal('disk'),
      lastsMs: ms,
      fault: z.object({
        kind: z.enum(['full', 'failing', 'busy']),
        where: z.enum(['begin', 'commit']),
        probability: chance,
      }),
    }),
    /** Somebody sets the clock of the computer. */
    z.object({ kind: z.literal('clock'), byMs: z.number() }),
    z.object({ kind: z.literal('sleep'), ms, isNoticed: z.boolean() }),
    z.object({ kind: z.literal('network') }),
    z.object({
      kind: z.literal('service'),
      lastsMs: ms,
      fault: z.custom<Fault>((value) => typeof value === 'object' && value !== null && 'kind' in value),
      probability: chance,
      operation: z.string().optional(),
    }),
  ]),
)
export type Step = z.infer<typeof step>

/** What the world is like. */
const setting = z.object({
  /** More than one: a team's. */
  desks: z.int().min(1).max(5).default(1),
  customers: z.int().min(1).max(20),
  family: z.enum(['v3', 'whatsapp']),
  hasHistories: z.boolean(),
  /** The queue brings what customers write. Where it does not (`v3`, with histories), the journals have it. */
  isIncomingQueued: z.boolean().default(true),
  journalIdsDiffer: z.boolean(),
  echo: z.enum(['extendedTextMessage', 'textMessage', 'empty', 'none']),
  statusOrder: z.enum(['ordered', 'reversed']),
  hasPipelining: z.boolean(),
  /** The person has seconds to take a message back. */
  hasUndo: z.boolean(),
  /** A program of the customer reads events, and may send. */
  hasProgram: z.boolean(),
  /** The computer is busy: what threads say to each other takes long. */
  isBusy: z.boolean(),
  sentAfterMs: ms,
  /** After the status `sent`; null: never. */
  readAfterMs: ms.nullable(),
})
export type Setting = z.infer<typeof setting>

/** Raised when a stored plan would tell another story. */
const planVersion = 2

const plan = z.object({
  version: z.literal(planVersion),
  seed: z.int().min(0),
  /** How long the trouble lasts. */
  ms,
  /** How long everything may take to come right after the trouble, hours: a status that a quota refused takes six. */
  calmHours: z.number().positive().default(8),
  setting,
  steps: z.array(step).max(1_000_000),
})
export type Plan = z.infer<typeof plan>

export const makePlanOf = (parts: Omit<Plan, 'version' | 'calmHours'>): Plan => ({
  version: planVersion,
  calmHours: 8,
  ...parts,
})

/** Throws an error whose message says what is wrong with the text of a plan. */
export function parsePlan(text: string): Plan {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('The plan is no JSON.')
  }
  const version = typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined
  if (version !== planVersion)
    throw new Error(`The plan has the format ${String(version)}; this simulation reads format ${planVersion}.`)
  const parsed = plan.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`The plan is wrong at ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}.`)
}

const seconds = (value: number): string => `${Number((value / 1000).toFixed(3))} s`

/** A step in words. */
export function describeStep(of: Step): string {
  return `${seconds(of.at).padStart(12)}  ${of.desk === undefined ? '' : `desk ${of.desk}: `}${describe(of)}`
}

function describe(of: Step): string {
  switch (of.kind) {
    case 'says':
      return `customer ${of.who} writes "${of.text}"${of.toGroup ? ' in the group' : ''}`
    case 'reacts':
      return `a customer reacts with "${of.emoji}" to the message ${of.which} before the last`
    case 'edits':
      return `a customer changes the message ${of.which} before the last to "${of.text}"`
    case 'deletes':
      return `a customer deletes the message ${of.which} before the last`
    case 'phone':
      return `the account's phone writes "${of.text}" to customer ${of.who}`
    case 'send':
      return `the person sends "${of.text}" to ${of.isToCustomer ? 'customer' : 'stranger'} ${of.to}`
    case 'schedule':
      return `the person schedules "${of.text}" for ${seconds(of.inMs)} later`
    case 'cancel':
      return `the person takes send ${of.send} back`
    case 'again':
      return `the window hands send ${of.send} in again`
    case 'programSends':
      return `the program sends "${of.text}" to customer ${of.to}`
    case 'programReplays':
      return 'the program is to read again from its beginning'
    case 'doneAll':
      return `the person closes all chats, and takes that back ${seconds(of.undoAfterMs)} later`
    case 'done':
      return `the person closes the chat of customer ${of.who}`
    case 'read':
      return `the person reads the chat of customer ${of.who}`
    case 'snooze':
      return `the person snoozes the chat of customer ${of.who} for ${seconds(of.forMs)}`
    case 'guestWrites':
      return `the guest writes "${of.text}"`
    case 'answersGuest':
      return `the person answers the guest "${of.text}"`
    case 'describesGuest':
      return `the person writes "${of.text}" into a note and a field of the guest`
    case 'erasesGuest':
      return 'the person erases the guest'
    case 'retains': {
      const longer = of.holds === 'nothing' ? '' : `, and the chat of customer ${of.who} for longer (${of.holds})`
      return `the person keeps messages for a day${of.isOwn ? ' in this instance' : ''}${longer}`
    }
    case 'assign':
      return `the chat of customer ${of.who} is assigned to ${of.to === null ? 'nobody' : `desk ${of.to}`}`
    case 'note':
      return `a note "${of.text}" at the chat of customer ${of.who}`
    case 'label':
      return `the label "${of.name}" ${of.on ? 'to' : 'from'} the chat of customer ${of.who}`
    case 'handOver':
      return `the instance is handed over to desk ${of.to}`
    case 'leaves':
      return `the desk leaves the team for ${seconds(of.awayMs)}`
    case 'unshares':
      return `the instance is taken out of the team for ${seconds(of.aloneMs)}${of.renews ? ', and its token is renewed right after it is shared again' : ''}`
    case 'renews':
      return 'the token of the instance is renewed'
    case 'database':
      return `the way to the database is bad for ${seconds(of.lastsMs)}: ${JSON.stringify(of.weather)}`
    case 'databaseDown':
      return `the database is down for ${seconds(of.lastsMs)}`
    case 'away':
      return `the database is out of reach for ${seconds(of.lastsMs)}`
    case 'dump':
      return 'the database is dumped'
    case 'restore':
      return 'the last dump takes the place of the database'
    case 'proposes':
      return `the program proposes "${of.text}" to customer ${of.who}`
    case 'decides':
      return `the person ${of.takes ? 'sends' : 'dismisses'} the proposal ${of.which} of those that are shown`
    case 'meddles':
      return `a member calls ${of.calls} functions of the database with whatever`
    case 'copy':
      return `the data directory is copied, and both run for ${seconds(of.lastsMs)}`
    case 'kill':
      return `the process is killed${of.hasPower ? '' : ' by a power cut'}, and started ${seconds(of.downMs)} later`
    case 'stop':
      return `the program is ended, and started ${seconds(of.downMs)} later`
    case 'threadDies':
      return `thread ${of.which} of the store dies`
    case 'weather':
      return `the network is bad for ${seconds(of.lastsMs)}: ${JSON.stringify(of.weather)}`
    case 'disk':
      return `the disk is bad for ${seconds(of.lastsMs)}: ${JSON.stringify(of.fault)}`
    case 'clock':
      return `the computer's clock is set by ${seconds(of.byMs)}`
    case 'sleep':
      return `the computer sleeps for ${seconds(of.ms)}${of.isNoticed ? '' : ', and the program is not told'}`
    case 'network':
      return 'the computer changes to another network'
    case 'service':
      return `the service misbehaves for ${seconds(of.lastsMs)}: ${JSON.stringify(of.fault)} with probability ${of.probability}${of.operation === undefined ? '' : ` at ${of.operation}`}`
  }
}
