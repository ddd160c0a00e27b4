import type { ContactRow, GroupRow } from '../../src/contract/administration.ts'
import type { GroupDetails, RecipientSuggestion } from '../../src/contract/chats.ts'
import { ContractError } from '../../src/contract/errors.ts'
import type { ChatKey } from '../../src/contract/ids.ts'
import { goToHash } from '../support/inspect.ts'
import { chatList, composer, conversation, details, message, openChat } from '../support/window.ts'
import { expect, holdScript, test, type WindowFixtures } from './window-test.ts'

const noContacts = { total: 0, inContacts: 0, missing: 0, rows: [], fitting: 0, readAt: null }

const newNumber: RecipientSuggestion = {
  ...{ kind: 'exact', chatId: '79990001122@c.us', display: '+7 999 000-11-22', existing: null, account: 'unknown' },
}

const emptyGroup: GroupDetails = {
  ...{ state: 'known', fetchedAt: 1, subject: '', description: '', owner: '', ownerName: '', createdAt: null },
  ...{ inviteLink: '', ownRole: 'admin', participantsMay: {}, size: 0, participants: [] },
}

/** A person in Boris's chat asks for that of a number, whose answer is kept back. */
async function openNumberLate({ desk, open, pipe }: Pick<WindowFixtures, 'desk' | 'open' | 'pipe'>) {
  const anna = desk.customer('Anna')
  const boris = desk.customer('Boris')
  desk.answer('contacts.list', () => noContacts)
  desk.answer('chats.suggestRecipient', () => newNumber)
  desk.answer('chats.open', () => ({ chat: anna }))
  const page = await open()
  await openChat(page, 'Boris')
  const letGo = pipe.hold('chats.open')
  await page.keyboard.press('Alt+n')
  await page.getByRole('dialog').getByRole('combobox').fill('79990001122')
  await page.keyboard.press('Enter')
  await expect.poll(() => desk.inputs('chats.open').length).toBe(1)
  return { page, boris, letGo }
}

test('a chat that is opened by its number does not open once that was given up', async ({ desk, open, pipe }) => {
  const { page, letGo } = await openNumberLate({ desk, open, pipe })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await composer(page).click()
  letGo()
  await page.keyboard.type('It is ready')
  await expect(conversation(page).getByRole('heading', { name: 'Boris' })).toBeVisible()
  await expect(composer(page)).toHaveValue('It is ready')
})

test('a chat that is opened late takes no letters that were typed for another dialog by then', async ({
  desk,
  open,
  pipe,
}) => {
  const { page, boris, letGo } = await openNumberLate({ desk, open, pipe })
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()

  const bring = await holdScript(page, 'label-dialog')
  await page.keyboard.press('Alt+l')
  await page.keyboard.type('Ur')
  letGo()
  // The window has the answer by the time it shows this.
  desk.change(boris, { title: 'Boris Ray' })
  await expect(conversation(page).getByRole('heading', { name: 'Boris Ray' })).toBeVisible()
  await page.keyboard.type('gent')
  await bring()
  await expect(page.getByRole('dialog').getByRole('searchbox')).toHaveValue('Urgent')
  expect(desk.inputs('chats.saveDraft')).toEqual([])
})

test('a message that is scheduled late takes no letters from a field that the person went to', async ({
  desk,
  open,
  pipe,
}) => {
  desk.customer('Boris')
  desk.customer('Anna')
  const page = await open()
  await openChat(page, 'Anna')
  await composer(page).fill('At noon')
  await page.keyboard.press('Control+Shift+Enter')
  const dialog = page.getByRole('dialog')
  const letGo = pipe.hold('messages.send')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect.poll(() => desk.inputs('messages.send').length).toBe(1)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  const search = chatList(page).getByRole('searchbox', { name: 'Search', exact: true })
  await search.click()
  await page.keyboard.type('Bo')
  letGo()
  await expect(composer(page)).toHaveValue('')
  await page.keyboard.type('ris')
  await expect(search).toHaveValue('Boris')
  await expect(composer(page)).toHaveValue('')
})

test('messages that are forwarded late end no selection that was made since', async ({ desk, open, pipe }) => {
  desk.customer('Boris')
  const anna = desk.customer('Anna')
  desk.says(anna, 'And a lamp')
  desk.answer('messages.forward', () => ({ messages: [] }))
  const page = await open()
  await openChat(page, 'Anna')
  const selected = conversation(page).getByRole('heading', { name: '1 message' })
  const select = async (text: string): Promise<void> => {
    await message(page, text).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Select' }).click()
    await expect(selected).toBeVisible()
  }
  await select('Hello from Anna')
  await conversation(page).getByRole('button', { name: 'Forward' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /Boris/ }).check()
  const letGo = pipe.hold('messages.forward')
  await dialog.getByRole('button', { name: 'Forward', exact: true }).click()
  await expect.poll(() => desk.inputs('messages.forward').length).toBe(1)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await conversation(page).getByRole('button', { name: 'Cancel selection' }).click()
  await expect(selected).toBeHidden()
  await select('And a lamp')
  letGo()
  await expect(page.getByText('Message on the way to 1 chat')).toBeVisible()
  await expect(selected).toBeVisible()
})

