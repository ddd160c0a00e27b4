import { z } from 'zod'
import { command, query } from './define.ts'
import type { InstanceKey, JournalKey, ProgramKey } from './ids.ts'
import { instanceKey, journalKey, labelKey, programKey } from './ids.ts'
import { mostDeadLetters } from './values.ts'

/**
 * How a program gets the events of the journal. `queue`: by the service's own receiveNotification and
 * deleteNotification; `webhook`: Switchboard posts each event; `stream`: server-sent events; `jsonl`: JSON Lines.
 */
const programProtocols = ['queue', 'webhook', 'stream', 'jsonl'] as const
export type ProgramProtocol = (typeof programProtocols)[number]

/** The purpose of a program. It decides the words and the code that the window shows, and nothing else. */
const programPurposes = ['bot', 'webhook', 'automation', 'script', 'assistant'] as const
export type ProgramPurpose = (typeof programPurposes)[number]

/**
 * `active`: gets events. `paused`: by a person. `failing`: its endpoint failed three times in a row, and is probed.
 * `stopped`: its endpoint answered 410 Gone, so that nothing is sent until a person resumes it.
 */
export type ProgramState = 'active' | 'paused' | 'failing' | 'stopped'

/** Which events a program gets, and so what it may see. Events that fit none of these do not exist for it. */
const programScope = z.object({
  /** null: every instance, those added later included. */
  instances: z.array(instanceKey).max(1000).nullable(),
  /** The service's own names (typeWebhook); null: every kind. */
  kinds: z.array(z.string().min(1).max(64)).max(40).nullable(),
  /** Chats with one of these labels only; null: every chat, and what belongs to no chat. */
  labels: z.array(labelKey).max(100).nullable(),
  groups: z.boolean(),
})
export type ProgramScope = z.infer<typeof programScope>

/**
 * `see`: read events and the archive; `draft`: propose messages, set labels, write notes; `send`: send messages;
 * `administer`: pause, resume and move its own place in the journal.
 */
const programRights = ['see', 'draft', 'send', 'administer'] as const
export type ProgramRight = (typeof programRights)[number]
export const rights = z.array(z.enum(programRights)).max(4)

/** Messages that a program may send within a minute, an hour and a day. */
const sendLimits = z.object({
  minute: z.int().min(0).max(1000),
  hour: z.int().min(0).max(10_000),
  day: z.int().min(0).max(100_000),
})
export type ProgramSendLimits = z.infer<typeof sendLimits>

const webhookSettings = z.object({
  /** https, or http to this computer. */
  url: z.string().min(1).max(2000),
  /** The person allowed an address of a private network. */
  allowPrivate: z.boolean(),
  /** Requests at once: events of one chat are never sent at once. */
  inFlight: z.int().min(1).max(8),
  /** How long an answer may take, ms. */
  timeoutMs: z.int().min(5000).max(180_000),
})
export type WebhookSettings = z.infer<typeof webhookSettings>

/** A problem of a program, as a code that the window has words for. Times are epoch ms. */
export interface ProgramTrouble {
  readonly at: number
  /**
   * `status`: an answer that is no success; `timeout`, `refused`, `unreachable`, `tls`, `redirect`: the endpoint did
   * not answer; `privateAddress`: its name leads to a private network; `secretMissing`: this computer has lost the
   * signing secret; `keyExpired`, `keyWrong`: a call was refused; `deadLettersFull`: a webhook of the team has 2,000
   * dead letters; `notInTeam`: the team's database lacks this webhook.
   */
  readonly kind:
    | 'status'
    | 'timeout'
    | 'refused'
    | 'unreachable'
    | 'tls'
    | 'redirect'
    | 'privateAddress'
    | 'secretMissing'
    | 'keyExpired'
    | 'keyWrong'
    | 'deadLettersFull'
    | 'notInTeam'
  /** HTTP status; null when there was no answer. */
  readonly status: number | null
  /** The beginning of the answer, or the system's code; '' when there is nothing more to say. */
  readonly text: string
}

/** Events that wait for a program. */
export interface ProgramBacklog {
  readonly events: number
  /** There are more than were counted. */
  readonly more: boolean
  /** When the oldest of them was received, epoch ms; null when nothing waits. */
  readonly oldestAt: number | null
}

