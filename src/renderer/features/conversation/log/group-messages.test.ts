import { describe, expect, it } from 'vitest'
import type { Message, MessageKey } from '../../../../contract/index.ts'
import { groupMessages } from './group-messages.ts'

const minute = 60_000
let nextKey = 0
const message = (sender: string, at: number, direction: 'incoming' | 'outgoing' = 'incoming'): Message =>
  ({ key: ++nextKey as MessageKey, at, direction, sender: { id: sender, name: sender, own: false, hue: 1 } }) as Message

const dayOf = (at: number) => String(Math.floor(at / 86_400_000))
const shape = (rows: readonly Message[], divider: MessageKey | null = null) =>
  groupMessages(rows, divider, dayOf).map(
    (row) => `${row.first ? 'F' : '-'}${row.last ? 'L' : '-'}${row.day === null ? '' : 'd'}${row.divider ? 'n' : ''}`,
  )

describe('groupMessages', () => {
  it('joins what one person says in a row', () => {
    expect(shape([message('a', 0), message('a', minute), message('a', 2 * minute)])).toEqual(['F-d', '--', '-L'])
  })

  it('breaks at another person, a pause and midnight', () => {
    const rows = [message('a', 0), message('b', minute), message('b', 12 * minute), message('b', 86_400_000)]
    expect(shape(rows)).toEqual(['FLd', 'FL', 'FL', 'FLd'])
  })

  it('breaks at a pause of more than ten minutes, in either direction of time', () => {
    for (const way of [1, -1]) {
      const [near, far] = [10 * minute, 10 * minute + 1].map((after) => [
        message('a', 43_200_000),
        message('a', 43_200_000 + way * after),
      ])
      expect([shape(near ?? []), shape(far ?? [])]).toEqual([
        ['F-d', '-L'],
        ['FLd', 'FL'],
      ])
    }
  })

  it('breaks at the divider', () => {
    const rows = [message('a', 0), message('a', minute)]
    expect(shape(rows, rows[1]?.key ?? null)).toEqual(['FLd', 'FLn'])
  })

  it('keeps what two colleagues wrote through one account apart', () => {
    const by = (desk: string): Message => ({ ...message('a', 0, 'outgoing'), author: { desk } }) as Message
    expect(shape([by('Anna'), by('Anna'), by('Yara'), message('a', 0, 'outgoing')])).toEqual(['F-d', '-L', 'FL', 'FL'])
  })

  it('keeps directions apart although the id is the same', () => {
    expect(shape([message('a', 0, 'outgoing'), message('a', 0, 'incoming')])).toEqual(['FLd', 'FL'])
  })
})
