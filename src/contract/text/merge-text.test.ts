import { describe, expect, it, test } from 'vitest'
import { draftAfter, draftToStore, mergeText, movedCursor, restAfter } from './merge-text.ts'

describe('a text that two windows changed at once', () => {
  it.each([
    // before, mine, theirs, both
    ['', 'Yes', '', 'Yes'],
    ['', '', 'Yes', 'Yes'],
    ['Yes', 'Yes', 'Yes', 'Yes'],
    ['Your order', 'Your order is ready', 'Hello, your order', 'Hello, your order is ready'],
    ['Your order', 'Your order, Anna', 'Your order is ready', 'Your order is ready, Anna'],
    ['Your order', 'Your order is', 'Your order is ready', 'Your order is ready'],
    ['Your order', 'Your order is ready', 'Your order is', 'Your order is ready'],
    // It was sent in the other window: what was typed on here is left.
    ['Ready', 'Ready at noon', '', ' at noon'],
    ['Ready', 'Ready', '', ''],
    // A message was taken back below it.
    ['', 'Good', 'Sorry', 'Good\nSorry'],
    ['Good', 'Good day', 'Good\nSorry', 'Good day\nSorry'],
    ['Good', 'Good\nSorry', 'Good day', 'Good day\nSorry'],
    // One has it already, and was written on above it.
    ['Good', 'Got it. Good\nSorry', 'Good\nSorry', 'Got it. Good\nSorry'],
    ['Good', 'Good\nSorry', 'Got it. Good\nSorry', 'Got it. Good\nSorry'],
    ['Good', 'Good day', 'Good!', 'Good! day'],
    ['On Monday', 'On Tuesday', 'On Friday', 'On Fri\nTuesday'],
    ['one, two, three', 'two, three', 'one, two, four', 'two, four'],
    // Written at two places here, and at one between them there.
    ['Your order', 'Hello. Your order is ready', 'Your new order', 'Hello. Your new order is ready'],
    ['Your order', 'Your new order', 'Hello. Your order is ready', 'Hello. Your new order is ready'],
    // Written beside what was taken out there.
    ['Your order', 'Hi. Your order', ' order', 'Hi.  order'],
    ['Ready', 'Hi. Ready at noon', '', 'Hi.  at noon'],
    // The same letter, in another word.
    ['', 'Hello', 'l', 'Hello\nl'],
    ['👍', '👌', '👎', '👎\n👌'],
    ['👍', '👍🏽', '👎', '👎🏽'],
    // Characters of which the second half is equal, and is the first one that there is.
    ['\u{10000}', '\u{10400}', '\u{10800}', '\u{10800}\n\u{10400}'],
  ])('%j, here %j, there %j', (before, mine, theirs, both) => {
    expect(mergeText(before, mine, theirs)).toBe(both)
  })

  it('has every letter that either typed, in time that grows with its length', () => {
    const before = 'ab'.repeat(400_000)
    const both = mergeText(before, `x${before}`, `${before}y`)
    expect(both).toBe(`x${before}y`)
    const texts = ['ab', 'ba', 'aab', 'abb', 'bab', 'bba'].map((part) => `${part}.`.repeat(250_000))
    const [text = '', stored = '', known = ''] = texts
    const begun = process.threadCpuUsage()
    expect(mergeText(known, text, stored).length).toBeGreaterThan(text.length)
    expect(process.threadCpuUsage(begun).user / 1000).toBeLessThan(3_000)
  })
})

describe('the cursor in a text that is changed from elsewhere', () => {
  it.each([
    ['Your order', 'Your order is ready', 4, 4],
    ['Your order', 'Hello, Your order', 4, 11],
    ['Your order', '', 4, 0],
    ['On Monday', 'On Tuesday at nine', 9, 10],
    ['On Monday', 'On Tuesday', 4, 7],
    ['Your order', 'Hello, your new order', 10, 21],
  ])('%j to %j, at %i', (before, after, position, moved) => {
    expect(movedCursor(before, after, position)).toBe(moved)
  })
})

test.each([
  ['Good day', 'Good day', ''],
  ['Good day', 'Good dayAnna', 'Anna'],
  ['Good day', 'Bye', 'Bye'],
  ['Good day', '', ''],
  // Files go without a text.
  ['', 'Anna', 'Anna'],
])('of "%s" and then "%s" is left "%s"', (sent, written, left) => expect(restAfter(sent, written)).toBe(left))

describe('a draft that a window saves', () => {
  it.each([
    // stored, text, what was read or answered last, saves since that arrived, text of a submission that arrived, result
    ['Ready', 'Ready at noon', 'Ready', [], '', 'Ready at noon'],
    ['Hello. Ready', 'Ready at noon', 'Ready', [], '', 'Hello. Ready at noon'],
    ['', 'Ready at noon', undefined, [], '', 'Ready at noon'],
    ['', ' \n', 'Ready', [], '', ''],
    // Another window sent it.
    ['', 'Ready at noon', 'Re', ['Ready'], '', ' at noon'],
    ['', 'Ready at noon', 'Ready', [], '', ' at noon'],
    // This one did, and has no answer.
    ['', 'Ready at noon', '', ['Ready'], 'Ready', ' at noon'],
    ['', 'Ready', 'Rea', [], 'Ready', ''],
    [' at', 'Ready by noon', '', ['Ready', 'Ready at'], 'Ready', ' by noon'],
    ['Hello.', 'Ready', '', ['Ready'], 'Ready', 'Hello.'],
    ['', 'By noon', 'Ready', [], 'Ready', 'By noon'],
    // A message came back below the newest that this one had saved, and into the draft that its message had emptied.
    ['Ready\nSorry', 'Ready at noon', '', ['Ready'], '', 'Ready at noon\nSorry'],
    ['Sorry', 'Ready\nSoon', 'Re', [], 'Ready', '\nSoon\nSorry'],
    // Its newest save arrived, was written on there, and its answer never came.
    ['Your new order, Ann', 'Your order is ready', 'Your', ['Your order'], '', 'Your new order, Ann is ready'],
  ] as const)('over %j, %j, knowing %j, and %j since, sent %j: %j', (stored, text, before, since, sent, left) => {
    const unanswered = since.map((one) => ({ id: one, text: one }))
    expect(draftToStore({ text, before, unanswered }, stored, () => true, sent)).toBe(left)
  })

  it.each([
    // Letters of what never came may stand in what another window wrote, or a message that came back.
    ['To the wrong person', 'Sorry', '', ['Sorry'], 'Sorry\nTo the wrong person'],
    ['Your order', 'Your is ready', 'Your', ['Your is'], 'Your order is ready'],
    ['R', 'Ready', '', ['Read'], 'Ready'],
  ])('over %j, %j, knowing %j, and %j since, which was lost: %j', (stored, text, before, since, left) => {
    const unanswered = since.map((one) => ({ id: one, text: one }))
    expect(draftToStore({ text, before, unanswered }, stored, () => false)).toBe(left)
  })
})

test.each([
  ['Sorry', 'Sorry\nTo the wrong person', '\nTo the wrong person'],
  ['Sorry', 'Sorry', ''],
  ['Sorry', 'Sorr', ''],
  ['$&', '$& and more', ' and more'],
  // Files went alone.
  ['', 'Of another window', 'Of another window'],
])('after %j went, %j is %j', (sent, stored, left) => expect(draftAfter(sent, stored)).toBe(left))
