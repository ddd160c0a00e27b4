import { expect, test } from 'vitest'
import { hostStrings } from './host-strings.ts'

test.for([
  [1, 1, '1 new message in 1 chat', '1 новое сообщение в 1 чате'],
  [3, 2, '3 new messages in 2 chats', '3 новых сообщения в 2 чатах'],
  [25, 21, '25 new messages in 21 chats', '25 новых сообщений в 21 чате'],
] as const)('%d messages in %d chats', ([messages, chats, english, russian]) => {
  expect(hostStrings('system', ['de-DE']).summary(messages, chats)).toBe(english)
  expect(hostStrings('system', ['be-BY', 'ru-RU', 'en']).summary(messages, chats)).toBe(russian)
})
