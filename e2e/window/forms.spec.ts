import { ContractError } from '../../src/contract/errors.ts'
import type { QueuedEntry, SettingValue } from '../../src/contract/administration.ts'
import type { LabelKey } from '../../src/contract/ids.ts'
import type { CheckReport } from '../../src/contract/instances.ts'
import type { Output } from '../../src/contract/index.ts'
import type { Locator, Page } from '@playwright/test'
import { goToHash } from '../support/inspect.ts'
import { chatRow, details, fillAddInstance, message, openChat } from '../support/window.ts'
import type { ScriptedDesk } from './scripted-desk.ts'
import { expect, test } from './window-test.ts'

const openDetails = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+.')
  await expect(details(page)).toBeVisible()
}

test('what is saved is what was changed here; a person, a note and a message that another window changed meanwhile say so', async ({
  desk,
  open,
  pipe,
}) => {
  const anna = desk.customer('Anna')
  desk.changeCard(anna, { fields: [{ key: 7 as never, name: 'City', value: 'Riga' }] })
  const page = await open()
  await openChat(page, 'Anna')
  await openDetails(page)
  const person = details(page).getByRole('region', { name: 'Person' })
  await person.getByRole('button', { name: 'Edit' }).click()

  await test.step('what was not touched follows', async () => {
    desk.changeCard(anna, { name: 'Anna Smith' })
    await expect(person.getByLabel('Name given here')).toHaveValue('Anna Smith')
    await person.getByRole('textbox', { name: 'Value' }).fill('Vilnius')
    pipe.delayMs = 300
    desk.changeCard(anna, { name: 'Anna Brown' })
    await person.getByRole('button', { name: 'Save' }).click()
    await expect(person.getByRole('button', { name: 'Save' })).toHaveCount(0)
    expect(desk.inputs('people.setName')).toEqual([])
    expect(desk.chat(anna).card).toMatchObject({ name: 'Anna Brown', fields: [{ name: 'City', value: 'Vilnius' }] })
  })

  await test.step('where both changed the same, it is said before it is saved', async () => {
    await person.getByRole('button', { name: 'Edit' }).click()
    await person.getByLabel('Name given here').fill('Anna B.')
    desk.changeCard(anna, { name: 'Anna Green' })
    await expect(person.getByText('This was changed elsewhere while you were writing.')).toBeVisible()
    await expect(person.getByLabel('Name given here')).toHaveValue('Anna B.')
  })

  await test.step('and what is typed while it is saved stays, unsaved', async () => {
    const letGo = pipe.hold('people.setName')
    await person.getByRole('button', { name: 'Save' }).click()
    await person.getByLabel('Name given here').fill('Anna Brown again')
    letGo()
    await expect.poll(() => desk.chat(anna).card.name).toBe('Anna B.')
    await expect(person.getByLabel('Name given here')).toHaveValue('Anna Brown again')
    await expect(person.getByRole('button', { name: 'Save' })).toBeEnabled()
  })

  await test.step('what was stored of new fields is not stored again with what was typed meanwhile', async () => {
    const rows = person.getByRole('group', { name: 'Field' })
    const write = async (name: string, value: string) => {
      await person.getByRole('button', { name: 'Add field' }).click()
      await rows.last().getByLabel('Field name').fill(name)
      await rows.last().getByLabel('Value').fill(value)
    }
    await write('Size', 'M')
    const letGo = pipe.hold('people.setField')
    await person.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => desk.chat(anna).card.fields.length).toBe(2)
    await write('', 'Rings twice')
    await write('Door', '')
    await rows.last().getByLabel('Value').focus()
    await page.keyboard.type('4')
    letGo()
    await expect(rows).toHaveCount(4)
    await expect.poll(() => pipe.isIdle).toBe(true)
    await page.keyboard.type('2')
    await expect(rows.last().getByLabel('Value')).toHaveValue('42')
    await person.getByRole('button', { name: 'Save' }).click()
    await expect(person.getByRole('button', { name: 'Save' })).toHaveCount(0)
    expect(desk.chat(anna).card.fields.map(({ name, value }) => `${name} ${value}`)).toEqual([
      'City Vilnius',
      'Size M',
      ' Rings twice',
      'Door 42',
    ])
  })

  await test.step('a new field that is written on or removed while it is stored is stored once, or not at all', async () => {
    pipe.delayMs = 0
    await person.getByRole('button', { name: 'Edit' }).click()
    const rows = person.getByRole('group', { name: 'Field' })
    await expect(rows).toHaveCount(4)
    for (const name of ['Shoe', 'Hat']) {
      await person.getByRole('button', { name: 'Add field' }).click()
      await rows.last().getByLabel('Field name').fill(name)
    }
    await rows.nth(4).getByLabel('Value').focus()
    await page.keyboard.type('3')
    const letGo = pipe.hold('people.setField')
    const reads = () => desk.calls.filter(({ name }) => name === 'people.card').length
    const before = reads()
    await page.keyboard.press('Enter')
    await expect.poll(() => desk.chat(anna).card.fields.at(-1)?.name).toBe('Shoe')
    await expect.poll(reads).toBeGreaterThan(before)
    await person.getByRole('button', { name: 'Remove Hat' }).click()
    await rows.last().getByLabel('Value').press('End')
    await page.keyboard.type('9')
    await expect(rows).toHaveCount(5)
    letGo()
    await expect(person.getByRole('button', { name: 'Save' })).not.toHaveAttribute('aria-busy', 'true')
    await page.keyboard.type(' narrow')
    await person.getByRole('button', { name: 'Save' }).click()
    await expect(person.getByRole('button', { name: 'Save' })).toHaveCount(0)
    const added = () => desk.chat(anna).card.fields.slice(4)
    expect(added().map(({ name, value }) => `${name} ${value}`)).toEqual(['Shoe 39 narrow'])
  })

  await test.step('a note and a message say while they are changed that they were changed elsewhere', async () => {
    const sent = desk.sent(anna, 'It is ready', { status: { kind: 'sent', changeable: false }, at: Date.now() })
    desk.note(anna, 'Pays late')
    const notes = details(page).getByRole('region', { name: 'Notes' })
    await notes.getByRole('button', { name: 'Change' }).click()
    await notes.getByRole('textbox').fill('Pays')
    await message(page, 'It is ready').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const edit = page.getByRole('textbox', { name: 'Edit message' })
    await edit.fill('It is not ready')
    const warnings = page.getByText('This was changed elsewhere while you were writing.')
    await expect(warnings).toHaveCount(0)
    desk.changeElsewhere()
    await expect(notes.getByText('This was changed elsewhere while you were writing.')).toBeVisible()
    await expect(notes.getByRole('textbox')).toHaveValue('Pays')
    desk.edited(anna, sent, 'It is ready at noon')
    await expect(warnings).toHaveCount(2)
    await expect(edit).toHaveValue('It is not ready')
  })
})

