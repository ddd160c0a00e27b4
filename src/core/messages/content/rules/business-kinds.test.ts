import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messageData } from '../../../../api/schema/message-data.ts'
import { decimalAmount, formatAmount, plainAmount } from '../../../../contract/values.ts'
import { contentSchema, contentKinds, searchTextOf, textOf } from './content-kinds.ts'
import { partsOfData } from './content-parts.ts'
import { parseContent } from './parse-content.ts'

const parse = (typeMessage: string, data: object) =>
  parseContent(partsOfData(messageData.parse(JSON.parse(JSON.stringify({ typeMessage, ...data })))))
const read = (typeMessage: string, data: object) => parse(typeMessage, data).content

describe('an amount', () => {
  test.each([
    ['41200', 'EUR', '412.00'],
    ['41200', 'eur', '412.00'],
    ['41200', 'JPY', '41200'],
    ['41200', 'KWD', '41.200'],
    ['5', 'EUR', '0.05'],
    ['0', 'EUR', '0.00'],
    ['-5', 'EUR', '-0.05'],
    // Above 2^53, and never rounded.
    ['9007199254740993', 'RUB', '90071992547409.93'],
  ])('%s %s is %s', (minor, currency, decimal) => {
    expect(decimalAmount(minor, currency)).toBe(decimal)
  })

  test.each([
    ['41200', ''],
    ['41200', 'XXQ'],
    ['41200', '€'],
    ['412.00', 'EUR'],
    ['', 'EUR'],
    ['1e5', 'EUR'],
    ['9'.repeat(31), 'EUR'],
  ])('%s %s is not read', (minor, currency) => {
    expect([decimalAmount(minor, currency), formatAmount(minor, currency)]).toEqual([null, ''])
  })
})

describe('an amount in a plain text', () => {
  test.each([
    ['41200', 'EUR', '412.00 EUR'],
    // Nobody can say where the point of these is.
    ['41200', '', '41200 (minor units)'],
    ['9007199254740993', 'XXQ', '9007199254740993 XXQ (minor units)'],
    ['412.00', 'EUR', '412.00 EUR'],
    ['ask us', '', 'ask us'],
    ['', 'EUR', ''],
  ])('%s %s is %s', (amount, currency, plain) => {
    expect(plainAmount(amount, currency)).toBe(plain)
  })
})

describe('an order', () => {
  test('without amount, currency or id says what is there, and holds no token', () => {
    const content = read('orderMessage', { orderMessage: { token: 'AR5kSecret' } })
    expect(content).toEqual({
      kind: 'order',
      orderId: '',
      amount: '',
      currency: '',
      items: null,
      title: '',
      text: '',
      seller: '',
      thumbnail: null,
    })
    expect(textOf(content)).toBe('')
  })

  test('is found by its number, title and amount', () => {
    const order = { orderId: 5102, totalPrice: '41200', currency: 'EUR', orderTitle: 'Lamps', itemCount: '3' }
    const content = read('orderMessage', { orderMessage: order })
    expect(textOf(content)).toBe('5102, 412.00 EUR')
    expect(searchTextOf(content)).toBe('5102\nLamps\n412.00 EUR')
    expect(content).toMatchObject({ items: 3 })
  })

  test('is found by an amount that nobody can read', () => {
    const content = read('orderMessage', { orderMessage: { orderId: '7', totalPrice: '24500' } })
    expect(searchTextOf(content)).toBe('7\n24500')
  })
})

describe('the items of an order', () => {
  test.each([
    ['3', 3],
    [3, 3],
    [0, null],
    ['none', null],
    [undefined, null],
  ])('that came as %j are %s', (itemCount, items) => {
    const order = { orderId: '7', ...(itemCount === undefined ? {} : { itemCount }) }
    expect(read('orderMessage', { orderMessage: order })).toMatchObject({ items })
  })
})

