import { expect, test } from 'vitest'
import type { NavigateEvent, NoticeEvent } from '../../contract/events.ts'
import { isInView, noticeText } from '../../contract/notice-text.ts'
import { shownBody, toastXml } from './toast.ts'
import { hostStrings } from '../host-strings.ts'

const incoming = {
  kind: 'incoming',
  instance: 1,
  instanceName: 'Warehouse',
  chat: 7,
  message: 9,
  title: 'Anna',
  body: 'Hello',
  silent: false,
} as unknown as NoticeEvent

test('a notification names the instance, and hidden text stays hidden', () => {
  const en = hostStrings('en', [])
  expect(noticeText(incoming, en)).toEqual({ title: 'Anna · Warehouse', body: 'Hello' })
  expect(noticeText({ ...incoming, title: '', body: '' } as NoticeEvent, hostStrings('ru', []))).toEqual({
    title: 'Warehouse',
    body: 'Новое сообщение',
  })
})

test('a long name or text is cut between characters, so that the largest toast stays below the limit of Windows', () => {
  const en = hostStrings('en', [])
  const { title, body } = noticeText(
    { ...incoming, title: '"'.repeat(5000), body: '\u{1f600}'.repeat(5000) } as NoticeEvent,
    en,
  )
  expect(title).toBe(`${'"'.repeat(99)}… · Warehouse`)
  expect(body).toBe(`${'\u{1f600}'.repeat(149)}…`)
  const longest = noticeText(
    { ...incoming, instanceName: '"'.repeat(100), title: '"'.repeat(5000), body: '"'.repeat(5000) } as NoticeEvent,
    en,
  )
  const strings = { button: 'Ответить', placeholder: 'Напишите ответ' }
  const key = 2 ** 52
  const to = { kind: 'chat', instance: key, chat: key, message: key } as unknown as NavigateEvent
  expect(Buffer.byteLength(toastXml(crypto.randomUUID(), longest, to, strings))).toBeLessThan(5 * 1024)
})

test('Linux gets a text whose marks are letters; the other systems read none', () => {
  expect(shownBody('<a href="x">&amp;</a>', 'linux')).toBe('&lt;a href="x"&gt;&amp;amp;&lt;/a&gt;')
  expect(shownBody('<b>&', 'win32')).toBe('<b>&')
  expect(shownBody('<b>&', 'darwin')).toBe('<b>&')
})

test('the notification of a pairing has the code, and is needed while nobody looks at the window', () => {
  const pairing: NoticeEvent = { kind: 'pairing', pairing: 1, code: 'BCDF-2345' }
  expect(noticeText(pairing, hostStrings('en', []))).toEqual({
    title: 'A command line asks to connect',
    body: 'The code is BCDF-2345. Open Switchboard to compare it and answer.',
  })
  expect(noticeText(pairing, hostStrings('ru', [])).body).toContain('BCDF-2345')
  expect(isInView(pairing, { focused: false, openChat: null })).toBe(false)
  expect(isInView(pairing, { focused: true, openChat: null })).toBe(true)
})

test('only the chat that is looked at is quiet', () => {
  expect(isInView(incoming, { focused: true, openChat: 7 })).toBe(true)
  expect(isInView(incoming, { focused: false, openChat: 7 })).toBe(false)
  expect(isInView(incoming, { focused: true, openChat: 8 })).toBe(false)
})
