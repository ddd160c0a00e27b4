import { expect, it } from 'vitest'
import { colours, freeColour } from './colours.ts'

it('offers every colour once before one comes again', () => {
  const used: { colour: (typeof colours)[number] }[] = []
  for (let count = 0; count < colours.length; count += 1) used.push({ colour: freeColour(used) })
  expect(new Set(used.map(({ colour }) => colour)).size).toBe(colours.length)
  expect(freeColour(used)).toBe(colours[0])
})
