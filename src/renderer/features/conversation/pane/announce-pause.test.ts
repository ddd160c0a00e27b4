import { expect, test } from 'vitest'
import { announcePauseMs } from './announce-pause.ts'

test('a message is announced soon, and no more than four announcements are made in a minute, however many come', () => {
  const announcedAt: number[] = []
  let now = 0
  // A message each second, for ten minutes.
  for (let due = announcePauseMs(announcedAt, now); now < 600_000; now += 1000) {
    if (now < due) continue
    announcedAt.push(now)
    due = now + announcePauseMs(announcedAt, now)
  }
  expect(announcedAt.slice(0, 3)).toEqual([1000, 2000, 3000])
  for (const at of announcedAt) {
    expect(announcedAt.filter((one) => one > at - 60_000 && one <= at).length).toBeLessThanOrEqual(4)
  }
  // Nothing waits for longer than a minute.
  for (const [index, at] of announcedAt.entries()) {
    expect(at - (announcedAt[index - 1] ?? 0)).toBeLessThanOrEqual(60_000)
  }
})
