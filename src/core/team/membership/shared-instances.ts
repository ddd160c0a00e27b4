import { createHash } from 'node:crypto'
import { isInstanceId, readBaseUrl } from '../../../api/path.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { InstanceKey } from '../../../contract/ids.ts'
import { identityColours } from '../../../contract/instances.ts'
import type { Tokens } from '../../accounts/tokens.ts'
import type { TeamBase, TeamSession } from '../ports.ts'
import type { Scrubber } from '../../logging/scrubber.ts'
import type { SealKey } from '../../vault/sealed-file.ts'
import { isKeyOf, openText, openToken, sealText, sealToken } from './sealed-token.ts'
import { limitShare } from './rules/limit-share.ts'
import type { SharedInstance, SharedTeam } from '../../sharing/shared-team.ts'
import type { DeskId, SharedInstanceId } from '../../sharing/shared-ids.ts'
import { teamCall } from '../../sharing/team-call.ts'
import type { CoreHandlers } from '../../../contract/index.ts'
import { sealKeyOf, type Membership } from './team-membership.ts'

export interface SharedInstancesOptions extends Pick<TeamBase, 'store' | 'vault' | 'instances' | 'logger' | 'clock'> {
  readonly tokens: Tokens
  readonly scrubber: Scrubber
  /** Reads the instances again. */
  readonly refreshInstances: () => Promise<void>
  /** Which instances are shared was read again. */
  readonly onLoaded: () => void
}

/** The instances that this desk shares with its team: adopted from the database, added to it, renewed, and given up. */
export interface SharedInstances {
  /** By this desk's own keys. */
  keys(): ReadonlyMap<InstanceKey, SharedInstanceId>
  /** Reads them from the disk. */
  load(): Promise<void>
  /**
   * Brings what this desk has in line with the team's instances: new ones come, removed ones are nobody's. True: some
   * came, went or were numbered again.
   */
  sync(team: SharedTeam, key: SealKey, desk: DeskId): Promise<boolean>
  /** Rejects with ContractError notFound, tokenMissing, teamTrouble. */
  share(team: SharedTeam, key: SealKey, instance: InstanceKey): Promise<void>
  /** Names of the instances whose tokens this key does not open, as of the last `sync`. */
  unreadable(): readonly string[]
  /**
   * Seals every token that `from` opens with `to` and makes `next` the team's check value, all at once. Rejects with
   * ContractError changedMeanwhile, teamTrouble.
   */
  reseal(team: SharedTeam, from: SealKey, to: SealKey, next: string): Promise<void>
  /** This desk receives it alone from then on. */
  unshare(team: SharedTeam, instance: InstanceKey): Promise<void>
  /** Gives all of them up, tokens first: whatever happens next, nobody can use them here any more. */
  giveUp(erase: boolean): Promise<void>
}

/** Tokens that were renewed while all of them are sealed again are read again so many times. */
const mostTries = 5

