import { expect, test } from 'vitest'
import type { NoticeEvent } from '../contract/events.ts'
import { autostartEntry } from './autostart-entry.ts'
import { createCrashCount } from './crash-count.ts'
import { isInView, noticeText } from './notice-text.ts'
import { mayBeOpened, safeFileName } from './openable-file.ts'
import { proxyFromRule } from './proxy-rule.ts'
import { trayAvailable } from './tray-available.ts'
import { unreadCount } from './unread-badge.ts'
import { hostWords } from './words.ts'

test.for([
  ['DIRECT', null],
  ['PROXY proxy.example:8080; DIRECT', 'http://proxy.example:8080'],
  ['HTTPS secure.example:443', 'https://secure.example'],
  ['SOCKS5 127.0.0.1:1080; PROXY b:3128', 'http://b:3128'],
  ['SOCKS 127.0.0.1:1080', null],
  ['DIRECT; PROXY b:3128', null],
  ['PROXY', null],
  ['', null],
] as const)('the system says "%s": %s', ([rule, expected]) => {
  expect(proxyFromRule(rule)).toBe(expected)
})

test.for([
  ['win32', undefined, true],
  ['darwin', undefined, true],
  ['linux', 'KDE', true],
  ['linux', 'ubuntu:GNOME', true],
  ['linux', 'GNOME', false],
  ['linux', 'GNOME-Classic:GNOME', false],
  ['linux', undefined, false],
] as const)('a tray on %s with %s: %s', ([platform, desktop, expected]) => {
  expect(trayAvailable(platform, { XDG_CURRENT_DESKTOP: desktop })).toBe(expected)
})

test('a page that crashes again and again within a minute is not reloaded for ever', () => {
  let now = 0
  const count = createCrashCount(() => now)
  expect([count(), count(), count()]).toEqual(['reload', 'reload', 'ask'])
  now = 61_000
  expect(count()).toBe('reload')
})

test('a muted instance asks for no attention', () => {
  const instance = { unreadChats: 2, unreadMessages: 5, mutedUntil: null }
  const all = [instance, { ...instance, mutedUntil: 'forever' as const }, { ...instance, mutedUntil: 100 }]
  expect(unreadCount(all, 'chats', 50)).toBe(2)
  expect(unreadCount(all, 'messages', 200)).toBe(10)
  expect(unreadCount(all, 'none', 50)).toBe(0)
})

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

test.for([
  [1, 1, '1 new message in 1 chat', '1 новое сообщение в 1 чате'],
  [3, 2, '3 new messages in 2 chats', '3 новых сообщения в 2 чатах'],
  [25, 21, '25 new messages in 21 chats', '25 новых сообщений в 21 чате'],
] as const)('%d messages in %d chats', ([messages, chats, english, russian]) => {
  expect(hostWords('system', 'de-DE').summary(messages, chats)).toBe(english)
  expect(hostWords('system', 'ru-RU').summary(messages, chats)).toBe(russian)
})

test.for([
  ['photo.jpg', true],
  ['Отчёт.PDF', true],
  ['setup.exe', false],
  ['run.desktop', false],
  ['a.jpg.exe', false],
  ['gpj.\u202Eexe', false],
  ['page.html', false],
  ['picture.svg', false],
  ['noextension', false],
] as const)('%s may be opened: %s', ([name, expected]) => {
  expect(mayBeOpened(name)).toBe(expected)
})

test.for([
  ['../../.bashrc', '_.._.bashrc'],
  ['con.txt', '_con.txt'],
  ['a/b\\c:d*e.txt', 'a_b_c_d_e.txt'],
  ['...', 'file'],
  ['', 'file'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(150)}.pdf`],
] as const)('%s is saved as %s', ([name, expected]) => {
  expect(safeFileName(name)).toBe(expected)
})

test('an autostart entry survives spaces, quotes and percent signs', () => {
  expect(autostartEntry(['/opt/My App/100%', '--background'])).toContain('Exec="/opt/My App/100%%" "--background"\n')
  expect(autostartEntry(['a"b'])).toContain('Exec="a\\\\"b"\n')
})
