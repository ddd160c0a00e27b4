import { z } from 'zod'
import { readStored } from '../../base/rules/stored-json.ts'
import { appSettings, defaultSettings, type AppSettings } from '../../../contract/settings.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'

type SettingName = keyof AppSettings

/** A stored value that no longer fits (an older or newer program wrote it) gives way to the default alone. */
function readSettings(tx: ReadTx): AppSettings {
  const stored: Record<string, unknown> = { ...defaultSettings }
  const fields: Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>> = appSettings.shape
  for (const { name, value_json } of tx.all<{ name: string; value_json: string }>(
    'select name, value_json from setting',
  )) {
    const value = readStored(value_json, z.unknown(), undefined)
    if (value !== undefined && fields[name]?.safeParse(value).success === true) stored[name] = value
  }
  return appSettings.parse(stored)
}

/** A setting as it was stored; undefined: never set, or it can't be read. */
export const readSetting = (tx: ReadTx, name: SettingName): unknown => {
  const row = tx.get<{ value_json: string }>('select value_json from setting where name = ?', [name])
  return row === undefined ? undefined : readStored(row.value_json, z.unknown(), undefined)
}

export const settingsWrites = {
  'settings.update'(tx: Tx, input: { readonly [Name in SettingName]?: AppSettings[Name] | undefined }): AppSettings {
    for (const name of Object.keys(input) as SettingName[]) {
      if (input[name] === undefined) continue
      // A setting that is set to its present value keeps its time.
      tx.run(
        `insert into setting (name, value_json, set_at) values (:name, :value, :now)
         on conflict (name) do update set value_json = :value, set_at = :now where value_json <> :value`,
        { name, value: JSON.stringify(input[name]), now: tx.now },
      )
    }
    tx.changed({ kind: 'settings' })
    return readSettings(tx)
  },
  'preferences.set'(tx: Tx, input: { readonly name: string; readonly value: string }): void {
    tx.run('insert or replace into preference (name, value) values (?, ?)', [input.name, input.value])
  },
}

export const settingsReads = {
  'settings.get': (tx: ReadTx): AppSettings => readSettings(tx),
  'preferences.get': (tx: ReadTx, input: { readonly name: string }): string | null =>
    tx.get<{ value: string }>('select value from preference where name = ?', [input.name])?.value ?? null,
}
