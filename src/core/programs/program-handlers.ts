import { ContractError } from '../../contract/errors.ts'
import type { ProgramKey } from '../../contract/ids.ts'
import type { CallsOf, CoreHandlers, Input } from '../../contract/index.ts'
import type { ProgramBacklog, ProgramRow } from '../../contract/programs.ts'
import type { TeamWebhooks } from '../sharing/shared-webhooks.ts'
import { createProgramId, createProgramKey, hashProgramKey } from './identity/rules/program-identity.ts'
import type { Program } from './identity/tx/program-row.ts'
import type { Progress } from './tx/programs-intents.ts'
import type { CallLog } from './feed/call-log.ts'
import { isKeyed, type KeyedPrograms } from './identity/keyed-programs.ts'
import type { ProgramDirectory } from './identity/program-directory.ts'
import type { Pairing } from './identity/pairing.ts'
import type { ProgramListenerSwitch } from './desk/program-listener.ts'
import type { ProgramOfTeamRow, TeamProgramCalls } from './delivery/team-webhooks.ts'
import { checkWebhookUrl } from './delivery/post-webhook.ts'
import type { ProgramsBase } from './programs-base.ts'
import { sendTestEvent, type DelivererDeps } from './delivery/deliver-webhook.ts'
import type { WebhookSecrets } from './delivery/signing.ts'

export type ProgramCalls = CallsOf<'programs'>

interface HandlerDeps extends Pick<ProgramsBase, 'store' | 'clock' | 'ids'> {
  readonly directory: ProgramDirectory
  readonly calls: CallLog
  readonly secrets: WebhookSecrets
  readonly listener: ProgramListenerSwitch
  readonly pairing: Pairing
  readonly deliverer: DelivererDeps
  readonly port: TeamWebhooks
  readonly ofTeam: TeamProgramCalls
  readonly keyed: KeyedPrograms
  readonly isConnected: (program: ProgramKey) => boolean
  /** A program was added, changed or removed. */
  readonly onChanged: () => Promise<void>
}

const dayMs = 24 * 3_600_000

