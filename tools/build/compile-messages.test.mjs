import { parse } from '@formatjs/icu-messageformat-parser'
import { expect, test } from 'vitest'
import { catalogue as en } from '../../src/renderer/app/catalogue-en.ts'
import { catalogue as ru } from '../../src/renderer/app/catalogue-ru.ts'
import { treeOf } from '../../src/renderer/lib/message-tree.ts'
import { compile } from './compile-messages.mjs'

/** What react-intl gets in the end, through the JSON of the build. */
const loaded = (text) => {
  const compiled = JSON.parse(JSON.stringify(compile('test', text)))
  return typeof compiled === 'string' ? [{ type: 0, value: compiled }] : treeOf(compiled)
}

test.each([
  ['en', en],
  ['ru', ru],
])('every message of %s reaches react-intl as it was parsed', (_language, catalogue) => {
  for (const [id, text] of Object.entries(catalogue)) expect(loaded(text), id).toEqual(parse(text))
})

test.each([
  "It''s '{'plain'}'",
  '{count, plural, offset:1 =0 {none} one {<b>#</b> of {name}} other {#}}',
  '{place, selectordinal, one {#st} other {#th}}',
  '{kind, select, a {x {n, number, ::percent}} other {{at, date, short}}}',
])('each kind of part keeps its form: %s', (text) => expect(loaded(text)).toEqual(parse(text)))

test('a message with a mistake ends the build with its name', () => {
  expect(() => compile('chats.broken', '{count, plural, one {#}}')).toThrow('Message chats.broken')
})
