import type { Emulator } from '../create-emulator.ts'
import { admin } from './admin.ts'
import { addInstances } from './add-instances.ts'
import { busy, keepTalking } from './busy.ts'
import { demo } from './demo/demo.ts'
import { addFaults } from './faulty.ts'

/** Prepares a world; `count` is the requested number of instances. */
export type Scenario = (emulator: Emulator, count: number | undefined) => void

export const scenarioNames = ['quiet', 'busy', 'backlog', 'faulty', 'many', 'demo', 'admin'] as const
export type ScenarioName = (typeof scenarioNames)[number]

/** Queued notifications of each instance of `backlog`. */
const backlogSize = 5000

export const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  /** Nothing happens by itself. */
  quiet: (emulator, count = 1) => void addInstances(emulator, count),
  /** Twenty people on each instance write, answer, react and read: about two messages a second. */
  busy: (emulator, count = 1) => busy(emulator, addInstances(emulator, count), 500),
  /** Thousands of notifications wait already. */
  backlog: (emulator, count = 1) => {
    for (const instance of addInstances(emulator, count)) {
      for (let index = 0; index < backlogSize; index += 1) {
        instance
          .person(String(79_990_000_000 + (index % 50)), { name: `Customer ${(index % 50) + 1}` })
          .says(`Message ${index + 1}`)
      }
    }
  },
  /** Busy, with a fault in about every tenth request. */
  faulty: (emulator, count = 1) => {
    busy(emulator, addInstances(emulator, count), 500)
    addFaults(emulator)
  },
  /** Two hundred instances with a message every few seconds each. */
  many: (emulator, count = 200) => {
    for (const instance of addInstances(emulator, count)) keepTalking(emulator, instance, 6, 4000)
  },
  /** Three businesses at work, with pictures, groups, histories and people who answer. */
  demo: (emulator, count) => demo(emulator, count ?? 3),
  /** Six accounts in every state, with what an administrator does: log in, settings, queues, groups, contacts. */
  admin: (emulator, count) => admin(emulator, count ?? 6),
}
