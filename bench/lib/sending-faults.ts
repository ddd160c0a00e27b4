import type { Fault } from '../../src/emulator/control/actions.ts'

/** What happens to requests that send: calls are lost before the service took them, and answers after it did. */
export const sendingFaults: readonly {
  readonly fault: Fault
  readonly probability: number
  readonly count?: number
}[] = [
  { fault: { kind: 'reset-after' }, probability: 0.05 },
  { fault: { kind: 'close-reused' }, probability: 0.03 },
  { fault: { kind: 'reset-before' }, probability: 0.02 },
  { fault: { kind: 'refuse-after', status: 500 }, probability: 0.02 },
  { fault: { kind: 'refuse-after', status: 499 }, probability: 0.02 },
  { fault: { kind: 'refuse-after', status: 200, body: '{}' }, probability: 0.01 },
  { fault: { kind: 'truncate', bytes: 7 }, probability: 0.02 },
  { fault: { kind: 'garbage' }, probability: 0.01 },
  { fault: { kind: 'refuse', status: 503 }, probability: 0.01 },
  { fault: { kind: 'refuse', status: 429 }, probability: 0.01 },
  { fault: { kind: 'refuse', status: 400 }, probability: 0.01 },
  { fault: { kind: 'hang' }, probability: 0.01, count: 3 },
  { fault: { kind: 'delay-after', ms: 40 }, probability: 0.3 },
]
