import { describe, expect, test } from 'vitest'
import { messageData } from '../../../../api/schema/message-data.ts'
import { messageRecord } from '../../../../api/schema/message.ts'
import { documentedKinds } from '../../../reading/testing/documented-kinds.ts'
import { partsOfData, partsOfRecord } from './content-parts.ts'
import { parseContent } from './parse-content.ts'

/** Numbers and flags as texts, and the other way round. */
const otherwise = (value: unknown): unknown => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value)) return Number(value)
  return mapped(value, otherwise)
}

/** Every object has values that nobody asked for. */
const withMore = (value: unknown): unknown => {
  const inside = mapped(value, withMore)
  const isObject = typeof inside === 'object' && inside !== null && !Array.isArray(inside)
  return isObject ? { extra: null, more: {}, list: [[]], ...inside } : inside
}

function mapped(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one)]))
}

const changes = [
  ['numbers and flags as texts', otherwise],
  ['more than is documented', withMore],
] as const

describe.each(changes)('with %s', (_, change) => {
  test.each(documentedKinds.map(({ typeMessage, data, record }) => [typeMessage, data, record] as const))(
    'a %s says the same',
    (typeMessage, data, record) => {
      const ofData = (value: object) => parseContent(partsOfData(messageData.parse({ typeMessage, ...value })))
      expect(ofData(change(data) as object)).toEqual(ofData(data))
      const ofRecord = (value: object) =>
        parseContent(partsOfRecord(messageRecord.parse({ type: 'incoming', idMessage: '1', typeMessage, ...value })))
      expect(ofRecord(change(record) as object)).toEqual(ofRecord(record))
    },
  )
})
