import { expect, test } from 'vitest'
import { unreadCount } from './unread-badge.ts'

test('a muted instance asks for no attention', () => {
  const instance = { unreadChats: 2, unreadMessages: 5, mutedUntil: null }
  const all = [instance, { ...instance, mutedUntil: 'forever' as const }, { ...instance, mutedUntil: 100 }]
  expect(unreadCount(all, 'chats', 50)).toBe(2)
  expect(unreadCount(all, 'messages', 200)).toBe(10)
  expect(unreadCount(all, 'none', 50)).toBe(0)
})
