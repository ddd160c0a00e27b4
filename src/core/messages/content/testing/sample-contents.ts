import type { StoredContent } from '../rules/stored-content.ts'

const file = { caption: 'Bay 3', downloadUrl: '', fileName: 'a.bin', mimeType: '', animated: null, thumbnail: null }
const menu = {
  title: 'Delivery',
  text: 'Which day?',
  footer: 'The shop',
  button: '',
  options: [{ text: 'Monday', description: '', section: '', action: 'reply', value: '', id: 'mon' }],
  more: 0,
} as const

/** One stored content of each kind; docs/features/kinds.md shows them. */
export const sampleContents: {
  readonly [Kind in StoredContent['kind']]: Extract<StoredContent, { kind: Kind }>
} = {
  text: { kind: 'text', text: 'Good morning', preview: null },
  image: { kind: 'image', ...file },
  video: { kind: 'video', ...file },
  document: { kind: 'document', ...file },
  audio: { kind: 'audio', ...file },
  sticker: { kind: 'sticker', ...file },
  location: { kind: 'location', name: 'Depot', address: 'Harbour Road', latitude: 1, longitude: 2, thumbnail: null },
  contacts: { kind: 'contacts', cards: [{ displayName: 'Anna', vcard: '', phone: '79990001122', organisation: '' }] },
  poll: { kind: 'poll', question: 'Tea?', multiple: null, options: ['Yes', 'No'] },
  reaction: { kind: 'reaction', emoji: '👍' },
  marker: { kind: 'marker', marker: 'SWE001' },
  order: {
    kind: 'order',
    orderId: '4977',
    amount: '15300',
    currency: 'EUR',
    items: 3,
    title: '',
    text: 'Before Tuesday',
    seller: '',
    thumbnail: null,
  },
  product: {
    kind: 'product',
    productId: '1',
    title: 'Lamp',
    description: 'Oak',
    amount: '9500',
    currency: 'EUR',
    url: 'https://shop.example/p',
    pictures: null,
    thumbnail: null,
  },
  menu: { kind: 'menu', ...menu },
  template: { kind: 'template', id: '', name: 'delivery_day', params: [], mediaUrl: '', ...menu },
  choice: { kind: 'choice', text: 'Monday', optionId: 'mon' },
  invitation: {
    kind: 'invitation',
    groupId: '1@g.us',
    group: 'Buyers',
    code: 'x',
    text: 'Join us',
    expiresAt: null,
    thumbnail: null,
  },
  call: { kind: 'call', outcome: 'missed', video: true, group: null, duration: null, people: null },
  unsupported: { kind: 'unsupported', fields: [{ name: 'name', value: 'Open day' }], more: 1 },
}
