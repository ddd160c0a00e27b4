import { expect, test } from 'vitest'
import { createManualClock } from '../../../api/testing/manual-clock.ts'
import { createSilentLogger } from '../../testing/silent-logger.ts'
import { createProgramListener } from './program-listener.ts'

test('a port is closed and opened again as a person wants it, also where its file can not be removed', async () => {
  const open = new Set<number>()
  const listener = createProgramListener({
    openLocalApi: async ({ port }) => {
      open.add(port)
      return { port, close: async () => void open.delete(port) }
    },
    desk: {} as never,
    deskFile: {
      write: () => undefined,
      remove() {
        throw Object.assign(new Error('in use'), { code: 'EPERM' })
      },
    },
    clock: createManualClock(),
    logger: createSilentLogger(),
    onChange: () => undefined,
  })
  await listener.set(47811)
  await listener.set(null)
  expect({ open: [...open], state: listener.state() }).toEqual({ open: [], state: { kind: 'off' } })
  await listener.set(47812)
  expect({ open: [...open], state: listener.state().kind }).toEqual({ open: [47812], state: 'listening' })
})
