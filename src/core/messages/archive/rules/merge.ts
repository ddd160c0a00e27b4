import type { MessageFacts, RawRecord } from './record.ts'
import { mergeOrder } from './order-within-second.ts'
import { betterPosition } from './position.ts'
import { editableField, precedenceOf } from '../../content/rules/content-kinds.ts'
import { editableText, withText, type StoredContent, type StoredQuote } from '../../content/rules/stored-content.ts'
import { mergeTexts, unifyText } from './text-versions.ts'

/**
 * Added to the stamp of an edited text, ms, larger than any time: a known edit wins over records without the flag,
 * because flags of histories are "temporarily not working" (service 9).
 */
export const editedStamp = 1e14

/** A row's facts, and whether a notification reported one of them. */
interface Row {
  readonly live: boolean
  readonly facts: MessageFacts
}

/**
 * Whether a notification showed the message as incoming: no other source can then make it the account's own. Of calls
 * the journals know better: notifications told of outgoing ones as incoming (service 10.9).
 */
export const isCustomers = ({ live, facts }: Row): boolean =>
  live && facts.direction === 'incoming' && facts.content.kind !== 'call'

/** The facts of two rows of one message. */
export function mergeRows(a: Row, b: Row): MessageFacts {
  const merged = mergeFacts(a.facts, b.facts)
  return isCustomers(a) || isCustomers(b) ? { ...merged, direction: 'incoming', sentByApi: null } : merged
}

/** An inferred edit is left out: it is inferred again from what both rows know (effects.ts). */
export function mergeFacts(rowA: MessageFacts, rowB: MessageFacts): MessageFacts {
  const a = withoutInferredEdit(rowA)
  const b = withoutInferredEdit(rowB)
  const fields = new StampedFields(a, b)
  const sameKind = a.content.kind === b.content.kind
  const stronger = sameKind || precedenceOf(a.content.kind) > precedenceOf(b.content.kind) ? a : b
  const content = sameKind ? mergeContent(a.content, b.content, fields) : fields.contentOf(stronger)
  const merged = {
    direction: a.direction === 'outgoing' || b.direction === 'outgoing' ? ('outgoing' as const) : ('incoming' as const),
    position: betterPosition(a.position, b.position),
    order: mergeOrder(a.order, b.order),
    actionAt: larger(a.actionAt, b.actionAt),
    typeMessage: sameKind
      ? fields.pick('typeMessage', a.typeMessage, b.typeMessage)
      : fields.valueOf('typeMessage', stronger),
    content,
    quotedId: fields.pick('quotedId', a.quotedId, b.quotedId),
    quote: mergeQuote(a.quote, b.quote, fields),
    senderId: fields.pick('senderId', a.senderId, b.senderId),
    senderName: fields.pick('senderName', a.senderName, b.senderName),
    sentByApi: a.sentByApi === null ? b.sentByApi : a.sentByApi || b.sentByApi === true,
    forwardedScore: larger(a.forwardedScore, b.forwardedScore),
    edited: a.edited || b.edited,
    deleted: a.deleted || b.deleted,
    seenAt: Math.min(a.seenAt, b.seenAt),
    raw: newerRaw(a.raw, b.raw),
    // If the other kind of content was an error, its text does not belong to this message.
    texts: sameKind ? mergeTexts(a.texts, b.texts) : stronger.texts,
    reported: null,
  }
  return { ...merged, ...fields.stamped() }
}

/** The facts with an edit of their text applied. Edits of what has no text change nothing but the flag. */
export function applyEdit(facts: MessageFacts, text: string, at: number): MessageFacts {
  const name = editableField(facts.content)
  if (name === null || text === '') return { ...facts, edited: true }
  const stamps = { ...facts.stamps, [`content.${name}`]: at + editedStamp }
  return mergeFacts(facts, { ...facts, content: withText(facts.content, text), edited: true, stamps })
}

/**
 * The facts with an edit that nobody reported. A later record may show that there was none, so what it replaces stays.
 */
export function applyInferredEdit(facts: MessageFacts, text: string, at: number): MessageFacts {
  const name = editableField(facts.content)
  if (name === null) return facts
  const reported = { text: editableText(facts.content), stamp: stampOf(facts, `content.${name}`) }
  return at + editedStamp > reported.stamp ? { ...applyEdit(facts, text, at), reported } : facts
}

/** The facts as they are known without inference. */
export function withoutInferredEdit(facts: MessageFacts): MessageFacts {
  const { reported, content, asOf } = facts
  const name = editableField(content)
  if (reported === null || name === null) return facts
  const { [`content.${name}`]: _, ...others } = facts.stamps
  const stamps = reported.stamp === asOf ? others : { ...others, [`content.${name}`]: reported.stamp }
  return { ...facts, content: withText(content, reported.text), stamps, reported: null }
}

