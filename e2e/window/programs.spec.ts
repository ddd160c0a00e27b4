import type { InstanceKey, JournalKey, ProgramKey } from '../../src/contract/ids.ts'
import type { DeadLetter, ProgramDetails } from '../../src/contract/programs.ts'
import { goToHash } from '../support/inspect.ts'
import { expect, test } from './window-test.ts'

const letter = (event: number): DeadLetter => ({
  ...{ event: event as JournalKey, instance: 1 as InstanceKey, typeWebhook: 'incomingMessageReceived' },
  ...{ chatTitle: `Customer ${event}`, receivedAt: 1, firstFailedAt: 1, tries: 1 },
  trouble: { at: 1, kind: 'status', status: 422, text: '' },
})

const programWith = (letters: readonly DeadLetter[]): ProgramDetails => ({
  ...{ key: 1 as ProgramKey, id: '4f7q2m9x', name: 'Shop', purpose: 'webhook', protocol: 'webhook' },
  ...{ state: 'active', stateSince: 1, createdAt: 1, rights: ['see'], writesFirst: false, readWhenWritten: false },
  sendLimits: { minute: 20, hour: 200, day: 1000 },
  scope: { instances: null, kinds: null, labels: null, groups: true },
  webhook: { url: 'https://shop.example/hook', allowPrivate: false, inFlight: 1, timeoutMs: 30_000 },
  ...{ keyExpiresAt: null, connected: false, deliveredLastHour: 0, trouble: null, lastContactAt: null },
  ...{ nextTryAt: null, team: null, backlogs: [], calls: [], gaps: [], retainedUntil: null, notServed: 0 },
  backlog: { events: 0, more: false, oldestAt: null },
  ...{ deadLetters: letters.length, deadLetterRows: letters, deadLetterEvents: letters.map(({ event }) => event) },
})

test('dead letters that came after the question are neither skipped nor replayed with those it named', async ({
  desk,
  open,
}) => {
  let letters = [letter(1)]
  desk.customer('Anna')
  desk.settings = { ...desk.settings, programs: true }
  desk.answer('programs.list', () => ({ listener: { kind: 'off' } as never, rows: [programWith(letters)], team: null }))
  desk.answer('programs.details', () => programWith(letters))
  desk.answer('programs.skipDeadLetters', ({ events }) => {
    letters = letters.filter(({ event }) => !events.includes(event))
    desk.changed({ kind: 'programs' })
  })
  desk.answer('programs.replayDeadLetters', () => undefined)
  const page = await open()
  await goToHash(page, '#/programs/1?p=1')
  const section = page.getByRole('region', { name: 'Dead letters' })
  await section.getByRole('button', { name: 'Skip all' }).click()
  const question = page.getByRole('dialog', { name: 'Skip 1 dead letter?' })
  await expect(question).toBeVisible()
  letters = [letter(1), letter(2)]
  desk.changed({ kind: 'programs' })
  // The question hides from screen readers what is behind it.
  await expect(page.locator('.dead').getByText('Customer 2')).toBeVisible()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Skip' }).click()
  await expect(section.getByText('Customer 1')).toHaveCount(0)
  await expect(section.getByText('Customer 2')).toBeVisible()
  await section.getByRole('button', { name: 'Replay all' }).click()
  await expect.poll(() => desk.inputs('programs.replayDeadLetters')).toEqual([{ program: 1, events: [2] }])
})
