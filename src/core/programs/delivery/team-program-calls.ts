import { ContractError } from '../../../contract/errors.ts'
import type { ProgramKey } from '../../../contract/ids.ts'
import type { Input } from '../../../contract/index.ts'
import type { ProgramScope, WebhookSettings } from '../../../contract/programs.ts'
import { checkProgramName } from '../identity/rules/check-program.ts'
import type { Program, TeamProgram } from '../identity/tx/program-row.ts'
import type { SharedWebhookSettings } from '../identity/rules/shared-settings.ts'
import type { TeamWebhooks, WebhookTeam } from '../../sharing/shared-webhooks.ts'
import { teamCall } from '../../sharing/team-call.ts'
import type { ProgramsBase } from '../programs-base.ts'
import { sealSecret } from './team-webhooks.ts'
import type { TeamWebhookSync } from './team-webhooks.ts'
import type { WebhookSecrets, WholeSecret } from './webhook-secrets.ts'

export type ProgramOfTeamRow = Program & { readonly team: TeamProgram; readonly webhook: WebhookSettings }

/** What a person does with the team's webhooks. All of it goes to the team's database first. */
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
      // One that can not be opened any more is replaced.
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
        // Another change came first. It only matters here if it paused or resumed the webhook.
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
      const entries = events.length === 0 ? null : await store.read('programs.entries', { events })
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
