import { expect, it } from 'vitest'
import { contentKinds, contentSchema, kindOfType, precedenceOf } from './content-kinds.ts'
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
