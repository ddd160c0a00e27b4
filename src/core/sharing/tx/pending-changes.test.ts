import { expect, test } from 'vitest'
import { annotationWrites } from '../../annotations/tx/annotations-intents.ts'
import { teamReads, teamWrites } from '../../team/tx/team-intents.ts'
import { createTestArchive, testNow } from '../../testing/create-test-archive.ts'
import type { SharedInstanceId } from '../shared-ids.ts'

test('a note and a label that the team refused are offered again once they are changed, and not before', () => {
  using archive = createTestArchive()
  const { tx, instance, chat } = archive
  teamWrites['team.share'](tx, { instance, shared: 1 as SharedInstanceId })
  const [one, other] = [chat('200'), chat('300')]
  const label = annotationWrites['labels.save'](tx, { name: 'Order' })
  const set = (on: boolean) => annotationWrites['labels.set'](tx, { chat: one, label, on })
  const note = { chat: other, id: 'n', text: 'Called', at: testNow, editedAt: null }
  const key = annotationWrites['notes.store'](tx, note)
  set(true)
  const offered = () => teamReads['team.pendingChanges'](tx).map(({ kind }) => kind)
  const isRefusedUntil = (change: () => void, kind: 'note' | 'label') => {
    expect(offered()).toContain(kind)
    teamWrites['team.rejectChanges'](tx, { changes: teamReads['team.pendingChanges'](tx) })
    expect(offered()).toEqual([])
    change()
  }
  isRefusedUntil(() => annotationWrites['notes.change'](tx, { key, text: 'Called twice' }), 'note')
  isRefusedUntil(() => set(false), 'note')
  isRefusedUntil(() => set(true), 'label')
  isRefusedUntil(() => annotationWrites['labels.remove'](tx, { key: label }), 'label')
  expect(offered()).toEqual(['label'])
})
