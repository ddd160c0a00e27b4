import { expect, test } from 'vitest'
import { rowSteps } from './row-steps.ts'

test('the first row has no previous one, and the last no next one', () => {
  const chosen: string[] = []
  const stepsFrom = (index: number | null) => rowSteps(['first', 'last'], index, (row) => chosen.push(row))
  expect(stepsFrom(0).onPrevious).toBeNull()
  stepsFrom(0).onNext?.()
  stepsFrom(1).onPrevious?.()
  expect(stepsFrom(1).onNext).toBeNull()
  expect(chosen).toEqual(['last', 'first'])
  expect(stepsFrom(null)).toEqual({ onPrevious: null, onNext: null })
})
