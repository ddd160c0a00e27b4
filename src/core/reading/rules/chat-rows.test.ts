import { expect, test } from 'vitest'
import type { ChatKey, InstanceKey, MessageKey } from '../../../contract/ids.ts'
import { toChatRow, type ChatColumns } from './chat-rows.ts'

const now = Date.UTC(2026, 10, 23, 9, 30)

const read = (columns: Partial<ChatColumns> = {}) =>
  toChatRow(
    {
      key: 1 as ChatKey,
      instance: 1 as InstanceKey,
      chat_id: '79990001122@c.us',
      kind: 'user',
      title: 'Ann',
      phone: null,
      avatar_kind: 'unknown',
      avatar_ref: null,
      list_at: now,
      unread: 0,
      marked_unread: 0,
      waiting_at: now - 60_000,
      pinned_at: null,
      muted_until: null,
      archived: 0,
      newest: 7,
      snoozed_until: null,
      labels: null,
      draft: '',
      assignee: null,
      assignee_name: null,
      assignee_own: null,
      last_message: 7 as MessageKey,
      content_kind: 'text',
      type_message: 'textMessage',
      text: 'hello',
      marker: null,
      deleted: 0,
      sender_id: '79990001122@c.us',
      sender_name: 'Ann',
      program_text: null,
      direction: 'incoming',
      status: null,
      status_raw: null,
      status_reason: null,
      status_text: null,
      outbox_state: null,
      outbox_parked: null,
      wait_kind: null,
      wait_until: null,
      wait_position: null,
      due_at: null,
      due_zone: null,
      ...columns,
    },
    now,
  )

test.each<[string, Partial<ChatColumns>, boolean]>([
  ['a person', {}, true],
  ['an archived chat', { archived: 1 }, false],
  ['a channel', { kind: 'channel' }, false],
  ['a group', { kind: 'group' }, true],
  ['a muted group', { kind: 'group', muted_until: now + 1 }, false],
  ['a group whose mute is over', { kind: 'group', muted_until: now }, true],
  ['a muted person', { muted_until: now + 1 }, true],
])('whether %s waits for an answer', (_who, columns, waits) => {
  expect(read(columns).waitingSince !== null).toBe(waits)
})

test.each<[string, Partial<ChatColumns>, object]>([
  ['a person is named by the row alone', {}, { senderName: null, text: 'hello' }],
  ['a member of a group is named', { kind: 'group' }, { senderName: 'Ann' }],
  ['a member without a name by the number', { kind: 'group', sender_name: null }, { senderName: '+7 999 000 11 22' }],
  ['one’s own message in a group has no sender', { kind: 'group', direction: 'outgoing' }, { senderName: null }],
  ['a deleted message shows nothing of its text', { deleted: 1 }, { text: '', deleted: true }],
  ['a program that sent it is named', { program_text: 'sent Shop bot' }, { programName: 'Shop bot' }],
  ['a program that proposed what a person sent is not', { program_text: 'proposed Shop bot' }, { programName: null }],
])('in the preview %s', (_what, columns, preview) => {
  expect(read(columns).preview).toMatchObject(preview)
})

test('only the chats of this desk are one’s own, whoever else has one', () => {
  const of = (assignee_own: number) => read({ assignee: 'a-desk', assignee_name: 'Boris', assignee_own }).assignee
  expect([of(1), of(0)]).toEqual([
    { desk: 'a-desk', name: 'Boris', isThis: true },
    { desk: 'a-desk', name: 'Boris', isThis: false },
  ])
})
