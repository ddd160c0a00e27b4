import type { Scope } from '../../../contract/ids.ts'
import type { ProgramProtocol, ProgramPurpose, ProgramRow, ProgramState } from '../../../contract/programs.ts'
import type { AppSettings } from '../../../contract/settings.ts'
import type { IconName } from '../../ui/marks/icon.tsx'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** An endpoint may fail this long before a notice appears, ms. */
const failingNoticeAfterMs = 10 * 60_000

/**
 * A program whose key has ended looks active to the store, and cannot connect; a webhook of the team does while the
 * team's webhooks are off, and no desk delivers it.
 */
export type ShownState = ProgramState | 'keyExpired' | 'teamOff' | 'notReading'

/** The settings that decide when a notice about a program appears. */
export type ProgramLimits = Pick<AppSettings, 'keepUnreadDays' | 'programReadsWithinMinutes'>

/** The limits until Settings are read. */
export const usualLimits: ProgramLimits = { keepUnreadDays: 14, programReadsWithinMinutes: 30 }

export interface ShownWhen {
  readonly limits: ProgramLimits
  /** Epoch ms. */
  readonly now: number
  /** The team's webhooks are off. */
  readonly isTeamOff: boolean
}

export function shownState(row: ProgramRow, { limits, now, isTeamOff }: ShownWhen): ShownState {
  const { state, keyExpiresAt } = row
  if (isTeamOff && isTeamWebhook(row) && (state === 'active' || state === 'failing')) return 'teamOff'
  if (state !== 'active') return state
  if (keyExpiresAt !== null && keyExpiresAt <= now) return 'keyExpired'
  const { oldestAt } = row.backlog
  if (row.protocol === 'webhook' || oldestAt === null) return state
  return now - oldestAt >= limits.programReadsWithinMinutes * minuteMs ? 'notReading' : state
}

export const stateTones = {
  active: 'live',
  paused: 'paused',
  failing: 'error',
  stopped: 'error',
  keyExpired: 'warn',
  teamOff: 'paused',
  notReading: 'warn',
} as const satisfies Record<ShownState, string>

/** Whether at most a tenth of the time is left for which unread events are kept. */
export const isNearRetention = ({ backlog, state }: ProgramRow, keepUnreadDays: number, now: number): boolean =>
  state !== 'stopped' && backlog.oldestAt !== null && now - backlog.oldestAt >= keepUnreadDays * dayMs * 0.9

/** A notice about a program that a person gets without looking for it. */
export type ProgramNotice = 'failing' | 'stopped' | 'deadLetters' | 'secretMissing' | 'retention'

export function noticesOf(row: ProgramRow, { keepUnreadDays }: ProgramLimits, now: number): readonly ProgramNotice[] {
  const holds: Readonly<Record<ProgramNotice, boolean>> = {
    failing: row.state === 'failing' && now - row.stateSince >= failingNoticeAfterMs,
    stopped: row.state === 'stopped',
    deadLetters: row.deadLetters > 0,
    secretMissing: row.trouble?.kind === 'secretMissing',
    retention: isNearRetention(row, keepUnreadDays, now),
  }
  return (Object.keys(holds) as ProgramNotice[]).filter((notice) => holds[notice])
}

export const needsAttention = (row: ProgramRow, limits: ProgramLimits, now: number): boolean =>
  row.state === 'failing' ||
  ['keyExpired', 'notReading'].includes(shownState(row, { limits, now, isTeamOff: false })) ||
  noticesOf(row, limits, now).length > 0

/** Whether a program gets events of an instance. */
export const isInScope = ({ scope: { instances } }: ProgramRow, scope: Scope): boolean =>
  scope === null || instances === null || instances.includes(scope)

/** The square of a program shows what kind of program it is. */
export const purposeIcons: Readonly<Record<ProgramPurpose, IconName>> = {
  bot: 'plug',
  webhook: 'webhook',
  automation: 'swap',
  script: 'terminal',
  assistant: 'chat',
}

/** The protocols that a kind of program can use, the usual one first. */
export const protocolsOf: Readonly<Record<ProgramPurpose, readonly [ProgramProtocol, ...ProgramProtocol[]]>> = {
  webhook: ['webhook'],
  bot: ['queue'],
  automation: ['webhook', 'stream'],
  script: ['jsonl', 'stream'],
  assistant: ['jsonl'],
}

/** `shop.example` of an address; the address itself where it is none. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? url

/** `http://127.0.0.1:47811` */
export const addressOf = (port: number): string => `http://127.0.0.1:${port}`

/** Its events are delivered by the desks of the team that receive. */
export const isTeamWebhook = ({ protocol, team }: Pick<ProgramRow, 'protocol' | 'team'>): boolean =>
  protocol === 'webhook' && team !== null