/** Edits of one second get ranks below this, added to their stamps as ms. */
export const editRanks = 1000

/**
 * The facts without failed edits: the text is the newest of the records, and other edits may be applied again.
 * Unchanged if another source has set the text since.
 */
export function takeBackEdits(
  facts: MessageFacts,
  failed: readonly { readonly text: string; readonly at: number }[],
): MessageFacts {
  const name = editableField(facts.content)
  if (name === null) return facts
  const field = `content.${name}`
  const shown = unifyText(editableText(facts.content))
  const since = (facts.stamps[field] ?? facts.asOf) - editedStamp
  const isShown = failed.some(({ text, at }) => unifyText(text) === shown && since >= at && since < at + editRanks)
  if (!isShown) return facts
  const versions = facts.texts.filter(({ text }) => !failed.some((edit) => unifyText(edit.text) === unifyText(text)))
  // An edit to the same text changed nothing.
  const last = versions.at(-1) ?? facts.texts.at(-1)
  if (last === undefined) return facts
  return {
    ...facts,
    content: withText(facts.content, last.text),
    edited: versions.length > 1,
    stamps: { ...facts.stamps, [field]: last.at },
  }
}

/** Chooses field by field and stores the time of each choice. */
class StampedFields {
  readonly #a: MessageFacts
  readonly #b: MessageFacts
  readonly #chosen = new Map<string, number>()

  constructor(a: MessageFacts, b: MessageFacts) {
    this.#a = a
    this.#b = b
  }

  /** Of two known values the later one, of equally late ones the larger text: any fixed rule would do. */
  pick<Value>(name: string, a: Value, b: Value): Value {
    const stampA = stampOf(this.#a, name)
    const stampB = stampOf(this.#b, name)
    if (isEmpty(a) && isEmpty(b)) return a
    const first =
      isEmpty(b) || (!isEmpty(a) && (stampA > stampB || (stampA === stampB && canonical(a) >= canonical(b))))
    this.#chosen.set(name, first ? stampA : stampB)
    return first ? a : b
  }

  valueOf(name: 'typeMessage', from: MessageFacts): string {
    this.#recordStamp(name, from[name], from)
    return from[name]
  }

  contentOf(from: MessageFacts): StoredContent {
    for (const [name, value] of Object.entries(from.content))
      if (name !== 'kind') this.#recordStamp(`content.${name}`, value, from)
    return from.content
  }

  stamped(): Pick<MessageFacts, 'asOf' | 'stamps'> {
    const asOf = Math.max(this.#a.asOf, this.#b.asOf)
    const stamps: Record<string, number> = {}
    for (const name of [...this.#chosen.keys()].toSorted()) {
      const stamp = this.#chosen.get(name)
      if (stamp !== undefined && stamp !== asOf) stamps[name] = stamp
    }
    return { asOf, stamps }
  }

  #recordStamp(name: string, value: unknown, from: MessageFacts): void {
    if (!isEmpty(value)) this.#chosen.set(name, stampOf(from, name))
  }
}

const stampOf = (facts: MessageFacts, name: string): number => facts.stamps[name] ?? facts.asOf

/** Whether a value is empty: absent, '' or an empty list. False and 0 are values. */
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const canonical = (value: unknown): string => JSON.stringify(value)

function larger(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.max(a, b)
}

function mergeContent(a: StoredContent, b: StoredContent, fields: StampedFields): StoredContent {
  const merged = { ...a }
  for (const name of Object.keys({ ...a, ...b })) {
    if (name === 'kind') continue
    Reflect.set(merged, name, fields.pick(`content.${name}`, Reflect.get(a, name), Reflect.get(b, name)))
  }
  return merged
}

/** A quote is one value; one with content is preferred over one with only an id. */
function mergeQuote(a: StoredQuote | null, b: StoredQuote | null, fields: StampedFields): StoredQuote | null {
  const strength = (quote: StoredQuote | null) => (quote === null ? 0 : quote.content === null ? 1 : 2)
  if (strength(a) === strength(b)) return fields.pick('quote', a, b)
  const stronger = strength(a) > strength(b) ? 'a' : 'b'
  return fields.pick('quote', stronger === 'a' ? a : null, stronger === 'b' ? b : null)
}

function newerRaw(a: RawRecord | null, b: RawRecord | null): RawRecord | null {
  if (a === null || b === null) return a ?? b
  if (a.at !== b.at) return a.at > b.at ? a : b
  return canonical(a) >= canonical(b) ? a : b
}

/** Field by field: what was merged and what was read name their fields in different orders. */
export const sameFacts = (a: MessageFacts, b: MessageFacts): boolean =>
  (Object.keys(a) as (keyof MessageFacts)[]).every((name) => canonical(a[name]) === canonical(b[name]))
