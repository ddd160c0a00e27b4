import { expect, test } from 'vitest'
import { createTestArchive } from '../../../testing/create-test-archive.ts'

test('a record that comes again with nothing new in it changes no message', () => {
  using archive = createTestArchive()
  const report = (text: string) => {
    archive.give('10001', [{ idMessage: 'AB4', typeMessage: 'textMessage', textMessage: text }])
    return archive.takeChanges().filter(({ kind }) => kind === 'messages')
  }
  expect(report('hello')).toHaveLength(1)
  expect(report('hello')).toEqual([])
  expect(report('hello again')).toHaveLength(1)
})
