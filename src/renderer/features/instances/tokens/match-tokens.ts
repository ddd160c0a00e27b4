import type { InstanceKey, SteadyInstance } from '../../../../contract/index.ts'
import { readMethodUrl } from '../connecting/read-method-url.ts'
import { tokenGiven } from '../many/judge-lines.ts'
import { mostLines, readCells } from '../many/read-lines.ts'

export type KnownInstance = Pick<SteadyInstance, 'key' | 'name' | 'apiUrl' | 'idInstance'>

/** Why a line gave no token. */
type UnusedReason = 'unknown' | 'several' | 'noToken' | 'brokenToken' | 'twice' | 'notAsked'

export interface UnusedLine {
  /** Where it stood in the text, from 1. */
  readonly line: number
  readonly why: UnusedReason
  /** The instance that the line names; '' where it names none that is known. Never a token. */
  readonly name: string
}

export type TokensRead =
  | {
      readonly kind: 'read'
      readonly tokens: ReadonlyMap<InstanceKey, string>
      readonly unused: readonly UnusedLine[]
    }
  | { readonly kind: 'tooMany'; readonly count: number }

/**
 * Reads a list of tokens, one a line, each with the ID or the name of its instance in any cell; also whole lines of a
 * list of instances, and addresses of methods. `asked`: the instances that a token is wanted for. Linear in the length
 * of the text.
 */
export function matchTokens(
  text: string,
  instances: readonly KnownInstance[],
  asked: ReadonlySet<InstanceKey>,
): TokensRead {
  const rows = readCells(text)
  if (rows.length > mostLines) return { kind: 'tooMany', count: rows.length }
  const byId = groupBy(instances, ({ idInstance }) => idInstance)
  const byName = groupBy(instances, ({ name }) => fold(name))
  const tokens = new Map<InstanceKey, string>()
  const unused: UnusedLine[] = []
  for (const { line, cells: read } of rows) {
    const cells = partsOf(read)
    const named = instanceOf(cells, byId, byName)
    if (typeof named === 'string') {
      unused.push({ line, why: named, name: '' })
      continue
    }
    const token = tokenOf(cells, named)
    const why = tokens.has(named.key)
      ? 'twice'
      : token === ''
        ? 'noToken'
        : tokenGiven(token) === 'broken'
          ? 'brokenToken'
          : asked.has(named.key)
            ? null
            : 'notAsked'
    if (why === null) tokens.set(named.key, token)
    else unused.push({ line, why, name: named.name })
  }
  return { kind: 'read', tokens, unused }
}

type Groups = ReadonlyMap<string, readonly KnownInstance[]>

const groupBy = (instances: readonly KnownInstance[], keyOf: (one: KnownInstance) => string): Groups =>
  Map.groupBy(instances, keyOf)

const fold = (name: string): string => name.replaceAll(/\s+/gu, ' ').trim().toLowerCase()

/** A line without separators is an address of a method, or a name and its token. */
function partsOf(cells: readonly string[]): readonly string[] {
  const parts = cells.flatMap((cell) => {
    const url = readMethodUrl(cell)
    return url === null ? [cell] : [url.apiUrl, url.idInstance, url.token ?? '']
  })
  const [only] = parts
  if (parts.length > 1 || only === undefined) return parts
  const token = only.split(/\s/u).at(-1) ?? ''
  return token === only ? parts : [only.slice(0, only.length - token.length).trim(), token]
}

function instanceOf(cells: readonly string[], byId: Groups, byName: Groups): KnownInstance | 'unknown' | 'several' {
  const ids = cells.flatMap((cell) => byId.get(cell) ?? [])
  const found = ids.length > 0 ? ids : cells.flatMap((cell) => byName.get(fold(cell)) ?? [])
  const [first] = found
  if (first === undefined) return 'unknown'
  if (found.every(({ key }) => key === first.key)) return first
  // Two services may have the same ID: then the address or the name tells which is meant.
  const closer = found.filter(({ apiUrl, name }) =>
    cells.some((cell) => fold(cell) === fold(name) || hostOf(cell) === hostOf(apiUrl)),
  )
  return closer.length === 1 && closer[0] !== undefined ? closer[0] : 'several'
}

const hostOf = (text: string): string | null => (text.includes('://') ? (URL.parse(text)?.host ?? null) : null)

const families: ReadonlySet<string> = new Set(['v3', 'whatsapp', 'telegram'])

/** The longest cell that is no other field of the instance. */
const tokenOf = (cells: readonly string[], { idInstance, name }: KnownInstance): string =>
  cells
    .filter(
      (cell) =>
        cell !== idInstance && fold(cell) !== fold(name) && !cell.includes('://') && !families.has(cell.toLowerCase()),
    )
    .reduce((longest, cell) => (cell.length > longest.length ? cell : longest), '')
