import { expect, onTestFinished, test } from 'vitest'
import type { Family } from '../../api/operations.ts'
import type { MessageContent } from '../../contract/messages.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { createBorrowedClock } from '../testing/borrowed-clock.ts'
import { receivingAlone, startTestCore } from '../testing/start-test-core.ts'
import { rowsOf } from '../testing/receiving-scene.ts'

async function scene(family: Family = 'v3') {
  const emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20, 12) } })
  const apiUrl = await emulator.start()
  const account = { idInstance: '1101000001', token: 'secret-of-the-shapes' }
  const instance = emulator.addInstance({ ...account, family })
  const core = await startTestCore({
    ...receivingAlone,
    clock: createBorrowedClock(emulator.clock),
    instances: [{ apiUrl, ...account, family }],
  })
  onTestFinished(async () => {
    await core.stop()
    await emulator.stop()
  })
  const anna = instance.person('79990001122', { name: 'Anna' })
  const received = async () => {
    await core.waitFor('all came', () => instance.notifications.size === 0)
    await core.untilApplied()
  }
  const readHistory = async (chatId = anna.chatId) => {
    const chat = await core.chat(core.firstKey(), chatId)
    await core.call('history.refresh', { chat })
    return chat
  }
  const contents = async (chatId = anna.chatId) => (await rowsOf(core, chatId)).map(({ content }) => content)
  /** Another moment. */
  const later = () => emulator.clock.advance(5_000)
  return { emulator, instance, core, anna, received, readHistory, contents, later }
}

const countsOf = (content: MessageContent | undefined) =>
  content?.kind === 'poll' ? content.options.map(({ name, votes }) => `${name} ${votes}`) : content?.kind

test.each(['v3', 'whatsapp'] as const)(
  'on %s votes are counted by person, and no look at a history takes one away',
  async (family) => {
    const { instance, anna, received, readHistory, contents, later } = await scene(family)
    const boris = instance.person('79990003344', { name: 'Boris' })
    const group = instance.group(undefined, { subject: 'Shift' })
    const poll = anna.asksPoll('Lunch?', ['Soup', 'Fish'], { to: group })
    later()
    anna.votes(poll, ['Soup'])
    later()
    boris.votes(poll, ['Fish'])
    await received()
    expect(countsOf((await contents(group.id))[0])).toEqual(['Soup 1', 'Fish 1'])
    later()
    // Votes whose notification was lost are known from the history, where no record says which poll it is.
    instance.phone.votes(poll, ['Soup'], { notify: false })
    await readHistory(group.id)
    expect((await contents(group.id)).map(countsOf)).toEqual([['Soup 2', 'Fish 1']])
    later()
    anna.votes(poll, [])
    boris.votes(poll, ['Soup'])
    await received()
    await readHistory(group.id)
    expect((await contents(group.id)).map(countsOf)).toEqual([['Soup 2', 'Fish 0']])
  },
)

test('votes that a history tells without a poll’s id count for the poll that was asked last', async () => {
  const { instance, anna, readHistory, contents, later, received } = await scene()
  const first = anna.asksPoll('Lunch?', ['Soup'], { notify: false })
  later()
  anna.votes(first, ['Soup'], { notify: false })
  later()
  const second = anna.asksPoll('Lunch?', ['Soup'])
  await received()
  later()
  instance.phone.votes(second, ['Soup'], { notify: false })
  await readHistory()
  expect((await contents()).map(countsOf)).toEqual([['Soup 1'], ['Soup 1']])
})

const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Bob\nTEL;TYPE=CELL:+79995556677\nEND:VCARD'

test.each(['v3', 'whatsapp', 'telegram'] as const)(
  'on %s shared contacts have their names, by notification and by history',
  async (family) => {
    const { anna, received, readHistory, contents, later } = await scene(family)
    const several = [
      { displayName: 'Bob', vcard },
      { displayName: 'Carol', vcard: '' },
    ]
    for (const notify of [true, false]) {
      anna.sendsContact({ displayName: 'Bob', vcard }, { notify })
      later()
      anna.sendsContacts(several, { notify })
      later()
    }
    await received()
    await readHistory()
    const names = (await contents()).map((content) =>
      content.kind === 'contacts' ? content.cards.map((card) => card.name) : content.kind,
    )
    expect(names).toEqual([['Bob'], ['Bob', 'Carol'], ['Bob'], ['Bob', 'Carol']])
  },
)

test('a file that was too large for the service says so, and offers nothing to download', async () => {
  const { anna, received, readHistory, contents, later } = await scene()
  for (const notify of [true, false]) {
    anna.sendsDocument({ fileName: 'all.zip', caption: 'Everything', isTooLarge: true, notify })
    later()
  }
  await received()
  await readHistory()
  const marker = { kind: 'marker', marker: 'SWE002', caption: 'Everything' }
  expect(await contents()).toEqual([marker, marker])
})
