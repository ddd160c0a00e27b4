import { expect, test } from 'vitest'
import { readAs } from '../../../../api/schema/lenient.ts'
import { orderDetails } from '../../../../api/schema/order-details.ts'
import { detailsOf, storedOrderDetails } from './order-details.ts'

const read = (reply: unknown) => {
  const parsed = readAs(orderDetails, reply)
  return parsed === undefined ? null : detailsOf(parsed)
}

test('lines take the currency of the order, and amounts stay as the service wrote them', () => {
  const details = read({
    creation_time_stamp: '1790000000',
    products: [
      { id: 6_300_000_000_000_001, name: 'Lamp', price: 9500, quantity: '2', currency: '' },
      { id: '7', price: '100' },
    ],
    price_details: { total: '19100', currency: 'EUR' },
  })
  expect(details).toEqual({
    lines: [
      { name: 'Lamp', quantity: 2, price: '9500', currency: 'EUR' },
      { name: '7', quantity: null, price: '100', currency: 'EUR' },
    ],
    more: 0,
    total: '19100',
    currency: 'EUR',
  })
  expect(storedOrderDetails.parse(details)).toEqual(details)
})

test('an order without a currency has the only one of its lines, spaces and lines without one aside', () => {
  const products = [{ name: 'a', price: ' 1 ', currency: ' EUR ' }, { name: 'b', currency: ' ' }, { name: 'c' }]
  expect(read({ products })).toMatchObject({
    currency: 'EUR',
    lines: [{ price: '1', currency: 'EUR' }, { currency: 'EUR' }, { currency: 'EUR' }],
  })
})

test('two currencies in the lines give the order none', () => {
  const products = [
    { name: 'a', price: '1', currency: 'EUR' },
    { name: 'b', price: '1', currency: 'JPY' },
    { name: 'c', price: '1' },
  ]
  expect(read({ products })).toMatchObject({ currency: '', total: '', lines: [{}, {}, { currency: '' }] })
})

test.each([
  ['nothing', {}],
  ['no object', 'order'],
  ['lists of other things', { products: 7, price_details: 'dear' }],
])('an answer with %s is none', (_, reply) => expect(read(reply)).toBeNull())

test('a thousand lines, a price of 2^53 and lines that are no lines cost only themselves', () => {
  const products: unknown[] = [
    null,
    4,
    { price: '9007199254740993', quantity: -1 },
    { name: { of: 'a thing' }, price: ['1'], quantity: 1e300 },
  ]
  for (let index = 0; index < 1000; index++) products.push({ name: 'x'.repeat(2000), price: '1'.repeat(100) })
  const details = read({ products })
  expect(details?.lines).toHaveLength(100)
  expect(details?.more).toBe(902)
  expect(details?.lines[0]).toEqual({ name: '', quantity: null, price: '9007199254740993', currency: '' })
  expect(details?.lines[1]).toEqual({ name: '', quantity: null, price: '', currency: '' })
  expect(JSON.stringify(details).length).toBeLessThan(100 * 700)
})