describe('a product', () => {
  test.each([
    [{ currencyCode: 'EUR' }, 'EUR'],
    [{ currency: 'USD' }, 'USD'],
    [{ currencyCode: 'EUR', currency: 'USD' }, 'EUR'],
    [{ currencyCode: '', currency: ' USD ' }, 'USD'],
    [{}, ''],
  ])('with %j costs in "%s"', (money, currency) => {
    const content = read('productMessage', {
      productMessage: { productId: '7', title: 'Lamp', price: '100', ...money },
    })
    expect(content).toMatchObject({ kind: 'product', currency })
  })
})

describe('a menu', () => {
  test('of a thousand buttons keeps a hundred and counts the others', () => {
    const buttons = Array.from({ length: 1000 }, (_, index) => ({ buttonId: index, buttonText: `Day ${index}` }))
    const content = read('interactiveButtons', { interactiveButtons: { contentText: 'Which day?', buttons } })
    expect(content).toMatchObject({ kind: 'menu', more: 900 })
    expect(content.kind === 'menu' && content.options.length).toBe(100)
  })

  test('is found by its words and options', () => {
    const content = read('buttonsMessage', {
      buttonsMessage: { contentText: 'Coffee?', footer: 'The shop', buttons: [{ buttonText: { displayText: 'Yes' } }] },
    })
    expect(searchTextOf(content)).toBe('Coffee?\nThe shop\nYes')
  })
})

describe('the options of a menu', () => {
  test.each([
    [{ type: 'url', url: 'https://shop.example', phoneNumber: '1' }, 'url', 'https://shop.example'],
    [{ url: 'https://shop.example' }, 'url', 'https://shop.example'],
    [{ type: 'call', phoneNumber: '79990001122', url: 'x' }, 'call', '79990001122'],
    [{ phoneNumber: '79990001122' }, 'call', '79990001122'],
    [{ type: 'copy', copyCode: 'TEN' }, 'copy', 'TEN'],
    [{ copyCode: 'TEN' }, 'copy', 'TEN'],
    [{ type: 'reply', url: 'x', phoneNumber: '1', copyCode: '2' }, 'reply', ''],
    [{ type: 'call' }, 'call', ''],
    [{}, 'reply', ''],
  ])('that came as %j does "%s" with "%s"', (button, action, value) => {
    const buttons = [{ buttonText: 'Press', ...button }]
    const content = read('interactiveButtons', { interactiveButtons: { contentText: 'When?', buttons } })
    expect(content).toMatchObject({ options: [{ text: 'Press', action, value }] })
  })

  test('leave out those that say nothing at all', () => {
    const buttons = [{ buttonText: '' }, { type: 'reply' }, { buttonId: 'late' }, { buttonText: 'Soon' }]
    const content = read('interactiveButtons', { interactiveButtons: { contentText: 'When?', buttons } })
    expect(content.kind === 'menu' && content.options.map(({ text, id }) => text || id)).toEqual(['late', 'Soon'])
  })
})

describe('a choice', () => {
  test.each([
    [{ selectedDisplayText: 'No', selectedId: 'no', selectedIndex: 1 }, 'No', 'no'],
    [{ selectedButtonText: 'Later', selectedButtonId: 'l' }, 'Later', 'l'],
    [{ title: 'Size M', singleSelectReply: 'm' }, 'Size M', 'm'],
    [{ selectedId: 'no', selectedIndex: 1 }, 'no', 'no'],
    // Nothing but its place in the menu: people count from one.
    [{ selectedIndex: 0 }, '1', ''],
    [{ selectedIndex: 4 }, '5', ''],
    [{}, '', ''],
  ])('of %j reads "%s"', (chosen, text, optionId) => {
    const { content } = parse('interactiveButtonsResponse', { interactiveButtonsResponse: chosen })
    expect(content).toEqual({ kind: 'choice', text, optionId })
  })

  test('has the menu as its quote, with or without what the menu says', () => {
    const chosen = { stanzaId: '3EB0', selectedIndex: 1, selectedId: 'no', selectedDisplayText: 'No' }
    const bare = parse('interactiveButtonsResponse', { interactiveButtonsResponse: chosen })
    expect(bare).toMatchObject({ content: { text: 'No' }, quotedId: '3EB0', quote: { content: null } })
    const quoted = parse('interactiveButtonsResponse', {
      interactiveButtonsResponse: chosen,
      quotedMessage: {
        stanzaId: '3EB0',
        participant: '79990000001@c.us',
        typeMessage: 'interactiveButtons',
        interactiveButtons: { contentText: 'Shall we?', buttons: [] },
        quotedMessage: { stanzaId: '1', quotedMessage: { stanzaId: '2' } },
      },
    })
    expect(quoted).toMatchObject({ quotedId: '3EB0', quote: { content: { kind: 'menu', text: 'Shall we?' } } })
  })
})

