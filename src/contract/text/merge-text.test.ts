import { describe, expect, it } from 'vitest'
import { mergeText, movedCursor } from './merge-text.ts'

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
    ['On Monday', 'On Tuesday', 'On Friday', 'On Fri\nTuesday'],
    ['one, two, three', 'two, three', 'one, two, four', 'two, four'],
    ['👍', '👌', '👎', '👎\n👌'],
    ['👍', '👍🏽', '👎', '👎🏽'],
  ])('%j, here %j, there %j', (before, mine, theirs, both) => {
    expect(mergeText(before, mine, theirs)).toBe(both)
  })

  it('has every letter that either typed, in time that grows with its length', () => {
    const before = 'ab'.repeat(400_000)
    const both = mergeText(before, `x${before}`, `${before}y`)
    expect(both).toBe(`x${before}y`)
  })
})

describe('the cursor in a text that is changed from elsewhere', () => {
  it.each([
    ['Your order', 'Your order is ready', 4, 4],
    ['Your order', 'Hello, Your order', 4, 11],
    ['Your order', '', 4, 0],
    ['On Monday', 'On Tuesday at nine', 9, 18],
  ])('%j to %j, at %i', (before, after, position, moved) => {
    expect(movedCursor(before, after, position)).toBe(moved)
  })
})
