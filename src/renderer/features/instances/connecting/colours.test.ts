import { expect, it } from 'vitest'
import type { IdentityColour } from '../../../../contract/instances.ts'
import { colours, nextColour } from './colours.ts'

it('offers every colour once before one comes again, and never that of the neighbour', () => {
  const dealt: IdentityColour[] = []
  for (let count = 0; count < 200; count += 1) dealt.push(nextColour(dealt))
  expect(new Set(dealt.slice(0, colours.length)).size).toBe(colours.length)
  expect(dealt.filter((colour, index) => colour === dealt[index - 1])).toEqual([])
  for (const colour of colours) expect(dealt.filter((one) => one === colour)).toHaveLength(25)
  expect(nextColour(['teal', 'teal', 'violet', 'ochre', 'rose', 'moss', 'steel', 'plum', 'brick'])).toBe('violet')
  // The rarest is the neighbour's: another one is dealt.
  expect(nextColour([...colours, ...colours.slice(0, 7), 'brick', 'teal', 'violet'])).toBe('ochre')
  expect(nextColour([...colours, ...colours.slice(1), 'teal'])).toBe('violet')
})
