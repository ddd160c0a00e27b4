import { expect, it } from 'vitest'
import { contentKinds, contentSchema, kindOfType, precedenceOf } from './content-kinds.ts'
import type { StoredContent } from './stored-content.ts'

const kinds = Object.keys(contentKinds) as StoredContent['kind'][]
const file = { caption: 'c', downloadUrl: '', fileName: 'f', mimeType: '', animated: null, thumbnail: null }
const stored: { readonly [Kind in StoredContent['kind']]: Extract<StoredContent, { kind: Kind }> } = {
  text: { kind: 'text', text: 'a', preview: null },
  image: { kind: 'image', ...file },
  video: { kind: 'video', ...file },
  document: { kind: 'document', ...file },
  audio: { kind: 'audio', ...file },
  sticker: { kind: 'sticker', ...file },
  location: { kind: 'location', name: '', address: '', latitude: 1, longitude: null, thumbnail: null },
  contacts: { kind: 'contacts', cards: [{ displayName: 'a', vcard: '', phone: '', organisation: '' }] },
  poll: { kind: 'poll', question: 'a', multiple: null, options: ['b'] },
  reaction: { kind: 'reaction', emoji: '👍' },
  marker: { kind: 'marker', marker: 'SWE001' },
  unsupported: { kind: 'unsupported' },
}

it.each(kinds)('%s is read back as it was stored', (kind) => {
  expect(contentSchema.parse(JSON.parse(JSON.stringify(stored[kind])))).toEqual(stored[kind])
})

it('gives no two kinds one precedence, so that which of two wins does not depend on the order they came in', () => {
  expect(new Set(kinds.map(precedenceOf)).size).toBe(kinds.length)
})

it('gives each type of the service to one kind', () => {
  const types = Object.values(contentKinds).flatMap((row) => row.types)
  expect(new Set(types).size).toBe(types.length)
  expect(kindOfType('pollMessage')).toBe('poll')
  expect(kindOfType('constructor')).toBeUndefined()
})
