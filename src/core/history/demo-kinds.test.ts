import { expect, onTestFinished, test } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { demo } from '../../emulator/scenarios/demo/demo.ts'
import { contentKinds } from '../messages/content/rules/content-kinds.ts'
import { createBorrowedClock } from '../testing/borrowed-clock.ts'
import { rowsOf } from '../testing/receiving-scene.ts'
import { startTestCore, unlimited } from '../testing/start-test-core.ts'

test('the chat "Every kind" of the demo has them all', async () => {
  const emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20, 12) } })
  const apiUrl = await emulator.start()
  demo(emulator, 1)
  const [instance] = emulator.world.instances()
  if (instance === undefined) throw new Error('The demo has an instance')
  const core = await startTestCore({
    limitClasses: unlimited,
    clock: createBorrowedClock(emulator.clock),
    instances: [{ apiUrl, idInstance: instance.idInstance, token: instance.token, family: 'v3' }],
  })
  onTestFinished(async () => {
    await core.stop()
    await emulator.stop()
  })
  const chat = instance.people.find(({ name }) => name === 'Every kind')
  const kindsOf = async () => {
    emulator.clock.advance(1000)
    const rows = await rowsOf(core, chat?.chatId ?? '')
    // A reaction is shown at its message.
    const reactions = rows.some((row) => row.reactions.length > 0) ? ['reaction'] : []
    return new Set([...rows.map(({ content }) => content.kind), ...reactions])
  }
  const kinds = await core.waitFor('it is read', async () => {
    const found = await kindsOf()
    return found.has('reaction') && found.has('unsupported') && found.has('call') && found
  })
  expect([...kinds].toSorted()).toEqual(Object.keys(contentKinds).toSorted())
})