export interface ProgramRow {
  readonly key: ProgramKey
  /** Eight letters and digits, the beginning of its key. */
  readonly id: string
  readonly name: string
  readonly purpose: ProgramPurpose
  readonly protocol: ProgramProtocol
  readonly state: ProgramState
  readonly stateSince: number
  readonly createdAt: number
  readonly scope: ProgramScope
  readonly rights: readonly ProgramRight[]
  readonly sendLimits: ProgramSendLimits
  /** True if it may also write to chats that did not write within 30 days. */
  readonly writesFirst: boolean
  /** Of a webhook; null for programs that ask. */
  readonly webhook: WebhookSettings | null
  /** Written events count as read; only for streams whose reader never acknowledges. */
  readonly readWhenWritten: boolean
  /** When its key ends, epoch ms; null: never, or it has none. */
  readonly keyExpiresAt: number | null
  readonly connected: boolean
  readonly backlog: ProgramBacklog
  /** Delivered in the last hour, by this run. */
  readonly deliveredLastHour: number
  readonly trouble: ProgramTrouble | null
  /** When it last called with its present key or took an event, epoch ms; null: never. */
  readonly lastContactAt: number | null
  readonly deadLetters: number
  /** Of a failing webhook: when the next probe goes out, epoch ms; else null. */
  readonly nextTryAt: number | null
  /** Null: it belongs to this desk. */
  readonly team: ProgramOfTeam | null
}

/**
 * A program of the team. The desk that receives for an instance delivers a webhook's events; any other program has one
 * key at all desks.
 */
interface ProgramOfTeam {
  /** Of a webhook: this desk has its secret. False: its passphrase is another one, or this login may not read it. */
  readonly hasSecret: boolean
}

/** The webhooks of the team that this desk is in. */
export interface TeamWebhooksState {
  /** An administrator switched their delivery on. */
  readonly isOn: boolean
  /** This person may add, change and remove them, and switch them on. */
  readonly mayChange: boolean
}

/** A delivery or a read, as the program had it. Only of this run. */
export interface ProgramCall {
  readonly at: number
  readonly outcome: 'delivered' | 'failed' | 'refused'
  /** Of a webhook: the event; null for a read of several. */
  readonly event: JournalKey | null
  readonly events: number
  /** Of one event: its kind, and its chat. */
  readonly typeWebhook: string | null
  readonly chatTitle: string | null
  /** The HTTP status of a webhook's answer; null: there was none, or the program asked. */
  readonly status: number | null
  /** The try of this event, from 1; 0: a probe or a test. */
  readonly attempt: number
  readonly trouble: ProgramTrouble | null
  readonly durationMs: number
}

/** An event that was given up and waits for a person. */
export interface DeadLetter {
  readonly event: JournalKey
  readonly instance: InstanceKey
  readonly typeWebhook: string
  readonly chatTitle: string | null
  readonly receivedAt: number
  readonly firstFailedAt: number
  readonly tries: number
  readonly trouble: ProgramTrouble
}

/** The event that a queue gives now. */
export interface ProgramHead {
  readonly event: JournalKey
  readonly instance: InstanceKey
  readonly typeWebhook: string
  readonly chatTitle: string | null
  readonly receivedAt: number
}

/** Events that left the journal before the program had read them. */
export interface ProgramGap {
  readonly first: JournalKey
  readonly last: JournalKey
  readonly events: number
  readonly at: number
}

export interface ProgramDetails extends ProgramRow {
  readonly backlogs: readonly (ProgramBacklog & { readonly instance: InstanceKey })[]
  /** Of each queue that has events. */
  readonly heads: readonly ProgramHead[]
  /** Newest first, 50 at most. */
  readonly calls: readonly ProgramCall[]
  /** Oldest first, 100 at most. */
  readonly deadLetterRows: readonly DeadLetter[]
  /** Of all dead letters, oldest first, `mostDeadLetters` at most. */
  readonly deadLetterEvents: readonly JournalKey[]
  readonly gaps: readonly ProgramGap[]
  /** Unread events are kept until then, epoch ms; null when nothing waits. */
  readonly retainedUntil: number | null
  /** Events of the scope's instances that no program is given: no JSON, no body, or another instance's. */
  readonly notServed: number
}

/** The place where programs connect. */
export type ProgramListener =
  | { readonly kind: 'off' }
  | { readonly kind: 'listening'; readonly port: number }
  /** `code`: the system's, EADDRINUSE where another program has the port. */
  | { readonly kind: 'failed'; readonly port: number; readonly code: string }

/** The command line of this computer asks for a key. The window shows the code that the command line prints. */
export interface PendingPairing {
  readonly id: number
  readonly code: string
  /** The name that the new program gets, as the command line gave it. */
  readonly name: string
  /** Epoch ms. */
  readonly expiresAt: number
}

const programName = z.string().max(200)
const target = z.object({ program: programKey })
const deadLettersOf = z.object({ program: programKey, events: z.array(journalKey).max(mostDeadLetters) })

