import { expect, test } from 'vitest'
import { createTestArchive } from '../../../testing/create-test-archive.ts'

test('a record that is told again with nothing new in it changes no message', () => {
  using archive = createTestArchive()
  const tell = (text: string) => {
    archive.give('10001', [{ idMessage: 'AB4', typeMessage: 'textMessage', textMessage: text }])
    return archive.takeChanges().filter(({ kind }) => kind === 'messages')
  }
  expect(tell('hello')).toHaveLength(1)
  expect(tell('hello')).toEqual([])
  expect(tell('hello again')).toHaveLength(1)
})
