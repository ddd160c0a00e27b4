import { z } from 'zod'
import type { InstanceKey, ProgramKey } from '../../../contract/ids.ts'
import { createRerun } from '../../base/create-rerun.ts'
import { readStored } from '../../base/rules/stored-json.ts'
import { checkProgramName, createProgramId } from '../identity/rules/program-identity.ts'
import { readSharedSettings, type SharedWebhookSettings } from '../identity/rules/shared-settings.ts'
import type { SharedWebhook, TeamWebhooks, WebhookTeam } from '../../sharing/shared-webhooks.ts'
import type { ProgramDirectory } from '../identity/program-directory.ts'
import type { ProgramsBase } from '../programs-base.ts'
import type { WebhookSecrets, WholeSecret } from './signing.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { Input } from '../../../contract/index.ts'
import type { ProgramScope, WebhookSettings } from '../../../contract/programs.ts'
import type { Program, TeamProgram } from '../identity/tx/program-row.ts'
import { teamCall } from '../../sharing/team-call.ts'

/** A secret as the team stores it: sealed, together with its address. */
const sealedSecret = z.object({
  id: z.string(),
  url: z.string(),
  signing: z.object({ current: z.string(), previous: z.string().nullable(), previousUntil: z.number() }),
  authorization: z.string(),
})

const sealSecret = (team: WebhookTeam, id: string, url: string, secret: WholeSecret): string =>
  team.seal(JSON.stringify({ id, url, ...secret }))

/** Null: it is sealed with another passphrase, or for another webhook or address. */
function openSecret(team: WebhookTeam, id: string, url: string, sealed: string): WholeSecret | null {
  const opened = readStored(team.unseal(sealed), sealedSecret, null)
  if (opened?.id !== id || opened.url !== url) return null
  const { signing, authorization } = opened
  return { signing, authorization }
}

/** Keeps what this desk has of the team's webhooks like the team's database. */
export interface TeamWebhookSync {
  /** Reads the team's webhooks. Calls at one time share an end, and each sees what was there when it began. */
  run(): Promise<void>
}

export function createTeamWebhookSync({
  store,
  directory,
  secrets,
  port,
  isDelivering,
  load,
}: Pick<ProgramsBase, 'store'> & {
  readonly directory: ProgramDirectory
  readonly secrets: WebhookSecrets
  readonly port: TeamWebhooks
  /** This desk moves the cursor itself. */
  readonly isDelivering: (webhook: string, instance: InstanceKey) => boolean
  /** Reads the programs again. */
  readonly load: () => Promise<void>
}): TeamWebhookSync {
  const ofTeam = () =>
    directory.list().flatMap((program) => (program.team === null ? [] : [{ ...program, team: program.team }]))

  /** Names the secret that this desk has by then; null: none that fits. */
  const holdSecret = async (team: WebhookTeam, row: SharedWebhook, id: string, url: string): Promise<string | null> => {
    const known = ofTeam().find((program) => program.team.id === row.id)
    const held = known?.team.heldSecret === row.secretId && known.webhook?.url === url ? row.secretId : null
    const sealed = await team.webhookSecret(row.id)
    const opened = sealed === null ? null : openSecret(team, row.id, url, sealed)
    // The secret was sealed again with a passphrase that is not entered here yet, and is the same.
    if (opened === null) return held
    return secrets.hold({ id }, url, opened).then(
      () => row.secretId,
      () => held,
    )
  }

  const read = async () => {
    const team = port.current()
    if (team === null) return
    const rows = await team.webhooks()
    const programs = ofTeam()
    const changed = rows.filter(({ id, n, settings, secretId }) => {
      const known = programs.find((program) => program.team.id === id)
      if (settings === null) return known !== undefined
      return known === undefined || known.team.n !== n || known.team.heldSecret !== secretId
    })
    const webhooks = []
    for (const row of changed) {
      const settings = row.settings === null ? null : readSharedSettings(row.settings)
      if (settings === null || row.secretId === null) continue
      const known = programs.find((program) => program.team.id === row.id)
      const id = known?.id ?? createProgramId()
      const { name, state, version, n, round, secretId } = row
      const heldSecret = await holdSecret(team, row, id, settings.webhook.url)
      webhooks.push({ id, team: row.id, name, settings, state, version, n, round, secretId, heldSecret })
    }
    const gone = changed.filter(({ settings }) => settings === null).map(({ id }) => id)
    const isOther = webhooks.some(({ team: id, n, heldSecret }) => {
      const known = programs.find((program) => program.team.id === id)
      return known?.team.n !== n || known.team.heldSecret !== heldSecret
    })
    const lacking = programs.filter(({ team: { id, version } }) => version > 0 && !rows.some((row) => row.id === id))
    let isChanged = isOther || gone.length > 0 || lacking.length > 0
    try {
      if (isOther || gone.length > 0) await store.write('programs.takeTeam', { webhooks, gone })
      if (lacking.length > 0)
        await store.write('programs.missInTeam', { teams: lacking.map((program) => program.team.id) })
      isChanged = (await takeCursors(team, rows)) || isChanged
      isChanged = (await takeLetters(team, rows, changed)) || isChanged
    } finally {
      // Also where the database went away meanwhile: the next look compares it with what is stored here by now.
      if (isChanged) await load()
    }
    await uploadStops(team, rows)
  }
  /** Letters of events that are not applied here yet come with a later look. */
  const missing = new Set<string>()

  /** Of webhooks that changed, and of those whose letters were not all taken. True: some were looked at. */
  const takeLetters = async (
    team: WebhookTeam,
    rows: readonly SharedWebhook[],
    changed: readonly SharedWebhook[],
  ): Promise<boolean> => {
    const keys = new Map([...team.shared()].map(([key, shared]) => [shared, key] as const))
    const due = rows.filter((row) => row.settings !== null && (changed.includes(row) || missing.has(row.id)))
    for (const { id } of due) {
      const letters = (await team.webhookLetters(id)).flatMap(({ instance, ...letter }) => {
        const key = keys.get(instance)
        return key === undefined ? [] : [{ ...letter, instance: key }]
      })
      const left = await store.write('programs.takeLetters', { team: id, letters })
      if (left > 0) missing.add(id)
      else missing.delete(id)
    }
    return due.length > 0
  }

  const takeCursors = async (team: WebhookTeam, rows: readonly SharedWebhook[]): Promise<boolean> => {
    const cursors = await team.webhookCursors()
    const found = new Map(cursors.map(({ webhook, instance, n }) => [`${webhook} ${instance}`, n]))
    const taken: { team: string; instance: InstanceKey; n: number }[] = []
    for (const { id, settings } of rows) {
      if (settings === null) continue
      for (const [instance, shared] of team.shared()) {
        if (!isDelivering(id, instance)) taken.push({ team: id, instance, n: found.get(`${id} ${shared}`) ?? 0 })
      }
    }
    return taken.length > 0 && store.write('programs.takeCursors', { cursors: taken })
  }

  /** An endpoint said here that it is gone: that holds for the team. */
  const uploadStops = async (team: WebhookTeam, rows: readonly SharedWebhook[]) => {
    if (team.role === 'viewer') return
    for (const { state, team: known } of ofTeam()) {
      const row = rows.find(({ id }) => id === known.id)
      if (state === 'stopped' && row?.state === 'active' && row.version === known.version)
        await team.setWebhookState(known.id, 'stopped', known.version)
    }
  }

  return { run: createRerun(read) }
}

