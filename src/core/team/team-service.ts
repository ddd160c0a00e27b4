import { createHash } from 'node:crypto'
import { z } from 'zod'
import { isInstanceId, readBaseUrl } from '../../api/path.ts'
import { ContractError } from '../../contract/errors.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import { identityColours } from '../../contract/instances.ts'
import type { TeamStatus, TeamTroubleKind } from '../../contract/team.ts'
import type { Tokens } from '../accounts/tokens.ts'
import type { CoreDeps, Service } from '../core-deps.ts'
import { createSignal } from '../create-signal.ts'
import type { Scrubber } from '../logging/scrubber.ts'
import type { Keeper } from '../receiving/keeper.ts'
import type { LaneClaims } from '../sending/lane-claims.ts'
import type { Receiving } from '../receiving/create-receiving.ts'
import type { SealKey } from '../vault/sealed-file.ts'
import { newTeamKey, openTeamKey, openToken, sealToken } from './sealed-token.ts'
import type { DeskId, OpenTeam, SharedInstance, SharedInstanceId, SharedTeam, TeamAddress } from './shared-team.ts'
import { TeamError } from './team-error.ts'
import { beginTeamSession } from './team-session.ts'
import type { TeamSession } from './team-session.ts'

type TeamCalls = 'team.status' | 'team.join' | 'team.leave' | 'team.share' | 'team.unshare' | 'team.receiveHere'

export interface TeamService extends Service {
  readonly handlers: Pick<CoreHandlers, TeamCalls>
  /** Reads what this desk shares. Before anything runs, so that nothing of a team is received alone. */
  load(): Promise<void>
  /** Where an instance is kept that a team shares; null where this desk receives it alone. */
  keeperOf(instance: InstanceKey): Keeper | null
  /** Who says which messages of a shared instance may go; null where this desk is alone. */
  claimsOf(instance: InstanceKey): LaneClaims | null
  /** Something may have become of what this desk sends. */
  wakeSends(): void
}

export interface TeamServiceOptions extends Pick<
  CoreDeps,
  'store' | 'vault' | 'clock' | 'logger' | 'instances' | 'ids' | 'emit'
> {
  readonly inbox: Receiving['inbox']
  readonly tokens: Tokens
  /** Reads the instances anew. */
  readonly refreshInstances: () => Promise<void>
  readonly scrubber: Scrubber
  /** Loads what knows the database. */
  readonly openTeam: OpenTeam
}

const vaultKey = 'team'

/** What the vault keeps: the whole of it is secret. */
const keptSchema = z.object({
  address: z.object({
    host: z.string(),
    port: z.number(),
    database: z.string(),
    user: z.string(),
    password: z.string(),
    authority: z.string().optional(),
  }),
  name: z.string(),
  key: z.string(),
  kdf: z.object({ name: z.literal('scrypt'), salt: z.string(), N: z.int(), r: z.int(), p: z.int() }),
})
type Kept = z.infer<typeof keptSchema>

/** A database that does not answer at the start is tried again after, ms. */
const againMs = 5_000