test('what is refused after its view or dialog was left is said all the same', async ({ desk, open, pipe }) => {
  const connection = { ...desk.instance.connection, kind: 'tokenMissing', receiving: false } as const
  desk.customer('Boris')
  const anna = desk.customer('Anna')
  for (const name of ['account.state', 'account.read', 'login.state', 'queues.state', 'queues.read'] as const)
    desk.fallBack(name, undefined)
  desk.answer('contacts.list', () => noContacts)
  desk.answer('groups.list', () => ({ groups: [], nextAt: null }))
  desk.answer('instanceSettings.state', () => ({
    ...{ readAt: 1, restartsUntil: null },
    fields: [{ name: 'incomingWebhook', kind: 'switch', value: 'no' } as const],
  }))
  desk.answer('instanceSettings.save', () => {
    throw new ContractError('unreachable')
  })
  desk.answer('messages.sendContent', () => {
    throw new ContractError('storeFull')
  })
  desk.answer('notes.add', () => {
    throw new ContractError('storeReadOnly')
  })
  const steps = [{ step: 'credentials', result: 'failed', code: 'wrongToken' }] as const
  const refused = { steps, usable: false, family: 'v3', authorization: 'unknown' } as const
  desk.answer('instances.setToken', () => refused)
  const page = await open()
  const toasts = page.getByRole('region', { name: 'Program messages' })

  await test.step('settings of an instance', async () => {
    await expect(page).toHaveURL(/#\/chats\/1$/)
    await goToHash(page, '#/instance/1')
    const settings = page.getByRole('region', { name: 'Instance settings' })
    await settings.getByRole('radio', { name: 'On' }).click()
    const letGo = pipe.hold('instanceSettings.save')
    await settings.getByRole('button', { name: 'Save 1 change' }).click()
    await goToHash(page, `#/chats/1/${anna}`)
    letGo()
    await expect(toasts).toContainText('could not be reached')
  })
  await test.step('a place that was sent', async () => {
    await conversation(page).getByRole('button', { name: 'More to send' }).click()
    await page.getByRole('menuitem', { name: 'Location' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Coordinates or map link').fill('56.95, 24.1')
    const letGo = pipe.hold('messages.sendContent')
    await page.keyboard.press('Enter')
    await expect.poll(() => desk.inputs('messages.sendContent').length).toBe(1)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    letGo()
    await expect(toasts).toContainText('The disk is full')
  })
  await test.step('a note on a chat', async () => {
    await page.keyboard.press('Control+.')
    const notes = details(page).getByRole('region', { name: 'Notes' })
    await notes.getByRole('button', { name: 'Add note' }).click()
    await page.keyboard.type('Pays late')
    const letGo = pipe.hold('notes.add')
    await page.keyboard.press('Control+Enter')
    await openChat(page, 'Boris')
    letGo()
    await expect(toasts).toContainText('can’t be written')
  })
  await test.step('a token', async () => {
    desk.setInstance({ connection, authorization: 'unknown' })
    await page.getByRole('button', { name: 'Enter token' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('API token').fill('a-secret-of-the-tests')
    const letGo = pipe.hold('instances.setToken')
    await page.keyboard.press('Enter')
    await expect.poll(() => desk.inputs('instances.setToken').length).toBe(1)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    letGo()
    await expect(toasts).toContainText('Order desk: token not accepted. ID or token refused')
  })
})

test('a group that is made late opens beside no group that was opened since, and a contact keeps its words without its row', async ({
  desk,
  open,
  pipe,
}) => {
  const row = (title: string, key: ChatKey): GroupRow => ({
    ...{ chat: key, chatId: `1203630000000000${key}@g.us`, title, avatar: { kind: 'none' }, state: 'known' },
    ...{ people: 1, role: 'admin', lastAt: 1, readAt: 1 },
  })
  const [day, night] = [desk.customer('Day crew'), desk.customer('Night crew')]
  let groups = [row('Day crew', day)]
  desk.answer('groups.list', () => ({ groups, nextAt: null }))
  desk.answer('groups.details', ({ chat }) => ({ ...emptyGroup, subject: desk.chat(chat).row.title }))
  desk.answer('groups.create', () => ({ chat: night }))
  const olga: ContactRow = {
    ...{ id: '79990001122@c.us', name: 'Olga', phone: '', inContacts: true, chat: null, check: null },
    ...{ avatar: { kind: 'none' }, lastAt: null },
  }
  desk.answer('contacts.list', () => ({ ...noContacts, total: 1, rows: [olga], fitting: 1 }))
  for (const name of ['chats.refreshGroup', 'account.state', 'login.state', 'account.read'] as const)
    desk.fallBack(name, undefined)
  const page = await open()
  await expect(page).toHaveURL(/#\/chats\/1$/)
  await goToHash(page, '#/instance/1/groups')
  await page.getByRole('button', { name: 'New group' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Group' }).fill('Night crew')
  await dialog.getByRole('checkbox', { name: 'Olga' }).check()
  const letGo = pipe.hold('groups.create')
  await dialog.getByRole('button', { name: 'Create with 1 person' }).click()
  await expect.poll(() => desk.inputs('groups.create').length).toBe(1)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('row', { name: /Day crew/ }).click()
  const heading = page.getByRole('complementary', { name: 'Group' }).getByRole('heading', { name: 'Day crew' })
  await expect(heading).toBeVisible()
  groups = [row('Night crew', night), ...groups]
  letGo()
  desk.changed({ kind: 'group', chat: night })
  desk.changed({ kind: 'administration', instance: desk.instance.key })
  await expect(page.getByRole('row', { name: /Night crew/ })).toBeVisible()
  await expect(heading).toBeVisible()

  await page.getByRole('tab', { name: 'Contacts' }).click()
  await page.getByRole('row', { name: /Olga/ }).click()
  await page.getByRole('complementary').getByRole('button', { name: 'Edit' }).click()
  await dialog.getByRole('textbox', { name: 'Last name' }).fill('Ray')
  desk.answer('contacts.list', () => noContacts)
  desk.changed({ kind: 'administration', instance: desk.instance.key })
  await expect(page.getByRole('row', { name: /Olga/ })).toHaveCount(0)
  await expect(dialog.getByRole('textbox', { name: 'Last name' })).toHaveValue('Ray')
})
