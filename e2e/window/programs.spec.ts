import type { Page } from '@playwright/test'
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
  ...{ nextTryAt: null, team: null, backlogs: [], heads: [], calls: [], gaps: [], retainedUntil: null, notServed: 0 },
  backlog: { events: 0, more: false, oldestAt: null },
  ...{ deadLetters: letters.length, deadLetterRows: letters, deadLetterEvents: letters.map(({ event }) => event) },
})

async function openProgram(open: () => Promise<Page>): Promise<Page> {
  const page = await open()
  // The window has chosen its only instance: before that it would come back to the chats.
  await expect(page).toHaveURL(/#\/chats\/1$/)
  await goToHash(page, '#/programs/1?p=1')
  return page
}

test('dead letters that came after the question are neither skipped nor replayed with those it named, and buttons that take a part of them say how many', async ({
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
  const page = await openProgram(open)
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

  desk.answer('programs.details', () => ({ ...programWith([letter(1), letter(2)]), deadLetters: 3 }))
  desk.changed({ kind: 'programs' })
  await expect(section.getByRole('button', { name: 'Replay 2' })).toBeVisible()
  await expect(section.getByRole('button', { name: 'Skip 2' })).toBeVisible()
})

test('the event that was shown is skipped, whatever the queue gives by then', async ({ desk, open }) => {
  const headed = (events: readonly number[]): ProgramDetails => ({
    ...{ ...programWith([]), protocol: 'queue', purpose: 'script' },
    backlog: { events: events.length, more: false, oldestAt: 1 },
    heads: events.slice(0, 1).map((event) => ({
      ...{ event: event as JournalKey, instance: 1 as InstanceKey, typeWebhook: 'incomingMessageReceived' },
      ...{ chatTitle: `Customer ${event}`, receivedAt: 1 },
    })),
  })
  let unread = [1, 2]
  const reads = (events: number[]) => {
    unread = events
    desk.changed({ kind: 'programs' })
  }
  desk.customer('Anna')
  desk.settings = { ...desk.settings, programs: true }
  desk.answer('programs.list', () => ({ listener: { kind: 'off' } as never, rows: [headed(unread)], team: null }))
  desk.answer('programs.details', () => headed(unread))
  desk.answer('programs.skipEvent', ({ event }) => {
    if (event !== unread[0]) return { skipped: 0 }
    reads(unread.slice(1))
    return { skipped: 1 }
  })
  const page = await openProgram(open)
  const dialog = page.getByRole('dialog')
  const ask = async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Skip this event' }).click()
  }
  const waiting = page.locator('.is-programs')
  await ask()
  await expect(dialog).toContainText('Customer 1')
  reads([2])
  await expect(waiting).toContainText('1 event')
  await dialog.getByRole('button', { name: 'Skip' }).click()
  await expect(page.getByText('Nothing was skipped: the queue of Shop gives another event now.')).toBeVisible()
  expect(desk.inputs('programs.skipEvent')).toEqual([{ program: 1, instance: 1, event: 1 }])
  expect(unread).toEqual([2])
  await ask()
  await expect(dialog).toContainText('Customer 2')
  await dialog.getByRole('button', { name: 'Skip' }).click()
  await expect(waiting).toContainText('Up to date')
  await ask()
  await expect(dialog).toContainText('Nothing waits')
  reads([3])
  await expect(waiting).toContainText('1 event')
  await expect(dialog).toContainText('Nothing waits')
  await expect(dialog.getByRole('button', { name: 'Skip' })).toHaveCount(0)

  // Each instance has an event of its own at the head.
  const other = { ...desk.instance, key: 2 as InstanceKey, name: 'Night desk' }
  desk.answer('instances.list', () => [desk.instance, other])
  desk.changed({ kind: 'instances' })
  const heads = [1, 2].flatMap((key) =>
    headed([key * 10]).heads.map((head) => ({ ...head, instance: key as InstanceKey })),
  )
  desk.answer('programs.details', () => ({ ...headed([10, 20]), heads }))
  reads([10, 20])
  await expect(waiting).toContainText('2 events')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await ask()
  await dialog.getByRole('combobox').selectOption('Night desk')
  await expect(dialog).toContainText('Customer 20')
  await dialog.getByRole('button', { name: 'Skip' }).click()
  await expect.poll(() => desk.inputs('programs.skipEvent').at(-1)).toEqual({ program: 1, instance: 2, event: 20 })
})

test('a key that is shown once is not lost, nor what is typed, though its dialog is closed while it is made or programs are switched off', async ({
  desk,
  open,
  pipe,
}) => {
  desk.customer('Anna')
  desk.settings = { ...desk.settings, programs: true }
  const script: ProgramDetails = { ...programWith([]), purpose: 'script', protocol: 'jsonl', webhook: null }
  desk.answer('programs.list', () => ({
    listener: { kind: 'listening' as const, port: 1 },
    rows: [script],
    team: null,
  }))
  desk.answer('programs.details', () => script)
  desk.answer('journal.kinds', () => [])
  desk.answer('programs.renewKey', () => ({ key: 'sbk_renewed' }))
  desk.answer('programs.change', () => undefined)
  desk.answer('programs.add', () => ({ program: 1 as ProgramKey, key: 'sbk_added', secret: null }))
  const page = await openProgram(open)
  const dialog = page.getByRole('dialog')
  // Another window lets no program connect any more.
  const switchPrograms = (programs: boolean) => {
    desk.settings = { ...desk.settings, programs }
    desk.changed({ kind: 'settings' })
  }
  const askFor = {
    async menu() {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'New key' }).click()
    },
    beside: () => page.getByRole('complementary').getByRole('button', { name: 'New key' }).click(),
  }
  for (const ask of Object.values(askFor)) {
    await ask()
    const letGo = pipe.hold('programs.renewKey')
    await dialog.getByRole('button', { name: 'New key' }).click()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    letGo()
    await expect(dialog).toContainText('sbk_renewed')
    switchPrograms(false)
    await expect(page.locator('.is-programs')).toContainText('Programs cannot connect')
    await expect(dialog).toContainText('sbk_renewed')
    switchPrograms(true)
    const done = dialog.getByRole('button', { name: 'Done' })
    const { x = 0, y = 0 } = (await done.boundingBox()) ?? {}
    const drawn = () => page.screenshot({ clip: { x: x + 66, y: y - 6, width: 4, height: 4 } })
    const before = await drawn()
    await done.click()
    // What is asked about is dimmed, as the page is.
    await expect.poll(async () => before.equals(await drawn())).toBe(false)
    const leave = page.getByRole('dialog').last().getByRole('button', { name: 'Close anyway' })
    await leave.click()
    await expect(dialog).toHaveCount(0)
  }

  await page.getByRole('complementary').getByRole('button', { name: 'Change' }).click()
  await dialog.getByLabel('Name').fill('Web shop')
  switchPrograms(false)
  await expect(page.locator('.is-programs')).toContainText('Programs cannot connect')
  await expect(dialog.getByLabel('Name')).toHaveValue('Web shop')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => desk.inputs('programs.change')).toMatchObject([{ program: 1, name: 'Web shop' }])
  await expect(dialog).toHaveCount(0)
  switchPrograms(true)

  await page.getByRole('button', { name: 'Add program' }).first().click()
  await dialog.getByRole('radio', { name: /Your own script/ }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByLabel('Name').fill('Nightly report')
  const letAddedGo = pipe.hold('programs.add')
  await dialog.getByRole('button', { name: 'Add program' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByLabel('Name').fill('Daily report')
  letAddedGo()
  await expect(dialog).toContainText('sbk_added')
  await expect(dialog.getByRole('heading', { name: 'Nightly report' })).toBeVisible()
  switchPrograms(false)
  await expect(page.locator('.is-programs')).toContainText('Programs cannot connect')
  await expect(dialog).toContainText('sbk_added')
})
