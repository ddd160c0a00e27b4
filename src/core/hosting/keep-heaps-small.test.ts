import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const module = JSON.stringify(new URL('./keep-heaps-small.ts', import.meta.url).href)

/** Makes and drops some 60 MB of what survives a while, and prints the MB of the young space then. */
const work = `
  import { getHeapSpaceStatistics } from 'node:v8'
  let kept = []
  for (let round = 0; round < 300; round++) {
    kept.push(Array.from({ length: 10_000 }, (_, index) => ({ index })))
    if (kept.length > 20) kept = []
  }
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  console.log(young.space_size / 1e6)`

/** MB of the young space of a program of its own that begins so. */
const youngSpace = (begin: string): number =>
  Number(
    execFileSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', begin + work],
      {
        encoding: 'utf8',
      },
    ),
  )

test('the young space of a program stays small, whatever it does', () => {
  expect(youngSpace('')).toBeGreaterThan(10)
  expect(youngSpace(`import { keepHeapsSmall } from ${module}; keepHeapsSmall();`)).toBeLessThan(5)
})
