import { ContractError } from '../../contract/errors.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import type { TeamStatus } from '../../contract/team.ts'
import type { Service } from '../base/core-base.ts'
import type { TeamBase, TeamSession } from './ports.ts'
import { createSignal } from '../base/create-signal.ts'
import type { NotificationSink } from '../receiving/notification-sink.ts'
import type { LaneClaims } from '../messages/outbox/lane-claims.ts'
import type { Inbox } from '../receiving/follower.ts'
import { closedSink, unclaimable } from './journal/journal-sink.ts'
import { unknownInstance } from './status/team-rows.ts'
import { createSharedInstances, createSharingHandlers } from './membership/shared-instances.ts'
import type { SharedInstancesOptions, SharingCalls } from './membership/shared-instances.ts'
import type { OpenTeam, SharedTeam, TeamAddress } from '../sharing/shared-team.ts'
import type { DeskId, SharedInstanceId } from '../sharing/shared-ids.ts'
import { teamCall, troubleDetails } from '../sharing/team-call.ts'
import { createTeamChatHandlers, type TeamChatCalls } from './chats/team-chat-handlers.ts'
import { stateOf } from '../sharing/team-error.ts'
import { createTeamConnector } from './connection/team-connector.ts'
import { createJoinSteps } from './membership/join-steps.ts'
import { createPassphrases } from './membership/passphrases.ts'
import { createMembershipVault, membershipWith, sealKeyOf, teamKeyOf } from './membership/team-membership.ts'
import type { Membership } from './membership/team-membership.ts'
import { beginTeamSession } from './team-session.ts'
import { createSharedWindows } from './journal/create-shared-windows.ts'
import type { SharedWindows } from '../history/shared-windows.ts'
import type { TeamProposals } from '../sharing/shared-proposals.ts'
import type { TeamWebhooks } from '../sharing/shared-webhooks.ts'
import { createTeamWebhooks } from './team-webhooks.ts'

type TeamCalls =
  | TeamChatCalls
  | SharingCalls
  | 'team.status'
  | 'team.joinSteps'
  | 'team.join'
  | 'team.leave'
  | 'team.tryNow'
  | 'team.takeOver'
  | 'team.enterPassphrase'
  | 'team.changePassphrase'
  | 'team.rename'
  | 'team.removeMember'

export interface Team {
  readonly handlers: Pick<CoreHandlers, TeamCalls>
  readonly service: TeamService
}

export interface TeamService extends Service {
  /** Reads the shared instances. Call it before anything runs, so that no shared instance is received alone. */
  load(): Promise<void>
  /** The sink of a shared instance; null if this desk receives it alone. */
  sinkOf(instance: InstanceKey): NotificationSink | null
  /** Calls `listener` when `sinkOf` may return another sink. Returns the unsubscribe function. */
  onSinksChanged(listener: () => void): () => void
  /** Claims of a shared instance; null if this desk is alone. */
  claimsOf(instance: InstanceKey): LaneClaims | null
  /** An outcome of a send of this desk may be stored. */
  wakeSends(): void
  /** A person closed a chat without a reply, or read it. */
  wakeMarks(): void
  readonly windows: SharedWindows
  readonly webhooks: TeamWebhooks
  readonly proposals: TeamProposals
  /** A quick reply of the team, or a time for its answers, was changed here. */
  wakeLists(): void
}

interface TeamOptions extends Omit<SharedInstancesOptions, 'onLoaded'>, Pick<TeamBase, 'clock' | 'ids' | 'emit'> {
  readonly inbox: Inbox
  /** Loads what knows the database. */
  readonly openTeam: OpenTeam
  /** Histories of removed instances are to be erased. */
  readonly eraseHistories: () => void
}

