import { expect, test } from 'vitest'
import { fieldsOf } from './settings-fields.ts'

const autoTyping = (settings: Readonly<Record<string, unknown>> | null, family: 'whatsapp' | 'v3' = 'whatsapp') =>
  fieldsOf(family, settings).find(({ name }) => name === 'autoTyping')

test.each([
  [0, 0],
  [4, 4],
  // Another number than a person can choose is shown as the service has it.
  [9, 9],
  ['yes', null],
  [undefined, null],
])('automatic typing of %s is a pace from 0 to 4 with the value %s', (autoTypingOf, value) => {
  expect(autoTyping({ autoTyping: autoTypingOf })).toEqual({
    name: 'autoTyping',
    kind: 'number',
    value,
    min: 0,
    max: 4,
  })
})

test('automatic typing is WhatsApp’s alone, and unknown until the settings were read', () => {
  expect(autoTyping({ autoTyping: 1 }, 'v3')).toBeUndefined()
  expect(autoTyping(null)).toMatchObject({ value: null })
})
