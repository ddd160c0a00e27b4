import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { buildWhenStale } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { program } from './programs.mjs'
import { projectRoot } from './project-root.mjs'
import { inScratch } from './scratch.mjs'
import { playwrightPassed, runStep, vitestPassed } from './steps.mjs'

/** What asks for its size: src/core/testing/marathon.ts, e2e/support/marathon.ts. */
const asksForSize = /from '[^']*\/marathon\.ts'/

/** The tests below a folder of the project that have a long form, relative to the project. */
export const longTests = (folder) =>
  readdirSync(path.join(projectRoot, folder), { recursive: true })
    .map((file) => `${folder}/${file.split(path.sep).join('/')}`)
    .filter((file) => /\.(test|spec)\.ts$/.test(file))
    .filter((file) => asksForSize.test(readFileSync(path.join(projectRoot, file), 'utf8')))
    .toSorted()

/** The tests that `npm test` runs in a short form, in their long one. Answers the exit code. */
export async function testLong(node, inherited, onExit) {
  const chromium = await ensureChromium(node)
  await buildWhenStale(node, inherited)
  return inScratch(inherited, onExit, async (own) => {
    const env = { ...own, SWITCHBOARD_CHROMIUM: chromium, SWITCHBOARD_TEST_LENGTH: 'long' }
    const step = (title, testsIn, name, ...args) =>
      runStep(title, node, [program(name), ...args], { env, testsIn, out: process.stdout })
    const unit = await step('Long unit tests', vitestPassed, 'vitest', 'run', ...longTests('src'))
    const endToEnd = await step('Long tests end to end', playwrightPassed, 'playwright', 'test', '--grep', '@long')
    return Math.max(unit, endToEnd)
  })
}
