import type { InstanceKey } from '../../contract/ids.ts'
import type { SharedPrograms } from './shared-programs.ts'
import type { SharedInstanceId, TeamRole } from './shared-ids.ts'

type SharedWebhookState = 'active' | 'paused' | 'stopped'

/** A webhook as the team has it. */
export interface SharedWebhook {
  /** A UUID that the desk of its author assigned. */
  readonly id: string
  readonly name: string
  /** JSON of `SharedWebhookSettings`; null: it was removed. */
  readonly settings: string | null
  /** Names its secret, whatever that is sealed with; null: it was removed. */
  readonly secretId: string | null
  readonly state: SharedWebhookState
  /** Counts how often it began again at another place. */
  readonly round: number
  /** Counts its changes by people. */
  readonly version: number
  /** Counts also those of its dead letters. */
  readonly n: number
}

/** A change by an administrator. `settings` and `secret` null: it is removed. */
interface WebhookChange extends Pick<SharedWebhook, 'id' | 'name' | 'settings' | 'secretId'> {
  /** Sealed together with the address. */
  readonly secret: string | null
  /** The version that was seen; 0: it is new. */
  readonly base: number
  /** The check value of the passphrase that the secret is sealed with. */
  readonly check: string
  /** Of a new one: events that came from this time on, epoch ms; null: from now on. */
  readonly from: number | null
}

/** All entries of an instance up to `n` are done. */
export interface SharedCursor {
  readonly webhook: string
  readonly instance: SharedInstanceId
  readonly n: number
}

/** An entry below the cursor that the endpoint did not take. `trouble`: JSON of a ProgramTrouble. */
export interface SharedLetter {
  readonly instance: SharedInstanceId
  /** The entry's permanent id. */
  readonly entry: string
  readonly n: number
  readonly tries: number
  readonly firstFailedAt: number
  readonly trouble: string
  /** A person asked to send it once more. */
  readonly isReplaying: boolean
}

export type NewLetter = Omit<SharedLetter, 'instance' | 'isReplaying'>

interface CursorMove {
  readonly webhook: string
  readonly instance: SharedInstanceId
  readonly epoch: number
  readonly from: number
  readonly to: number
  /** The link of the entry `to`; null: it is older than those whose links this desk knows. */
  readonly link: string | null
  /** 100 at most. */
  readonly letters: readonly NewLetter[]
}

/** The calls of a team's database for webhooks. `src/team/schema` documents each. */
export interface SharedWebhooks {
  /** An administrator switched them on. */
  readonly webhooksOn: boolean
  webhooks(): Promise<readonly SharedWebhook[]>
  /** As it is sealed; null: there is none, or this login may not read it. */
  webhookSecret(id: string): Promise<string | null>
  webhookCursors(): Promise<readonly SharedCursor[]>
  webhookLetters(id: string): Promise<readonly SharedLetter[]>
  putWebhook(change: WebhookChange): Promise<'done' | 'changed' | 'passphrase'>
  /** False: another change came first. */
  setWebhookState(id: string, state: SharedWebhookState, base: number): Promise<boolean>
  /** `from`: epoch ms; null: now. False: there is no such webhook. */
  seekWebhook(id: string, from: number | null): Promise<boolean>
  /** `entries` null: all. Gives how many. */
  askLetters(id: string, entries: readonly string[] | null, how: 'replay' | 'skip'): Promise<number>
  switchWebhooks(on: boolean): Promise<void>
  advanceCursor(move: CursorMove): Promise<'done' | 'lost' | 'full'>
  /** False: this desk does not hold the lease any more, or somebody skipped it. */
  settleLetter(
    place: Pick<CursorMove, 'webhook' | 'instance' | 'epoch'>,
    letter: Pick<SharedLetter, 'entry' | 'tries' | 'trouble'> & { readonly isDelivered: boolean },
  ): Promise<boolean>
}

/** A lease of this desk, for what it delivers. */
export interface DeliveryLease {
  readonly epoch: number
  /** Aborts when nothing may be delivered under it any more, or for now. */
  readonly signal: AbortSignal
}

/** A session with the team's database, as programs and the delivery of webhooks see it. */
export interface WebhookTeam extends SharedWebhooks, SharedPrograms {
  readonly role: TeamRole
  /** The instances that this desk shares. */
  shared(): ReadonlyMap<InstanceKey, SharedInstanceId>
  /** Null: another desk receives for the instance, or it is not known now that this one does. */
  lease(instance: InstanceKey): DeliveryLease | null
  /** The check value of the team's passphrase; null: another one has to be entered at this desk. */
  readonly check: string | null
  seal(text: string): string
  /** Null: it is sealed with another passphrase. */
  unseal(sealed: string): string | null
}

/** The way to the team, which the team fills. */
export interface TeamWebhooks {
  /** Null: this desk is in no team, or its database was not reached since the start. */
  current(): WebhookTeam | null
  /** The session, a lease, a role, or what the database has of webhooks may be another one. */
  onChange(listener: () => void): () => void
}
