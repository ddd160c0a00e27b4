import { expect, test } from 'vitest'
import type { QuickReply } from '../../../../contract/index.ts'
import { matchReplies } from './match-replies.ts'

const reply = (name: string, text = '', instance: number | null = null, key = 1) =>
  ({ key, instance, name, text }) as QuickReply

test('finds quick replies by name before by text, in any case, the instance’s own first', () => {
  const replies = [
    reply('Opening hours', 'We are open.'),
    reply('Who picks up', 'The courier.'),
    reply('Pick-up'),
    reply('Pick-up', '', 7),
    reply('Invoice', 'You can pick it in the shop.'),
    reply('Handpicked'),
  ]
  expect(matchReplies(replies, 'PICK').map(({ name, instance }) => `${name} ${instance}`)).toEqual([
    'Pick-up 7',
    'Pick-up null',
    'Who picks up null',
    'Handpicked null',
    'Invoice null',
  ])
  expect(matchReplies(replies, 'nothing')).toEqual([])
  expect(matchReplies(replies, '')).toHaveLength(6)
})

test('a vowel sign of an Indian script is no end of a word', () => {
  const replies = [reply('सोनिया'), reply('वह निया')]
  expect(matchReplies(replies, 'निया').map(({ name }) => name)).toEqual(['वह निया', 'सोनिया'])
})

test.each([
  ['Счёт на оплату', 'счет'],
  ['Éclair', 'eclair'],
  ['Йогурт'.normalize('NFD'), 'йогурт'],
  ['Łódź', 'lodz'],
  ['Ώρες λειτουργίας', 'ωρες'],
  ['أوقات العمل', 'اوقات'],
  ['שָׁעוֹת', 'שעות'],
  ['营业时间', '时间'],
  ['영업 시간'.normalize('NFD'), '시간'],
])('finds %s by %s', (name, typed) => expect(matchReplies([reply(name)], typed)).toHaveLength(1))