/** A desk's part in a team: joins, leaves, and in between keeps a session with the team's database (ADR 0025). */
export function createTeamService(options: TeamServiceOptions): TeamService {
  const { store, vault, clock, logger, instances, ids, emit, inbox, tokens, refreshInstances, scrubber, openTeam } =
    options
  const opened = createSignal<[]>()
  let shared: ReadonlyMap<InstanceKey, SharedInstanceId> = new Map()
  /** The sealed tokens that are in use here, by a hash of them. */
  let takenOver = new Map<InstanceKey, string>()
  let desk: { readonly id: DeskId; readonly team: string | null } | null = null
  let kept: Kept | null = null
  let session: TeamSession | null = null
  let failure: { readonly trouble: TeamTroubleKind; readonly since: number } | null = null
  const startedAt = clock.now()
  let connecting: { readonly ending: AbortController; readonly done: Promise<void> } | null = null
  let started = false
  let stopVault: (() => void) | null = null

  const announce = () => emit({ type: 'changed', change: { kind: 'team' } })
  const load = async () => {
    const [row, rows] = await Promise.all([store.read('team.desk', undefined), store.read('team.instances', undefined)])
    desk = { id: (row.desk ?? desk?.id ?? ids.uuid()) as DeskId, team: row.team }
    shared = new Map(rows.map(({ instance, shared }) => [instance, shared]))
    takenOver = new Map(
      rows.flatMap(({ instance, sealedHash }) => (sealedHash === null ? [] : [[instance, sealedHash]])),
    )
  }
  const deskOf = () => {
    if (desk === null) throw new Error('The team service was not loaded.')
    return desk
  }
  const sealKey = ({ key, kdf }: Kept): SealKey => ({ key: Buffer.from(key, 'base64'), kdf })
  const open = (address: TeamAddress): Promise<SharedTeam> => {
    scrubber.add(address.password)
    return openTeam({ address, desk: deskOf().id, clock, logger, random: ids.random })
  }

  /** What is shared changes in one place at a time. */
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const next = turn.then(work)
    turn = next.catch(() => undefined)
    return next
  }

  /** Brings what this desk has in line with the team's instances: new ones come, removed ones are nobody's. */
  const sync = (team: SharedTeam, with_: Kept): Promise<void> => inTurn(() => syncNow(team, with_))
  const syncNow = async (team: SharedTeam, with_: Kept): Promise<void> => {
    const rows = await team.instances()
    const before = shared
    for (const row of rows) {
      if (await adopt(row, sealKey(with_))) continue
      logger.warn({ shared: row.id }, 'an instance of the team can not be used here')
    }
    const there = new Set(rows.map(({ id }) => id))
    for (const [instance, id] of shared) {
      if (there.has(id)) continue
      // Without its token nothing of it runs, so nobody receives alone what the team gave up.
      await tokens.forget(instance)
      await store.write('team.unshare', { instance })
    }
    await load()
    if (!sameKeys(before, shared)) {
      session?.changed()
      opened.tell()
      announce()
    }
  }

  /** False: the row can't be used, because its address is none, or its token is sealed for another one or by another key. */
  const adopt = async (row: SharedInstance, key: SealKey): Promise<boolean> => {
    const address = readBaseUrl(row.apiUrl)
    const prefix = row.prefix === '/v3' ? '/v3' : ''
    const { family } = row
    if (!address.ok || address.baseUrl !== row.apiUrl || !isInstanceId(row.idInstance)) return false
    if (family !== 'v3' && family !== 'whatsapp' && family !== 'telegram') return false
    const sealed = row.token === null ? null : openToken(key, { ...row, token: row.token })
    if (row.token !== null && sealed === null) return false
    const colour = identityColours.find((one) => one === row.colour) ?? 'steel'
    const known = [...shared].find(([, id]) => id === row.id)?.[0]
    // Somebody took it off this desk.
    if (known !== undefined && instances.get(known) === undefined) return true
    let instance = known
    if (instance === undefined) {
      const { apiUrl, idInstance, name } = row
      const added = await store.write('accounts.add', {
        apiUrl,
        idInstance,
        family,
        prefix,
        name,
        colour,
        mode: 'full',
      })
      instance = added.kind === 'exists' ? added.key : added.instance.key
      // First: with its token it may run, and must not be received alone.
      await store.write('team.share', { instance, shared: row.id })
      await load()
      await refreshInstances()
    }
    if (sealed === null) return true
    const { token, mediaUrl } = sealed
    scrubber.add(token)
    // Who renewed the token here may have told the team nothing yet: only another one of the team's replaces it.
    const sealedHash = createHash('sha256')
      .update(row.token ?? '')
      .digest('base64url')
    if (takenOver.get(instance) === sealedHash && (await tokens.current(instance)) !== null) return true
    await tokens.keep(instance, token, vault.status().state === 'usable')
    const files = readBaseUrl(mediaUrl)
    if (mediaUrl === '' || (files.ok && files.baseUrl === mediaUrl)) {
      await store.write('accounts.edit', { key: instance, mediaUrl })
    }
    await store.write('team.noteToken', { instance, sealedHash })
    takenOver.set(instance, sealedHash)
    return true
  }

  const begin = (team: SharedTeam, with_: Kept) => {
    failure = null
    session = beginTeamSession({
      store,
      clock,
      logger,
      instances,
      emit,
      inbox,
      team,
      desk: deskOf().id,
      name: with_.name,
      shared: () => shared,
      sync: () => sync(team, with_),
    })
    opened.tell()
    announce()
  }

  /** Until the database is there. What needs a person is tried again too: they may mend it elsewhere. */
  const connect = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      try {
        kept ??= await readKept()
        if (kept === null) return
        const team = await open(kept.address)
        if (signal.aborted) return await team.close()
        begin(team, kept)
        return
      } catch (error) {
        const trouble = error instanceof TeamError ? error.trouble.kind : 'failed'
        if (failure?.trouble !== trouble) {
          failure = { trouble, since: clock.now() }
          logger.warn({ error: String(error) }, "the team's database was not opened")
          announce()
        }
        await clock.sleep(againMs, signal)
      }
    }
  }
  const readKept = async (): Promise<Kept | null> => {
    const text = await vault.get(vaultKey)
    return text === null ? null : keptSchema.parse(JSON.parse(text))
  }
  const goOn = () => {
    if (!started || session !== null || connecting !== null || deskOf().team === null) return
    const ending = new AbortController()
    const done = connect(ending.signal)
      .catch((error: unknown) => logger.error({ error }, "the team's database is not asked any more"))
      .finally(() => {
        connecting = null
      })
    connecting = { ending, done }
  }
  const end = async () => {
    connecting?.ending.abort()
    await connecting?.done
    const last = session
    session = null
    opened.tell()
    await last?.stop()
  }

  /** What is shared is never received alone: while the database is away, or its address locked in the vault, nothing is kept. */
  const closed: Keeper = {
    isOpen: () => false,
    async untilOpen(signal) {
      if (signal.aborted) return
      await new Promise<void>((resolve) => {
        const go = () => {
          stop()
          signal.removeEventListener('abort', go)
          resolve()
        }
        const stop = opened.listen(go)
        signal.addEventListener('abort', go, { once: true })
      })
    },
    keep: () => Promise.resolve(null),
    alive: () => Promise.resolve(),
    hasMarks: () => false,
    flush: () => Promise.resolve(),
  }

  /** Whether an instance is the team's. Null: a store that was salvaged may have lost it, and the database has not said it yet. */
  const sharedAs = (instance: InstanceKey): SharedInstanceId | null | undefined =>
    shared.get(instance) ?? (desk?.team != null && shared.size === 0 && session === null ? null : undefined)
  const unclaimable: LaneClaims = { claim: () => Promise.resolve(null), taken: () => undefined }

  const requireSession = (): TeamSession => {
    if (session === null) throw new ContractError('teamMissing')
    return session
  }
  const requireShared = (instance: InstanceKey): SharedInstanceId => {
    const id = shared.get(instance)
    if (id === undefined) throw new ContractError('notFound')
    return id
  }

  return {
    load,
    keeperOf(instance) {
      const id = sharedAs(instance)
      if (id === undefined) return null
      return (id === null ? null : session?.keeperOf(id)) ?? closed
    },
    claimsOf(instance) {
      const id = sharedAs(instance)
      if (id === undefined) return null
      return (id === null ? null : session?.claimsOf(instance, id)) ?? unclaimable
    },
    wakeSends: () => session?.wakeSends(),
    start() {
      started = true
      stopVault = vault.onChange(goOn)
      goOn()
    },
    async stop() {
      started = false
      stopVault?.()
      await end()
    },
    handlers: {
      async 'team.status'(): Promise<TeamStatus> {
        if (deskOf().team === null) return { kind: 'none' }
        if (kept === null && ['locked', 'missing'].includes(await vault.where(vaultKey))) return { kind: 'locked' }
        const { name, address } = kept ?? { name: '', address: null }
        const joined = {
          kind: 'joined',
          name,
          database: address === null ? '' : `${address.host}:${address.port}/${address.database}`,
          role: session?.team.role ?? null,
        } as const
        if (session !== null) return { ...joined, ...session.status() }
        return {
          ...joined,
          state: failure === null ? 'connecting' : 'away',
          since: failure?.since ?? startedAt,
          trouble: failure?.trouble ?? null,
          members: [],
          instances: [],
        }
      },

      async 'team.join'({ name, passphrase, ...address }) {
        if (deskOf().team !== null && (kept !== null || session !== null)) throw new ContractError('teamJoined')
        const { state } = vault.status()
        if (state === 'needsConsent') throw new ContractError('vaultConsentNeeded')
        if (state !== 'usable') throw new ContractError('vaultLocked')
        scrubber.add(passphrase)
        const team = await asContractError(open(address))
        try {
          // A vault for one run forgets the address: then the same team may be joined again.
          if (![null, team.id].includes(deskOf().team)) throw new ContractError('teamJoined')
          const key = await asContractError(keyOf(team, passphrase))
          await asContractError(team.beHere(name))
          const value: Kept = { address: address, name, key: key.key.toString('base64'), kdf: key.kdf }
          await vault.set(vaultKey, JSON.stringify(value))
          await store.write('team.setDesk', { desk: deskOf().id, team: team.id }, { urgent: true })
          await load()
          kept = value
          await asContractError(sync(team, value))
        } catch (error) {
          await team.close()
          throw error
        }
        if (kept !== null && started) begin(team, kept)
        else await team.close()
      },

      async 'team.leave'({ erase }) {
        if (deskOf().team === null) throw new ContractError('teamMissing')
        const leaving = session
        if (leaving !== null) {
          await leaving.team
            .removeMember(deskOf().id)
            .catch((error: unknown) => logger.warn({ error: String(error) }, 'the team was left without a word'))
        }
        await end()
        const mine = [...shared.keys()]
        // The tokens go first: whatever happens next, nobody can use them any more.
        for (const instance of mine) await tokens.forget(instance)
        await vault.delete(vaultKey)
        for (const instance of mine) {
          await store.write('team.unshare', { instance })
          if (erase) await store.write('accounts.detach', { key: instance, erase: true })
        }
        await store.write('team.setDesk', { desk: ids.uuid(), team: null }, { urgent: true })
        kept = null
        failure = null
        await load()
        await refreshInstances()
        opened.tell()
        announce()
      },

      async 'team.share'({ instance }) {
        const { team } = requireSession()
        const row = instances.get(instance)?.row()
        if (row === undefined || kept === null) throw new ContractError('notFound')
        const token = await tokens.current(instance)
        if (token === null) throw new ContractError('tokenMissing')
        const { apiUrl, idInstance, family, prefix, name, colour } = row
        const sealed = sealToken(sealKey(kept), row, token)
        await inTurn(async () => {
          const id = await asContractError(
            team.putInstance({ apiUrl, idInstance, family, prefix, name, colour, token: sealed }),
          )
          await store.write('team.share', { instance, shared: id }, { urgent: true })
          await load()
        })
        session?.changed()
        announce()
      },

      async 'team.unshare'({ instance }) {
        const { team } = requireSession()
        // In turn, or a look at the team's instances meanwhile would take the token of this desk, which goes on alone.
        await inTurn(async () => {
          await asContractError(team.removeInstance(requireShared(instance)))
          await store.write('team.unshare', { instance }, { urgent: true })
          await load()
        })
        session?.changed()
        opened.tell()
        announce()
      },

      async 'team.receiveHere'({ instance }) {
        await asContractError(requireSession().team.wantLease(requireShared(instance)))
      },
    },
  }

  async function keyOf(team: SharedTeam, passphrase: string): Promise<SealKey> {
    if (team.checkValue !== null) {
      const key = await openTeamKey(passphrase, team.checkValue)
      if (key === null) throw new ContractError('passphraseWrong')
      return key
    }
    if (team.role !== 'administrator') throw new ContractError('teamNotSetUp')
    const { key, checkValue } = await newTeamKey(passphrase)
    await team.setCheckValue(checkValue)
    return key
  }
}

const sameKeys = (one: ReadonlyMap<InstanceKey, unknown>, other: ReadonlyMap<InstanceKey, unknown>): boolean =>
  one.size === other.size && [...one.keys()].every((key) => other.has(key))

/** The database's trouble as the contract names it. */
async function asContractError<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof TeamError)) throw error
    throw new ContractError('teamTrouble', { details: { trouble: error.trouble.kind } })
  }
}
