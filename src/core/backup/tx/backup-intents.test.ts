import { expect, test } from 'vitest'
import { createTestArchive } from '../../testing/create-test-archive.ts'
import { backupReads, backupWrites } from './backup-intents.ts'

test('a plan that is changed while a backup is made keeps what became of it, and another folder begins anew', () => {
  using archive = createTestArchive()
  const { tx } = archive
  const plan = {
    folder: '/disk',
    recipient: 'age1',
    keyFile: null,
    every: 'day',
    generations: 3,
    withTokens: false,
  } as const
  const last = { at: 2, bytes: 3, missing: 0, withoutTokens: false }
  backupWrites['backup.setPlan'](tx, plan)
  backupWrites['backup.record'](tx, { plan, outcome: { last } })
  backupWrites['backup.setPlan'](tx, { ...plan, generations: 5 })
  expect(backupReads['backup.plan'](tx)).toMatchObject({ generations: 5, last })
  backupWrites['backup.setPlan'](tx, { ...plan, folder: '/other' })
  expect(backupReads['backup.plan'](tx)).toMatchObject({ folder: '/other', last: null })
  // What becomes of a backup that was begun with another key says nothing of this one.
  backupWrites['backup.setPlan'](tx, { ...plan, recipient: 'age2' })
  backupWrites['backup.record'](tx, { plan, outcome: { last } })
  expect(backupReads['backup.plan'](tx)).toMatchObject({ recipient: 'age2', last: null })
})

test('failures are counted until a backup succeeds, and each change is announced', () => {
  using archive = createTestArchive()
  const { tx, takeChanges } = archive
  const plan = {
    ...({ folder: '/disk', recipient: 'age1', keyFile: null } as const),
    ...({ every: 'day', generations: 3, withTokens: false } as const),
  }
  const announced = (act: () => void) => {
    takeChanges()
    act()
    expect(takeChanges()).toEqual([{ kind: 'storage' }])
  }
  announced(() => backupWrites['backup.setPlan'](tx, plan))
  for (const failures of [1, 2]) {
    announced(() => backupWrites['backup.record'](tx, { plan, outcome: { reason: 'noSpace' } }))
    expect(backupReads['backup.plan'](tx)).toMatchObject({ failures, reason: 'noSpace' })
  }
  const last = { at: 2, bytes: 3, missing: 0, withoutTokens: false }
  announced(() => backupWrites['backup.record'](tx, { plan, outcome: { last } }))
  expect(backupReads['backup.plan'](tx)).toMatchObject({ failures: 0, reason: null, last })
  announced(() => backupWrites['backup.end'](tx))
  expect(backupReads['backup.plan'](tx)).toBeNull()
})
