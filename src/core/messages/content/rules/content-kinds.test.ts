import { expect, it } from 'vitest'
import { contentKinds, contentSchema, kindOfType, precedenceOf } from './content-kinds.ts'
import type { StoredContent } from './stored-content.ts'

const kinds = Object.keys(contentKinds) as StoredContent['kind'][]
const file = { caption: 'c', downloadUrl: '', fileName: 'f', mimeType: '', animated: null, thumbnail: null }
const menu = {
  title: 't',
  text: 'a',
  footer: '',
  button: '',
  options: [{ text: 'Yes', description: '', section: '', action: 'reply', value: '', id: 'yes' }],
  more: 0,
} as const
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
  order: {
    kind: 'order',
    orderId: '1',
    amount: '9007199254740993',
    currency: 'EUR',
    items: 2,
    title: 'a',
    text: 'b',
    seller: '',
    thumbnail: null,
  },
  product: {
    kind: 'product',
    productId: '1',
    title: 'Lamp',
    description: '',
    amount: '',
    currency: '',
    url: '',
    pictures: null,
    thumbnail: null,
  },
  menu: { kind: 'menu', ...menu },
  template: { kind: 'template', name: 'day', params: ['a'], ...menu },
  choice: { kind: 'choice', text: 'Yes', optionId: 'yes' },
  invitation: {
    kind: 'invitation',
    groupId: '1@g.us',
    group: 'Club',
    code: 'x',
    text: '',
    expiresAt: null,
    thumbnail: null,
  },
  call: { kind: 'call', outcome: 'missed', video: true, group: null, duration: null, people: null },
  unsupported: { kind: 'unsupported', fields: [{ name: 'name', value: 'a' }], more: 1 },
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
