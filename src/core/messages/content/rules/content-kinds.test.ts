import { expect, it } from 'vitest'
import { contentKinds, contentSchema, kindOfType, knownTypes, precedenceOf, searchParts } from './content-kinds.ts'
import { sampleContents } from '../testing/sample-contents.ts'
import type { StoredContent } from './stored-content.ts'

const kinds = Object.keys(contentKinds) as StoredContent['kind'][]
it.each(kinds)('%s is read back as it was stored', (kind) => {
  expect(contentSchema.parse(JSON.parse(JSON.stringify(sampleContents[kind])))).toEqual(sampleContents[kind])
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

it('finds a message by its words, as they were written, and by no empty part', () => {
  const { document, location } = sampleContents
  expect(searchParts({ ...document, caption: ' Bay 3', fileName: '' })).toEqual([' Bay 3'])
  expect(searchParts({ ...document, caption: ' \n', fileName: 'plan.pdf' })).toEqual(['plan.pdf'])
  expect(searchParts({ ...location, name: 'Depot', address: ' ' })).toEqual(['Depot'])
})

it('lists the types that it reads in an order that does not depend on its source', () => {
  const types = knownTypes.split(' ')
  expect(types).toContain('pollMessage')
  expect(types).toEqual(types.toSorted())
})
