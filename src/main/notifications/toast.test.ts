import { expect, test } from 'vitest'
import type { ChatKey, InstanceKey, MessageKey } from '../../contract/ids.ts'
import { readToastArguments, shownBody, toastXml } from './toast.ts'

const to = { kind: 'chat', instance: 3 as InstanceKey, chat: 14 as ChatKey, message: 159 as MessageKey } as const

test('what a toast carries leads back to its chat', () => {
  const launch = /launch="([^"]*)"/.exec(toastXml('a-1', { title: 'Anna', body: 'Hello' }, to))?.[1]
  expect(readToastArguments(String(launch).replaceAll('&amp;', '&'))).toEqual({ id: 'a-1', to })
  expect(readToastArguments('type=click&tag=b')).toEqual({ id: 'b', to: undefined })
})

test('a hostile name or text stays text', () => {
  const xml = toastXml('a', { title: '</text><action/>', body: `"'&amp; \u0000\u0007\ud800 \u{1f600}` }, undefined)
  expect(xml).toContain('<text>&lt;/text&gt;&lt;action/&gt;</text>')
  expect(xml).toContain('<text>&quot;&apos;&amp;amp; \ufffd \u{1f600}</text>')
})

test.for(['', 'x', 'chat=', 'chat=1', 'chat=1.-2.3', 'chat=1e3.2.3', 'chat=0.1.1', `chat=${'9'.repeat(400)}.1.1`])(
  'arguments of others lead nowhere: %s',
  (text) => {
    expect(readToastArguments(text).to).toBeUndefined()
  },
)

test('a toast with a field for an answer carries its chat to whoever sends it, in the words of the language', () => {
  const strings = { button: 'Ответить', placeholder: 'Напишите "ответ"' }
  const xml = toastXml('a-1', { title: 'Anna', body: 'Hello' }, to, strings)
  expect(xml).toContain('placeHolderContent="Напишите &quot;ответ&quot;"')
  expect(xml).toContain('<action content="Ответить"')
  const given = /arguments="([^"]*)"/.exec(xml)?.[1]
  expect(given).toMatch(/^type=reply&amp;tag=a-1/)
  expect(readToastArguments(String(given).replaceAll('&amp;', '&'))).toEqual({ id: 'a-1', to })
})

test('Linux, which reads markup, is given none by a stranger, and the others the words as they are', () => {
  expect(shownBody('<a href="x">Pay & go</a>', 'linux')).toBe('&lt;a href="x"&gt;Pay &amp; go&lt;/a&gt;')
  for (const platform of ['darwin', 'win32'] as const) expect(shownBody('1 < 2 & 3', platform)).toBe('1 < 2 & 3')
})
