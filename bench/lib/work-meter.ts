import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

/** What the page's main thread and all threads of core worked so far, ms of processor time. */
export type WorkMeter = () => Promise<number>

/**
 * Linux alone tells the time of threads; elsewhere it is the page's alone.
 * @param core process id; null: the page alone
 */
export async function createWorkMeter(page: Page, core: number | null): Promise<WorkMeter> {
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await client.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000 + processMs(core)
  }
}

function processMs(pid: number | null): number {
  if (pid === null || process.platform !== 'linux') return 0
  let sum = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    // Nanoseconds on a processor come first.
    sum += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  }
  return sum
}
