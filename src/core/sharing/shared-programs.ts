import type { SendStateName } from './shared-send.ts'
import type { SharedInstanceId } from './shared-ids.ts'

/** A program that all desks of the team admit under one key. */
export interface SharedProgram {
  /** A UUID that the desk of its author assigned. */
  readonly id: string
  readonly name: string
  /** JSON of `SharedProgramSettings`; null: it was removed. */
  readonly settings: string | null
  /** The part of the key that names the program. */
  readonly keyId: string
  readonly keyHash: string
  readonly state: 'active' | 'paused'
  /** Counts its changes. */
  readonly version: number
}

/** A change by an administrator. `base`: the version that was seen; 0: it is new. */
export type SharedProgramChange = Omit<SharedProgram, 'version'> & { readonly base: number }

interface NewReservation {
  /** A UUID from the program and the program's own id of the send. */
  readonly id: string
  readonly program: string
  readonly instance: SharedInstanceId
  readonly inputHash: string
  /** Limits of the program's sends within a minute, an hour and a day, at all desks together. */
  readonly limits: readonly [minute: number, hour: number, day: number]
}

/** The outcome of a reservation, or the team's record of a send. */
export type SendReservation =
  /** `new`, `own`: this desk is to send it, and had not heard or had heard of it. */
  | { readonly outcome: 'new' | 'own' }
  /** Another input had its id. */
  | { readonly outcome: 'reused' }
  | { readonly outcome: 'limited'; readonly waitMs: number }
  | ({ readonly outcome: 'there' } & PlacedSend)

/** A send that some desk has. */
export interface PlacedSend {
  /** The desk, by its member's name; null: it left the team. */
  readonly byName: string | null
  /** Null: it waits at its desk. */
  readonly state: SendStateName | null
  readonly idMessage: string | null
}

/** The calls of a team's database for programs. `src/team/schema` documents each. */
export interface SharedPrograms {
  programs(): Promise<readonly SharedProgram[]>
  /** False: another change came first. */
  putProgram(change: SharedProgramChange): Promise<boolean>
  reserveSend(reservation: NewReservation): Promise<SendReservation>
  releaseSend(id: string): Promise<void>
  /** Reservations of this desk without a send: 1,000 at most, the oldest first. */
  reservedSends(): Promise<readonly string[]>
  /** Null: the team has none under this id. */
  placedSend(id: string): Promise<PlacedSend | null>
}
