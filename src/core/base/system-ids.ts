import { randomUUID } from 'node:crypto'
import type { Ids } from './ports.ts'

/** The machine's own randomness. */
export function createSystemIds(): Ids {
  return { uuid: () => randomUUID(), random: () => Math.random() }
}