export const programQueries = {
  /** `team` null: in no team, or its database was not reached since the start, or is of a version without webhooks. */
  'programs.list': query<{
    readonly listener: ProgramListener
    readonly rows: readonly ProgramRow[]
    readonly team: TeamWebhooksState | null
  }>()(z.object({})),
  'programs.details': query<ProgramDetails>()(target),
  /**
   * How many messages of programs have not left yet, and when all programs were paused, epoch ms; null: they are not,
   * or nobody knows since when.
   */
  'programs.waiting': query<{ readonly messages: number; readonly pausedAt: number | null }>()(z.object({})),
  'programs.pairing': query<PendingPairing | null>()(z.object({})),
  /** Which programs have not read what an instance's journal holds; null: of any instance. */
  'programs.unread': query<
    readonly { readonly program: ProgramKey; readonly name: string; readonly events: number }[]
  >()(z.object({ instance: instanceKey.nullable() })),
}

export const programCommands = {
  /** A key or a secret is in the answer, and nowhere else ever again. */
  'programs.add': command<{
    readonly program: ProgramKey
    readonly key: string | null
    readonly secret: string | null
  }>()(
    z.object({
      name: programName,
      purpose: z.enum(programPurposes),
      protocol: z.enum(programProtocols),
      scope: programScope,
      /** Absent: `see`. */
      rights: rights.optional(),
      /** Absent: 20 a minute, 200 an hour, 1,000 a day. */
      sendLimits: sendLimits.optional(),
      writesFirst: z.boolean().optional(),
      /** Events from this time on, epoch ms; null: from now on. */
      from: z.number().nullable(),
      keyExpiresAt: z.number().nullable(),
      readWhenWritten: z.boolean(),
      webhook: webhookSettings.nullable(),
      /** Sent as the header Authorization of each webhook request, as the service does; '' for none. */
      authorization: z.string().max(500),
      /** True: it belongs to the team. Errors: teamMissing, teamTrouble. */
      ofTeam: z.boolean().optional(),
    }),
  ),
  /** Whether desks deliver the team's webhooks, for administrators. */
  'programs.switchTeam': command<void>()(z.object({ on: z.boolean() })),
  'programs.change': command<void>()(
    z.object({
      program: programKey,
      name: programName.optional(),
      scope: programScope.optional(),
      rights: rights.optional(),
      sendLimits: sendLimits.optional(),
      writesFirst: z.boolean().optional(),
      webhook: webhookSettings.optional(),
      keyExpiresAt: z.number().nullable().optional(),
      readWhenWritten: z.boolean().optional(),
      authorization: z.string().max(500).optional(),
    }),
  ),
  /** The old key ends at once. A webhook gets a key so, to call with. */
  'programs.renewKey': command<{ readonly key: string }>()(target),
  /** Requests are signed with the old secret as well for a day. */
  'programs.renewSecret': command<{ readonly secret: string }>()(target),
  /** Allowed: a program is added that may see and draft, and the command line gets its key. `notFound`: it is over. */
  'programs.answerPairing': command<void>()(z.object({ id: z.int(), allow: z.boolean() })),
  'programs.pause': command<void>()(target),
  /** Also tries a failing endpoint at once, and starts a stopped one. */
  'programs.resume': command<void>()(target),
  /** Answers how many events are skipped. */
  'programs.skipToNow': command<{ readonly skipped: number }>()(target),
  /** Skips this event of a queue. 0: the queue gives another one now. */
  'programs.skipEvent': command<{ readonly skipped: number }>()(
    z.object({ program: programKey, instance: instanceKey, event: journalKey }),
  ),
  /** Begins again with events received from this time on, epoch ms. Answers how many there are now. */
  'programs.replayFrom': command<{ readonly events: number }>()(z.object({ program: programKey, from: z.number() })),
  /** Dead letters go out once more: those that the person saw, and none that came meanwhile. */
  'programs.replayDeadLetters': command<void>()(deadLettersOf),
  'programs.skipDeadLetters': command<void>()(deadLettersOf),
  /**
   * Delivers one event once more to a webhook of this desk. False: the event left the journal, or is outside of the
   * program's scope.
   */
  'programs.sendAgain': command<{ readonly queued: boolean }>()(z.object({ program: programKey, event: journalKey })),
  /** Posts an event that is marked as a test, now. */
  'programs.sendTest': command<ProgramCall>()(target),
  'programs.remove': command<void>()(target),
  /**
   * The person restored a copy of the data directory: from now on events have other ids than those that were given out
   * before.
   */
  'programs.newEpoch': command<void>()(z.object({})),
}
