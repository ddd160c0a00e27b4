import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { sized } from '../src/core/testing/marathon.ts'
import { Machine } from './machine/machine.ts'
import { parsePlan } from './plan/steps.ts'
import { readOptions } from './read-options.ts'
import { sentenceOf } from './sentence-of.ts'

const folder = import.meta.dirname
const storedPlan = readFileSync(path.join(folder, 'corpus/killed-while-answering.json'), 'utf8')
const planWith = (part: object): string => JSON.stringify({ ...(JSON.parse(storedPlan) as object), ...part })

/** What the command says before it ends. */
function answerOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return sentenceOf(error)
  }
  return ''
}

test.each([
  ['a seed that is no number', ['--seed', 'seven'], '--seed is a whole number from 0 on, not "seven".'],
  ['a seed between two', ['--seed', '1.5'], '--seed is a whole number from 0 on, not "1.5".'],
  ['hours below nothing', ['--hours=-1'], '--hours is a number from 0 on, not "-1".'],
])('%s is answered with a sentence', (_, args, sentence) => {
  expect(answerOf(() => readOptions(args))).toBe(sentence)
})

test.each([
  ['that is no JSON', '{', 'The plan is no JSON.'],
  ['of an older format', planWith({ version: 1 }), 'The plan has the format 1; this simulation reads format 2.'],
  [
    'with a step that nobody knows',
    planWith({ steps: [{ at: 0, kind: 'flies' }] }),
    expect.stringMatching(/^The plan is wrong at steps\.0\.kind: .*\.$/),
  ],
])('a plan %s is answered with a sentence', (_, text, sentence) => {
  expect(answerOf(() => parsePlan(text))).toEqual(sentence)
})

test('a plan that is not there and a full disk are sentences', () => {
  expect(answerOf(() => readFileSync('no-such-plan.json'))).toBe('There is no no-such-plan.json.')
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  expect(sentenceOf(full)).toMatch(/^There is no room for the data directory/)
})

test('a simulation that goes round and round ends, and says what it waits for', async () => {
  const machine = new Machine(1)
  const goRound = () => void machine.schedule(0, machine.script, 'goes round', goRound)
  goRound()
  await machine.run(() => machine.failure !== null, 60_000)
  expect(machine.failure?.what).toMatch(
    /^100000 events within a second\n {2}It waits for:\n {2}0\.0 s script goes round$/,
  )
})

test('a plan is the same story in processes beside each other and twice in one, and says what it waits for', async () => {
  const lives = (calmHours: readonly number[]) => `
    import { readFileSync } from 'node:fs'
    import { memoryFolder } from './memory-folder.ts'
    import { parsePlan } from './plan/steps.ts'
    import { simulate } from './simulate.ts'
    using folder = memoryFolder()
    const stored = parsePlan(readFileSync('corpus/killed-while-answering.json', 'utf8'))
    const kill = { at: stored.ms / 2, kind: 'kill', downMs: 3000, hasPower: false }
    const plan = { ...stored, steps: [...stored.steps, kill] }
    const stories = []
    for (const calmHours of ${JSON.stringify(calmHours)}) {
      const { digest, failure, counts } = await simulate({ ...plan, calmHours }, { folder: folder.path })
      stories.push({ digest, kills: counts.kills, failure: failure?.what ?? null })
    }
    process.stdout.write(JSON.stringify(stories))`
  // Processes of their own: a simulation replaces what a process has of time, randomness and files.
  const run = async (calmHours: readonly number[]) => {
    const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', lives(calmHours)]
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder })
    return JSON.parse(stdout) as { digest: string; kills: number; failure: string | null }[]
  }
  const [[first, again, tooShort], beside] = await Promise.all([
    run([8, 8, 0.001]),
    Promise.all(Array.from({ length: sized(1, 2) }, () => run([8]))),
  ])
  expect(first).toEqual({ digest: expect.stringMatching(/^[0-9a-f]{16}$/), kills: 1, failure: null })
  expect(again).toEqual(first)
  expect(beside).toEqual(beside.map(() => [first]))
  // Ended before it came right.
  expect(tooShort?.failure).toMatch(/\n {2}It waits for:\n {2}[\d.]+ s \w+/)
})
