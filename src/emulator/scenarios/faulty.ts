import type { Emulator } from '../create-emulator.ts'
import type { Fault } from '../http/faults.ts'

/** Faults, each with the share of requests it affects. */
const nastiness: readonly { readonly fault: Fault; readonly operation?: string; readonly probability: number }[] = [
  { fault: { kind: 'reset-before' }, probability: 0.01 },
  { fault: { kind: 'reset-after' }, probability: 0.01 },
  { fault: { kind: 'close-reused' }, probability: 0.01 },
  { fault: { kind: 'refuse', status: 502 }, probability: 0.01 },
  { fault: { kind: 'refuse', status: 503 }, probability: 0.01 },
  { fault: { kind: 'refuse', status: 429 }, probability: 0.01 },
  { fault: { kind: 'delay', ms: 3000 }, probability: 0.02 },
  { fault: { kind: 'trickle', bytes: 16, ms: 50 }, probability: 0.01 },
  { fault: { kind: 'truncate', bytes: 20 }, probability: 0.01 },
  { fault: { kind: 'garbage' }, probability: 0.005 },
  { fault: { kind: 'html', status: 200 }, probability: 0.005 },
  { fault: { kind: 'empty-wait', form: '408' }, operation: 'receiveNotification', probability: 0.02 },
  { fault: { kind: 'empty-wait', form: 'null' }, operation: 'receiveNotification', probability: 0.02 },
  { fault: { kind: 'redeliver' }, operation: 'receiveNotification', probability: 0.02 },
  { fault: { kind: 'duplicate' }, operation: 'receiveNotification', probability: 0.02 },
  { fault: { kind: 'unacked' }, operation: 'deleteNotification', probability: 0.01 },
  { fault: { kind: 'refuse-after', status: 499 }, operation: 'sendMessage', probability: 0.02 },
]

export const addFaults = (emulator: Emulator): void => {
  for (const rule of nastiness) emulator.faults.add(rule)
}
