import { expect, test } from 'vitest'
import type { WaitReason } from '../../../../contract/statuses.ts'
import { isSameWaitReason, readWaitReason, waitReasonColumns } from './wait-reason.ts'

const at = 1_795_000_000_000

test.for<WaitReason>([
  { kind: 'lane' },
  { kind: 'undoable', until: at },
  { kind: 'offline' },
  { kind: 'paused' },
  { kind: 'tokenMissing' },
  { kind: 'rateLimited', retryAt: at },
  { kind: 'starting', retryAt: at },
  { kind: 'uploadStalled', retryAt: at },
  { kind: 'sameId' },
  { kind: 'waitsForPerson' },
  { kind: 'dismissed' },
  { kind: 'held', heldUntil: at },
  { kind: 'paced' },
  { kind: 'paced', position: 2 },
  { kind: 'paced', position: 2, expectedAt: at },
])('%j is kept and read again as it was', (waitReason) => {
  expect(readWaitReason(waitReasonColumns(waitReason))).toEqual(waitReason)
})

test('no wait reason is null, and so is one of an unknown kind', () => {
  expect(readWaitReason(waitReasonColumns(null))).toBeNull()
  expect(readWaitReason({ wait_kind: 'frozen', wait_until: at, wait_position: null })).toBeNull()
})

test('a time that is no whole number fits its column', () => {
  expect(waitReasonColumns({ kind: 'paced', position: 1, expectedAt: at + 0.5 }).wait_until).toBe(at + 1)
})

test('reasons are the same when kind, time and place in the queue are', () => {
  const columns = (position: number, expectedAt: number) => waitReasonColumns({ kind: 'paced', position, expectedAt })
  expect(isSameWaitReason(columns(1, at), columns(1, at))).toBe(true)
  expect(isSameWaitReason(columns(1, at), columns(2, at))).toBe(false)
  expect(isSameWaitReason(columns(1, at), columns(1, at + 1))).toBe(false)
  expect(isSameWaitReason(columns(1, at), { ...columns(1, at), wait_kind: 'held' })).toBe(false)
})
