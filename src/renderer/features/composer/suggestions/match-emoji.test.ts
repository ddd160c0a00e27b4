import { expect, test } from 'vitest'
import { matchEmoji } from './match-emoji.ts'

test('finds emoji by name, the exact one first, then whole words and tags, then beginnings', () => {
  const emoji = (label: string, ...tags: string[]) => ({ emoji: label, label, tags })
  const all = [
    emoji('Hearts suit', 'card'),
    emoji('Heart eyes', 'love'),
    emoji('Red heart'),
    emoji('Smile', 'heart'),
    emoji('Heart'),
    emoji('Rocket'),
  ]
  expect(matchEmoji(all, 'heart').map(({ label }) => label)).toEqual([
    'Heart',
    'Heart eyes',
    'Red heart',
    'Smile',
    'Hearts suit',
  ])
  // A word of the name that is a tag, too, comes before one that is not.
  const hearts = [emoji('Red heart'), emoji('Heart eyes', 'heart'), emoji('Heart', 'love')]
  expect(matchEmoji(hearts, 'heart').map(({ label }) => label)).toEqual(['Heart', 'Heart eyes', 'Red heart'])
  expect(matchEmoji(all, 'RED_h').map(({ label }) => label)).toEqual(['Red heart'])
  expect(matchEmoji(all, 'red_heart').map(({ label }) => label)).toEqual(['Red heart'])
  expect(matchEmoji(all, '')).toEqual([])
})