export function createProgramHandlers(deps: HandlerDeps): Pick<CoreHandlers, ProgramCalls> {
  const { store, clock, ids, directory, calls, secrets, listener, port, ofTeam, keyed, onChanged } = deps

  const requireProgram = (key: ProgramKey): Program => {
    const program = directory.get(key)
    if (program === undefined) throw new ContractError('notFound')
    return program
  }
  const rowOf = (program: Program, progress: Progress | undefined): ProgramRow => ({
    key: program.key,
    id: program.id,
    name: program.name,
    purpose: program.purpose,
    protocol: program.protocol,
    state: program.state,
    stateSince: program.stateSince,
    createdAt: program.createdAt,
    scope: program.scope,
    rights: program.rights,
    sendLimits: program.sendLimits,
    writesFirst: program.writesFirst,
    webhook: program.webhook,
    readWhenWritten: program.readWhenWritten,
    keyExpiresAt: program.keyExpiresAt,
    connected: deps.isConnected(program.key),
    backlog: sum(progress?.backlogs ?? []),
    deliveredLastHour: calls.deliveredLastHour(program.key),
    trouble: program.trouble,
    lastContactAt: program.lastContactAt,
    deadLetters: progress?.deadLetters ?? 0,
    nextTryAt: program.state === 'failing' ? program.nextProbeAt : null,
    team:
      program.team !== null
        ? { hasSecret: program.team.heldSecret === program.team.secretId }
        : isKeyed(program)
          ? { hasSecret: true }
          : null,
  })
  const change = async <Value>(work: Promise<Value>): Promise<Value> => {
    const value = await work
    await onChanged()
    return value
  }
  /** Rejects with ContractError `notFound` if the journal has none of these events any more. */
  const actOnLetters = async (act: 'replay' | 'skip', input: Input<'programs.skipDeadLetters'>): Promise<void> => {
    const found = requireProgram(input.program)
    const intent = act === 'replay' ? 'programs.replayDeadLetters' : 'programs.skipDeadLetters'
    const count = await change(
      isOfTeam(found) ? ofTeam.askLetters(found, input.events, act) : store.write(intent, input, { urgent: true }),
    )
    if (count === 0) throw new ContractError('notFound')
  }
  const setState = async (key: ProgramKey, state: 'active' | 'paused'): Promise<void> => {
    const program = requireProgram(key)
    await change(
      isOfTeam(program)
        ? ofTeam.setState(program, state)
        : isKeyed(program)
          ? keyed.setState(program, state)
          : store.write('programs.setState', { program: key, state }, { urgent: true }),
    )
  }
  const unread = async (key: ProgramKey): Promise<number> => {
    const { backlogs } = await store.read('programs.progressOf', { program: key })
    return backlogs.reduce((total, { events }) => total + events, 0)
  }
  /** Gives how many events waited before, or wait now. */
  const seekOfTeam = async (program: ProgramOfTeamRow, from: number | null, when: 'before' | 'after') => {
    const before = await unread(program.key)
    await change(ofTeam.seek(program, from))
    return when === 'before' ? before : unread(program.key)
  }
  const renewKey = async (program: Program): Promise<string> => {
    if (isKeyed(program)) return change(keyed.renewKey(program))
    const key = createProgramKey(program.id)
    await change(
      store.write('programs.change', { program: program.key, keyHash: hashProgramKey(key) }, { urgent: true }),
    )
    return key
  }

  return {
    async 'programs.list'(_input, { signal }) {
      const [{ programs }, progress] = await Promise.all([
        store.read('programs.all', undefined, { signal }),
        store.read('programs.progress', undefined, { signal }),
      ])
      const rows = programs.map((program) =>
        rowOf(
          program,
          progress.find((one) => one.program === program.key),
        ),
      )
      const team = port.current()
      return {
        listener: listener.state(),
        rows,
        team: team === null ? null : { isOn: team.webhooksOn, mayChange: team.role === 'administrator' },
      }
    },

    'programs.waiting': (_input, { signal }) => store.read('programs.waiting', undefined, { signal }),

    async 'programs.details'({ program: key }, { signal }) {
      const [{ programs }, progress, facts, settings] = await Promise.all([
        store.read('programs.all', undefined, { signal }),
        store.read('programs.progressOf', { program: key }, { signal }),
        store.read('programs.facts', { program: key }, { signal }),
        store.read('settings.get', undefined, { signal }),
      ])
      const program = programs.find((one) => one.key === key)
      if (program === undefined) throw new ContractError('notFound')
      const row = rowOf(program, progress)
      return {
        ...row,
        ...facts,
        backlogs: progress.backlogs,
        calls: calls.calls(key),
        retainedUntil: row.backlog.oldestAt === null ? null : row.backlog.oldestAt + settings.keepUnreadDays * dayMs,
      }
    },

    async 'programs.pairing'() {
      return deps.pairing.pending()
    },
    'programs.answerPairing': ({ id, allow }) => deps.pairing.answer(id, allow),

    'programs.unread': (input, { signal }) => store.read('programs.unread', input, { signal }),

    async 'programs.add'({ authorization, ofTeam: isOfTeam = false, ...given }) {
      const { webhook } = given
      const isWebhook = given.protocol === 'webhook'
      if (isWebhook !== (webhook !== null)) throw new ContractError('badInput')
      if (webhook !== null) checkWebhookUrl(webhook.url, webhook.allowPrivate)
      if (isOfTeam && webhook !== null)
        return { key: null, ...(await change(ofTeam.add({ ...given, webhook, authorization }))) }
      if (isOfTeam) return { secret: null, ...(await change(keyed.add({ ...given, authorization }))) }
      const id = createProgramId()
      const callsToo = given.rights?.some((right) => right !== 'see') === true
      const key = isWebhook && !callsToo ? null : createProgramKey(id)
      const epoch = ids.uuid().slice(0, 4)
      await store.write('programs.ensureEpoch', { epoch, isNew: false }, { urgent: true })
      const addWithSecret = async () => {
        // A vault that is locked takes no secret: then there is no program either, and its name is free.
        const secret = isWebhook ? await secrets.renew({ id }, clock.now()) : null
        if (webhook !== null && authorization !== '')
          await secrets.setAuthorization({ id }, { url: webhook.url, value: authorization })
        const keyHash = key === null ? null : hashProgramKey(key)
        return { secret, program: await store.write('programs.add', { ...given, id, keyHash }, { urgent: true }) }
      }
      const { secret, program } = await addWithSecret().catch(async (error: unknown) => {
        await secrets.remove({ id }).catch(() => undefined)
        throw error
      })
      await onChanged()
      return { program, key, secret }
    },

    async 'programs.change'({ authorization, ...input }) {
      const program = requireProgram(input.program)
      if (input.webhook !== undefined) {
        if (program.protocol !== 'webhook') throw new ContractError('badInput')
        checkWebhookUrl(input.webhook.url, input.webhook.allowPrivate)
      }
      if (isOfTeam(program)) {
        const { program: _key, ...rest } = input
        return change(ofTeam.change(program, { ...rest, authorization }))
      }
      if (isKeyed(program)) return change(keyed.change(program, input))
      const { webhook } = program
      const url = input.webhook?.url ?? webhook?.url ?? ''
      const isOtherAddress = url !== (webhook?.url ?? '')
      // Events go out meanwhile: each address gets its own Authorization, and never that of the other one.
      if (authorization !== undefined || isOtherAddress)
        await secrets.setAuthorization(program, { url, value: authorization, beside: webhook?.url })
      await store.write('programs.change', input, { urgent: true })
      if (isOtherAddress) await secrets.setAuthorization(program, { url })
      await onChanged()
    },

    async 'programs.renewKey'({ program }) {
      return { key: await renewKey(requireProgram(program)) }
    },
    async 'programs.renewSecret'({ program }) {
      const found = requireProgram(program)
      if (found.protocol !== 'webhook') throw new ContractError('badInput')
      if (isOfTeam(found)) return { secret: await change(ofTeam.renewSecret(found)) }
      const secret = await secrets.renew(found, clock.now())
      const wasMissing = found.state === 'stopped' && found.trouble?.kind === 'secretMissing'
      if (wasMissing) await store.write('programs.setState', { program, state: 'active' }, { urgent: true })
      await onChanged()
      return { secret }
    },

    'programs.pause': ({ program }) => setState(program, 'paused'),
    'programs.resume': ({ program }) => setState(program, 'active'),
    'programs.switchTeam': ({ on }) => change(ofTeam.switchOn(on)),

    async 'programs.skipToNow'({ program }) {
      const found = requireProgram(program)
      if (isOfTeam(found)) return { skipped: await seekOfTeam(found, null, 'before') }
      const { before } = await change(store.write('programs.seek', { program, from: null }, { urgent: true }))
      return { skipped: before }
    },
    async 'programs.replayFrom'({ program, from }) {
      const found = requireProgram(program)
      if (isOfTeam(found)) return { events: await seekOfTeam(found, from, 'after') }
      const { events } = await change(store.write('programs.seek', { program, from }, { urgent: true }))
      return { events }
    },
    async 'programs.skipEvent'(input) {
      return { skipped: await change(store.write('programs.skipEvent', input, { urgent: true })) }
    },
    'programs.replayDeadLetters': (input) => actOnLetters('replay', input),
    async 'programs.sendAgain'(input) {
      const found = requireProgram(input.program)
      // A webhook of the team is delivered by the desk that holds the instance.
      if (found.protocol !== 'webhook' || isOfTeam(found)) throw new ContractError('badInput')
      return { queued: await change(store.write('programs.deliverAgain', input, { urgent: true })) }
    },
    'programs.skipDeadLetters': (input) => actOnLetters('skip', input),

    async 'programs.sendTest'({ program }, { signal }) {
      const found = requireProgram(program)
      if (found.protocol !== 'webhook') throw new ContractError('badInput')
      return change(sendTestEvent(deps.deliverer, found, signal))
    },

    async 'programs.remove'({ program }) {
      const found = requireProgram(program)
      if (isOfTeam(found) || isKeyed(found)) {
        await change(isKeyed(found) ? keyed.remove(found) : ofTeam.remove(found))
        calls.forget(program)
        return
      }
      await store.write('programs.remove', { program }, { urgent: true })
      calls.forget(program)
      await onChanged()
      await secrets.remove(found)
    },
    async 'programs.newEpoch'() {
      const epoch = ids.uuid().slice(0, 4)
      await change(store.write('programs.ensureEpoch', { epoch, isNew: true }, { urgent: true }))
    },
  }
}

const isOfTeam = (program: Program): program is ProgramOfTeamRow => program.team !== null && program.webhook !== null

const sum = (backlogs: readonly ProgramBacklog[]): ProgramBacklog => ({
  events: backlogs.reduce((total, { events }) => total + events, 0),
  more: backlogs.some(({ more }) => more),
  oldestAt: backlogs.reduce<number | null>(
    (oldest, { oldestAt }) => (oldest === null ? oldestAt : Math.min(oldest, oldestAt ?? oldest)),
    null,
  ),
})
