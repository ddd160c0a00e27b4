import { describe, expect, onTestFinished, test } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import type { Wire } from '../../emulator/http/server.ts'
import type { Http } from '../../api/http.ts'
import { createUndiciHttp } from '../http/undici-http.ts'
import type { Clock } from '../base/ports.ts'
import { createSystemClock } from '../base/system-clock.ts'
import { createReceivingScene } from '../testing/receiving-scene.ts'
import type { TestCore } from '../testing/start-test-core.ts'
import { readStore, worldDifferences } from '../testing/world-differences.ts'

/** Measures no wait, so that every answer came at once, as a backlog is known by, however busy the machine is. */
const clockWithoutWaits: Clock = { ...createSystemClock(), monotonic: () => 0 }

/** One instance with a queue of `waiting` messages, and a port that counts what left on a pipeline. */
async function scene(wire: Wire, waiting: number, clock = clockWithoutWaits) {
  const emulator = createEmulator({ limits: 'off', wire })
  await emulator.start()
  onTestFinished(() => emulator.stop())
  const instance = emulator.addInstance({ idInstance: '1101000001', token: 'token-one' })
  const anna = instance.person('79990001122', { name: 'Anna' })
  const say = (count: number) => {
    for (let index = 0; index < count; index++) anna.says(`message ${index}`)
  }
  say(waiting)
  const undici = createUndiciHttp()
  onTestFinished(() => undici.close())
  let pipelined = 0
  const http: Http = {
    request: (request) => undici.request(request),
    async openPipeline(origin) {
      const pipeline = await undici.openPipeline(origin)
      return (
        pipeline && {
          request(request) {
            pipelined += 1
            return pipeline.request(request)
          },
          close: () => pipeline.close(),
        }
      )
    },
  }
  const account = { apiUrl: emulator.url, idInstance: instance.idInstance, token: instance.token }
  const { start, dataDir } = createReceivingScene(account)
  const begin = async () => {
    const core = await start({ http, clock })
    const empty = async () => {
      await core.waitFor('the queue is empty', () => instance.notifications.size === 0)
      await core.untilApplied()
    }
    await empty()
    return { core, empty }
  }
  const differences = () => {
    const world = emulator.snapshot().instances[0]
    return world && readStore(dataDir, (tx) => worldDifferences(tx, world))
  }
  const journal = () =>
    readStore(dataDir, (tx) => tx.get<{ count: number }>('select count(*) as count from journal'))?.count
  const requests = (operation: string) => emulator.recorder.list().filter((one) => one.operation === operation)
  return { emulator, instance, say, begin, differences, journal, requests, pipelined: () => pipelined }
}

const state = ({ instances, keys }: TestCore) => keys[0] && instances.get(keys[0])?.connection.state().kind

describe('a backlog', () => {
  test('is read with the next receive behind each delete, and nothing comes twice', async () => {
    const { emulator, begin, differences, journal, requests, pipelined } = await scene({}, 60)
    await begin()
    // The first few show that there is one.
    expect(pipelined()).toBeGreaterThan(100)
    expect(requests('deleteNotification')).toHaveLength(60)
    expect(journal()).toBe(60)
    expect(differences()).toEqual([])
    expect(emulator.violations()).toEqual([])
  })

  test('of a service that begins both at once is read one after the other from the first that comes again', async () => {
    const { emulator, instance, say, begin, differences, journal, requests, pipelined } = await scene(
      { pipelining: 'atOnce' },
      30,
    )
    // What the delete removes is still the head when the receive behind it is begun.
    emulator.fault({ kind: 'delay', ms: 20 }, { operation: 'deleteNotification' })
    const { core, empty } = await begin()
    expect(pipelined()).toBe(2)
    expect(requests('deleteNotification')).toHaveLength(30)
    expect(journal()).toBe(30)
    expect(differences()).toEqual([])
    expect(emulator.violations()).toEqual([])
    expect(state(core)).not.toBe('sharedQueue')
    say(10)
    await empty()
    await core.stop()
    say(10)
    const again = await begin()
    expect(pipelined()).toBe(2)
    expect(journal()).toBe(50)
    await again.core.stop()
    expect(instance.notifications.size).toBe(0)
  })

  test('is not read one after the other for the sake of a connection that broke now and then', async () => {
    const { emulator, begin, differences, journal, pipelined } = await scene({}, 60)
    for (const skip of [5, 20, 40]) {
      emulator.fault({ kind: 'reset-after' }, { operation: 'deleteNotification', skip, count: 1 })
    }
    const { core } = await begin()
    expect(pipelined()).toBeGreaterThan(80)
    expect(journal()).toBe(60)
    expect(differences()).toEqual([])
    expect(state(core)).not.toBe('sharedQueue')
  })

  test('over connections that break under every pair is read one after the other, until an hour has passed', async () => {
    let laterMs = 0
    const clock: Clock = { ...clockWithoutWaits, now: () => clockWithoutWaits.now() + laterMs }
    const { say, begin, differences, journal, pipelined } = await scene({ pipelining: 'cut' }, 40, clock)
    const { core, empty } = await begin()
    // Three pairs were tried.
    expect(pipelined()).toBe(6)
    expect(journal()).toBe(40)
    expect(state(core)).not.toBe('sharedQueue')
    say(10)
    await empty()
    expect(pipelined()).toBe(6)
    laterMs = 3_600_000
    say(10)
    await empty()
    expect(pipelined()).toBe(12)
    expect(journal()).toBe(60)
    expect(differences()).toEqual([])
  })
})
