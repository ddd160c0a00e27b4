import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { DatabaseSync as Database, type DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { readVersion, migrate, type Migration } from '../engine/migrate.ts'

const rowSchema = z.object({
  type: z.string(),
  name: z.string(),
  tbl_name: z.string(),
  rootpage: z.int(),
  sql: z.string().nullable(),
})
const schemaSchema = z.object({ version: z.int(), rows: z.array(rowSchema) })

/** A row of `sqlite_schema`: the definition of a table and its root page. */
export type SchemaRow = z.infer<typeof rowSchema>
/** The schema of a store, and its version. */
export type StoreSchema = z.infer<typeof schemaSchema>

/**
 * A copy of the schema beside the store. The schema spans several pages of the file, and without it no other page can
 * be read. Root pages can't be derived from the code, because an upgraded store has other ones than a fresh store.
 */
const schemaCopyPath = (path: string): string => `${path}.schema`

/** Tables of statistics do not come from migrations. */
export function readSchema(db: DatabaseSync): StoreSchema {
  const rows = db
    .prepare(
      `select type, name, tbl_name, rootpage, sql from sqlite_schema where name not like 'sqlite\\_stat%' escape '\\' order by type, name`,
    )
    .all()
  return schemaSchema.parse({ version: readVersion(db), rows })
}

/** Builds a schema from rows in any order that were read without SQLite. Null: one of them is not a row of a schema. */
export function toSchema(version: number, rows: readonly unknown[]): StoreSchema | null {
  const parsed = z.array(rowSchema).safeParse(rows)
  if (!parsed.success) return null
  const isOurs = ({ name }: SchemaRow) => !name.startsWith('sqlite_stat')
  const order = ({ type, name }: SchemaRow) => `${type} ${name}`
  return { version, rows: parsed.data.filter(isOurs).toSorted((one, other) => (order(one) < order(other) ? -1 : 1)) }
}

/** Null: there is no copy, or it is damaged. */
export function readSchemaCopy(path: string): StoreSchema | null {
  try {
    const { sha256, schema } = z
      .object({ sha256: z.string(), schema: z.string() })
      .parse(JSON.parse(readFileSync(schemaCopyPath(path), 'utf8')))
    return sha256 === hashOf(schema) ? schemaSchema.parse(JSON.parse(schema)) : null
  } catch {
    return null
  }
}

/** Written beside the old copy and renamed, so that there always is a complete one. */
export function writeSchemaCopy(path: string, schema: StoreSchema): void {
  const text = JSON.stringify(schema)
  const fresh = `${schemaCopyPath(path)}.new`
  const file = openSync(fresh, 'w', 0o600)
  try {
    writeSync(file, JSON.stringify({ sha256: hashOf(text), schema: text }))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(fresh, schemaCopyPath(path))
}

/** Whether tables, indexes and triggers are equal, whatever their root pages. */
export const isSameDefinition = (one: StoreSchema, other: StoreSchema): boolean =>
  JSON.stringify(one.rows.map(definitionOf)) === JSON.stringify(other.rows.map(definitionOf))

export const isSameSchema = (one: StoreSchema, other: StoreSchema): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The schema that the migrations create in an empty store. */
export function schemaOf(migrations: readonly Migration[]): StoreSchema {
  const db = new Database(':memory:')
  try {
    migrate(db, migrations)
    return readSchema(db)
  } finally {
    db.close()
  }
}

const definitionOf = ({ type, name, tbl_name: table, sql }: SchemaRow) => [type, name, table, sql]

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
