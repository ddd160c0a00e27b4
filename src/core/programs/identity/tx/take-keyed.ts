import type { ProgramKey } from '../../../../contract/ids.ts'
import { nextKey } from '../../../store/sql.ts'
import type { Tx } from '../../../store/tx.ts'
import type { SharedProgramSettings } from '../rules/shared-settings.ts'
import { announceWaiting, json, keysOfTeam, nameKeyOf, removePrograms, rightsText } from './program-row.ts'

/** A program of the team with one key, as its database has it. */
export interface TakenProgram {
  readonly team: string
  readonly name: string
  readonly settings: SharedProgramSettings
  readonly keyId: string
  readonly keyHash: string
  readonly state: 'active' | 'paused'
  readonly version: number
}

export interface TakenPrograms {
  readonly programs: readonly TakenProgram[]
  /** An administrator removed them. */
  readonly gone: readonly string[]
  /** An older backup of the database does not have them: their key is refused until it has them again. */
  readonly lacking: readonly string[]
}

/**
 * Keeps what this desk has of the team's programs like the team's database.
 * @param startsAfter where one begins that is new here
 */
export function takeKeyed(tx: Tx, input: TakenPrograms, startsAfter: number): void {
  for (const program of input.programs) takeOne(tx, program, startsAfter)
  removePrograms(tx, keysOfTeam(tx, input.gone))
  for (const team of input.lacking)
    tx.run(
      `update program set key_hash = null, team_json = json_set(team_json, '$.version', 0),
         trouble_json = json_object('at', :now, 'kind', 'notInTeam', 'status', null, 'text', '') where team_id = :team`,
      { team, now: tx.now },
    )
  tx.changed({ kind: 'programs' })
}

function takeOne(
  tx: Tx,
  { team, name, settings, keyId, keyHash, state, version }: TakenProgram,
  startsAfter: number,
): void {
  const { labels, instances } = settings
  const values = {
    ...{ team, name, nameKey: nameKeyOf(name, team), purpose: settings.purpose, state, keyHash, now: tx.now },
    keyExpiresAt: settings.keyExpiresAt,
    kinds: json(settings.kinds),
    groups: settings.groups,
    rights: rightsText(settings.rights),
    limits: json(settings.sendLimits),
    writesFirst: settings.writesFirst,
    readWhenWritten: settings.readWhenWritten,
    teamJson: JSON.stringify({ id: team, version, labels, instances }),
  }
  const before = tx.get<{ key: ProgramKey }>('select key from program where team_id = ?', [team])
  const { changes } = tx.run(
    `update program set name = :name, name_key = :nameKey, purpose = :purpose,
       state_since = iif(state = :state, state_since, :now), state = :state, key_hash = :keyHash,
       last_contact_at = iif(key_hash = :keyHash, last_contact_at, null), key_expires_at = :keyExpiresAt, kinds_json = :kinds, groups = :groups, rights = :rights, limits_json = :limits,
       writes_first = :writesFirst, read_when_written = :readWhenWritten, team_json = :teamJson,
       trouble_json = iif(trouble_json ->> 'kind' = 'notInTeam', null, trouble_json) where team_id = :team`,
    values,
  )
  if (before !== undefined) announceWaiting(tx, before.key)
  // The database says what it likes: a program of this desk keeps its id.
  if (changes > 0 || tx.get('select 1 from program where id = ?', [keyId]) !== undefined) return
  tx.run(
    `insert into program (key, id, name, name_key, purpose, protocol, state, state_since, created_at, key_hash,
       key_expires_at, kinds_json, groups, rights, limits_json, writes_first, starts_after, read_when_written, team_id,
       team_json)
     values (${nextKey('program')}, :id, :name, :nameKey, :purpose, :protocol, :state, :now, :now, :keyHash, :keyExpiresAt,
       :kinds, :groups, :rights, :limits, :writesFirst, :startsAfter, :readWhenWritten, :team, :teamJson)`,
    { ...values, id: keyId, protocol: settings.protocol, startsAfter },
  )
}
