import { mapTrees } from './map-trees.ts'
import type { PageFile } from './page-file.ts'
import { readRowPage } from './read-row-page.ts'
import { isSameDefinition, toSchema } from './schema-copy.ts'
import type { StoreSchema } from './schema-copy.ts'
import { shapeOf } from './table-shape.ts'
import type { TableShape } from './table-shape.ts'

/** The first page of every file has the root of the schema's own table. sqlite.org/fileformat.html 2.6. */
export const schemaPage = 1

/** Tables that every store has: without them a file is no store. */
const requiredTables = ['instance', 'chat', 'message']

/**
 * The schema by which a damaged store is read: the store's own one if it is that of this program or there is no copy;
 * otherwise the copy beside the store; otherwise that of a fresh store, which fits a store that was never upgraded.
 * @param storedSchema the copy beside the store; null: there is none
 * @param fresh of an empty store of this program
 */
export function chooseSchema(file: PageFile, storedSchema: StoreSchema | null, fresh: StoreSchema): StoreSchema {
  const own = readFileSchema(file)
  const isOwnUsable =
    own !== null && (storedSchema === null || (!isSameDefinition(storedSchema, fresh) && isSameDefinition(own, fresh)))
  return isOwnUsable ? own : (storedSchema ?? fresh)
}

/** The table of the schema itself. */
export const schemaShape = (): TableShape | null =>
  shapeOf({
    name: 'definition',
    sql: 'create table definition (type text, name text, tbl_name text, rootpage integer, sql text) strict',
  })

/** Null: it lacks required tables. */
function readFileSchema(file: PageFile): StoreSchema | null {
  const shape = schemaShape()
  const [tree] = shape === null ? [] : mapTrees(file, [{ name: 'sqlite_schema', page: schemaPage, shape }])
  if (shape === null || tree === undefined) return null
  const rows = tree.rowPages
    .flatMap((rowPage) => readRowPage(file, rowPage, shape).rows)
    .map((row) => Object.fromEntries(shape.columns.map(({ name }, index) => [name, row[index]])))
  const schema = toSchema(file.read(schemaPage)?.readUInt32BE(60) ?? 0, rows)
  const names = new Set(schema?.rows.map(({ name }) => name))
  return schema !== null && requiredTables.every((name) => names.has(name)) ? schema : null
}
