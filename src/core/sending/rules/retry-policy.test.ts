import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { retryPolicy, uploadTimeoutMs } from './retry-policy.ts'

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
  [1, 'ms'],
] as const

function duration(ms: number): string {
  const [unit, name] = units.find(([size]) => ms % size === 0) ?? units[4]
  return `${ms / unit} ${name}`
}

const { uncertain, uploadAnswer, ...rows } = retryPolicy

const written: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [
      name,
      typeof row === 'number'
        ? duration(row)
        : 'capMs' in row
          ? `${duration(row.baseMs)} to ${duration(row.capMs)}`
          : Object.values(row).map(duration).join(', '),
    ]),
  ),
  uncertain: `${uncertain.firstAt.map(duration).join(', ')}, then every ${duration(uncertain.everyMs)} for ${duration(uncertain.untilMs)}`,
  uploadAnswer: `${duration(uploadAnswer.baseMs)} and 1 ms per ${uploadAnswer.bytesPerMs} bytes`,
}

const page = readFileSync(new URL('../../../../docs/features/sending.md', import.meta.url), 'utf8')
const inPage = Object.fromEntries(
  [...page.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].map(([, name, time]) => [name, time]),
)

it.each(Object.keys(retryPolicy))('the page about sending states the time of %s', (name) => {
  expect(inPage[name]).toBe(written[name])
})

it('the page about sending has no row besides', () => {
  expect(Object.keys(inPage).toSorted()).toEqual(Object.keys(retryPolicy).toSorted())
})

it('waits for the answer to an upload as long as the service needs to pass the file on at 1 MB a second', () => {
  expect(uploadTimeoutMs(0)).toBe(60_000)
  expect(uploadTimeoutMs(100_000_000)).toBe(160_000)
})

it('no other file of sending has a time of its own', () => {
  const files = globSync('**/*.ts', { cwd: `${import.meta.dirname}/..` }).filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(20)
  const own = files.filter((file) =>
    /\b\w+Ms = (?:\{ \w+: )?\d/.test(readFileSync(`${import.meta.dirname}/../${file}`, 'utf8')),
  )
  expect(own).toEqual([])
})
