import { expect, test } from 'vitest'
import type { InstanceKey } from '../../../contract/ids.ts'
import type { Lease } from '../../sharing/shared-team.ts'
import type { SharedInstanceId } from '../../sharing/shared-ids.ts'
import { createQueueReports } from './queue-reports.ts'

const minute = 60_000
const theirs = 1_000_000_000

test('a quiet queue is noted once a minute, also after the clock of the database was set back', async () => {
  const noted: number[] = []
  const reports = createQueueReports({
    instances: { get: () => undefined },
    ours: (at: number) => at,
    store: {
      write(_name: string, { at }: { readonly at: number }) {
        noted.push(at)
        return Promise.resolve({ absence: null })
      },
    },
  } as never)
  const idle = (idleAt: number) => reports.recordEmptyQueue(1 as InstanceKey, lease(idleAt))
  for (const at of [theirs, theirs + minute - 1, theirs + minute]) await idle(at)
  expect(noted).toEqual([theirs, theirs + minute])
  await idle(theirs - 60 * minute)
  await idle(theirs - 59 * minute - 1)
  await idle(theirs - 59 * minute)
  expect(noted.slice(2)).toEqual([theirs - 60 * minute, theirs - 59 * minute])
})

const lease = (idleAt: number): Lease => ({
  ...{ instance: 1 as SharedInstanceId, holder: null, wantedBy: null, epoch: 1, heldSince: null, beatAt: null },
  ...{ idleAt, lastN: 0, lastLink: null, run: null, deletedN: 0, isFree: false },
})
