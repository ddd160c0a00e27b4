import { expect, test } from 'vitest'
import { combine } from './combine.ts'

test('has the members of all parts', () => {
  expect(combine({ 'chats.list': 1 }, { 'chats.read': 2 })).toEqual({ 'chats.list': 1, 'chats.read': 2 })
})

test('refuses a name that two parts have', () => {
  expect(() => combine({ 'chats.list': 1 }, { 'chats.list': 2 })).toThrow('Two features define "chats.list".')
})
