import { expect, onTestFinished, test } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { createUndiciHttp } from '../http/undici-http.ts'
import { createReceivingScene } from '../testing/receiving-scene.ts'
import { readStore } from '../testing/world-differences.ts'

const account = { idInstance: '1101000001', token: 'token-one' }

/** A desk whose queue counts as read, at a service whose time stands still: a wait for a notification never ends. */
async function startReading() {
  const emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt: Date.now() } })
  const apiUrl = await emulator.start()
  const http = createUndiciHttp()
  onTestFinished(async () => {
    await http.close()
    await emulator.stop()
  })
  const instance = emulator.addInstance(account)
  const anna = instance.person('79990001122')
  const { dataDir, start } = createReceivingScene({ apiUrl, ...account })
  const other = { deletesFirst: false }
  const core = await start({
    http: {
      async request(request) {
        const result = await http.request(request)
        const isLate = other.deletesFirst && request.method === 'DELETE' && result.kind === 'response'
        return isLate ? { ...result, body: '{"result":false}' } : result
      },
    },
  })
  const isRead = () =>
    readStore(dataDir, (tx) => tx.get<{ at: number | null }>('select live_from as at from instance'))?.at !== null
  anna.says('the first one')
  await core.waitFor('the queue counts as read', isRead)
  return { emulator, instance, anna, core, other, isRead }
}

type Scene = Awaited<ReturnType<typeof startReading>>

test.each<[string, (scene: Scene) => unknown]>([
  [
    'a webhook that somebody sets',
    ({ emulator, instance, core }) => {
      // The settings would say so, too.
      emulator.fault({ kind: 'refuse', status: 503 }, { operation: 'getSettings' })
      instance.set({ webhookUrl: 'https://example.org/hook' })
      core.instances.restart()
    },
  ],
  [
    'another program on the queue',
    ({ anna, other }) => {
      other.deletesFirst = true
      anna.says('taken by both')
    },
  ],
  [
    'the choice to send only',
    ({ core }) => core.call('instances.edit', { instance: core.firstKey(), mode: 'sendOnly' }),
  ],
])('the queue does not count as read any more after %s', async (_what, happens) => {
  const scene = await startReading()
  await happens(scene)
  await scene.core.waitFor('it counts as read no more', () => !scene.isRead())
  expect(scene.isRead()).toBe(false)
})
