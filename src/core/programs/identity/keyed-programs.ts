import { ContractError } from '../../../contract/errors.ts'
import type { ProgramKey } from '../../../contract/ids.ts'
import type { Input } from '../../../contract/index.ts'
import type { ProgramScope } from '../../../contract/programs.ts'
import {
  checkProgramName,
  createProgramId,
  createProgramKey,
  hashProgramKey,
  usualLimits,
} from './rules/program-identity.ts'
import { readSharedProgram, type SharedProgramSettings } from './rules/shared-settings.ts'
import type { KeyedProgram, Program } from './tx/program-row.ts'
import type { SharedProgramChange } from '../../sharing/shared-programs.ts'
import type { TeamWebhooks, WebhookTeam } from '../../sharing/shared-webhooks.ts'
import { teamCall } from '../../sharing/team-call.ts'
import { createRerun } from '../../base/create-rerun.ts'
import type { ProgramDirectory } from './program-directory.ts'
import type { ProgramsBase } from '../programs-base.ts'

export type KeyedProgramRow = Program & { readonly keyed: KeyedProgram; readonly keyHash: string }

/** Programs that all desks of the team admit under one key. Changes go to the team's database first. */
export interface KeyedPrograms {
  /** Reads the team's programs. */
  sync(): Promise<void>
  add(given: Input<'programs.add'>): Promise<{ readonly program: ProgramKey; readonly key: string }>
  change(program: KeyedProgramRow, change: Omit<Input<'programs.change'>, 'program'>): Promise<void>
  renewKey(program: KeyedProgramRow): Promise<string>
  setState(program: KeyedProgramRow, state: 'active' | 'paused'): Promise<void>
  remove(program: KeyedProgramRow): Promise<void>
}

export function createKeyedPrograms({
  store,
  ids,
  directory,
  port,
  load,
}: Pick<ProgramsBase, 'store' | 'ids'> & {
  readonly directory: ProgramDirectory
  readonly port: TeamWebhooks
  /** Reads the programs again. */
  readonly load: () => Promise<void>
}): KeyedPrograms {
  const requireTeam = (): WebhookTeam => {
    const team = port.current()
    if (team === null) throw new ContractError('teamMissing')
    return team
  }
  // One at a time: what an earlier call read is not written over what a later one did.
  const sync = createRerun(async () => {
    const team = port.current()
    if (team === null) return
    const rows = await team.programs()
    const known = directory.list().flatMap(({ keyed }) => (keyed === null ? [] : [keyed]))
    const isKnown = (id: string) => known.some((one) => one.id === id)
    const programs = rows.flatMap(({ id, settings, version, ...row }) => {
      const read = settings === null ? null : readSharedProgram(settings)
      if (read === null || known.some((one) => one.id === id && one.version === version)) return []
      return [{ ...row, team: id, version, settings: read }]
    })
    const gone = rows.filter(({ id, settings }) => settings === null && isKnown(id)).map(({ id }) => id)
    const lacking = known
      .filter(({ id, version }) => version > 0 && !rows.some((row) => row.id === id))
      .map(({ id }) => id)
    if (programs.length + gone.length + lacking.length === 0) return
    await store.write('programs.takeKeyed', { programs, gone, lacking })
    await load()
  })
  const put = async (change: SharedProgramChange): Promise<void> => {
    const team = requireTeam()
    const isDone = await teamCall(team.putProgram(change)).finally(() => teamCall(sync()))
    if (!isDone) throw new ContractError('changedMeanwhile')
  }
  const sharedScope = async (scope: ProgramScope) => {
    const { kinds, groups } = scope
    return { ...(await store.read('programs.sharedScope', { scope })), kinds, groups }
  }
  /** As the team has it, before a change. */
  const presentOf = ({ keyed, keyHash, id: keyId, name, state, ...program }: KeyedProgramRow) => ({
    ...{ id: keyed.id, base: keyed.version, name, keyId, keyHash },
    state: stateOf(state),
    settings: {
      purpose: program.purpose,
      protocol: program.protocol,
      rights: program.rights,
      sendLimits: program.sendLimits,
      writesFirst: program.writesFirst,
      readWhenWritten: program.readWhenWritten,
      keyExpiresAt: program.keyExpiresAt,
      instances: keyed.instances,
      labels: keyed.labels,
      kinds: program.scope.kinds,
      groups: program.scope.groups,
    } as SharedProgramSettings,
  })
  const putPresent = (program: KeyedProgramRow, change: Partial<Pick<SharedProgramChange, 'state' | 'keyHash'>>) => {
    const { settings, ...present } = presentOf(program)
    return put({ ...present, ...change, settings: JSON.stringify(settings) })
  }

  return {
    sync,
    async add({ name: given, purpose, protocol, scope, rights, sendLimits, writesFirst, keyExpiresAt, ...rest }) {
      const { name } = checkProgramName(given)
      const id = ids.uuid()
      const keyId = createProgramId()
      const key = createProgramKey(keyId)
      const settings = {
        ...{ purpose, protocol, keyExpiresAt },
        rights: [...new Set(rights ?? ['see'])],
        sendLimits: sendLimits ?? usualLimits,
        writesFirst: writesFirst === true,
        readWhenWritten: rest.readWhenWritten,
        ...(await sharedScope(scope)),
      } as SharedProgramSettings
      const keyHash = hashProgramKey(key)
      await put({ id, name, keyId, keyHash, state: 'active', base: 0, settings: JSON.stringify(settings) })
      const program = directory.list().find(({ keyed }) => keyed?.id === id)
      if (program === undefined) throw new ContractError('notFound')
      return { program: program.key, key }
    },
    async change(program, { name, scope, rights, sendLimits, writesFirst, keyExpiresAt, readWhenWritten }) {
      const { settings, ...present } = presentOf(program)
      const changed = {
        ...settings,
        ...(rights === undefined ? {} : { rights: [...new Set(rights)] }),
        ...(sendLimits === undefined ? {} : { sendLimits }),
        ...(writesFirst === undefined ? {} : { writesFirst }),
        ...(keyExpiresAt === undefined ? {} : { keyExpiresAt }),
        ...(readWhenWritten === undefined ? {} : { readWhenWritten }),
        ...(scope === undefined ? {} : await sharedScope(scope)),
      }
      const nameNow = name === undefined ? present.name : checkProgramName(name).name
      await put({ ...present, name: nameNow, settings: JSON.stringify(changed) })
    },
    async renewKey(program) {
      const key = createProgramKey(program.id)
      await putPresent(program, { keyHash: hashProgramKey(key) })
      return key
    },
    setState: (program, state) => putPresent(program, { state }),
    async remove({ key, name, id: keyId, state, keyed: { id, version } }) {
      // A database that was set back does not have it.
      if (version === 0) return store.write('programs.remove', { program: key }, { urgent: true })
      return put({ id, name, settings: null, keyId, keyHash: '', state: stateOf(state), base: version })
    },
  }
}

const stateOf = (state: Program['state']): 'active' | 'paused' => (state === 'paused' ? 'paused' : 'active')

export const isKeyed = (program: Program): program is KeyedProgramRow => program.keyed !== null
