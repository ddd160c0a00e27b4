/**
 * How an answer differs from an earlier one, its base. Answers are values of JSON; those that are lists, or objects
 * with lists in them, change by a row or two between two reads.
 */
export interface Delta {
  /** Properties that are new or have another value, lists excepted. */
  readonly set: Readonly<Record<string, unknown>>
  /** Names of properties that are gone. */
  readonly gone: readonly string[]
  /** New rows of the lists that changed, by property. */
  readonly lists: Readonly<Record<string, readonly Run[]>>
}

/** Rows that follow each other in the new list: those of the base from `from` to before `to`, or new ones. */
type Run = { readonly from: number; readonly to: number } | { readonly rows: readonly unknown[] }

/** An answer as text, in the pieces that are compared. */
export interface Pieces {
  /** By property; a list is an array of its rows. An answer that is itself a list has the one property ''. */
  readonly properties: ReadonlyMap<string, string | readonly string[]>
  readonly isList: boolean
  readonly length: number
}

/** Cuts an answer into pieces; undefined for one that has no properties. Throws as JSON.stringify does. */
export function cutAnswer(output: unknown): Pieces | undefined {
  if (typeof output !== 'object' || output === null || 'toJSON' in output) return undefined
  const isList = Array.isArray(output)
  const properties = new Map<string, string | readonly string[]>()
  let length = 0
  for (const [name, value] of isList ? [['', output] as const] : Object.entries(output as object)) {
    if (Array.isArray(value)) {
      const rows = value.map((row) => JSON.stringify(row) ?? 'null')
      for (const row of rows) length += row.length + 1
      properties.set(name, rows)
      continue
    }
    const text = JSON.stringify(value) as string | undefined
    if (text === undefined) continue
    length += text.length + name.length
    properties.set(name, text)
  }
  return { properties, isList, length }
}

/** The answer's text, joined from its pieces. */
export function joinAnswer({ properties, isList }: Pieces): string {
  const texts = [...properties].map(([name, piece]) => {
    const text = typeof piece === 'string' ? piece : `[${piece.join(',')}]`
    return isList ? text : `${JSON.stringify(name)}:${text}`
  })
  return isList ? texts.join('') : `{${texts.join(',')}}`
}

/** The text of the delta that makes the new answer of its base; undefined if there is none. */
export function deltaText(base: Pieces, answer: Pieces): string | undefined {
  if (base.isList !== answer.isList) return undefined
  const set: string[] = []
  const lists: string[] = []
  for (const [name, piece] of answer.properties) {
    const before = base.properties.get(name)
    const key = JSON.stringify(name)
    if (typeof piece === 'string') {
      if (piece !== before) set.push(`${key}:${piece}`)
    } else if (typeof before !== 'object') set.push(`${key}:[${piece.join(',')}]`)
    else {
      const runs = runsOf(before, piece)
      if (runs !== undefined) lists.push(`${key}:[${runs.join(',')}]`)
    }
  }
  const gone = [...base.properties.keys()].filter((name) => !answer.properties.has(name))
  return `{"set":{${set.join(',')}},"gone":${JSON.stringify(gone)},"lists":{${lists.join(',')}}}`
}

/** The runs of which the new list consists; undefined if it is the one before. */
function runsOf(before: readonly string[], rows: readonly string[]): readonly string[] | undefined {
  const places = new Map(before.map((row, index) => [row, index]))
  const runs: string[] = []
  let index = 0
  while (index < rows.length) {
    const first = index
    const from = rows[index] === before[index] ? index : places.get(rows[index] as string)
    if (from === undefined) {
      while (index < rows.length && !places.has(rows[index] as string)) index += 1
      runs.push(`{"rows":[${rows.slice(first, index).join(',')}]}`)
      continue
    }
    while (index < rows.length && rows[index] === before[from + index - first]) index += 1
    if (from === 0 && first === 0 && index === rows.length && index === before.length) return undefined
    runs.push(`{"from":${from},"to":${from + index - first}}`)
  }
  return rows.length === 0 && before.length === 0 ? undefined : runs
}

/**
 * Gives the new answer. Unchanged parts are the same objects as in the base, so that the window need not compare them.
 */
export function applyDelta(base: unknown, { set, gone, lists }: Delta): unknown {
  const changed = Object.entries(lists)
  if (changed.length === 0 && gone.length === 0 && Object.keys(set).length === 0) return base
  const listOf = (before: unknown, runs: readonly Run[]): readonly unknown[] =>
    runs.flatMap((run) => ('rows' in run ? run.rows : (before as readonly unknown[]).slice(run.from, run.to)))
  if (Array.isArray(base)) return listOf(base, lists[''] ?? [])
  const old = base as Readonly<Record<string, unknown>>
  const left = new Set(gone)
  const others = Object.entries(old).filter(([name]) => !left.has(name))
  const next = changed.map(([name, runs]) => [name, listOf(old[name], runs)] as const)
  return Object.fromEntries([...others, ...Object.entries(set), ...next])
}
