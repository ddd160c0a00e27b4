/** A figure that must not slide back. */
interface Budget {
  readonly unit: string
  readonly aim: number
  /** As it was measured last. */
  readonly last: number
  /** Above this a count fails its test, and a time is reported by the measurement: room for another machine or load. */
  readonly most: number
  /** Load of the machine when `last` was measured; null for counts, which do not depend on it. */
  readonly load: number | null
}

/** Counts are held by tests of `npm test`, the others compared by `npm run bench`. */
export const budgets = {
  /** From core to the window for each message of the open chat: `e2e/browser/message-cost.spec.ts`. */
  bytesPerMessage: { unit: 'bytes', aim: 5000, last: 3700, most: 6000, load: null },
  /** Components that the window renders for it: the same spec. */
  rendersPerMessage: { unit: 'renders', aim: 200, last: 71, most: 110, load: null },
  /** Statements in the store for a received text, stored and applied: `bench/statements.test.ts`. */
  statementsPerNotification: { unit: 'statements', aim: 37, last: 37, most: 37, load: null },
  /** Scripts that a window loads before it shows anything, gzip: `tools/build/build-output.build-test.mjs`. */
  firstScripts: { unit: 'bytes', aim: 100_000, last: 114_300, most: 116_000, load: null },
  queueToScreenP50: { unit: 'ms', aim: 40, last: 34.8, most: 45, load: 1 },
  queueToScreenP99: { unit: 'ms', aim: 80, last: 70.3, most: 90, load: 1 },
  enterToBubbleP95: { unit: 'ms', aim: 50, last: 42.6, most: 55, load: 1 },
  statusToTickP99: { unit: 'ms', aim: 100, last: 52.3, most: 70, load: 1 },
  windowAtOneASecond: { unit: '% of a core', aim: 3, last: 3.5, most: 4, load: 1 },
  idleMemory: { unit: 'MB', aim: 150, last: 150, most: 165, load: 25 },
  idleProcessor: { unit: '% of a core', aim: 0.1, last: 0.07, most: 0.15, load: 25 },
  idleWakeUps: { unit: 'a minute', aim: 60, last: 73, most: 100, load: 5 },
  idleMemoryOf200: { unit: 'MB', aim: 220, last: 194, most: 220, load: 1 },
  idleProcessorOf200: { unit: '% of a core', aim: 1, last: 0.94, most: 1.2, load: 1 },
} as const satisfies Readonly<Record<string, Budget>>

export type BudgetName = keyof typeof budgets

/** One line for each measured figure that is above its bound, beside what it was last. */
export function slid(measured: Readonly<Partial<Record<BudgetName, number>>>): readonly string[] {
  return (Object.keys(measured) as BudgetName[]).flatMap((name) => {
    const { last, most, unit, load } = budgets[name]
    const value = measured[name] ?? Number.NaN
    const at = load === null ? '' : `, measured at a load of ${load}`
    return value <= most ? [] : [`slid back: ${name} ${value.toPrecision(3)} ${unit} (last ${last}${at})`]
  })
}
