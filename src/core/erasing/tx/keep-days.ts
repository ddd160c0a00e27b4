import type { InstanceKey, LabelKey } from '../../../contract/ids.ts'
import { defaultSettings, keepMessages, type KeepMessages } from '../../../contract/settings.ts'
import { leastDays } from '../../../contract/values.ts'
import { readSetting } from '../../settings/tx/settings-intents.ts'
import { deleteMeta, setMeta } from '../../store/sql.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'

/** How long the messages of an instance are kept. */
export interface Keep {
  readonly instance: InstanceKey
  readonly name: string
  /** null: always. */
  readonly days: number | null
  /** The owner of the team's database set it. */
  readonly isTeams: boolean
  /** Chats with one of these are kept whole. */
  readonly labels: readonly LabelKey[]
}

/** A value that no longer fits removes nothing. */
const storedKeep = (tx: ReadTx): KeepMessages => {
  const { success, data } = keepMessages.safeParse(readSetting(tx, 'keepMessages'))
  return success ? data : defaultSettings.keepMessages
}

/** Days that the owner of the team's database set; null: always. A removal under way ends, as it may keep more now. */
export function recordTeamKeep(tx: Tx, { days }: { readonly days: number | null }): void {
  const stored = teamKeep(tx)
  if (stored === days) return
  if (days === null) deleteMeta(tx, 'teamKeepDays')
  else setMeta(tx, 'teamKeepDays', String(days))
  deleteMeta(tx, 'retain')
}

const teamKeep = (tx: ReadTx): number | null => {
  const days = Number(tx.get<{ value: string }>(`select value from meta where name = 'teamKeepDays'`)?.value)
  return days >= 1 ? days : null
}

/** Of each instance, those of which only the history is here included. `keep`: in place of what is stored. */
export function readKeeps(tx: ReadTx, keep: KeepMessages = storedKeep(tx)): readonly Keep[] {
  const own = new Map(keep.instances.map(({ instance, days }) => [instance, days]))
  const teams = teamKeep(tx)
  return tx
    .all<{ instance: InstanceKey; name: string; isTeams: number }>(
      `select key as instance, name, exists (select 1 from team_instance t where t.instance = instance.key) as isTeams
       from instance
       where not exists (select 1 from meta where name = 'erase:' || instance.key) order by position, key`,
    )
    .map(({ instance, name, isTeams }) => {
      const days = isTeams === 1 ? teams : own.get(instance)
      return {
        instance,
        name,
        days: days === undefined ? keep.days : days,
        isTeams: isTeams === 1,
        labels: keep.labels,
      }
    })
}

/** The least of all: what was received and asked is kept no longer, days; null: always. */
export function shortestKeep(tx: ReadTx): number | null {
  return leastDays(...readKeeps(tx).map(({ days }) => days))
}