test('after a form in the page the keyboard goes on at the button that opened it', async ({ desk, open }) => {
  const anna = desk.customer('Anna')
  desk.note(anna, 'Pays late')
  desk.proposes(anna, 'The ferry leaves at noon')
  const page = await open()
  await openChat(page, 'Anna')
  await openDetails(page)
  const notes = details(page).getByRole('region', { name: 'Notes' })
  const add = notes.getByRole('button', { name: 'Add note' })
  const change = notes.getByRole('button', { name: 'Change' }).last()
  const person = details(page).getByRole('region', { name: 'Person' }).getByRole('button', { name: 'Name this person' })
  const edit = page.getByRole('region', { name: /Proposed by/ }).getByRole('button', { name: 'Edit' })

  for (const button of [add, change, edit]) {
    await button.press('Enter')
    await expect(page.getByRole('textbox').and(page.locator(':focus'))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  }
  await add.press('Enter')
  await page.keyboard.type('Collects in person')
  await page.keyboard.press('Control+Enter')
  await expect(add).toBeFocused()
  await person.press('Enter')
  await page.keyboard.type('Anna Smith')
  await page.keyboard.press('Enter')
  await expect(
    details(page).getByRole('region', { name: 'Person' }).getByRole('button', { name: 'Edit' }),
  ).toBeFocused()
})

/** The settings of an instance, with two switches that are off; `saved` is what the service has of them. */
async function openSettings(desk: ScriptedDesk, open: () => Promise<Page>) {
  desk.customer('Anna')
  const saved = new Map<string, SettingValue>([
    ['incomingWebhook', 'no'],
    ['outgoingWebhook', 'no'],
  ])
  const state = () => ({
    readAt: 1,
    fields: [...saved].map(([name, value]) => ({ name, kind: 'switch', value }) as const),
    restartsUntil: null,
  })
  desk.answer('instanceSettings.state', state)
  desk.answer('instanceSettings.read', state)
  desk.answer('instanceSettings.save', ({ instance, change }) => {
    if (instance === desk.instance.key) for (const [name, value] of Object.entries(change)) saved.set(name, value)
    desk.changed({ kind: 'administration', instance: 1 as never })
  })
  desk.answer('account.state', () => accountState)
  desk.answer('groups.list', () => ({ groups: [], nextAt: null }))
  desk.answer('contacts.list', () => ({ total: 0, inContacts: 0, missing: 0, rows: [], fitting: 0, readAt: null }))
  desk.answer('queues.state', () => ({ readAt: null, outgoing: null, notifications: null, entries: [], samples: [] }))
  desk.answer('login.state', () => ({ kind: 'done' as const }))
  for (const name of ['queues.read', 'account.read'] as const) desk.fallBack(name, undefined)
  const page = await open()
  await page.goto(`${page.url().split('#')[0]}#/instance/1`)
  const settings = page.getByRole('region', { name: 'Instance settings' })
  const switchOn = (name: string) =>
    settings.locator(`[data-setting=${name}]`).getByRole('radio', { name: 'On' }).click()
  return { page, settings, saved, switchOn }
}

test('settings that are being applied to several instances go to no further one once the person stops', async ({
  desk,
  open,
  pipe,
}) => {
  const others = [2, 3, 4].map((key) => ({ ...desk.instance, key: key as never, name: `Shop ${key}` }))
  desk.answer('instances.list', () => [desk.instance, ...others])
  const { page, settings, switchOn } = await openSettings(desk, open)
  await switchOn('incomingWebhook')
  const apply = async (): Promise<Locator> => {
    await settings.getByRole('button', { name: 'Apply to others' }).click()
    const dialog = page.getByRole('dialog')
    for (const { name } of others) await dialog.getByRole('checkbox', { name }).check()
    await dialog.getByRole('button', { name: 'Apply to 3' }).click()
    return dialog
  }
  const instances = () => desk.inputs('instanceSettings.save').map(({ instance }) => instance)

  const letGo = pipe.hold('instanceSettings.save')
  const dialog = await apply()
  await expect.poll(instances).toEqual([2])
  await dialog.getByRole('button', { name: 'Stop' }).click()
  letGo()
  await expect(dialog).toContainText('1 saved')
  await expect(dialog.getByRole('button', { name: 'Apply to 2' })).toBeEnabled()
  expect(instances()).toEqual([2])
  await dialog.getByRole('button', { name: 'Apply to 2' }).click()
  await expect(dialog).toContainText('3 saved')
  expect(instances()).toEqual([2, 3, 4])
})

test('settings that are about to be applied to others stay, though the list behind them or what is saved changes', async ({
  desk,
  open,
}) => {
  let lamps = { ...desk.instance, key: 2 as never, name: 'Lamps' }
  desk.answer('instances.list', () => [desk.instance, lamps])
  desk.answer('account.overview', () => [])
  const setConnection = (kind: 'live' | 'wrongToken') => {
    lamps = { ...lamps, connection: { ...lamps.connection, kind } }
    desk.changed({ kind: 'instances' })
  }
  const { page, settings, saved, switchOn } = await openSettings(desk, open)
  const dialog = page.getByRole('dialog')

  await test.step('of one instance', async () => {
    await switchOn('incomingWebhook')
    await settings.getByRole('button', { name: 'Apply to others' }).click()
    await dialog.getByRole('checkbox', { name: 'Lamps' }).check()
    saved.set('incomingWebhook', 'yes')
    desk.changed({ kind: 'administration', instance: desk.instance.key })
    await expect(settings.locator('.diff')).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Apply to 1' })).toBeEnabled()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  })
  await test.step('of instances that were selected in the table', async () => {
    setConnection('wrongToken')
    await goToHash(page, '#/instance/all')
    await page.getByRole('radio', { name: /Needs attention/ }).click()
    await page.getByRole('checkbox', { name: 'Select Lamps' }).check()
    await page.getByRole('button', { name: 'Apply settings' }).click()
    await dialog.getByRole('list', { name: 'Settings to apply' }).getByRole('checkbox').first().check()
    setConnection('live')
    await expect(page.locator('.i-all .empty')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Apply to 1' })).toBeEnabled()
  })
})

test('an instance that has one of the settings gets the others', async ({ desk, open }) => {
  const shop = { ...desk.instance, key: 2 as never, name: 'Shop' }
  desk.answer('instances.list', () => [desk.instance, shop])
  const { page, settings, switchOn } = await openSettings(desk, open)
  const fields = [
    { name: 'incomingWebhook', kind: 'switch', value: 'yes' },
    { name: 'outgoingWebhook', kind: 'switch', value: 'no' },
  ] as const
  desk.answer('instanceSettings.read', () => ({ readAt: 1, fields, restartsUntil: null }))
  await switchOn('incomingWebhook')
  await switchOn('outgoingWebhook')
  await settings.getByRole('button', { name: 'Apply to others' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Shop' }).check()
  await dialog.getByRole('button', { name: 'Apply to 1' }).click()
  await expect(dialog).toContainText('1 saved')
  const change = { incomingWebhook: 'yes', outgoingWebhook: 'yes' }
  expect(desk.inputs('instanceSettings.save')).toMatchObject([{ instance: 2, change }])
})

test('entries of colleagues are no other program’s', async ({ desk, open }) => {
  const { page } = await openSettings(desk, open)
  const entry = (place: number, change: Partial<QueuedEntry>): QueuedEntry => ({
    ...{ id: `id-${place}`, place, operation: 'sendMessage', chatId: '', chat: null, title: '', text: `Line ${place}` },
    ...{ message: null, ours: false, author: null, since: 1, atLeast: false, ...change },
  })
  const yara = { desk: 'desk-of-yara', name: 'Yara', isThis: false }
  const entries = [entry(1, { ours: true }), entry(2, { author: yara }), entry(3, {})]
  desk.answer('queues.state', () => ({ readAt: 1, outgoing: 3, notifications: 0, entries, samples: [] }))
  desk.changed({ kind: 'administration', instance: desk.instance.key })
  const queues = page.getByRole('region', { name: 'Queues' })
  await expect(queues).toContainText('2 ours, 1 others’')

  await test.step('and those without an id are selected one by one', async () => {
    const rows = queues.getByRole('table').getByRole('row')
    desk.answer('queues.state', () => ({
      ...{ readAt: 2, outgoing: 3, notifications: 0, samples: [] },
      entries: entries.map((one) => ({ ...one, id: '' })),
    }))
    desk.changed({ kind: 'administration', instance: desk.instance.key })
    await rows.filter({ hasText: 'Line 1' }).click()
    for (const line of ['Line 2', 'Line 3']) {
      await page.keyboard.press('ArrowDown')
      await expect(rows.filter({ hasText: line })).toHaveAttribute('aria-selected', 'true')
    }
  })
})

test('a setting of the instance that is changed while others are saved stays, unsaved', async ({
  desk,
  open,
  pipe,
}) => {
  const { settings, saved, switchOn } = await openSettings(desk, open)
  const rows = () =>
    settings.locator('[data-setting]').evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top))
  await expect.poll(rows).toHaveLength(2)
  const places = await rows()
  await switchOn('incomingWebhook')
  await expect(settings.locator('.diff')).toBeVisible()
  expect(await rows(), 'no row moves under the pointer').toEqual(places)
  const letGo = pipe.hold('instanceSettings.save')
  await settings.getByRole('button', { name: 'Save 1 change' }).click()
  await expect.poll(() => desk.inputs('instanceSettings.save').length).toBe(1)
  await switchOn('outgoingWebhook')
  letGo()
  await expect.poll(() => saved.get('incomingWebhook')).toBe('yes')
  await expect(settings.getByRole('group', { name: 'Changes before saving' })).toContainText('1 change')
  await expect(settings.getByRole('button', { name: 'Save 1 change' })).toBeEnabled()
  expect(saved.get('outgoingWebhook')).toBe('no')
})

test('a webhook’s address is copied before it is lost, and the next one that another program sets is too', async ({
  desk,
  open,
}) => {
  const { page, settings } = await openSettings(desk, open)
  const save = settings.getByRole('button', { name: 'Save 1 change' })
  const copy = settings.getByRole('button', { name: 'Copy' })
  for (const url of ['https://hooks.example/one', 'https://hooks.example/two']) {
    const state = () => ({
      readAt: 1,
      fields: [{ name: 'webhookUrl', kind: 'url', value: url } as const],
      restartsUntil: null,
    })
    desk.answer('instanceSettings.state', state)
    desk.changed({ kind: 'administration', instance: desk.instance.key })
    const field = settings.getByRole('textbox', { name: 'Webhook URL' })
    if (url.endsWith('one')) {
      await expect(field).toHaveValue(url)
      await field.fill('')
    }
    await expect(settings.locator('.diff')).toContainText(url)
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    await page.context().clearPermissions()
    await copy.click()
    await expect(page.getByText('Nothing was copied.')).toBeVisible()
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    await page.context().grantPermissions(['clipboard-write'])
    await copy.click()
    await expect(save).not.toHaveAttribute('aria-disabled')
  }
})

test('a login that ends leads to the chats, unless a setting of the instance was changed and not saved', async ({
  desk,
  open,
}) => {
  const { page, settings, switchOn } = await openSettings(desk, open)
  const logIn = async (): Promise<void> => {
    for (const kind of ['codeWanted', 'done'] as const) {
      const before = desk.inputs('login.state').length
      desk.answer('login.state', () => ({ kind }))
      desk.changed({ kind: 'administration', instance: desk.instance.key })
      await expect.poll(() => desk.inputs('login.state').length).toBeGreaterThan(before)
    }
  }
  const done = page.getByRole('status').filter({ hasText: 'Order desk is authorized' })
  const search = settings.getByRole('searchbox', { name: 'Find a setting' })
  await search.click()
  await page.keyboard.type('in')
  await logIn()
  await expect(done.getByRole('button', { name: 'Open chats' })).toBeVisible()
  await page.keyboard.type('coming')
  await expect(search).toHaveValue('incoming')
  await done.getByRole('button', { name: 'Dismiss' }).click()
  await switchOn('incomingWebhook')
  await expect(settings.locator('.diff')).toBeVisible()
  await logIn()
  await expect(done.getByRole('button', { name: 'Open chats' })).toBeVisible()
  await expect(page).toHaveURL(/#\/instance\/1/)

  await settings.locator('[data-setting=incomingWebhook]').getByRole('radio', { name: 'Off' }).click()
  await expect(settings.locator('.diff')).toHaveCount(0)
  await logIn()
  await expect(page).toHaveURL(/#\/chats\/1/)
})

const accountState: Output<'account.state'> = {
  readAt: 1,
  state: 'authorized',
  phone: '',
  chatId: '',
  suspendedUntil: null,
  historySyncProgress: null,
  tariff: '',
  quotas: [],
  plan: { chosen: null, assumed: null },
  renewsAt: 0,
  savedByNotifications: 0,
  token: 'certain',
  tokenStays: null,
  lastTrouble: null,
}

test('several chats get their first label in one step, and a person alone is led to a team', async ({ desk, open }) => {
  const [anna, boris] = [desk.customer('Anna'), desk.customer('Boris')]
  const key = 1 as LabelKey
  desk.answer('labels.save', ({ name, hue }) => {
    desk.labels.push({ key, name: name ?? '', hue: hue ?? 1, chats: 0 })
    desk.changed({ kind: 'labels' })
    return { key }
  })
  const page = await open()
  await chatRow(page, 'Anna').click({ modifiers: ['Control'] })
  await chatRow(page, 'Boris').click({ modifiers: ['Control'] })
  const bar = page.getByRole('toolbar', { name: 'Selected chats' })
  await bar.getByRole('button', { name: 'Labels' }).click()
  await page.getByRole('menuitem', { name: 'New label' }).click()
  const dialog = page.getByRole('dialog', { name: 'New label for 2 chats' })
  await expect(dialog.getByRole('button', { name: 'Create and add' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.type('Returns')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '“Returns” added to 2 chats' })).toBeVisible()
  for (const chat of [anna, boris]) expect(desk.chat(chat).row.labels).toEqual([key])
  await bar.getByRole('button', { name: 'Assign to' }).click()
  await page.getByRole('menuitem', { name: 'Set up a team' }).click()
  await expect(page.getByRole('heading', { name: 'Team' })).toBeVisible()
})

test('a chat is put off until a time to come, and brought back before it', async ({ desk, open }) => {
  const anna = desk.customer('Anna')
  desk.answer('chats.snooze', ({ chat, until }) => {
    desk.change(chat, { snoozedUntil: typeof until === 'number' ? until : null })
    return desk.noChange(chat)
  })
  const page = await open()
  const choose = async (...items: readonly string[]): Promise<void> => {
    await chatRow(page, 'Anna').click({ button: 'right' })
    for (const name of items) await page.getByRole('menuitem', { name }).click()
  }
  await choose('Snooze', 'Choose a time…')
  const dialog = page.getByRole('dialog', { name: 'Snooze until' })
  await dialog.getByLabel('Day').fill('2020-01-01')
  await expect(dialog.getByRole('alert')).toHaveText('This time has passed. Choose a later one.')
  await dialog.getByRole('button', { name: 'In an hour' }).click()
  const now = Date.now()
  await dialog.getByRole('button', { name: 'Snooze' }).click()
  await expect(dialog).toBeHidden()
  await expect(
    page.getByRole('status').filter({ hasText: 'Snoozed until' }).getByRole('button', { name: 'Undo' }),
  ).toBeVisible()
  await expect(chatRow(page, 'Anna').getByRole('img', { name: 'Snoozed until' })).toBeVisible()
  const { chat, until } = desk.inputs('chats.snooze')[0] ?? {}
  expect(chat).toBe(anna)
  expect(Math.abs(Number(until) - now - 3_600_000)).toBeLessThan(120_000)
  await choose('Bring back now')
  await expect.poll(() => desk.inputs('chats.snooze').at(-1)).toEqual({ chat: anna, until: null })
})

test('a quick reply that is removed in another window while it is edited is not lost', async ({ desk, open, pipe }) => {
  desk.quickReply('Hours', 'Open from 9.')
  desk.answer('quickReplies.save', ({ key, name = '', text = '' }) => {
    if (key !== undefined) throw new ContractError('notFound')
    return { key: desk.quickReply(name, text) }
  })
  const page = await open()
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: /Settings/ })
    .click()
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Quick replies' }).click()
  const section = page.getByRole('region', { name: 'Quick replies' })
  await section.getByRole('button', { name: 'Edit Hours' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit quick reply' })
  // Nobody is in a team: there is nobody to share it with.
  await expect(edit.getByLabel('For')).not.toContainText('Everyone in the team')
  await edit.getByLabel('Text').fill('Open from 10.')
  desk.quickReplies.length = 0
  desk.changed({ kind: 'quickReplies' })
  await expect(section.getByRole('button', { name: 'Remove Hours' })).toHaveCount(0)
  const letGo = pipe.hold('quickReplies.save')
  await edit.getByRole('button', { name: 'Save' }).click()
  // A file that was added now would not be saved with it.
  await expect(edit.getByRole('button', { name: 'Add files' })).toBeDisabled()
  letGo()
  await expect(edit).toContainText('This quick reply was removed in another window. Save it as a new one, or cancel.')
  await expect(edit.getByLabel('Text')).toHaveValue('Open from 10.')
  await expect(edit.getByRole('button', { name: 'Add files' })).toBeEnabled()
  await edit.getByRole('button', { name: 'Save as new' }).click()
  await expect(section).toContainText('Open from 10.')
})

const usable: CheckReport = { steps: [], usable: true, family: 'v3', authorization: 'authorized' }

test('a token is stored without protection only after the person agreed, and what was typed goes on', async ({
  desk,
  open,
}) => {
  let isAccepted = false
  desk.answer('instances.list', () => [])
  desk.answer('instances.check', () => usable)
  desk.answer('instances.checkSteps', () => [])
  desk.answer('instances.acceptWeakVault', () => void (isAccepted = true))
  desk.answer('instances.add', () => {
    if (!isAccepted) throw new ContractError('vaultConsentNeeded')
    return { instance: desk.instance.key, reattached: false }
  })
  const page = await open()
  await page
    .getByRole('button', { name: /Add (an )?instance/ })
    .first()
    .click()
  const values = { name: 'Order desk', url: 'https://api.example', id: '1101000001', token: 'a-secret-of-the-tests' }
  const adding = await fillAddInstance(page, values)
  const consent = page.getByRole('dialog', { name: 'Store tokens without protection?' })
  await adding.getByRole('button', { name: 'Connect' }).click()
  await consent.getByRole('button', { name: 'Cancel' }).click()
  await expect(consent).toBeHidden()
  expect(isAccepted).toBe(false)
  await adding.getByRole('button', { name: 'Connect' }).click()
  await consent.getByRole('button', { name: 'Store anyway' }).click()
  await expect.poll(() => desk.inputs('instances.add').length).toBe(3)
  expect(desk.inputs('instances.add').at(-1)).toMatchObject({ token: values.token, storeToken: true })
})
