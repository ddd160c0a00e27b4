import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyEdit, mergeFacts } from './merge.ts'
import type { MessageFacts } from './record.ts'
import { positionSources } from './position.ts'
import type { StoredContent } from '../../content/rules/stored-content.ts'
import { mergeTexts } from './text-versions.ts'

const text = fc.constantFrom('', 'one', 'two', 'three')
const time = fc.integer({ min: 1, max: 5 })
const content: fc.Arbitrary<StoredContent> = fc.oneof(
  fc.constant<StoredContent>({ kind: 'unsupported' }),
  fc.record({
    kind: fc.constant('text' as const),
    text,
    preview: fc.option(fc.record({ title: text, description: text, thumbnail: fc.constant(null) }), { nil: null }),
  }),
  fc.record({
    kind: fc.constantFrom('image' as const, 'document' as const),
    caption: text,
    downloadUrl: text,
    fileName: text,
    mimeType: text,
    animated: fc.option(fc.boolean(), { nil: null }),
    // A reference to what is stored, or nothing: never ''.
    thumbnail: fc.option(fc.constantFrom('one', 'two'), { nil: null }),
  }),
  fc.record({ kind: fc.constant('reaction' as const), emoji: text }),
)

const facts: fc.Arbitrary<MessageFacts> = fc.record({
  direction: fc.constantFrom('incoming' as const, 'outgoing' as const),
  position: fc.record({ at: time, source: fc.constantFrom(...positionSources) }),
  order: fc.record({
    queue: fc.option(fc.integer({ min: 1, max: 9 })),
    list: fc.option(fc.integer({ min: 0, max: 9 })),
  }),
  actionAt: fc.option(time, { nil: null }),
  typeMessage: text,
  content,
  quotedId: text,
  quote: fc.option(
    fc.record({
      participant: text,
      content: fc.option(fc.record({ kind: fc.constant('text' as const), text, preview: fc.constant(null) }), {
        nil: null,
      }),
      typeMessage: text,
    }),
    { nil: null },
  ),
  senderId: text,
  senderName: text,
  sentByApi: fc.option(fc.boolean(), { nil: null }),
  forwardedScore: fc.option(time, { nil: null }),
  edited: fc.boolean(),
  deleted: fc.boolean(),
  seenAt: time,
  raw: fc.option(
    fc.record({ text, source: fc.constantFrom('getMessage' as const, 'notification' as const), at: time }),
    { nil: null },
  ),
  asOf: time,
  stamps: fc.constant({}),
  texts: fc
    .array(
      fc.record({
        text: fc.constantFrom('one', 'two', ' two', 'three'),
        at: time,
        source: fc.constantFrom('app' as const, 'getMessage' as const, 'notification' as const),
      }),
      { maxLength: 4 },
    )
    .map((texts) => mergeTexts(texts, [])),
  reported: fc.constant(null),
})

describe('merging what is known of a message', () => {
  test('is idempotent', () => {
    fc.assert(fc.property(facts, (a) => void expect(mergeFacts(a, a)).toEqual(a)))
  })

  test('is commutative', () => {
    fc.assert(fc.property(facts, facts, (a, b) => void expect(mergeFacts(a, b)).toEqual(mergeFacts(b, a))))
  })

  test('is associative', () => {
    fc.assert(
      fc.property(
        facts,
        facts,
        facts,
        (a, b, c) => void expect(mergeFacts(mergeFacts(a, b), c)).toEqual(mergeFacts(a, mergeFacts(b, c))),
      ),
      { numRuns: 2000 },
    )
  })

  test('never loses what was learned to an empty word', () => {
    fc.assert(
      fc.property(facts, facts, (a, b) => {
        const merged = mergeFacts(a, b)
        expect(merged.edited).toBe(a.edited || b.edited)
        expect(merged.deleted).toBe(a.deleted || b.deleted)
        expect(merged.senderId === '').toBe(a.senderId === '' && b.senderId === '')
        expect(merged.quotedId === '').toBe(a.quotedId === '' && b.quotedId === '')
        expect(merged.raw === null).toBe(a.raw === null && b.raw === null)
        const link = (one: MessageFacts) =>
          one.content.kind === merged.content.kind && 'downloadUrl' in one.content ? one.content.downloadUrl : ''
        expect(link(merged) === '').toBe(link(a) === '' && link(b) === '')
      }),
    )
  })

  test('keeps an edit against any record that does not know of it, whenever it was read', () => {
    fc.assert(
      fc.property(facts, facts, (a, later) => {
        const written = { ...a, content: { kind: 'text' as const, text: 'said', preview: null } }
        const read = { ...later, content: { kind: 'text' as const, text: 'said', preview: null }, edited: false }
        const merged = mergeFacts(applyEdit(written, 'edited', 3), read)
        expect(merged).toMatchObject({ edited: true, content: { text: 'edited' } })
      }),
    )
  })

  test('takes the accepted time for the place, never that of a later action', () => {
    const base = { at: 5, source: 'action' as const }
    const accepted = { at: 9, source: 'accepted' as const }
    fc.assert(
      fc.property(facts, facts, (a, b) => {
        expect(mergeFacts({ ...a, position: base }, { ...b, position: accepted }).position).toEqual(accepted)
      }),
    )
  })
})
