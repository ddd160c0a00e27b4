import { expect, test } from 'vitest'
import type { CallContext } from '../contract/index.ts'
import { guardHandlers } from './guard-handlers.ts'
import { StoreError } from './store/store-error.ts'
import { createSilentLogger } from './testing/silent-logger.ts'

test.each([
  ['full', 'storeFull'],
  ['readOnly', 'storeReadOnly'],
  ['failing', 'storeReadOnly'],
  ['busy', 'storeReadOnly'],
  ['damaged', 'storeDamaged'],
  ['closed', 'cancelled'],
  ['intent', 'internal'],
] as const)('a store that is %s answers a call with %s', async (kind, code) => {
  const act = (_input: unknown, _context: CallContext) => Promise.reject(new StoreError(kind, ''))
  const guarded = guardHandlers({ act }, createSilentLogger())
  await expect(guarded.act({}, { signal: new AbortController().signal })).rejects.toMatchObject({ code })
})
