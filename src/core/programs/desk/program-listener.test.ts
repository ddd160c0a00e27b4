import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createManualClock } from '../../../api/testing/manual-clock.ts'
import { createSilentLogger } from '../../testing/silent-logger.ts'
import { createTempDir } from '../../testing/temp-dir.ts'
import { createDeskFile, createProgramListener } from './program-listener.ts'

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

test('the file by which a program finds the desk is its user’s alone, and there while the port is open', async () => {
  using dir = createTempDir()
  const path = join(dir.path, 'local-api.json')
  const seen: string[] = []
  const note = (what: string) => seen.push(`${what}: ${existsSync(path) ? 'there' : 'gone'}`)
  // Left over by a run that ended in between.
  writeFileSync(`${path}.new`, '', { mode: 0o644 })
  const listener = createProgramListener({
    async openLocalApi({ port }) {
      note('opens')
      return { port, close: async () => void note('closes') }
    },
    desk: {} as never,
    deskFile: createDeskFile(dir.path, 'ticket'),
    clock: createManualClock(),
    logger: createSilentLogger(),
    onChange: () => undefined,
  })
  await listener.set(47811)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ port: 47811, pid: process.pid, ticket: 'ticket' })
  expect(statSync(path).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600)
  await listener.set(47812)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ port: 47812 })
  await listener.stop()
  await listener.set(47813)
  expect(seen).toEqual(['opens: gone', 'closes: gone', 'opens: gone', 'closes: gone'])
  expect(listener.state()).toEqual({ kind: 'off' })
})
