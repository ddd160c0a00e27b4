import { expect, test } from 'vitest'
import { createMessageFormat } from '../../src/renderer/lib/format-message.ts'
import { compile } from './compile-messages.mjs'

/** What the window shows of a message, through the JSON of the build. */
const shown = (locale, text, values) =>
  createMessageFormat(locale)(JSON.parse(JSON.stringify(compile('test', text))), values).join('')

const russian = '{count, plural, one {# чат} few {# чата} many {# чатов} other {# чата}}'

test.each([
  ['en', "It''s '{'plain'}'", {}, "It's {plain}"],
  ['en', '{name} wrote', { name: '<b>' }, '<b> wrote'],
  ['en', '{name}{count}', { name: null, count: 0 }, '0'],
  ['ru', russian, { count: 21 }, '21 чат'],
  ['ru', russian, { count: 1002 }, '1 002 чата'],
  ['ru', russian, { count: 11 }, '11 чатов'],
  ['ru', russian, { count: 1.5 }, '1,5 чата'],
  [
    'en',
    '{count, plural, =0 {none} one {one} other {# {kind, select, a {of {name}} other {more}}}}',
    { count: 0 },
    'none',
  ],
  [
    'en',
    '{count, plural, one {one} other {# {kind, select, a {of {name}} other {more}}}}',
    { count: 1200, kind: 'a', name: 'Ann' },
    '1,200 of Ann',
  ],
  ['en', '{kind, select, true {on} other {off}}', { kind: true }, 'on'],
  ['en', '{kind, select, a {x} other {y}}', { kind: 'constructor' }, 'y'],
  ['ru', 'до {limit, number}', { limit: 12_345.5 }, 'до 12 345,5'],
])('in %s the message %s with %o', (locale, text, values, expected) =>
  expect(shown(locale, text, values).replace(/[\u00a0\u202f]/g, ' ')).toBe(expected),
)

test.each([
  ['{count, plural, one {#}}', 'Message chats.broken'],
  ['{count, plural, offset:1 other {#}}', 'Message chats.broken: the window cannot show this form of count'],
  ['{place, selectordinal, other {#th}}', 'this form of place'],
  ['{kind, select, other {{share, number, ::percent}}}', 'this form of share'],
  ['{at, date, medium}', 'this form of at'],
  ['<b>bold</b>', 'this form of b'],
])('what the window cannot show ends the build with the name of its message: %s', (text, problem) =>
  expect(() => compile('chats.broken', text)).toThrow(problem),
)
