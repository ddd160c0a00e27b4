import { expect, test } from 'vitest'
import { coreContract } from '../../contract/index.ts'
import { operationIds, operations } from '../../public-api/operations.ts'
import type { Program } from '../programs/identity/tx/program-row.ts'
import type { PublicCallsDeps } from './public-call.ts'
import { createPublicCalls, createPublicCallTable } from './create-public-calls.ts'

const table = createPublicCallTable({} as PublicCallsDeps)
const ids = Object.keys(table) as (keyof typeof table)[]

test('each operation of the public table but those of events comes down to a query or command', () => {
  const events = new Set(['readEvents', 'streamEvents', 'acknowledgeEvents'])
  expect(ids.toSorted()).toEqual(operationIds.filter((id) => !events.has(id)).toSorted())
  for (const id of ids) expect(Object.keys(coreContract), id).toContain(table[id].core)
})

test.each(ids)('%s is refused to a program without its right, whichever others it has', async (id) => {
  const { call } = createPublicCalls({} as Parameters<typeof createPublicCalls>[0])
  const { right } = operations[id]
  const program: Partial<Program> = {
    rights: (['see', 'draft', 'send', 'administer'] as const).filter((one) => one !== right),
  }
  const asked = call(program as Program, id, {} as never, AbortSignal.abort())
  await expect(asked).rejects.toMatchObject({ code: 'rightMissing', detail: `It needs the right ${right}.` })
})
