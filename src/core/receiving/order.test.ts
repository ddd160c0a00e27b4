import { expect, onTestFinished, test } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
import type { Instance } from '../../emulator/world/instance.ts'
import type { Family } from '../../api/operations.ts'
import type { ChatKey } from '../../contract/ids.ts'
import { createBorrowedClock } from '../testing/borrowed-clock.ts'
import { textsOf } from '../testing/receiving-scene.ts'
import { receivingAlone, startTestCore } from '../testing/start-test-core.ts'

async function scene(
  family: Family,
  seed: number,
  before: (instance: Instance, emulator: Emulator) => void = () => undefined,
) {
  const emulator = createEmulator({
    seed,
    limits: 'off',
    clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20, 12) },
  })
  const apiUrl = await emulator.start()
  const account = { idInstance: '1101000001', token: 'secret-of-the-order' }
  const instance = emulator.addInstance({ ...account, family })
  before(instance, emulator)
  const core = await startTestCore({
    ...receivingAlone,
    clock: createBorrowedClock(emulator.clock),
    instances: [{ apiUrl, ...account, family }],
  })
  onTestFinished(async () => {
    await core.stop()
    await emulator.stop()
  })
  const shown = async (chat: ChatKey) =>
    (await core.call('messages.window', { chat, anchor: { kind: 'newest' }, before: 50, after: 0 })).rows
  return { emulator, instance, core, shown }
}

// Several seeds: ids are random, and one draw may happen to be in order.
test.each([
  ['whatsapp', 1],
  ['whatsapp', 2],
  ['v3', 3],
  ['v3', 4],
] as const)('on %s messages of one second stand as they were written (seed %i)', async (family, seed) => {
  const { emulator, instance, core, shown } = await scene(family, seed)
  const anna = instance.person('79990001122', { name: 'Anna' })
  const before = emulator.clock.now() - 180_000
  const earlier = ['old 1', 'old 2', 'old 3', 'old 4'].map((text) => anna.says(text, { notify: false, at: before }))
  const question = anna.says('Is it on its way?')
  instance.phone.says('A program answers at once', { to: anna, sendByApi: true })
  anna.reacts(question, '👍')
  anna.reacts(question, '')
  anna.edits(question, 'Is it on its way today?')
  anna.edits(question, 'Is it on its way tomorrow?')
  const lost = anna.says('This notification was lost', { notify: false })
  anna.says('Thanks')
  await core.waitFor('all came', () => instance.notifications.size === 0)
  await core.untilApplied()
  const chat = await core.chat(core.firstKey(), anna.chatId)
  // Journals of WhatsApp are up to two minutes late.
  emulator.clock.advance(120_000)
  await core.call('history.refresh', { chat })
  const rows = await shown(chat)
  expect(rows.map(({ content }) => ('text' in content ? content.text : content.kind))).toEqual([
    ...earlier.map(({ content }) => ('text' in content ? content.text : '')),
    'Is it on its way tomorrow?',
    'A program answers at once',
    'This notification was lost',
    'Thanks',
  ])
  expect(rows.find(({ idMessage }) => idMessage === question.id)?.reactions).toEqual([])
  expect(rows.some(({ idMessage }) => idMessage === lost.id)).toBe(true)
  const { rows: list } = await core.call('chats.list', { scope: core.firstKey(), filter: 'all', offset: 0, limit: 10 })
  expect(list[0]?.preview).toMatchObject({ text: 'Thanks' })
})

const written = Array.from({ length: 6 }, (_, n) => `message ${n}`)
const writtenWithinASecond = (instance: Instance, emulator: Emulator) => {
  const anna = instance.person('79990001122', { name: 'Anna' })
  const boris = instance.person('79990003344', { name: 'Boris' })
  for (const text of written) {
    anna.says(text, { notify: false })
    boris.says(`to another chat: ${text}`, { notify: false })
  }
  emulator.clock.advance(120_000)
}

test.each([5, 6])(
  'messages of one second that only the journal tells stand as it lists them (seed %i)',
  async (seed) => {
    const { emulator, instance, core } = await scene('whatsapp', seed, (world, service) => {
      writtenWithinASecond(world, service)
      service.fault({ kind: 'refuse', status: 400 }, { operation: 'getChatHistory' })
    })
    const { chatId } = instance.person('79990001122')
    await core.waitFor('the journal was read', async () => {
      emulator.clock.advance(1_000)
      return (await textsOf(core, chatId)).length === written.length
    })
    expect(await textsOf(core, chatId)).toEqual(written)
  },
)
