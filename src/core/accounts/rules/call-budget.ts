import type { ApiError } from '../../../api/answers/api-error.ts'
import type { CallOptions } from '../../../api/call.ts'
import { operationPath, operations, type Family, type Operation, type OperationName } from '../../../api/operations.ts'
import type { AccountQuota } from '../../../contract/values.ts'
import type { Plan } from '../../../contract/instances.ts'
import {
  hourMs,
  isQuotaUsedUp,
  monthEnd,
  monthOf,
  monthStart,
  quotaEndsAt,
  retainedMonths,
  spenders,
} from './call-use.ts'
import type { CallUse, OperationMonth, Spender } from './call-use.ts'

/** Background work may spend so much of a month; the rest is for people's clicks and for the customer's programs. */
const backgroundShare = 1 / 3
/** Beyond this share of calls by people and background together, background work ends. */
const ownShare = 2 / 3
/**
 * Background work tries a refused operation again after this time. A plan may be raised on any day, and the service
 * does not say so; a refused call costs nothing of the month.
 */
const retryRefusedMs = 6 * hourMs

interface Part {
  /** Of the background's share. */
  readonly weight: number
  /** The fraction of it that may be spent at once; the rest becomes available as the month passes. */
  readonly burst: number
  /** Calls keep a distance from each other, which grows as less is left. */
  readonly paced: boolean
}
const paced = (weight: number): Part => ({ weight, burst: 1 / 15, paced: true })
const unpaced = (weight: number, burst: number): Part => ({ weight, burst, paced: false })

/** Parts of the background's share of an operation, by spender. Operations that are not named: lists alone. */
const parts: Readonly<Partial<Record<OperationName, Readonly<Partial<Record<Spender, Part>>>>>> = {
  lastOutgoingMessages: { statuses: paced(0.5), list: paced(0.35), absence: unpaced(0.15, 1 / 2) },
  lastIncomingMessages: { list: paced(0.8), absence: unpaced(0.2, 1 / 2) },
  getChatHistory: { statuses: paced(0.1), openChat: unpaced(0.6, 1 / 3), absence: unpaced(0.3, 1 / 2) },
  getMessage: { statuses: paced(1) },
}
const listAlone = { list: unpaced(1, 1 / 3) }

const purposes: Readonly<Record<string, Spender>> = {
  'sending.follow': 'statuses',
  'history.open': 'openChat',
  'history.sync': 'absence',
  'history.firstSync': 'absence',
  'history.absence': 'absence',
  'view.account': 'list',
  programs: 'programs',
}

/** The spender of a call, by its purpose. */
export function spenderOf(name: OperationName, { purpose = '', priority }: CallOptions): Spender {
  if (purpose === 'history.fresh') return name === 'getChatHistory' ? 'openChat' : 'list'
  return (
    (Object.hasOwn(purposes, purpose) ? purposes[purpose] : undefined) ??
    (priority === 'background' ? 'list' : 'person')
  )
}

export interface BudgetScene {
  readonly family: Family
  /** Set by a person; null: as the answers show. */
  readonly chosen: Plan | null
  /** Desks of a team that share the instance: each has an equal part of the background's share. */
  readonly desks: number
  /** Calls of the other desks, as far as the team's database has them. */
  readonly colleagues: readonly CallUse[]
  readonly now: number
  /** Ms since the last call of this operation by this spender in this run; null: none. */
  readonly sinceMs: number | null
}

export const planOf = (use: CallUse, chosen: Plan | null): Plan | null => chosen ?? use.plan?.kind ?? null

/** The plan's monthly limit of an operation, as far as it is known; Infinity: none. */
export function monthlyLimit(
  name: OperationName,
  use: CallUse,
  scene: Pick<BudgetScene, 'family' | 'chosen' | 'now'>,
): number {
  const total = monthUse(use, scene.now, name).refused?.total ?? null
  const { developerMonth = Infinity }: Operation = operations[name]
  const isLarger = planOf(use, scene.chosen) === 'larger'
  if (total !== null && total > 0 && !(isLarger && total <= developerMonth)) return total
  return scene.family !== 'whatsapp' || isLarger ? Infinity : developerMonth
}

const none: OperationMonth = { calls: {}, refused: null }

const monthUse = (use: CallUse, now: number, name: string): OperationMonth => {
  const month = monthOf(now)
  const known = Object.hasOwn(use.months, month) ? use.months[month] : undefined
  return (known !== undefined && Object.hasOwn(known, name) ? known[name] : undefined) ?? none
}

