import { expect, it } from 'vitest'
import type { Message, MessageKey } from '../../../../contract/index.ts'
import { gapsAbove } from './gaps-above.ts'

const rows = [10, 20, 50, 60].map((at) => ({ key: at as MessageKey, at }) as Message)

it('stands above the first message after the hole', () => {
  expect([...gapsAbove(rows, [{ from: 20, to: 50 }])]).toEqual([[50, { from: 20, to: 50 }]])
})

it('shows no hole that lies outside the window or that has been filled', () => {
  expect(
    gapsAbove(rows, [
      { from: 1, to: 5 },
      { from: 60, to: 99 },
      { from: 11, to: 55 },
    ]).size,
  ).toBe(0)
})
