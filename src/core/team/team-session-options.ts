import type { InstanceKey } from '../../contract/ids.ts'
import type { TeamNotice } from '../../contract/team.ts'
import type { Inbox } from '../receiving/create-inbox.ts'
import type { DeskId, SharedInstanceId, SharedTeam } from '../sharing/shared-team.ts'
import type { TeamWindows } from './create-shared-windows.ts'
import type { TeamBase } from './team-base.ts'

export interface TeamSessionOptions extends Pick<
  TeamBase,
  'store' | 'clock' | 'ids' | 'logger' | 'instances' | 'emit'
> {
  readonly team: SharedTeam
  readonly desk: DeskId
  readonly run: string
  readonly name: string
  readonly inbox: Inbox
  readonly windows: Pick<TeamWindows, 'taken'>
  /** What this desk shares, by its own keys. */
  readonly shared: () => ReadonlyMap<InstanceKey, SharedInstanceId>
  /** The team's instances may have changed. */
  readonly sync: () => Promise<void>
  /** What has to be said of the passphrase. */
  readonly notices: () => readonly TeamNotice[]
  /** An administrator took this desk out of the team. */
  readonly onRemoved: () => void
  /** A lease, the role, or what the database has of webhooks may be another one. */
  readonly onWebhooks: () => void
  /** A proposal of the team has changed. */
  readonly onProposals: () => void
  /** The database goes on from another history. */
  readonly onSetBack: () => void
}
