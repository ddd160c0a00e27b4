import type { Page } from '@playwright/test'
import { figure, percentile } from './figures.ts'

export interface Scrolled {
  /** Times between frames, ms. */
  readonly frames: readonly number[]
  /** Tasks of the page's main thread: how long each took, and how long of it the thread itself worked, ms. */
  readonly tasks: readonly { readonly ms: number; readonly workMs: number }[]
  readonly mostNodes: number
  /** CSS px that the wheel was turned by. */
  readonly distance: number
}

export interface Fling {
  /** The element that scrolls. */
  readonly selector: string
  /** CSS px of each turn of the wheel; negative goes up. */
  readonly step: number
  /** Ends after so many ms, or when the expression `until` is true in the page. */
  readonly ms: number
  readonly until?: string
}

interface Recording {
  readonly frames: number[]
  mostNodes: number
  on: boolean
}

/** Real turns of the wheel, one after the other, as fast as the window takes them. */
export async function fling(page: Page, { selector, step, ms, until }: Fling): Promise<Scrolled> {
  const box = await page.locator(selector).boundingBox()
  if (box === null) throw new Error(`There is no ${selector}.`)
  const browser = page.context().browser()
  if (browser === null) throw new Error('The page has no browser of its own.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await browser.startTracing(page, { categories: ['toplevel'] })
  await page.evaluate(record)
  const end = performance.now() + ms
  let rounds = 0
  while (performance.now() < end) {
    await page.mouse.wheel(0, step)
    rounds += 1
    if (until !== undefined && rounds % 20 === 0 && (await page.evaluate(until)) === true) break
  }
  const { frames, mostNodes } = await page.evaluate(() => {
    const { recording } = globalThis as unknown as { readonly recording: Recording }
    recording.on = false
    return recording
  })
  const tasks = tasksOf((await browser.stopTracing()).toString())
  return { frames, mostNodes, tasks, distance: rounds * Math.abs(step) }
}

/** Runs in the page. */
function record(): void {
  const recording: Recording = { frames: [], mostNodes: 0, on: true }
  Object.assign(globalThis, { recording })
  let last = performance.now()
  const frame = (now: number): void => {
    recording.frames.push(now - last)
    last = now
    if (recording.frames.length % 10 === 0)
      recording.mostNodes = Math.max(recording.mostNodes, document.getElementsByTagName('*').length)
    if (recording.on) requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds. */
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** The busiest renderer's main thread is the page's: others of the browser idle. */
function tasksOf(trace: string): Scrolled['tasks'] {
  const { traceEvents } = JSON.parse(trace) as { readonly traceEvents: readonly TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map((event) => threadOf(event)),
  )
  const byThread = Map.groupBy(
    traceEvents.filter(
      (event) => event.ph === 'X' && event.name === 'ThreadControllerImpl::RunTask' && main.has(threadOf(event)),
    ),
    threadOf,
  )
  const [busiest = []] = [...byThread.values()].toSorted((a, b) => b.length - a.length)
  return busiest.map(({ dur = 0, tdur = 0 }) => ({ ms: dur / 1000, workMs: tdur / 1000 }))
}

/** Cells: frames, tasks over 50 ms by the clock and by the thread's own work, elements, way. */
export function scrollCells({ frames, tasks, mostNodes, distance }: Scrolled): readonly string[] {
  const over = (share: (task: Scrolled['tasks'][number]) => number): string =>
    `${figure((100 * tasks.filter((task) => share(task) > 50).length) / tasks.length)} %`
  return [
    `${figure(percentile(frames, 0.5))} / ${figure(percentile(frames, 0.95))} ms`,
    String(tasks.length),
    over(({ ms }) => ms),
    over(({ workMs }) => workMs),
    `${tasks.filter(({ ms }) => ms > 50).length} in ${frames.length} frames`,
    String(mostNodes),
    `${figure(distance / 1000)} kpx`,
  ]
}

export const scrollHead = [
  'frames p50 / p95',
  'tasks',
  'over 50 ms',
  'of own work',
  'long tasks',
  'elements at most',
  'way',
] as const