export type ProgramOfTeamRow = Program & { readonly team: TeamProgram; readonly webhook: WebhookSettings }

/** A person's acts on the team's webhooks. All go to the team's database first. */
export interface TeamProgramCalls {
  add(
    given: Omit<Input<'programs.add'>, 'webhook'> & { readonly webhook: WebhookSettings },
  ): Promise<{ readonly program: ProgramKey; readonly secret: string }>
  change(program: ProgramOfTeamRow, change: Omit<Input<'programs.change'>, 'program'>): Promise<void>
  renewSecret(program: ProgramOfTeamRow): Promise<string>
  setState(program: ProgramOfTeamRow, state: 'active' | 'paused'): Promise<void>
  /** `from`: epoch ms; null: now. */
  seek(program: ProgramOfTeamRow, from: number | null): Promise<void>
  askLetters(
    program: ProgramOfTeamRow,
    events: Input<'programs.replayDeadLetters'>['events'],
    how: 'replay' | 'skip',
  ): Promise<number>
  remove(program: ProgramOfTeamRow): Promise<void>
  switchOn(on: boolean): Promise<void>
}

export function createTeamProgramCalls({
  store,
  clock,
  ids,
  port,
  secrets,
  sync,
}: Pick<ProgramsBase, 'store' | 'clock' | 'ids'> & {
  readonly port: TeamWebhooks
  readonly secrets: WebhookSecrets
  readonly sync: TeamWebhookSync
}): TeamProgramCalls {
  const requireTeam = (): WebhookTeam => {
    const team = port.current()
    if (team === null) throw new ContractError('teamMissing')
    return team
  }
  const settled = async <Value>(work: Promise<Value>): Promise<Value> => {
    try {
      return await teamCall(work)
    } finally {
      await teamCall(sync.run())
    }
  }
  const put = async (
    team: WebhookTeam,
    webhook: {
      readonly id: string
      readonly base: number
      readonly name: string
      readonly settings: SharedWebhookSettings
      readonly secretId: string
      readonly secret: WholeSecret
      readonly from: number | null
    },
  ): Promise<void> => {
    const { check } = team
    if (check === null) throw passphraseChanged()
    const { settings, secret, ...rest } = webhook
    const sealed = sealSecret(team, webhook.id, settings.webhook.url, secret)
    const change = { ...rest, settings: JSON.stringify(settings), secret: sealed, check }
    const outcome = await settled(team.putWebhook(change))
    if (outcome === 'passphrase') throw passphraseChanged()
    if (outcome === 'changed') throw new ContractError('changedMeanwhile')
  }
  const sharedScope = async (scope: ProgramScope) => {
    const { kinds, groups } = scope
    return { ...(await store.read('programs.sharedScope', { scope })), kinds, groups }
  }
  const presentScope = ({ team, scope: { kinds, groups } }: ProgramOfTeamRow) => ({
    ...{ instances: team.instances, labels: team.labels, kinds, groups },
  })
  const purposeOf = (purpose: Program['purpose']) => (purpose === 'automation' ? purpose : 'webhook')
  const secretOf = async (program: ProgramOfTeamRow): Promise<WholeSecret> => {
    if (program.team.heldSecret !== program.team.secretId) throw passphraseChanged()
    return secrets.read(program)
  }

  return {
    async add({ name: given, purpose, scope, webhook, authorization, from }) {
      const team = requireTeam()
      const { name } = checkProgramName(given)
      const id = ids.uuid()
      const signing = secrets.renewed(null, clock.now())
      const settings = { purpose: purposeOf(purpose), webhook, ...(await sharedScope(scope)) } as SharedWebhookSettings
      const secret = { signing, authorization }
      await put(team, { id, base: 0, name, settings, secretId: ids.uuid(), secret, from })
      const program = (await store.read('programs.all', undefined)).programs.find((one) => one.team?.id === id)
      if (program === undefined) throw new ContractError('notFound')
      return { program: program.key, secret: signing.current }
    },
    async change(program, { name, scope, webhook, authorization }) {
      const team = requireTeam()
      const before = await secretOf(program)
      const secret = authorization === undefined ? before : { ...before, authorization }
      const { id, version: base, secretId } = program.team
      const settings = {
        purpose: purposeOf(program.purpose),
        webhook: webhook ?? program.webhook,
        ...(scope === undefined ? presentScope(program) : await sharedScope(scope)),
      } as SharedWebhookSettings
      await put(team, {
        ...{ id, base, settings, secret, from: null },
        name: name === undefined ? program.name : checkProgramName(name).name,
        secretId: authorization === undefined ? secretId : ids.uuid(),
      })
    },
    async renewSecret(program) {
      const team = requireTeam()
      // A secret that can not be opened any more is replaced.
      const before = await secretOf(program).catch(() => null)
      const signing = secrets.renewed(before?.signing ?? null, clock.now())
      const { id, version: base } = program.team
      const settings = {
        purpose: purposeOf(program.purpose),
        webhook: program.webhook,
        ...presentScope(program),
      } as SharedWebhookSettings
      const secret = { signing, authorization: before?.authorization ?? '' }
      await put(team, { id, base, name: program.name, settings, secret, secretId: ids.uuid(), from: null })
      return signing.current
    },
    async setState({ key, state: seen, team: { id, version } }, state) {
      const isSetOn = (base: number) => settled(requireTeam().setWebhookState(id, state, base))
      if (!(await isSetOn(version))) {
        // Another change came first. It only matters if it paused or resumed the webhook.
        const now = (await store.read('programs.all', undefined)).programs.find((one) => one.key === key)
        const isAsSeen = now?.team != null && (now.state === 'paused') === (seen === 'paused')
        if (!isAsSeen || !(await isSetOn(now.team.version))) throw new ContractError('changedMeanwhile')
      }
      // The endpoint is tried at once.
      await store.write('programs.setState', { program: key, state }, { urgent: true })
    },
    async seek({ team: { id } }, from) {
      if (!(await settled(requireTeam().seekWebhook(id, from)))) throw new ContractError('notFound')
    },
    async askLetters({ team: { id } }, events, how) {
      const entries = await store.read('programs.entries', { events })
      return settled(requireTeam().askLetters(id, entries, how))
    },
    async remove({ name, team: { id, version } }) {
      const team = requireTeam()
      const change = { id, name, settings: null, secret: null, secretId: null, base: version, check: '', from: null }
      const outcome = await settled(team.putWebhook(change))
      if (outcome === 'done') return
      // A database that was set back does not have it.
      if ((await teamCall(team.webhooks())).some((row) => row.id === id && row.settings !== null))
        throw new ContractError('changedMeanwhile')
      await store.write('programs.takeTeam', { webhooks: [], gone: [id] })
    },
    switchOn: (on) => settled(requireTeam().switchWebhooks(on)),
  }
}

const passphraseChanged = () => new ContractError('teamTrouble', { details: { trouble: 'passphraseChanged' } })