/** All calls of a desk in a month. */
export const ownCalls = ({ calls }: Pick<OperationMonth, 'calls'>): number =>
  spenders.reduce((sum, spender) => sum + (calls[spender] ?? 0), 0)

/** Calls of desks in a month: of all spenders, or of one. */
const callsOf = (desks: readonly CallUse[], now: number, name: string, spender?: Spender): number =>
  desks.reduce((sum, use) => {
    const row = monthUse(use, now, name)
    return sum + (spender === undefined ? ownCalls(row) : (row.calls[spender] ?? 0))
  }, 0)

/**
 * Calls of other computers and programs that the service counted besides ours. A refusal whose month has ended since
 * counted those of another month.
 */
export const callsElsewhere = ({ refused }: Pick<OperationMonth, 'refused'>, now: number): number =>
  refused === null || refused.used === null || !isQuotaUsedUp(refused.at, now)
    ? 0
    : Math.max(0, refused.used - refused.own)

/** Ms until this spender may make its next call of an operation; 0: now. */
export function restBefore(name: OperationName, spender: Spender, use: CallUse, scene: BudgetScene): number {
  if (spender === 'person' || spender === 'programs') return 0
  const { now } = scene
  const known = monthUse(use, now, name)
  const limit = monthlyLimit(name, use, scene)
  const { refused } = known
  // A larger plan that was set or shown since ends the refusal of the smaller one.
  const isLifted = refused !== null && planOf(use, scene.chosen) === 'larger' && limit === Infinity
  if (refused?.holds === true && !isLifted && isQuotaUsedUp(refused.at, now)) {
    const retryMs = retryRefusedMs - Math.min(now - refused.at, scene.sinceMs ?? Infinity)
    return Math.max(0, Math.min(quotaEndsAt(refused.at) - now, retryMs))
  }
  if (limit === Infinity) return 0
  const part = (parts[name] ?? listAlone)[spender as keyof (typeof parts)[OperationName]] as Part | undefined
  const untilEnd = monthEnd(now) - now
  if (part === undefined) return untilEnd
  const { desks, colleagues, sinceMs } = scene
  const all = [use, ...colleagues]
  const monthMs = monthEnd(now) - monthStart(now)
  const passed = (now - monthStart(now)) / monthMs
  if (limit * ownShare - callsOf(all, now, name) - callsElsewhere(known, now) < 1) return untilEnd
  /** Rest by a share, of which so many calls were made. */
  const restOf = (share: number, spent: number): number => {
    if (share - spent < 1) return untilEnd
    const flow = share * (1 - part.burst)
    const available = share * part.burst + flow * passed - spent
    if (available < 1) return Math.ceil(((1 - available) / flow) * monthMs) + 1
    if (!part.paced || sinceMs === null) return 0
    return Math.max(0, monthMs / share / (1 + available) - sinceMs)
  }
  const share = limit * backgroundShare * part.weight
  // A desk that joined late has its part only as far as the others left something.
  return Math.max(restOf(share / desks, known.calls[spender] ?? 0), restOf(share, callsOf(all, now, name, spender)))
}

/**
 * The use with what other desks learned in this month: the newest refusal, and whether a call was answered since, and
 * the newest evidence of the plan. The same object where there is nothing new.
 */
export function learnFromColleagues(use: CallUse, colleagues: readonly CallUse[], now: number): CallUse {
  let learned = use
  for (const { plan } of colleagues)
    if (plan !== null && plan.at <= now + hourMs && plan.at > (learned.plan?.at ?? 0)) learned = { ...learned, plan }
  for (const colleague of colleagues)
    for (const [name, { refused }] of callsOfMonth(colleague, now)) {
      const known = monthUse(learned, now, name)
      if (refused !== null && refused.at <= now + hourMs && isNews(refused, known.refused))
        learned = put(learned, now, name, { ...known, refused }, null)
    }
  return learned
}

type Refusal = NonNullable<OperationMonth['refused']>
/** True if the refusal is newer than the known one, or a call was answered since that one. */
const isNews = (refused: Refusal, known: Refusal | null): boolean =>
  known === null || refused.at > known.at || (refused.at === known.at && known.holds && !refused.holds)

/** The part of this desk's use that other desks need: operations that a plan limits, in the present month. */
export function publishedUse({ months, plan }: CallUse, now: number): CallUse {
  const month = monthOf(now)
  const rows = callsOfMonth({ months, plan }, now).filter(([name, { refused }]) => {
    const { developerMonth }: Operation = operations[name]
    return developerMonth !== undefined || refused !== null
  })
  return { months: rows.length === 0 ? {} : { [month]: Object.fromEntries(rows) }, plan }
}

