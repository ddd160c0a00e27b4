import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { buildWhenStale } from '../build/build.mjs'
import { ensureChromium } from '../start/chromium.mjs'
import { program } from '../process/programs.mjs'
import { projectRoot } from '../project-root.mjs'
import { installOutsideClients } from '../process/dependencies.mjs'
import { inScratch } from '../process/scratch.mjs'
import { playwrightPassed, runStep, vitestPassed } from './steps.mjs'

/** What asks for its size: src/core/testing/marathon.ts, e2e/support/marathon.ts. */
const asksForSize = /from '[^']*\/marathon\.ts'/

/** What draws values, by day those of one seed (draw-same-values.mjs). */
const drawsValues = /from 'fast-check'/

/** The tests below a folder of the project whose text matches, relative to the project. */
const testsWith = (folder, pattern) =>
  readdirSync(path.join(projectRoot, folder), { recursive: true })
    .map((file) => `${folder}/${file.split(path.sep).join('/')}`)
    .filter((file) => /\.(test|spec)\.ts$/.test(file) && !file.includes('node_modules'))
    .filter((file) => pattern.test(readFileSync(path.join(projectRoot, file), 'utf8')))
    .toSorted()

/** Those that have a long form. */
export const longTests = (folder) => testsWith(folder, asksForSize)

/**
 * End-to-end tests that `npm test` leaves to the night, as a regular expression over project, file, title and tags:
 * what another test shows too, in the browser what the desktop shows by day, and the specs for real Electron on its
 * stand-in, of which e2e/desktop knows more.
 */
export const nightly = '@nightly|^browser .*@host\\b|^desktop .*\\belectron[\\\\/]'

/**
 * The tests that `npm test` runs in a short form, in their long one, those that draw values, and those that it leaves
 * out. Answers the exit code.
 */
export async function testLong(node, inherited, onExit) {
  const chromium = await ensureChromium(node)
  await buildWhenStale(node, inherited)
  await installOutsideClients()
  return inScratch(inherited, onExit, async (own) => {
    const env = { ...own, SWITCHBOARD_CHROMIUM: chromium, SWITCHBOARD_TEST_LENGTH: 'long' }
    const step = (title, testsIn, name, ...args) =>
      runStep(title, node, [program(name), ...args], { env, testsIn, out: process.stdout })
    const files = ['src', 'bench', 'simulation'].flatMap((folder) => [
      ...longTests(folder),
      ...testsWith(folder, drawsValues),
    ])
    const unit = await step('Long unit tests', vitestPassed, 'vitest', 'run', ...new Set(files))
    const outside = await step('Clients of others', vitestPassed, 'vitest', 'run', '--project', 'outside')
    const grep = `@long|${nightly}|^desktop .*\\bapp[\\\\/]`
    const endToEnd = await step('Long tests end to end', playwrightPassed, 'playwright', 'test', '--grep', grep)
    return Math.max(unit, outside, endToEnd)
  })
}