describe('an invitation', () => {
  test.each([
    ['0', 0],
    [0, 0],
    [undefined, null],
    ['1790000000', 1_790_000_000_000],
    [{ low: 1_790_000_000, high: 0, unsigned: true }, 1_790_000_000_000],
    // The low half of a 64-bit number may come as a negative one.
    [{ low: -1_794_967_296, high: 0, unsigned: false }, 2_500_000_000_000],
    [{ low: '1790000000', high: '0' }, 1_790_000_000_000],
    [{ low: 0, high: 2_000_000_000 }, null],
    [{ low: {}, high: 0 }, null],
    // Milliseconds, though seconds are documented.
    ['1790000000000', 1_790_000_000_000],
    [-1, null],
    ['soon', null],
  ])('that expires %j ends at %j', (inviteExpiration, expiresAt) => {
    const part = { groupName: 'Night shift', inviteCode: 'AbCd', inviteExpiration }
    expect(read('groupInviteMessage', { groupInviteMessageData: part })).toMatchObject({ expiresAt })
  })
})

test('a round video and a writer who came from an advertisement are marked', () => {
  expect(read('videoMessage', { fileMessageData: { downloadUrl: 'https://x', videoNote: 'true' } })).toMatchObject({
    kind: 'video',
    round: true,
  })
  const advert = { text: 'hi', showAdAttribution: true, title: 'Lamps', sourceUrl: 'https://ads.example/1' }
  expect(read('extendedTextMessage', { extendedTextMessageData: advert })).toMatchObject({
    advert: { title: 'Lamps', url: 'https://ads.example/1' },
  })
})

describe('a message of an unknown kind', () => {
  test('says what can be read of it, without what looks like a secret or like bytes', () => {
    const content = read('eventMessage', {
      eventMessage: {
        description: 'Bring boots',
        name: 'Open day',
        accessToken: 'x',
        jpegThumbnail: 'AAAA',
        place: { name: 'Harbour' },
      },
    })
    expect(content).toMatchObject({
      fields: [
        { name: 'name', value: 'Open day' },
        { name: 'name', value: 'Harbour' },
        { name: 'description', value: 'Bring boots' },
      ],
    })
    expect(searchTextOf(content)).not.toContain('AAAA')
  })

  test('of any depth and size costs little and is bounded', () => {
    let deep: object = { text: 'at the bottom' }
    for (let level = 0; level < 500; level++) deep = { inside: deep }
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`field${index}`, 'x'.repeat(600)]))
    const content = read('newMessage', { newMessage: { deep, wide } })
    expect(JSON.stringify(content).length).toBeLessThan(10_000)
  })
})

test('whatever stands under the keys of these kinds, it is read, stored and read back', () => {
  const types = Object.values(contentKinds).flatMap((kind) => kind.types)
  const keys = [...types, 'groupInviteMessageData', 'templateButtonReplyMessage', 'buttonMessageData', 'token']
  const data = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 4 })
  fc.assert(
    fc.property(fc.constantFrom(...types, 'tomorrowMessage'), data, (typeMessage, body) => {
      const content = read(typeMessage, body)
      expect(contentSchema.parse(JSON.parse(JSON.stringify(content)))).toEqual(content)
      expect(typeof searchTextOf(content)).toBe('string')
    }),
    { numRuns: 300 },
  )
})
