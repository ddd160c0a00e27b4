import { z } from 'zod'
import { plans } from '../../../contract/instances.ts'

/**
 * Calls per operation and month (service 10.6): what this computer made, what the service counted, and who may spend
 * what is left. Pure; times in epoch ms unless said otherwise. A month is one of UTC: nobody says where the service's
 * begins, so that both meet again at the first answer.
 */

/** Spenders, highest priority first. `person` and `programs` are never held back. */
export const spenders = ['person', 'programs', 'statuses', 'openChat', 'list', 'absence'] as const
export type Spender = (typeof spenders)[number]

const counts = z.partialRecord(z.enum(spenders), z.int().min(0))
const refusal = z.object({
  at: z.number(),
  /** The service's count and limit; null where its body lacks them. */
  used: z.number().nullable(),
  total: z.number().nullable(),
  /** Counts of this computer and of its team's other desks at that time. */
  own: z.int().min(0),
  /** False: a later call was answered. */
  holds: z.boolean(),
})
const operationMonth = z.object({ calls: counts, refused: refusal.nullable() })
export const callUseSchema = z.object({
  /** By `2026-11`; the last ones only. */
  months: z.record(z.string(), z.record(z.string(), operationMonth)),
  /** The plan that answers showed, by the newest evidence. */
  plan: z.object({ kind: z.enum(plans), at: z.number() }).nullable(),
})

export type OperationMonth = z.output<typeof operationMonth>
export type CallUse = z.output<typeof callUseSchema>

export const noCalls: CallUse = { months: {}, plan: null }

/** Months that are retained: a clock that is set back over the 1st finds its own again. */
export const retainedMonths = 3
export const hourMs = 3_600_000
/** No time zone enters a month later than this after UTC. */
const lastZoneMs = 12 * hourMs

export const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7)

export const monthStart = (now: number): number => Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth())
export const monthEnd = (now: number): number =>
  Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth() + 1)

/**
 * When a used-up quota is renewed: on the 1st. A refusal in the first hours of a month may be of the month that goes on
 * in another time zone.
 */
export const quotaEndsAt = (refusedAt: number): number =>
  refusedAt - monthStart(refusedAt) < lastZoneMs ? monthStart(refusedAt) + lastZoneMs : monthEnd(refusedAt)

/**
 * Whether a quota that was refused is still used up. A clock that was set back before the refusal says nothing of it.
 */
export const isQuotaUsedUp = (refusedAt: number, now: number): boolean =>
  now < quotaEndsAt(refusedAt) && refusedAt <= now + hourMs
