import type { ChatKey, InstanceKey } from '../../contract/ids.ts'
import type { TeamPresence, TeamStatus } from '../../contract/team.ts'
import type { InstanceBase } from '../accounts/instance-base.ts'
import type { accountWrites } from '../accounts/tx/accounts-intents.ts'
import type { LaneClaims } from '../messages/outbox/lane-claims.ts'
import type { sharedReplyReads, sharedReplyWrites } from '../quick-replies/tx/shared-replies.ts'
import type { NotificationSink } from '../receiving/notification-sink.ts'
import type { ReadMark, SharedTeam } from '../sharing/shared-team.ts'
import type { DeskId, SharedInstanceId } from '../sharing/shared-ids.ts'
import type { DeliveryLease } from '../sharing/shared-webhooks.ts'
import type { TeamChatPlace } from '../sharing/tx/team-chats.ts'
import type { StoreOf } from '../store/store.ts'
import type { teamWrites, teamReads } from './tx/team-intents.ts'

/** The store, with the writes and reads that this room calls. */
export type TeamStore = StoreOf<
  typeof teamWrites & typeof accountWrites & typeof sharedReplyWrites,
  typeof teamReads & typeof sharedReplyReads
>

export interface TeamBase extends InstanceBase {
  readonly store: TeamStore
}

/** A session of a desk with its team's database. */
export interface TeamSession {
  readonly team: SharedTeam
  readonly chats: SharedChats
  sinkOf(shared: SharedInstanceId): NotificationSink
  claimsOf(instance: InstanceKey, shared: SharedInstanceId): LaneClaims
  /** Null: this desk does not receive for the instance, or not for now. */
  leaseOf(shared: SharedInstanceId): DeliveryLease | null
  /** An outcome of a send of this desk may be stored. */
  wakeSends(): void
  status(): Pick<
    Extract<TeamStatus, { kind: 'joined' }>,
    'state' | 'since' | 'trouble' | 'clockJump' | 'members' | 'notices' | 'instances'
  >
  /** Lets another desk receive for an instance. False: this one does not. */
  handOver(shared: SharedInstanceId, next: DeskId): Promise<boolean>
  /** Rejects with TeamError. */
  rename(name: string): Promise<void>
  /** Whether this desk has read an instance's journal to its end. */
  isFollowed(shared: SharedInstanceId): boolean
  /** Reads members and instances again. */
  relist(): void
  /** Makes this run the acting one instead of another run of this desk. */
  takeOver(): void
  /** Ends the waits of all loops. */
  hurry(): void
  /** The set of shared instances has changed. */
  changed(): void
  /** Releases the leases and closes the database. */
  stop(): Promise<void>
  /** Stops, and then removes this desk from the team: a call still under way would enter it again. */
  leave(): Promise<void>
}

/** Presences, read marks, assignments and done marks of the team's chats. */
export interface SharedChats {
  presences(): readonly TeamPresence[]
  /** Only the marks of the chat that this person has open are polled. */
  readMarks(chat: ChatKey): readonly ReadMark[]
  /** Reports which chat this person has open; null: none. */
  here(at: { readonly chat: ChatKey; readonly place: TeamChatPlace; readonly writing: boolean } | null): Promise<void>
  /** False: another assignment came first. Rejects with TeamError. */
  assign(chat: ChatKey, place: TeamChatPlace, to: DeskId | null): Promise<boolean>
  /** A person marked a chat, or wrote on one. */
  wakeMarks(): void
  handleWake(wake: 'presence' | 'read' | 'everything', about: string): void
  /** Runs until `signal` aborts. */
  run(signal: AbortSignal): Promise<void>
}
