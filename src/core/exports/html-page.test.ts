import { expect, it } from 'vitest'
import type { Message } from '../../contract/messages.ts'
import { pageMessage } from './html-page.ts'

const base = {
  key: 1,
  at: 0,
  direction: 'incoming',
  sender: { name: 'Anna' },
  reactions: [],
  forwarded: null,
  quoted: null,
  edited: false,
  deleted: false,
  status: null,
} as unknown as Message

const textOf = (text: string): string =>
  pageMessage({ ...base, content: { kind: 'text', text, preview: null } }, base, undefined)

it.each([
  ['See https://example.com/a.', '<a href="https://example.com/a"', '</a>.'],
  ['(https://example.com/a)', '<a href="https://example.com/a"', '</a>)'],
  ['[https://example.com/a?q=1],', '<a href="https://example.com/a?q=1"', '</a>],'],
  ['https://example.com/a_(b)', '<a href="https://example.com/a_(b)"', '</a>'],
])('the link in %j ends where a reader sees its end', (text, begin, end) => {
  const html = textOf(text)
  expect(html).toContain(begin)
  expect(html).toContain(`${end}</p>`)
})

it('a day is named above its first message alone', () => {
  const dayMs = 86_400_000
  const page = (at: number, before: number | null) =>
    pageMessage({ ...base, at, deleted: true }, before === null ? null : { ...base, at: before }, undefined)
  expect(page(0, null)).toContain('<h2>1970-01-01</h2>')
  expect(page(dayMs - 1, 0)).not.toContain('<h2>')
  expect(page(dayMs, dayMs - 1)).toContain('<h2>1970-01-02</h2>')
})

it('an address with thousands of brackets behind it is read, and no stack overflows', () => {
  expect(textOf(`http://a.example${')'.repeat(20_000)}`)).toContain('<a href="http://a.example"')
})

it('an address whose host is too long to be one stays text', () => {
  expect(textOf(`https://${'waInstance'.repeat(10_000)}`)).not.toContain('<a ')
})

it('a picture that is inside the page is not named once more below itself', () => {
  const content = { kind: 'image', caption: 'Bay 3' } as unknown as Message['content']
  const picture = { mimeType: 'image/png', bytes: new Uint8Array([1]) }
  expect(pageMessage({ ...base, content }, base, picture)).toContain('alt="image"')
  expect(pageMessage({ ...base, content }, base, picture)).not.toContain('[image]')
  expect(pageMessage({ ...base, content }, base, undefined)).toContain('[image]')
})
