/** Bytes of one answer: more would push out what a model has to remember. */
const mostBytes = 100_000
/** Characters of a text that has to be cut, at first. */
const longestText = 20_000

type Json = Readonly<Record<string, unknown>>

const bytesOf = (text: string): number => Buffer.byteLength(text)

/**
 * Asks an operation and writes its answer within the limit. A page that is too large is asked for again with fewer
 * items, so that its cursor goes on behind the last one. A list without pages ends behind the last item that fits. The
 * texts of a single item are cut, never those of a list: half an id would be another one.
 */
export async function boundedAnswer(
  id: string,
  input: unknown,
  call: (input: unknown) => Promise<unknown>,
): Promise<string> {
  let asked = input as Json
  for (;;) {
    const value = marked(id, await call(asked))
    const text = JSON.stringify(value)
    if (bytesOf(text) <= mostBytes) return text
    const { items } = value as { items?: readonly unknown[] }
    if (items === undefined || items.length <= 1) return cutAnswer(value)
    if (!('limit' in asked)) return firstItems(value, items)
    asked = { ...asked, limit: Math.max(1, Math.floor(items.length / 2)) }
  }
}

/** As many as fit; the texts of the first one are cut where it alone is too large. */
function firstItems(value: unknown, items: readonly unknown[]): string {
  const answer = { ...(value as object), cut: true }
  let bytes = bytesOf(JSON.stringify({ ...answer, items: [] }))
  const count = items.findIndex((item) => (bytes += bytesOf(JSON.stringify(item)) + 1) > mostBytes)
  const first = { ...answer, items: items.slice(0, Math.max(1, count)) }
  return count === 0 ? cutAnswer(first) : JSON.stringify(first)
}

function cutAnswer(value: unknown): string {
  for (let longest = longestText; ; longest = Math.floor(longest / 2)) {
    const text = JSON.stringify({ ...(cut(value, longest) as object), cut: true })
    if (bytesOf(text) <= mostBytes || longest < 1) return text
  }
}

function cut(value: unknown, longest: number): unknown {
  if (typeof value === 'string') return value.length > longest ? value.slice(0, longest).toWellFormed() : value
  if (Array.isArray(value)) return value.map((item) => cut(item, longest))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cut(inner, longest)]))
}

/** Names and states of the instances are the person's own and the service's. All else may come from anybody. */
const trusted = new Set(['listInstances', 'setLabel'])

/** Marks each thing that people outside may have written, beside its words: nothing of ours stands among them. */
function marked(id: string, value: unknown): unknown {
  if (trusted.has(id) || typeof value !== 'object' || value === null) return value
  if (!('items' in value) || !Array.isArray(value.items)) return { ...value, untrusted: true }
  return { ...value, items: value.items.map((item: Json) => ({ ...item, untrusted: true })) }
}
