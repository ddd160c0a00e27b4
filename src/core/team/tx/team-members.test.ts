import { expect, test } from 'vitest'
import { accountWrites } from '../../accounts/tx/accounts-intents.ts'
import { readInstance } from '../../accounts/tx/read-instance.ts'
import type { SharedInstanceId } from '../../sharing/shared-ids.ts'
import { createTestArchive } from '../../testing/create-test-archive.ts'
import { teamWrites } from './team-intents.ts'

test('what names a colleague is read again when their name becomes known or changes, and not otherwise', () => {
  using archive = createTestArchive()
  const { tx, instance, takeChanges } = archive
  teamWrites['team.share'](tx, { instance, shared: 1 as SharedInstanceId })
  const store = (name: string) => {
    takeChanges()
    teamWrites['team.storeMembers'](tx, { members: [{ desk: 'one', name }] })
    return takeChanges()
  }
  const renamed = [{ kind: 'chats', instance }, { kind: 'people' }]
  expect(store('Anna')).toEqual(renamed)
  expect(store('Anna')).toEqual([])
  expect(store('Anna K')).toEqual(renamed)
})

test('a time for an answer that was changed here stays until the team has another one than it had', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  teamWrites['team.share'](tx, { instance, shared: 1 as SharedInstanceId })
  const take = (answerTargetMs: number) => {
    teamWrites['team.takeFacts'](tx, { instance, countsFrom: 0, answerTargetMs, isReadOnly: false })
    return readInstance(tx, instance).answerTargetMs
  }
  const change = (answerTargetMs: number) => accountWrites['accounts.edit'](tx, { key: instance, answerTargetMs })
  expect(take(1)).toBe(1)
  change(2)
  expect([take(1), take(1), take(3)]).toEqual([2, 2, 3])
  change(4)
  teamWrites['team.putTarget'](tx, { instance, answerTargetMs: 4 })
  expect([take(4), take(3)]).toEqual([4, 3])
})
