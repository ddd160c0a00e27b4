import { expect, it } from 'vitest'
import type { ChatKey } from '../../../contract/ids.ts'
import { placeOf, stepBack, stepTo } from './waiting-round.ts'

const chat = (key: number) => key as ChatKey

it('a round goes on from where its last step led, and leads back step by step, 500 of them', () => {
  expect([placeOf(null), placeOf(chat(1))]).toEqual([null, { chat: 1, at: null }])
  stepTo(null, { chat: chat(1), at: 10 })
  expect([placeOf(chat(1)), placeOf(chat(2))]).toEqual([
    { chat: 1, at: 10 },
    { chat: 2, at: null },
  ])
  stepTo(chat(1), { chat: chat(2), at: 20 })
  expect(stepBack()).toEqual({ chat: 1, at: 10 })
  expect(placeOf(chat(1)), 'after the step back').toEqual({ chat: 1, at: 10 })
  expect(stepBack()).toBeNull()
  for (let step = 1; step <= 600; step++) stepTo(chat(step), { chat: chat(step + 1), at: step })
  const back = Array.from({ length: 501 }, stepBack)
  expect([back[0]?.chat, back[499]?.chat, back[500]]).toEqual([600, 101, null])
})