export function createSharedInstances(options: SharedInstancesOptions): SharedInstances {
  const { store, vault, instances, logger, clock, tokens, scrubber, refreshInstances, onLoaded } = options
  let shared: ReadonlyMap<InstanceKey, SharedInstanceId> = new Map()
  /** The team's tokens that are in use here, by the team's names for them. */
  let takenOver = new Map<InstanceKey, string>()
  /** The team's times for an answer that were taken over, ms. */
  let takenTargets: ReadonlyMap<InstanceKey, number | null> = new Map()
  let unreadable: string[] = []
  /** Instances that this desk takes out of the team, until the database has answered. */
  let leaving = new Set<InstanceKey>()

  const load = async () => {
    const rows = await store.read('team.instances', undefined)
    shared = new Map(rows.map((row) => [row.instance, row.shared]))
    takenOver = new Map(
      rows.flatMap(({ instance, sealedHash }) => (sealedHash === null ? [] : [[instance, sealedHash]])),
    )
    leaving = new Set(rows.flatMap(({ instance, isLeaving }) => (isLeaving === 1 ? [instance] : [])))
    takenTargets = new Map(rows.map(({ instance, takenTargetMs }) => [instance, takenTargetMs]))
    onLoaded()
  }
  /** Changes of the shared instances run one after another. */
  let queueEnd: Promise<unknown> = Promise.resolve()
  const inSequence = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = queueEnd.then(work)
    queueEnd = next.catch(() => undefined)
    return next
  }
  const recordToken = async (instance: InstanceKey, sealedHash: string) => {
    await store.write('team.recordToken', { instance, sealedHash })
    takenOver.set(instance, sealedHash)
  }

  /**
   * The shared instance at this address. The database's numbers decide nothing: after a restored backup the same number
   * may be another instance.
   */
  const localOf = ({ apiUrl, idInstance }: SharedInstance): InstanceKey | undefined =>
    [...shared.keys()].find((key) => {
      const row = instances.get(key)?.row()
      return row?.apiUrl === apiUrl && row.idInstance === idInstance
    })

  /**
   * Null: the row can't be used, because its address is none, or its token is sealed for another one or by another key.
   */
  const readRow = (row: SharedInstance, key: SealKey) => {
    const address = readBaseUrl(row.apiUrl)
    const { family, idInstance, apiUrl, name } = row
    if (!address.ok || address.baseUrl !== apiUrl || !isInstanceId(idInstance)) return null
    if (family !== 'v3' && family !== 'whatsapp' && family !== 'telegram') return null
    const sealed = row.token === null ? null : openToken(key, { ...row, token: row.token })
    if (row.token !== null && sealed === null) return null
    const colour = identityColours.find((one) => one === row.colour) ?? 'steel'
    const prefix = row.prefix === '/v3' ? ('/v3' as const) : ('' as const)
    return { account: { apiUrl, idInstance, family, prefix, name, colour, mode: 'full' } as const, sealed }
  }

  const adopt = async (row: SharedInstance, key: SealKey, team: SharedTeam, desk: DeskId): Promise<void> => {
    const read = readRow(row, key)
    if (read === null) {
      if (row.token !== null && openToken(key, { ...row, token: row.token }) === null) unreadable.push(row.name)
      logger.warn({ shared: row.id }, 'an instance of the team can not be used here')
      return
    }
    let instance = localOf(row)
    if (instance === undefined || shared.get(instance) !== row.id) {
      const added = await store.write('accounts.add', read.account)
      instance = added.kind === 'exists' ? added.key : added.instance.key
      // First: with its token it may run, and must not be received alone.
      await store.write('team.share', { instance, shared: row.id })
      await load()
      await refreshInstances()
      // Before it runs. The session measures the database's clock, and says it again.
      instances.setShare(instance, limitShare(await team.members(), desk, clock.now))
    }
    await syncFacts(team, row, instance)
    if (read.sealed === null || row.tokenId === null) return
    const { token, mediaUrl } = read.sealed
    scrubber.add(token)
    const current = await tokens.current(instance)
    if (takenOver.get(instance) === row.tokenId && current !== null) {
      // The team's was taken over before, so another one that is here by now was renewed at this desk.
      if (current !== token) await renew(team, key, row, instance, { token: current, mediaUrl })
      return
    }
    const files = readBaseUrl(mediaUrl)
    if (mediaUrl === '' || (files.ok && files.baseUrl === mediaUrl)) {
      await store.write('accounts.edit', { key: instance, mediaUrl })
      // Tokens are bound to the address: it has to be known first.
      await refreshInstances()
    }
    const persist = vault.status().state === 'usable'
    // One that was here before the team's may be the newer one: which of them works is found out when it runs.
    if (current !== null && current !== token && !takenOver.has(instance))
      await tokens.keepPrevious(instance, current, persist)
    await tokens.store(instance, token, persist)
    await recordToken(instance, row.tokenId)
  }

  /** Desks of a team agree since when somebody waits, and for how long at most. */
  const syncFacts = async (team: SharedTeam, { id, ...row }: SharedInstance, instance: InstanceKey) => {
    const own = instances.get(instance)?.row()
    if (own === undefined) return
    const { countsFrom, answerTargetMs } = row
    const isReadOnly = team.role === 'viewer'
    const isTaken = takenTargets.get(instance) === answerTargetMs && own.countsFrom === countsFrom
    if (isTaken && own.answerTargetMs === answerTargetMs) return
    if (!isTaken || isReadOnly) {
      await store.write('team.takeFacts', { instance, countsFrom, answerTargetMs, isReadOnly })
      await refreshInstances()
      return
    }
    await team.setAnswerTarget(id, own.answerTargetMs)
    await store.write('team.putTarget', { instance, answerTargetMs: own.answerTargetMs })
  }

  /** Gives the others a token that was renewed here, once the service has answered under it. */
  const renew = async (
    team: SharedTeam,
    key: SealKey,
    row: SharedInstance,
    instance: InstanceKey,
    { token, mediaUrl }: { readonly token: string; readonly mediaUrl: string },
  ) => {
    const runtime = instances.get(instance)
    const run = runtime?.run()
    // Asked again and again, a refusal would use up the calls of the month.
    if (run === undefined || run === null || runtime?.connection.state().kind === 'wrongToken') return
    // Background work waits for hours where a plan's calls are few, and colleagues can do nothing without the token.
    const options = { priority: 'view', purpose: 'token.try', signal: run.signal } as const
    const answer = await run.api.call('lastOutgoingMessages', { minutes: 1 }, options)
    if (!answer.ok) return
    const check = checkOf(team, key)
    const sealed = sealToken(key, { ...row, mediaUrl }, token)
    // Else it is given once the new passphrase was entered here.
    if (check !== null && (await team.renewToken(row.id, sealed, check))) await recordToken(instance, hashOf(sealed))
  }

  return {
    keys: () => shared,
    load,
    sync: (team, key, desk) =>
      inSequence(async () => {
        const rows = await team.instances()
        const before = shared
        const off = await store.read('team.off', undefined)
        unreadable = []
        const isOff = ({ apiUrl, idInstance }: SharedInstance) =>
          off.some((one) => one.apiUrl === apiUrl && one.idInstance === idInstance)
        for (const row of rows) if (!row.isRemoved && !isOff(row)) await adopt(row, key, team, desk)
        for (const row of rows) {
          const instance = localOf(row)
          // A row that is missing says nothing: only a person takes an instance out of the team.
          if (instance === undefined || shared.get(instance) !== row.id) continue
          const isOurs = leaving.delete(instance)
          if (isOurs && !row.isRemoved) await store.write('team.setLeaving', { instance, isLeaving: false })
          if (!row.isRemoved) continue
          // Without its token nothing of it runs, so nobody receives alone what the team gave up: only the desk that
          // took it out goes on, also where the answer to that was lost, or the program ended before it.
          if (!isOurs) await tokens.forget(instance)
          await store.write('team.unshare', { instance })
          instances.setShare(instance, null)
        }
        await load()
        return !isSame(before, shared)
      }),
    unreadable: () => unreadable,
    async reseal(team, from, to, next) {
      const { checkValue } = team
      if (checkValue === null) throw new ContractError('teamNotSetUp')
      await inSequence(async () => {
        for (let tries = 0; tries < mostTries; tries++) {
          const rows = await teamCall(team.instances())
          const sealed = rows.flatMap((row) => {
            if (row.isRemoved || row.token === null) return []
            const opened = openToken(from, { ...row, token: row.token })
            const token = opened === null ? null : sealToken(to, { ...row, mediaUrl: opened.mediaUrl }, opened.token)
            return [{ id: row.id, was: row.token, token }]
          })
          const outcome = await teamCall(
            team.changePassphrase(checkValue, next, sealed, await resealSecrets(team, from, to)),
          )
          if (outcome === 'done') return
          if (outcome === 'other') break
        }
        throw new ContractError('changedMeanwhile')
      })
    },
    async share(team, key, instance) {
      const row = instances.get(instance)?.row()
      if (row === undefined) throw new ContractError('notFound')
      const token = await tokens.current(instance)
      if (token === null) throw new ContractError('tokenMissing')
      const { apiUrl, idInstance, family, prefix, name, colour, answerTargetMs } = row
      const countsFrom = await store.read('team.countsFrom', { instance })
      const sealed = sealToken(key, row, token)
      await inSequence(async () => {
        const check = checkOf(team, key)
        if (check === null) throw new ContractError('teamTrouble', { details: { trouble: 'passphraseChanged' } })
        const given = { apiUrl, idInstance, family, prefix, name, colour, countsFrom, answerTargetMs, token: sealed }
        const id = await teamCall(team.putInstance(given, check))
        await store.write('team.share', { instance, shared: id }, { urgent: true })
        await load()
        // A token that is renewed here before the next sync is newer than the team's, and replaces it.
        await recordToken(instance, hashOf(sealed))
      })
    },
    // In turn, or a look at the team's instances meanwhile would take the token of this desk, which goes on alone.
    unshare: (team, instance) =>
      inSequence(async () => {
        const id = shared.get(instance)
        if (id === undefined) throw new ContractError('notFound')
        await store.write('team.setLeaving', { instance, isLeaving: true }, { urgent: true })
        leaving.add(instance)
        await teamCall(team.removeInstance(id))
        await store.write('team.unshare', { instance }, { urgent: true })
        instances.setShare(instance, null)
        await load()
      }),
    async giveUp(erase) {
      const mine = [...shared.keys()]
      for (const instance of mine) await tokens.forget(instance)
      for (const instance of mine) {
        await store.write('team.unshare', { instance })
        instances.setShare(instance, null)
        // Somebody may have taken it off this desk before.
        if (erase && instances.get(instance) !== undefined)
          await store.write('accounts.detach', { key: instance, erase: true })
      }
      await load()
    },
  }
}