/** An attempt that counts against the budget. */
interface CountedAttempt {
  readonly operation: OperationName
  readonly spender: Spender
  readonly at: number
  /** Null: it was answered with a reply. */
  readonly error: ApiError | null
  /** Calls of the team's other desks at that time. */
  readonly colleagues?: readonly CallUse[]
}

/** Answers that the service gives before it counts a call. */
const notCounted: ReadonlySet<number> = new Set([401, 403, 404, 429])

function isCounted(error: ApiError | null): boolean {
  if (error === null) return true
  if (error.kind === 'network') return error.mayHaveLeft
  return 'status' in error && error.kind !== 'quota' && !notCounted.has(error.status)
}

/** The use after an attempt; the same object where nothing changed. */
export function countAttempt(
  use: CallUse,
  { operation, spender, at, error, colleagues = [] }: CountedAttempt,
): CallUse {
  const { developerMonth, limit }: Operation = operations[operation]
  // The queue is read all day, and no plan limits that.
  if (limit === 'queue') return use
  const known = monthUse(use, at, operation)
  if (error?.kind === 'quota') {
    const { used, total } = error
    const own = ownCalls(known) + callsOf(colleagues, at, operation)
    const refused = { at, used: valid(used), total: valid(total), own, holds: true }
    const kind =
      refused.total === null || developerMonth === undefined ? null : planByTotal(refused.total, developerMonth)
    return put(use, at, operation, { ...known, refused }, kind)
  }
  if (!isCounted(error)) return use
  const calls = { ...known.calls, [spender]: (known.calls[spender] ?? 0) + 1 }
  const refused = known.refused === null || error !== null ? known.refused : liftedOf(known.refused)
  const ofDesks = ownCalls({ calls }) + callsOf(colleagues, at, operation)
  const isBeyond = error === null && developerMonth !== undefined && ofDesks > developerMonth
  return put(use, at, operation, { calls, refused }, isBeyond ? 'larger' : null)
}

/**
 * A refusal after which a call was answered. If its numbers forbade that call, the plan was raised since, and they are
 * of the old one.
 */
const liftedOf = (refused: Refusal): Refusal => ({ ...refused, used: null, total: null, holds: false })

const planByTotal = (total: number, developerMonth: number): Plan => (total > developerMonth ? 'larger' : 'developer')

/** A count of the service; a negative one says nothing. */
const valid = (value: number | undefined): number | null => (value === undefined || value < 0 ? null : value)

function put(use: CallUse, at: number, name: string, row: OperationMonth, plan: Plan | null): CallUse {
  const month = monthOf(at)
  const others = Object.entries(use.months).filter(([key]) => key !== month)
  return {
    months: Object.fromEntries([
      ...others.slice(1 - retainedMonths),
      [month, { ...(Object.hasOwn(use.months, month) ? use.months[month] : {}), [name]: row }],
    ]),
    plan: plan === null ? use.plan : { kind: plan, at },
  }
}

/** The desks' calls of operations that the plan limits, as far as they are known, in the present month. */
export function countedQuotas(
  use: CallUse,
  scene: Pick<BudgetScene, 'family' | 'chosen' | 'now' | 'colleagues'>,
): readonly Omit<AccountQuota, 'text'>[] {
  const names = new Set([use, ...scene.colleagues].flatMap((one) => callsOfMonth(one, scene.now).map(([name]) => name)))
  return [...names].flatMap((name) => {
    const row = monthUse(use, scene.now, name)
    const limit = monthlyLimit(name, use, scene)
    const refused = row.refused !== null && isQuotaUsedUp(row.refused.at, scene.now) ? row.refused : null
    if (limit === Infinity && refused === null) return []
    const { person: people = 0, programs = 0 } = row.calls
    return [
      {
        method: operationPath(name, scene.family),
        used: refused?.used ?? null,
        total: limit === Infinity ? null : limit,
        at: refused?.at ?? null,
        usedUpUntil: refused?.holds === true ? quotaEndsAt(refused.at) : null,
        own: { people, programs, background: ownCalls(row) - people - programs },
        colleagues: callsOf(scene.colleagues, scene.now, name),
      },
    ]
  })
}

/** The rows of the present month. */
export function callsOfMonth(use: CallUse, now: number): readonly (readonly [name: OperationName, OperationMonth])[] {
  const month = monthOf(now)
  const rows = Object.hasOwn(use.months, month) ? (use.months[month] ?? {}) : {}
  return Object.entries(rows).flatMap(([name, row]) => (isOperation(name) ? [[name, row] as const] : []))
}

const isOperation = (name: string): name is OperationName => Object.hasOwn(operations, name)