/** A desk's part in a team: joins, leaves, and in between keeps a session with the team's database (ADR 0025). */
export function createTeam(options: TeamOptions): Team {
  const { store, vault, clock, logger, ids, emit, scrubber, openTeam, refreshInstances } = options
  const opened = createSignal<[]>()
  const webhooksChanged = createSignal<[]>()
  const proposalsChanged = createSignal<[]>()
  const setBack = createSignal<[]>()
  const shared = createSharedInstances({ ...options, onLoaded: () => opened.emit() })
  const membership = createMembershipVault(vault)
  const joinSteps = createJoinSteps(options)
  let desk: { readonly id: DeskId; readonly team: string | null } | null = null
  let storedMembership: Membership | null = null
  const startedAt = clock.now()
  const run = ids.uuid()
  let started = false
  let stopVault: (() => void) | null = null

  const announce = () => emit({ type: 'changed', change: { kind: 'team' } })
  const load = async () => {
    const [row] = await Promise.all([store.read('team.desk', undefined), shared.load()])
    desk = { id: (row.desk ?? desk?.id ?? ids.uuid()) as DeskId, team: row.team }
  }
  const deskOf = () => {
    if (desk === null) throw new Error('The team service was not loaded.')
    return desk
  }
  const open = (address: TeamAddress, joined: string | null): Promise<SharedTeam> => {
    scrubber.add(address.password)
    return openTeam({ address, desk: deskOf().id, run, joined, clock, logger, random: ids.random })
  }
  const sync = async (team: SharedTeam, with_: Membership): Promise<void> => {
    if (await shared.sync(team, sealKeyOf(with_), deskOf().id)) changed()
  }
  const changed = () => {
    session()?.changed()
    opened.emit()
    webhooksChanged.emit()
    announce()
  }

  const passphrases = createPassphrases({
    scrubber,
    shared,
    vault: membership,
    membership: () => storedMembership,
    onMembership(value) {
      storedMembership = value
      webhooksChanged.emit()
    },
    session: () => requireSession(),
    announce,
  })

  const connector = createTeamConnector({
    clock,
    logger,
    isWanted: () => started && deskOf().team !== null,
    async openStored() {
      storedMembership ??= await membership.read()
      return storedMembership === null ? null : open(storedMembership.address, deskOf().team)
    },
    beginSession(team, onRemoved) {
      const current = storedMembership
      if (current === null) throw new ContractError('teamMissing')
      return beginTeamSession({
        ...options,
        team,
        desk: deskOf().id,
        run,
        name: current.name,
        windows,
        shared: shared.keys,
        sync: () => sync(team, storedMembership ?? current),
        notices: () => passphrases.notices(team, storedMembership ?? current),
        onRemoved,
        onWebhooks: () => webhooksChanged.emit(),
        onProposals: () => proposalsChanged.emit(),
        onSetBack: () => setBack.emit(),
      })
    },
    onSession() {
      opened.emit()
      webhooksChanged.emit()
      proposalsChanged.emit()
    },
    announce,
  })
  const { session, goOn, end } = connector
  const windows = createSharedWindows({ store, clock, logger, keys: shared.keys, session })

  const closed = closedSink(opened)
  /**
   * Whether an instance is the team's. Null: a store that was salvaged may have lost it, and the database has not said
   * it yet.
   */
  const sharedAs = (instance: InstanceKey): SharedInstanceId | null | undefined =>
    shared.keys().get(instance) ??
    (desk?.team != null && shared.keys().size === 0 && session() === null ? null : undefined)

  const requireSession = (): TeamSession => {
    const current = session()
    if (current === null) throw new ContractError('teamMissing')
    return current
  }
  return {
    service: {
      load,
      sinkOf(instance) {
        const id = sharedAs(instance)
        if (id === undefined) return null
        return (id === null ? null : session()?.sinkOf(id)) ?? closed
      },
      onSinksChanged: opened.listen,
      claimsOf(instance) {
        const id = sharedAs(instance)
        if (id === undefined) return null
        return (id === null ? null : session()?.claimsOf(instance, id)) ?? unclaimable
      },
      wakeSends: () => session()?.wakeSends(),
      wakeMarks: () => session()?.chats.wakeMarks(),
      windows,
      webhooks: createTeamWebhooks({
        session,
        shared: shared.keys,
        membership: () => storedMembership,
        changed: webhooksChanged,
      }),
      proposals: {
        current() {
          const team = session()?.team
          if (team === undefined) return null
          const { putProposal, actOnProposals, proposals, role } = team
          return { putProposal, actOnProposals, proposals, role, desk: deskOf().id, shared: shared.keys }
        },
        onChange: proposalsChanged.listen,
        onSetBack: setBack.listen,
      },
      wakeLists: () => session()?.relist(),
      start() {
        started = true
        stopVault = vault.onChange(goOn)
        goOn()
      },
      async stop() {
        started = false
        stopVault?.()
        await end((last) => last.stop())
      },
    },
    handlers: {
      ...createTeamChatHandlers({
        store,
        session,
        desk: () => deskOf().id,
      }),

      async 'team.status'(): Promise<TeamStatus> {
        if (deskOf().team === null) return { kind: 'none' }
        if (storedMembership === null && (await membership.isOutOfReach())) return { kind: 'locked' }
        const { name, address } = storedMembership ?? { name: '', address: null }
        const joined = {
          kind: 'joined',
          desk: deskOf().id,
          name,
          database: address === null ? '' : `${address.host}:${address.port}/${address.database}`,
          isSecure: session()?.team.isSecure ?? null,
          role: session()?.team.role ?? null,
          isListening: session()?.team.isListening() ?? true,
        } as const
        const status = session()?.status()
        if (status !== undefined) return { ...joined, ...status }
        const failure = connector.failure()
        return {
          ...joined,
          state: failure === null ? 'connecting' : stateOf(failure.trouble),
          since: failure?.since ?? startedAt,
          trouble: failure === null ? null : troubleDetails(failure.trouble),
          clockJump: null,
          members: [],
          notices: [],
          instances: [...shared.keys().keys()].map(unknownInstance),
        }
      },

      'team.joinSteps': ({ run }) => Promise.resolve(joinSteps.steps(run)),

      async 'team.join'({ name, passphrase, create = false, run, ...address }) {
        if (deskOf().team !== null && (storedMembership !== null || session() !== null))
          throw new ContractError('teamJoined')
        membership.require()
        scrubber.add(passphrase)
        const attempt = joinSteps.begin(run)
        const team = await attempt.open(teamCall(open(address, null)))
        try {
          // A vault for one run forgets the address: then the same team may be joined again.
          if (![null, team.id].includes(deskOf().team)) throw new ContractError('teamJoined')
          const key = await attempt.at('passphrase', teamKeyOf(team, passphrase, create))
          const value = membershipWith(key, { address, name })
          const enter = async () => {
            await teamCall(team.beHere(name))
            await membership.keep(value)
            await store.write('team.setDesk', { desk: deskOf().id, team: team.id }, { urgent: true })
            await load()
            storedMembership = value
            await teamCall(sync(team, value))
          }
          await attempt.at('enter', enter(), () => ({ instances: shared.keys().size }))
        } catch (error) {
          await team.close()
          // Continues with what was stored by then, as after a start.
          goOn()
          throw error
        }
        if (storedMembership !== null && started) await connector.begin(team)
        else await team.close()
      },

      async 'team.leave'({ erase }) {
        if (deskOf().team === null) throw new ContractError('teamMissing')
        await end((last) => last.leave())
        await shared.giveUp(erase)
        await membership.forget()
        await store.write('team.setDesk', { desk: ids.uuid(), team: null }, { urgent: true })
        storedMembership = null
        connector.left()
        await load()
        webhooksChanged.emit()
        proposalsChanged.emit()
        await refreshInstances()
        if (erase) options.eraseHistories()
        opened.emit()
        announce()
      },

      'team.tryNow'() {
        connector.hurry()
        goOn()
        return Promise.resolve()
      },

      'team.takeOver'() {
        requireSession().takeOver()
        return Promise.resolve()
      },

      ...passphrases.handlers,
      ...createSharingHandlers({
        shared,
        membership: () => storedMembership,
        session: requireSession,
        onChange: changed,
      }),

      async 'team.rename'({ name }) {
        await teamCall(requireSession().rename(name))
        if (storedMembership === null) return
        storedMembership = { ...storedMembership, name }
        await membership.keep(storedMembership)
        announce()
      },

      async 'team.removeMember'({ desk: gone }) {
        await teamCall(requireSession().team.removeMember(gone as DeskId))
        session()?.relist()
      },
    },
  }
}
