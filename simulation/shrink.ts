import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plan, Step } from './plan/steps.ts'
import { live } from './live.ts'

/** What a failure says without names and numbers: a smaller plan has to fail alike. */
const kindOf = (failure: string): string =>
  (failure.split('\n')[0] ?? '').replaceAll(/"[^"]*"|\d+|\S*@\S*/g, '').slice(0, 40)

/** Simulations that a shrinking may take. */
const mostRuns = 150

/**
 * Removes steps of a plan while it still fails alike: first whole kinds of steps, then halves, quarters and single ones
 * (delta debugging). A plan that ends the program while it shrinks is shrunk like any other: each run has a directory
 * of its own.
 */
export async function shrinkPlan(
  plan: Plan,
  failure: string,
  folder: string,
  say: (line: string) => void,
): Promise<Plan> {
  const wanted = kindOf(failure)
  let best = plan
  let runs = 0
  const attempt = async (steps: readonly Step[]): Promise<boolean> => {
    if (runs >= mostRuns || steps.length === best.steps.length) return false
    runs += 1
    const smaller: Plan = { ...best, steps: [...steps] }
    const outcome = await live({ ...smaller, calmHours: 1 }, { folder })
    if (outcome.failure === null || kindOf(outcome.failure.what) !== wanted) return false
    best = smaller
    say(`  ${best.steps.length} steps after ${runs} runs`)
    return true
  }
  for (const kind of new Set(plan.steps.map((step) => step.kind)))
    await attempt(best.steps.filter((step) => step.kind !== kind))
  for (let size = Math.ceil(best.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < best.steps.length;) {
      const without = [...best.steps.slice(0, from), ...best.steps.slice(from + size)]
      if (!(await attempt(without))) from += size
    }
  }
  return best
}

/** Stores a plan beside the others that every run of the tests lives again. Returns its path from the root. */
export function writePlan(plan: Plan): string {
  const folder = path.join(import.meta.dirname, 'corpus')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${plan.seed}.json`), `${JSON.stringify(plan, null, 2)}\n`)
  return `simulation/corpus/${plan.seed}.json`
}
