import { expect, test } from 'vitest'
import { en } from './messages.en.ts'
import { ru } from './messages.ru.ts'
import { settingName, settingText, settingValueText } from './settings-text.ts'

const inLanguage = (texts: Readonly<Record<string, string>>) => (id: string) => texts[id] ?? id
const field = { name: 'autoTyping', kind: 'number', value: 2, min: 0, max: 4 } as const

test.each([
  ['English', en, 'Automatic typing', 'Pace by the length of the text: 1 to 4, 0 is off'],
  ['Russian', ru, 'Автонабор', 'Темп по длине текста: от 1 до 4, 0 выключает'],
])('automatic typing is called a pace in %s, not a number of milliseconds', (_language, texts, name, text) => {
  const t = inLanguage(texts)
  expect(settingName(t, 'autoTyping')).toBe(name)
  expect(settingText(t, 'autoTyping')).toBe(text)
  expect(settingValueText(t, field, 2)).toBe('2')
})

test('a setting without words has the service’s name, and no text', () => {
  const t = inLanguage(en)
  expect([settingName(t, 'someFlag'), settingText(t, 'someFlag')]).toEqual(['someFlag', ''])
})

test.each([
  ['switch', 'yes', 'On'],
  ['switch', 'no', 'Off'],
  ['switch', null, 'Unknown'],
  ['url', '', 'Empty'],
  ['url', 'https://hooks.example/', 'https://hooks.example/'],
  ['secret', 'Bearer abc', '••••••'],
  ['secret', '', 'Empty'],
] as const)('the %s %j is shown as %s', (kind, value, shown) => {
  expect(settingValueText(inLanguage(en), { name: 'any', kind, value: null }, value)).toBe(shown)
})
