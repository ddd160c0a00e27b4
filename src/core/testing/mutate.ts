/** Uniform in [0, 1), the same for the same seed (mulberry32). */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const strange: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  9_007_199_254_740_993n.toString(),
  '',
  ' ',
  '\u0000',
  '\ud800',
  '💥'.repeat(50),
  'x'.repeat(5000),
  "'; drop table message; --",
  '<img src=x onerror=alert(1)>',
  '{{SWE001}}',
  '-5',
  '1@c.us',
  '12345@lid',
  '-77@g.us',
  '__proto__',
  'NaN',
  [],
  {},
  [[[[]]]],
  [null, 1, 'two'],
  { toString: 1, constructor: null, length: -1 },
  1_795_176_000_000,
  -1_795_176_000,
  4_102_444_800_000_000,
]

/** A value of its own each time: a later change must not reach into the list. */
const anythingStrange = (random: () => number): unknown => structuredClone(pick(strange, random))

/**
 * A body with some of its parts replaced, removed, doubled or nested, or its text damaged: what a service that has
 * changed, or a broken one, might send. Answers the text of the body.
 */
export function mutateBody(body: unknown, random: () => number): string {
  const changes = Math.floor(random() * 4)
  const changed: unknown = structuredClone(body)
  for (let count = 0; count < changes; count++) mutateSingleCopy(changed, random)
  const text = random() < 0.02 ? JSON.stringify(anythingStrange(random)) : JSON.stringify(changed)
  const draw = random()
  if (draw < 0.001) return deepened(text, random)
  return draw < 0.15 ? damage(text, random) : text
}

/** One of its texts becomes lists inside lists, or long: what could overflow a stack, or keep the program reading. */
function deepened(text: string, random: () => number): string {
  const levels = Math.floor(random() * 20_000)
  const deep = `${'[{"a":'.repeat(levels)}1${'}]'.repeat(levels)}`
  const long = JSON.stringify((pick(longUnits, random) ?? '').repeat(10_000))
  return text.replace(/"[^"]*"(?=[,}])/, () => (random() < 0.5 ? deep : long))
}

const longUnits = ['a', ' ', '.', ')', 'http://a', 'waInstance', '[{', 'ё', '👩‍👩‍👧', '\ud800', 'TEL;']

function mutateSingleCopy(root: unknown, random: () => number): void {
  let node = root
  for (let depth = 0; depth < 6; depth++) {
    if (typeof node !== 'object' || node === null) return
    const keys = Object.keys(node)
    const key = keys[Math.floor(random() * keys.length)]
    if (key === undefined) return
    const value: unknown = Reflect.get(node, key)
    const deeper = typeof value === 'object' && value !== null && random() < 0.7
    if (!deeper) {
      change(node, key, value, random)
      return
    }
    node = value
  }
}

function change(node: object, key: string, value: unknown, random: () => number): void {
  const draw = random()
  if (draw < 0.2) Reflect.deleteProperty(node, key)
  else if (draw < 0.65) Reflect.set(node, key, anythingStrange(random))
  else if (draw < 0.75) Reflect.set(node, key, [value, value])
  else if (draw < 0.85) Reflect.set(node, `${key}${Math.floor(random() * 10)}`, value)
  else if (typeof value === 'string') Reflect.set(node, key, value.split('').toReversed().join(''))
  else Reflect.set(node, key, typeof value === 'object' ? JSON.stringify(value) : String(value))
}

function damage(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length)
  const draw = random()
  if (draw < 0.4) return text.slice(0, at)
  if (draw < 0.7) return text.slice(0, at) + String.fromCharCode(Math.floor(random() * 256)) + text.slice(at + 1)
  return text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 5))
}

const pick = <Item>(items: readonly Item[], random: () => number): Item | undefined =>
  items[Math.floor(random() * items.length)]
