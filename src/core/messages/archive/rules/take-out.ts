import { parseWithSource } from '../../../../api/answers/parse-json.ts'
import { bareId } from './chat-id.ts'
import type { MessageFacts } from './record.ts'

/** Stands where a number or id was taken out. */
const gone = 'erased'

/** Shorter ones are looked for as whole values alone: they may be a price or a year. */
const shortestInText = 7

/** A text without a person's ids, which `bareId` gave. A number that is a part of a longer one is another number. */
export const takeOutOfText = (text: string, bare: readonly string[]): string =>
  bare.filter(({ length }) => length >= shortestInText).reduce((left, id) => takeOutWord(left, id, /^\d$/u), text)

/** A text without names, where they are not a part of a longer word. */
export const takeOutNames = (text: string, names: readonly string[]): string =>
  names
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, name) => takeOutWord(left, name, /^\p{L}$/u), text)

/** @param continues a character of which a longer word is made */
function takeOutWord(text: string, word: string, continues: RegExp): string {
  const parts = text.split(word)
  return parts
    .map((part, index) => {
      const next = parts[index + 1]
      const isPart = continues.test(part.at(-1) ?? '') || continues.test(next?.[0] ?? '')
      return next === undefined ? part : `${part}${isPart ? word : gone}`
    })
    .join('')
}

/**
 * The text of JSON without what quotes a person, and without the person's numbers and ids. Other numbers stay as they
 * are written, those beyond 2^53 too. What is no JSON is taken as text.
 */
export function takeOutOfJson(json: string, bare: readonly string[]): string {
  const isPersons = (id: unknown) => typeof id === 'string' && bare.includes(bareId(id))
  try {
    // Parts come before what they are a part of, so the author of a quote is taken out already.
    const isTheirs = (part: unknown) =>
      isRecord(part) && (part['participant'] === gone || isPersons(part['participant']))
    const value = parseWithSource(json, (key, part, { source }) => {
      if (key === 'quotedMessage' && isTheirs(part)) return undefined
      if (isPersons(typeof part === 'number' ? source : part)) return gone
      if (typeof part === 'number' && source !== undefined && source !== String(part)) return rawJson(source)
      return typeof part === 'string' ? takeOutOfText(part, bare) : part
    })
    return JSON.stringify(value) ?? 'null'
  } catch {
    return takeOutOfText(json, bare)
  }
}

/** The numbers in a text that may be a person's. */
export const numbersIn = (text: string): readonly string[] => [...new Set(text.match(/\d{7,}/gu))]

/** Facts of a message without a person's numbers and ids. */
export function takeOutOfFacts(facts: MessageFacts, bare: readonly string[]): MessageFacts {
  const without = <T>(value: T): T => JSON.parse(takeOutOfJson(JSON.stringify(value), bare)) as T
  const { content, texts, reported, quote, raw } = facts
  const isTheirs = quote !== null && bare.includes(bareId(quote.participant))
  return {
    ...facts,
    content: without(content),
    texts: without(texts),
    reported: without(reported),
    quote: isTheirs ? null : without(quote),
    raw: raw && { ...raw, text: takeOutOfJson(raw.text, bare) },
  }
}

/** TypeScript's library doesn't know it yet (ES proposal "JSON.parse source text access"). */
const rawJson = Reflect.get(JSON, 'rawJSON') as (source: string) => unknown

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
