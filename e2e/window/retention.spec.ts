import { openChat, views } from '../support/window.ts'
import { chooseRetention } from './acts.ts'
import { expect, test } from './window-test.ts'

test('how long messages are kept is changed only after numbers and a word', async ({ desk, open }) => {
  const vip = desk.label('VIP')
  const page = await open()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Storage and privacy' }).click()
  const row = page.getByRole('group', { name: 'How long data is kept' })
  await expect(row).toContainText('Messages and their files: Always.')
  await row.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Keep messages and their files' }).selectOption('days')
  const days = dialog.getByRole('textbox', { name: /Keep messages and their files/ })
  for (const wrong of ['0', '', '1.5', 'ten', '36501']) {
    await days.fill(wrong)
    await expect(dialog).toContainText('Enter a number of days from 1 to 36,500.')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Continue' })).toBeVisible()
  }
  await days.fill('90')
  await expect(dialog.getByRole('combobox', { name: 'Another time for an instance' })).toHaveValue('1')
  await dialog.getByRole('button', { name: 'Add' }).click()
  // Its names come without a look through the archive.
  expect(desk.inputs('retention.preview')).toEqual([{ days: null, instances: [], labels: [] }])
  await dialog.getByRole('combobox', { name: 'Messages of Shop' }).selectOption('days')
  await dialog.getByRole('checkbox', { name: 'VIP' }).check()
  await dialog.getByRole('button', { name: 'Continue' }).click()

  await expect(dialog).toContainText('1,204 messages go, with 80 files')
  await expect(dialog).toContainText('The oldest is from 3 Mar 2021.')
  await expect(dialog).toContainText('2 older chats stay: they wait for an answer.')
  await expect(dialog.getByRole('button', { name: 'Delete and save' })).toBeDisabled()
  await dialog.getByRole('textbox').press('Enter')
  expect(desk.inputs('retention.set')).toEqual([])
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByRole('textbox', { name: /Keep messages and their files/ })).toHaveValue('90')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('textbox').fill('Delete')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  expect(desk.inputs('retention.set')).toEqual([{ days: 90, instances: [{ instance: 1, days: 365 }], labels: [vip] }])
  await expect(row).toContainText('Messages and their files: 90 days, 1 instance has its own value.')

  // Nothing goes: no word is asked for. What else is kept is of the same dialog.
  const others = [
    ['Keep notifications for', '7', 'keepJournalDays'],
    ['Keep notifications for: size at most', '1000000000', 'keepJournalBytes'],
    ['Keep the request log for', '90', 'keepRequestsDays'],
    ['Keep the request log for: size at most', '50000000', 'keepRequestsBytes'],
    ['Room for media', '500000000', 'mediaCacheLimit'],
  ] as const
  await row.getByRole('button', { name: 'Change' }).click()
  for (const [name, value] of others) await dialog.getByRole('combobox', { name, exact: true }).selectOption(value)
  await dialog.getByRole('combobox', { name: 'Keep messages and their files' }).selectOption('always')
  await dialog.getByRole('combobox', { name: 'Messages of Shop' }).selectOption('all')
  await dialog.getByRole('checkbox', { name: 'VIP' }).uncheck()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toContainText('Those that were deleted do not come back.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row).toContainText('Messages and their files: Always.')
  expect(desk.inputs('retention.set').at(-1)).toEqual({ days: null, instances: [], labels: [] })
  for (const [, value, setting] of others)
    expect(desk.inputs('settings.update').at(-1)).toMatchObject({ [setting]: Number(value) })
  await row.getByRole('button', { name: 'Change' }).click()
  for (const [name, value] of others)
    await expect(dialog.getByRole('combobox', { name, exact: true })).toHaveValue(value)
})

test('what another window chose to keep meanwhile stays, and a word agrees to the numbers above it alone', async ({
  desk,
  open,
}) => {
  const keep = (days: number | null, instances: { instance: never; days: number | null }[] = []): void => {
    desk.settings = { ...desk.settings, keepMessages: { days, instances, labels: [] }, keepJournalDays: 90 }
    desk.changed({ kind: 'settings' })
  }
  const page = await open()
  await page.getByRole('link', { name: 'Settings' }).waitFor()
  const dialog = await chooseRetention(page, '30')
  await dialog.getByRole('textbox').fill('delete')
  keep(null, [{ instance: 1 as never, days: null }])
  await expect(dialog.getByRole('textbox')).toHaveValue('')
  await dialog.getByRole('textbox').fill('delete')
  keep(60, [{ instance: 1 as never, days: null }])
  await expect(dialog).toContainText('This was changed elsewhere while you were writing.')
  await dialog.getByRole('button', { name: 'Delete and save' }).click()
  await expect(dialog).toHaveCount(0)
  expect(desk.inputs('retention.set')).toEqual([{ days: 30, instances: [{ instance: 1, days: null }], labels: [] }])
  expect(desk.inputs('settings.update')).toEqual([])
  expect(desk.settings.keepJournalDays).toBe(90)
})

test('at a desk of a team the age is the team’s to see and not to choose, and what is older is not loaded', async ({
  desk,
  open,
}) => {
  const nothing = { messages: 0, files: 0, bytes: 0, oldestAt: null, waitingChats: 0 }
  desk.answer('retention.preview', () => [{ instance: 1 as never, name: 'Shop', days: 90, isTeams: true, ...nothing }])
  desk.answer('messages.window', (input) => {
    const window = desk.window(input)
    return { ...window, completeness: { ...window.completeness, reachedStart: false, retainedFrom: 1 } }
  })
  desk.customer('Anna')
  const page = await open()
  await openChat(page, 'Anna')
  await expect(page.getByText('Older messages are not kept: Settings, Storage and privacy')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load older messages' })).toHaveCount(0)

  await views(page)
    .getByRole('link', { name: /^Settings/ })
    .click()
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Storage and privacy' }).click()
  await page.getByRole('group', { name: 'How long data is kept' }).getByRole('button', { name: 'Change' }).click()
  const row = page.getByRole('dialog').getByRole('group', { name: 'Messages of the instance in the team' })
  await expect(row).toContainText('Set by the owner of your team’s database.')
  await expect(row).toContainText('90 days')
  await expect(page.getByRole('combobox', { name: 'Another time for an instance' })).toHaveCount(0)
})
