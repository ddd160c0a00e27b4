import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import type { ContentKind } from '../../../contract/messages.ts'
import { en } from '../../lib/messages.en.ts'
import { ru } from '../../lib/messages.ru.ts'
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
  const intl = createIntl({ locale, messages })
  const lines = kinds.map((kind) =>
    previewText((id, values) => intl.formatMessage({ id }, values), { kind, text: ' \n' }),
  )
  expect(lines[0]).toBe(noText)
  expect(lines.filter((line) => line.trim() === '')).toEqual([])
})
