import { expect, test } from 'vitest'
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
