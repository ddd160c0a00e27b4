import { expect, test } from 'vitest'
import type { ContentKind } from '../../../contract/messages.ts'
import { en } from '../../lib/messages.en.ts'
import { ru } from '../../lib/messages.ru.ts'
import { createTranslations } from '../../lib/translations.ts'
import { previewText } from './content-preview.tsx'

const kinds: readonly ContentKind[] = [
  'text',
  'image',
  'contacts',
  'poll',
  'order',
  'menu',
  'template',
  'choice',
  'call',
]

test.each([
  ['en', en, 'Message without text'],
  ['ru', ru, 'Сообщение без текста'],
] as const)('a message without words is no blank line in %s', (locale, messages, noText) => {
  const { translate } = createTranslations(locale, messages)
  const lines = kinds.map((kind) => previewText(translate, { kind, text: ' \n' }))
  expect(lines[0]).toBe(noText)
  expect(lines.filter((line) => line.trim() === '')).toEqual([])
})

test.each([
  ['en', en, 'Invitation to a group (can’t be read)', 'Unknown kind: Fishing'],
  ['ru', ru, 'Приглашение в группу (не удалось прочитать)', 'Неизвестный вид: Fishing'],
] as const)('a known kind that can not be read has its name in %s', (locale, messages, named, unknown) => {
  const { translate } = createTranslations(locale, messages)
  const line = (text: string, known: ContentKind | null) => previewText(translate, { kind: 'unsupported', text, known })
  expect(line('', 'invitation')).toBe(named)
  expect(line('Fishing', 'invitation')).toBe(`${named}: Fishing`)
  expect(line('Fishing', null)).toBe(unknown)
})
