import { expect, test } from 'vitest'
import type { NoticeEvent } from '../contract/events.ts'
import { isInView, noticeText } from './notice-text.ts'
import { hostWords } from './words.ts'

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
  const en = hostWords('en', '')
  expect(noticeText(incoming, en)).toEqual({ title: 'Anna · Warehouse', body: 'Hello' })
  expect(noticeText({ ...incoming, title: '', body: '' } as NoticeEvent, hostWords('ru', ''))).toEqual({
    title: 'Warehouse',
    body: 'Новое сообщение',
  })
})

test('only the chat that is looked at is quiet', () => {
  expect(isInView(incoming, { focused: true, openChat: 7 })).toBe(true)
  expect(isInView(incoming, { focused: false, openChat: 7 })).toBe(false)
  expect(isInView(incoming, { focused: true, openChat: 8 })).toBe(false)
})
