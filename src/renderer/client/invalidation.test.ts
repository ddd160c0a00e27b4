import { describe, expect, it } from 'vitest'
import type { ChangeEvent, ChatKey, InstanceKey, MessageKey } from '../../contract/index.ts'
import { isInvalidatedBy } from './invalidation.ts'

const instance = 1 as InstanceKey
const other = 2 as InstanceKey
const chat = 10 as ChatKey
const message = 100 as MessageKey
const list = (scope: InstanceKey | null) => ['chats.list', { scope, filter: 'all', offset: 0, limit: 50 }]

describe('what a change makes old', () => {
  it.each<[string, ChangeEvent, readonly unknown[], boolean]>([
    ['a chat of the scope', { kind: 'chats', instance, chats: [chat] }, list(instance), true],
    ['a chat, all instances shown', { kind: 'chats', instance }, list(null), true],
    ['a chat of another instance', { kind: 'chats', instance: other }, list(instance), false],
    ['details of this chat', { kind: 'chats', instance, chats: [chat] }, ['chats.details', { chat }], true],
    [
      'details of another chat',
      { kind: 'chats', instance, chats: [11 as ChatKey] },
      ['chats.details', { chat }],
      false,
    ],
    ['a message here', { kind: 'messages', instance, chat, messages: [message] }, ['messages.window', { chat }], true],
    ['a message elsewhere', { kind: 'messages', instance, chat: 11 as ChatKey }, ['messages.window', { chat }], false],
    ['any message of the chat', { kind: 'messages', instance, chat }, ['messages.details', { message }], true],
    ['another message', { kind: 'messages', instance, chat, messages: [] }, ['messages.details', { message }], false],
    [
      'outgoing of the scope',
      { kind: 'messages', instance, chat },
      ['outgoing.summary', { filter: { scope: null } }],
      true,
    ],
    ['the name of a colleague in an open chat', { kind: 'people' }, ['team.chat', { chat }], true],
    ['the name of a person in an open chat', { kind: 'people' }, ['messages.window', { chat }], true],
    ['a note on the chat', { kind: 'notes', chat }, ['chats.details', { chat }], true],
    ['a note on another chat', { kind: 'notes', chat: 11 as ChatKey }, ['chats.details', { chat }], false],
    ['an instance that is gone, in quick replies', { kind: 'instances' }, ['quickReplies.list', { scope: null }], true],
    ['whether groups wait, in the round', { kind: 'settings' }, ['chats.nextWaiting', { scope: null }], true],
    ['a chat, in the unread count of its instance', { kind: 'chats', instance }, ['instances.list', {}], true],
    ['settings', { kind: 'settings' }, ['settings.get', {}], true],
    ['the vault, for the instances', { kind: 'vault' }, ['instances.list', {}], true],
    ['what a person searched', { kind: 'messages', instance, chat }, ['search.messages', { scope: null }], false],
    ['a key of nobody', { kind: 'settings' }, ['something', 1], false],
  ])('%s', (_name, change, key, expected) => {
    expect(isInvalidatedBy(change, key)).toBe(expected)
  })
})

const elsewhere = 11 as ChatKey

it.each(['login.state', 'queues.state', 'instanceSettings.state', 'account.state', 'groups.list', 'contacts.list'])(
  '%s is read again for its own instance alone',
  (query) => {
    const key = [query, { instance }]
    expect(isInvalidatedBy({ kind: 'administration', instance }, key)).toBe(true)
    expect(isInvalidatedBy({ kind: 'administration', instance: other }, key)).toBe(false)
    expect(isInvalidatedBy({ kind: 'chats', instance: other, chats: [chat] }, key)).toBe(false)
    expect(isInvalidatedBy({ kind: 'instances', instance: other }, key)).toBe(false)
  },
)

it('what is shown of an instance is read again when the instance changed, and its people when a chat did', () => {
  for (const query of ['instanceSettings.state', 'account.state'])
    for (const change of [{ kind: 'instances' }, { kind: 'instances', instance }] as const)
      expect(isInvalidatedBy(change, [query, { instance }]), query).toBe(true)
  for (const query of ['groups.list', 'contacts.list'])
    expect(isInvalidatedBy({ kind: 'chats', instance, chats: [chat] }, [query, { instance }]), query).toBe(true)
})

it.each<[string, (of: ChatKey) => ChangeEvent]>([
  ['messages.window', (of) => ({ kind: 'messages', instance, chat: of })],
  ['messages.find', (of) => ({ kind: 'messages', instance, chat: of })],
  ['team.chat', (of) => ({ kind: 'messages', instance, chat: of })],
  ['team.chat', (of) => ({ kind: 'teamChat', chat: of })],
  ['proposals.shown', (of) => ({ kind: 'messages', instance, chat: of })],
  ['groups.details', (of) => ({ kind: 'group', chat: of })],
  ['uploads.tray', (of) => ({ kind: 'uploads', chat: of })],
])('%s is read again for its own chat alone', (query, change) => {
  expect(isInvalidatedBy(change(chat), [query, { chat }])).toBe(true)
  expect(isInvalidatedBy(change(elsewhere), [query, { chat }])).toBe(false)
})
