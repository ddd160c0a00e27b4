import { expect, test } from 'vitest'
import type { JournalDetails } from '../../../contract/journal.ts'
import { eventSteps } from './event-steps.ts'

const steps = (details: Partial<JournalDetails>) =>
  eventSteps((id) => id, {
    state: 'applied',
    receivedAt: 1000,
    serviceAt: null,
    deletedAt: null,
    appliedAt: null,
    ...details,
  } as JournalDetails)

const order = (details: Partial<JournalDetails>) => steps(details).map(({ key }) => key)

test('a notification is deleted before it is applied, as its times say', () => {
  expect(order({ deletedAt: 1040, appliedAt: 1090 })).toEqual(['received', 'deleted', 'applied'])
})

test('one that was applied before its delete was answered says so', () => {
  expect(order({ deletedAt: 1090, appliedAt: 1040 })).toEqual(['received', 'applied', 'deleted'])
})

test('steps of one moment stand as they are made: kept, deleted, applied', () => {
  expect(order({ deletedAt: 1000, appliedAt: 1000 })).toEqual(['received', 'deleted', 'applied'])
})

test('the time that the service states comes first, whatever its clock says', () => {
  expect(order({ serviceAt: 2000, deletedAt: 1040, appliedAt: 1090 })).toEqual([
    'event',
    'received',
    'deleted',
    'applied',
  ])
})

test('one that could not be applied is set aside when it comes', () => {
  expect(order({ state: 'quarantined', deletedAt: 1040 })).toEqual(['received', 'quarantined', 'deleted'])
})

test('each step says what became of the event', () => {
  const shown = (details: Partial<JournalDetails>) =>
    steps({ deletedAt: 1010, appliedAt: 1020, ...details }).map(({ icon, title, detail }) => [icon, title, detail])
  expect(shown({ state: 'applied' })).toEqual([
    ['download', 'journal.received', 'journal.receivedNote'],
    ['trash', 'journal.deletedFromQueue', 'journal.deletedNote'],
    ['check', 'journal.appliedAt', 'journal.appliedNote'],
  ])
  expect(shown({ state: 'unknown', repeat: true, deleteResult: 'gone' })).toEqual([
    ['download', 'journal.received', 'journal.receivedRepeat'],
    ['trash', 'journal.deletedFromQueue', 'journal.gone'],
    ['unknown', 'journal.storedRaw', 'journal.appliedNote'],
  ])
  const warnings = (details: Partial<JournalDetails>) =>
    steps({ deletedAt: 1010, ...details }).flatMap(({ key, tone }) => (tone === 'warn' ? [key] : []))
  expect(warnings({ state: 'applied', deleteResult: 'done' })).toEqual([])
  expect(warnings({ state: 'quarantined', deleteResult: 'gone' })).toEqual(['quarantined', 'deleted'])
})
