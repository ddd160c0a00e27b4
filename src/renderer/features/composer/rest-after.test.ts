import { describe, expect, test } from 'vitest'
import { followsSent, restAfter } from './rest-after.ts'

test.each([
  ['Good day', 'Good day', ''],
  ['Good day', 'Good dayAnna', 'Anna'],
  ['Good day', 'Bye', 'Bye'],
  ['Good day', '', ''],
  // Files go without a text.
  ['', 'Anna', 'Anna'],
])('of "%s" and then "%s" is left "%s"', (sent, written, left) => expect(restAfter(sent, written)).toBe(left))

describe('Enter while a text is on its way', () => {
  test.each([
    ['sends what followed the text', 'One', 'OneTwo', 'Two', true],
    ['sends a text that was written anew', 'One', 'Two', 'Two', true],
    ['sends nothing when nothing followed', 'One', 'One', '', false],
    ['does not send what was typed after it', 'One', 'OneTwo', 'TwoThree', false],
    ['does not send an end of it that is left over', 'One', 'OneTwo', 'wo', false],
  ])('%s', (_, sent, pressed, left, goes) => expect(followsSent(sent, pressed, left)).toBe(goes))
})
