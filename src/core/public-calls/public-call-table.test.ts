import { expect, test } from 'vitest'
import { coreContract } from '../../contract/index.ts'
import { operationIds, operations } from '../../public-api/operations.ts'
import type { PublicCallsDeps } from './public-call.ts'
import { createPublicCallTable } from './create-public-calls.ts'

test('each operation of the public table comes down to a query or command, under the right that the table says', () => {
  const table = createPublicCallTable({} as PublicCallsDeps)
  const events = new Set(['readEvents', 'streamEvents', 'acknowledgeEvents'])
  const called = operationIds.filter((id) => !events.has(id))
  expect(Object.keys(table).toSorted()).toEqual(called.toSorted())
  for (const [id, { core, right }] of Object.entries(table)) {
    expect(Object.keys(coreContract), id).toContain(core)
    expect(operations[id as keyof typeof table].right, id).toBe(right)
  }
})