/** The team's check value, if this key is the team's; null: the passphrase was changed. */
const checkOf = ({ checkValue }: SharedTeam, key: SealKey): string | null =>
  checkValue !== null && isKeyOf(key, checkValue) ? checkValue : null

/** As the team's database names a token that was sealed so first (src/team/schema, token_name). */
const hashOf = (sealed: string): string => createHash('sha256').update(sealed).digest('base64url')

/** The secrets of webhooks, sealed again. */
async function resealSecrets(team: SharedTeam, from: SealKey, to: SealKey) {
  const secrets = []
  for (const { id, settings } of await teamCall(team.webhooks())) {
    const was = settings === null ? null : await teamCall(team.webhookSecret(id))
    if (was === null) continue
    const text = openText(from, was)
    secrets.push({ id, was, secret: text === null ? null : sealText(to, text) })
  }
  return secrets
}

type Numbers = ReadonlyMap<InstanceKey, SharedInstanceId>
const isSame = (one: Numbers, other: Numbers): boolean =>
  one.size === other.size && [...one].every(([key, id]) => other.get(key) === id)

export type SharingCalls = 'team.share' | 'team.unshare' | 'team.receiveHere' | 'team.handOver'

/** Which instances the team has, and which desk receives for each. */
export function createSharingHandlers(options: {
  readonly shared: SharedInstances
  readonly membership: () => Membership | null
  /** Throws ContractError `teamMissing`. */
  readonly session: () => TeamSession
  readonly onChange: () => void
}): Pick<CoreHandlers, SharingCalls> {
  const { shared, membership, session, onChange } = options
  /** Throws ContractError `notFound`. */
  const numberOf = (instance: InstanceKey): SharedInstanceId => {
    const id = shared.keys().get(instance)
    if (id === undefined) throw new ContractError('notFound')
    return id
  }
  return {
    async 'team.share'({ instance }) {
      const { team } = session()
      const stored = membership()
      if (stored === null) throw new ContractError('teamMissing')
      await shared.share(team, sealKeyOf(stored), instance)
      onChange()
    },

    async 'team.unshare'({ instance }) {
      await shared.unshare(session().team, instance)
      onChange()
    },

    async 'team.receiveHere'({ instance }) {
      await teamCall(session().team.wantLease(numberOf(instance)))
    },

    async 'team.handOver'({ instance, desk: next }) {
      const given = await teamCall(session().handOver(numberOf(instance), next as DeskId))
      if (!given) throw new ContractError('notFound')
    },
  }
}
