import type { ContactRow, GroupRow } from '../../src/contract/administration.ts'
import type { GroupDetails, GroupParticipant } from '../../src/contract/chats.ts'
import type { ChatKey, MessageKey } from '../../src/contract/ids.ts'
import type { Template } from '../../src/contract/sending.ts'
import type { TrayFile } from '../../src/contract/uploads.ts'
import { ContractError } from '../../src/contract/errors.ts'
import { goToHash } from '../support/inspect.ts'
import { chatList, chatRow, composer, conversation, details, message, openChat } from '../support/window.ts'
import type { Locator } from '@playwright/test'
import type { ScriptedDesk } from './scripted-desk.ts'
import { expect, test } from './window-test.ts'

const noContacts = { total: 0, inContacts: 0, missing: 0, rows: [], fitting: 0, readAt: null }

/** The tabs of an instance, without a contact or group. */
function answerInstanceViews(desk: ScriptedDesk): void {
  for (const name of ['account.state', 'login.state', 'account.read', 'queues.state', 'queues.read'] as const)
    desk.fallBack(name, undefined)
  desk.answer('contacts.list', () => noContacts)
  desk.answer('groups.list', () => ({ groups: [], nextAt: null }))
}

test('Enter in the search opens what fits its letters, in whatever it looks, and leads nobody away who writes by then', async ({
  desk,
  open,
  pipe,
}) => {
  for (const name of ['Clara', 'Boris', 'Anna']) desk.customer(name)
  const page = await open()
  const field = chatList(page).getByRole('searchbox', { name: 'Search', exact: true })
  const expectOpen = (name: string) => expect(conversation(page).getByRole('heading', { name })).toBeVisible()
  await test.step('what it found before is not opened', async () => {
    await field.fill('Ann')
    await chatList(page).getByRole('radio', { name: 'Chats' }).click()
    await expect(chatRow(page, 'Anna')).toBeVisible()
    const letGo = pipe.hold('chats.list', 'Bor')
    await field.fill('Bor')
    await field.press('Enter')
    letGo()
    await expectOpen('Boris')
  })
  await test.step('who writes stays where they are', async () => {
    await chatList(page).getByRole('radio', { name: 'Everything' }).click()
    const letGo = pipe.hold('search.messages', 'Cla')
    await field.fill('Cla')
    await field.press('Enter')
    await composer(page).click()
    await page.keyboard.type('It is ')
    letGo()
    await expect(chatRow(page, 'Clara').first()).toBeVisible()
    await page.keyboard.type('ready')
    await expectOpen('Boris')
    await expect(composer(page)).toHaveValue('It is ready')
  })
})

test('Enter means the person whom the letters of the field fit, however slow the search is', async ({
  desk,
  open,
  pipe,
}) => {
  const anna = desk.customer('Anna Orlova')
  desk.customer('Andrey Smirnov')
  const crew = desk.customer('The crew')
  desk.change(crew, { kind: 'group', chatId: '120363000000000000@g.us', phone: null })
  const group: GroupDetails = {
    ...{
      state: 'known',
      fetchedAt: 1,
      subject: 'The crew',
      description: '',
      owner: '',
      ownerName: '',
      createdAt: null,
    },
    ...{ inviteLink: '', ownRole: 'admin', participantsMay: {}, size: 0, participants: [] },
  }
  desk.answer('contacts.list', () => noContacts)
  desk.answer('groups.details', () => group)
  const row: GroupRow = {
    ...{ chat: crew, chatId: '120363000000000000@g.us', title: 'The crew', avatar: { kind: 'none' }, state: 'known' },
    ...{ people: 0, role: 'admin', lastAt: 1, readAt: 1 },
  }
  desk.answer('groups.list', () => ({ groups: [row], nextAt: null }))
  desk.answer('groups.add', () => undefined as never)
  desk.answer('groups.rename', () => undefined as never)
  desk.answer('labels.save', () => ({ key: desk.label('Return') }))
  for (const name of ['chats.refreshGroup', 'account.state', 'login.state', 'account.read'] as const)
    desk.fallBack(name, undefined)
  const page = await open()
  const typeFast = async (field: ReturnType<typeof composer>): Promise<void> => {
    await field.fill('An')
    await expect(page.getByRole('option', { name: /Andrey/ })).toHaveAttribute('aria-selected', 'true')
    const letGo = pipe.hold('search.chats', 'Anna')
    await field.fill('Anna')
    await field.press('Enter')
    letGo()
  }
  await test.step('a contact that is sent', async () => {
    await openChat(page, 'The crew')
    await conversation(page).getByRole('button', { name: 'More to send' }).click()
    await page.getByRole('menuitem', { name: 'Contact' }).click()
    const field = page.getByRole('dialog').getByRole('combobox')
    await typeFast(field)
    await expect(field).toHaveValue(desk.chat(anna).row.phone ?? '')
    await page.keyboard.press('Escape')
  })
  await test.step('somebody who is added to a group', async () => {
    await page.evaluate(() => (location.hash = '#/instance/1/groups'))
    await page.getByRole('row', { name: /The crew/ }).click()
    const panel = page.getByRole('complementary', { name: 'Group' })
    await panel.getByRole('button', { name: 'Add' }).first().click()
    await typeFast(panel.getByRole('combobox'))
    await expect
      .poll(() => desk.inputs('groups.add'))
      .toEqual([{ chat: crew, participant: desk.chat(anna).row.chatId }])
  })
  await test.step('where this account may add people, and nowhere else', async () => {
    const add = page.getByRole('complementary', { name: 'Group' }).getByRole('button', { name: 'Add' })
    const show = (change: Partial<GroupDetails>) => {
      desk.answer('groups.details', () => ({ ...group, ...change }))
      desk.changed({ kind: 'group', chat: crew })
    }
    await expect(add).toHaveCount(1)
    show({ ownRole: 'member' })
    await expect(add).toHaveCount(0)
    show({ ownRole: 'member', participantsMay: { addMembers: true } })
    await expect(add).toHaveCount(1)
    show({})
  })
  await test.step('and a refusal stays while something else is done', async () => {
    const panel = page.getByRole('complementary', { name: 'Group' })
    const person: GroupParticipant = {
      ...{ chatId: '79990001122@c.us', name: 'Yegor', phone: null, role: 'member', own: false, inContacts: true },
      ...{ initials: 'Y', hue: 1, avatar: { kind: 'none' } },
    }
    desk.answer('groups.details', () => ({ ...group, participants: [person] }))
    desk.answer('groups.setAdmin', () => undefined as never)
    desk.answer('groups.removePerson', () => {
      throw new ContractError('unreachable')
    })
    desk.changed({ kind: 'group', chat: crew })
    const act = async (name: string): Promise<void> => {
      await panel.getByRole('button', { name: 'Role: Participant' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    const letGo = pipe.hold('groups.setAdmin')
    await act('Make administrator')
    await act('Remove from the group')
    const refusal = panel.getByRole('alert')
    await expect(refusal).toContainText('Yegor was not removed.')
    letGo()
    desk.answer('groups.details', () => ({ ...group, participants: [{ ...person, role: 'admin' as const }] }))
    desk.changed({ kind: 'group', chat: crew })
    await expect(panel.getByRole('button', { name: 'Role: Administrator' })).toBeVisible()
    await expect(refusal).toContainText('Yegor was not removed.')
  })
  await test.step('and the next name, and the letters after a label, stay where they were typed', async () => {
    const panel = page.getByRole('complementary', { name: 'Group' })
    await panel.getByRole('button', { name: 'Add' }).first().click()
    const whom = panel.getByRole('combobox')
    await whom.fill('79990001122')
    const letGo = pipe.hold('groups.add')
    await whom.press('Enter')
    await expect.poll(() => desk.inputs('groups.add').length).toBe(2)
    await whom.fill('Olga')
    letGo()
    await expect(panel.getByRole('button', { name: 'Add' }).last()).not.toHaveAttribute('aria-busy', 'true')
    await expect(whom).toHaveValue('Olga')

    await panel.getByRole('button', { name: 'Rename' }).click()
    const name = panel.getByRole('textbox', { name: 'Group' })
    await name.fill('Night crew')
    const letNameGo = pipe.hold('groups.rename')
    await name.press('Enter')
    await expect.poll(() => desk.inputs('groups.rename').length).toBe(1)
    await name.fill('The night crew')
    letNameGo()
    await expect(panel.getByRole('button', { name: 'Save' })).not.toHaveAttribute('aria-busy', 'true')
    await expect(name).toHaveValue('The night crew')

    await goToHash(page, `#/chats/1/${anna}`)
    await expect(composer(page)).toBeVisible()
    await page.keyboard.press('Alt+l')
    const field = page.getByRole('dialog').getByRole('searchbox')
    const letLabelGo = pipe.hold('labels.save')
    await field.fill('Return')
    await field.press('Enter')
    await field.pressSequentially('Vip')
    letLabelGo()
    await expect(field).toHaveValue('Vip')
  })
})

test('an older hit of a search in a chat that comes late moves the log of nobody who ended the search', async ({
  desk,
  open,
  pipe,
}) => {
  const anna = desk.customer('Anna', 'The first pallet')
  for (let line = 1; line <= 60; line += 1) desk.says(anna, `Line ${line}`)
  const newest = desk.says(anna, 'The last pallet')
  const [oldest] = desk.chat(anna).messages
  const hit = {
    ...{ chat: anna, instance: desk.instance.key, chatTitle: 'Anna', senderName: 'Anna', senderHue: 1, at: 1 },
    ...({ direction: 'incoming', kind: 'text', snippet: 'pallet', marks: [[0, 6]] } as const),
  }
  desk.answer('search.messages', ({ cursor }) => ({
    hits: [{ ...hit, message: cursor === null ? newest : (oldest?.key ?? newest) }],
    next: cursor === null ? 'older' : null,
    covers: { messages: 62, oldestAt: null },
  }))
  const page = await open()
  await openChat(page, 'Anna')
  const field = page.getByRole('searchbox', { name: 'Search messages of this chat' })
  for (const isEnded of [true, false]) {
    await composer(page).focus()
    await page.keyboard.press('Control+f')
    await page.keyboard.type('pallet')
    await expect(page.getByRole('search')).toContainText('1 of 1')
    await expect(message(page, 'The last pallet')).toBeInViewport()
    const letGo = pipe.hold('search.messages', 'older')
    await field.press('Enter')
    if (isEnded) await page.getByRole('button', { name: 'Close search' }).click()
    letGo()
    // The window has the older hit by the time it shows this.
    desk.change(anna, { title: `Anna, ${isEnded}` })
    await expect(conversation(page).getByRole('heading', { name: `Anna, ${isEnded}` })).toBeVisible()
    await expect(message(page, isEnded ? 'The last pallet' : 'The first pallet')).toBeInViewport()
  }
})

test('no number is asked for after the quota is used up, and a chat or setting that comes late leads nobody away', async ({
  desk,
  open,
  pipe,
}) => {
  const anna = desk.customer('Anna')
  desk.answer('contacts.list', () => noContacts)
  desk.answer('groups.list', () => ({ groups: [], nextAt: null }))
  for (const name of ['account.state', 'login.state', 'account.read'] as const) desk.fallBack(name, undefined)
  desk.answer('contacts.check', ({ phone }) => {
    if (phone.endsWith('2')) throw new ContractError('quotaExceeded')
    return { exists: true, chatId: `${phone}@c.us` }
  })
  desk.answer('chats.open', () => ({ chat: anna }))
  const page = await open()
  await expect(page).toHaveURL(/#\/chats\/1$/)
  await goToHash(page, '#/instance/1/contacts')
  await page.getByRole('button', { name: 'Check numbers' }).click()
  await page.getByRole('textbox', { name: 'Numbers' }).fill('79990001121\n79990001122\n79990001123')
  await page.getByRole('button', { name: 'Check 3 numbers' }).click()
  await expect(page.getByRole('button', { name: 'Check 2 numbers' })).toBeEnabled()
  expect(desk.inputs('contacts.check').map(({ phone }) => phone)).toEqual(['79990001121', '79990001122'])

  const letGo = pipe.hold('chats.open')
  await page.getByRole('button', { name: 'Write', exact: true }).click()
  await expect.poll(() => desk.inputs('chats.open').length).toBe(1)
  await page.goBack()
  await expect(chatRow(page, 'Anna')).toBeVisible()
  letGo()
  // The window has the answer by the time it shows this.
  desk.change(anna, { title: 'Anna Ray' })
  await expect(chatRow(page, 'Anna Ray')).toBeVisible()
  await expect(page).toHaveURL(/#\/chats\/1$/)

  await goToHash(page, '#/instance/1/contacts')
  await page.getByRole('button', { name: 'Check numbers' }).click()
  const letSecondGo = pipe.hold('chats.open')
  await page.getByRole('button', { name: 'Write', exact: true }).click()
  await expect.poll(() => desk.inputs('chats.open').length).toBe(2)
  await page.getByRole('tab', { name: 'Groups' }).click()
  letSecondGo()
  desk.setInstance({ name: 'Night desk' })
  await expect(page.locator('.i-head')).toContainText('Night desk')
  await expect(page).toHaveURL(/#\/instance\/1\/groups$/)

  await test.step('and a setting that comes late takes the focus of nobody who writes by then', async () => {
    for (const name of ['queues.state', 'queues.read', 'instanceSettings.read'] as const) desk.fallBack(name, undefined)
    desk.answer('instanceSettings.state', () => ({
      ...{ readAt: 1, restartsUntil: null },
      fields: [{ name: 'webhookUrl', kind: 'switch', value: 'no' } as const],
    }))
    desk.setInstance({ connection: { ...desk.instance.connection, kind: 'webhookSet' } as never })
    const letStateGo = pipe.hold('instanceSettings.state')
    await page.getByRole('button', { name: 'Show the webhook' }).first().click()
    const search = page.getByRole('searchbox', { name: 'Find a setting' })
    await search.click()
    await page.keyboard.type('web')
    letStateGo()
    await expect(page.getByRole('radio', { name: 'On' })).toBeVisible()
    await page.keyboard.type('hook')
    await expect(search).toHaveValue('webhook')
  })
})

test('a message is forwarded to everybody who was picked, however late their chats are made, and once, however often that is tried', async ({
  desk,
  open,
  pipe,
}) => {
  const boris = desk.customer('Boris')
  desk.customer('Anna')
  const olga: ContactRow = {
    ...{ id: '79990001122@c.us', name: 'Olga', phone: '+7 999 000-11-22', inContacts: true, chat: null, check: null },
    ...{ avatar: { kind: 'none' }, lastAt: null },
  }
  desk.answer('contacts.list', () => ({ ...noContacts, rows: [olga] }))
  let made: ChatKey | undefined
  desk.answer('chats.open', () => ({ chat: (made = desk.customer('Olga')) }))
  desk.answer('messages.forward', () => ({ messages: [] }))
  const page = await open()
  await openChat(page, 'Anna')
  await message(page, 'Hello from Anna').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Forward' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /Boris/ }).check()
  const letGo = pipe.hold('chats.open')
  await dialog.getByRole('combobox').fill('Olga')
  await dialog.getByRole('option', { name: /Olga/ }).click()
  pipe.cutAt('messages.forward', 'answer')
  const forward = dialog.getByRole('button', { name: 'Forward', exact: true })
  await forward.click()
  letGo()
  await expect(dialog.getByRole('alert')).toContainText('was lost')
  pipe.mend()
  await forward.click()
  await expect(dialog).toBeHidden()
  const [first, second] = desk.inputs('messages.forward')
  expect(first?.chats).toEqual([boris, made])
  expect(second).toEqual(first)

  await test.step('and to nobody once it was given up', async () => {
    await message(page, 'Hello from Anna').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Forward' }).click()
    const letChatGo = pipe.hold('chats.open')
    await dialog.getByRole('combobox').fill('Olga')
    await dialog.getByRole('option', { name: /Olga/ }).last().click()
    await expect.poll(() => desk.inputs('chats.open').length).toBe(2)
    await forward.click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    letChatGo()
    desk.says(boris, 'And a desk')
    await expect(chatRow(page, 'Boris')).toContainText('And a desk')
    expect(desk.inputs('messages.forward')).toHaveLength(2)
  })
})

test('a file that was taken out of an answer does not come back by an older list of them', async ({
  desk,
  open,
  pipe,
}) => {
  desk.customer('Boris')
  desk.customer('Anna')
  let files: readonly TrayFile[] = [
    {
      ...{ upload: 'upload-1', name: 'lamp.pdf', bytes: 10, kind: 'document', caption: '', asFile: false },
      ref: 'lamp' as never,
    },
  ]
  desk.answer('uploads.tray', () => files)
  desk.answer('uploads.arrange', () => undefined)
  desk.answer('uploads.discard', () => void (files = []))
  const page = await open()
  await openChat(page, 'Anna')
  const remove = page.getByRole('button', { name: 'Remove lamp.pdf' })
  await expect(remove).toBeVisible()
  await openChat(page, 'Boris')
  const letGo = pipe.hold('uploads.tray')
  await openChat(page, 'Anna')
  await remove.click()
  await expect.poll(() => desk.inputs('uploads.discard').length).toBe(1)
  letGo()
  await composer(page).fill('Ready')
  await page.keyboard.press('Enter')
  await expect.poll(() => desk.inputs('messages.send').length).toBe(1)
  await expect(remove).toHaveCount(0)
})

test('the file of a template goes with its dialog, and stays with a template that is being sent', async ({
  desk,
  open,
  pipe,
}) => {
  desk.setInstance({ isWaba: true })
  const boris = desk.customer('Boris')
  desk.customer('Anna')
  const template: Template = {
    ...{ id: 'offer', name: 'Offer', language: 'en', category: '', text: 'Our offer', header: '', footer: '' },
    ...{ buttons: [], media: 'document', status: 'APPROVED' },
  }
  desk.answer('templates.read', () => [template])
  desk.answer('uploads.begin', ({ name }) => ({ upload: `${name} here`, address: 'spool/one', name }))
  desk.answer('uploads.arrange', () => undefined)
  desk.answer('uploads.discard', () => undefined)
  desk.answer('messages.sendContent', () => ({ message: 1 as MessageKey }))
  const page = await open()
  await page.route('**/spool/one?*', (route) =>
    route.fulfill({ json: { stored: route.request().postDataBuffer()?.length ?? 0 } }),
  )
  const begin = async (name: string) => {
    await openChat(page, 'Anna')
    await page.getByRole('button', { name: 'More to send' }).click()
    await page.getByRole('menuitem', { name: 'Template' }).click()
    const file = { name, mimeType: 'application/pdf', buffer: Buffer.from('An offer') }
    await page.locator('input[data-template-file]').setInputFiles(file)
    await expect.poll(() => desk.inputs('uploads.arrange').length).toBeGreaterThan(0)
  }
  const leave = async () => {
    await goToHash(page, `#/chats/1/${boris}`)
    await expect(conversation(page).getByRole('heading', { name: 'Boris' })).toBeVisible()
  }
  await test.step('left before it is sent', async () => {
    await begin('lamp.pdf')
    await leave()
    await openChat(page, 'Anna')
    await expect(page.getByRole('button', { name: 'Remove lamp.pdf' })).toHaveCount(0)
    await expect.poll(() => desk.inputs('uploads.discard')).toEqual([{ uploads: ['lamp.pdf here'] }])
  })
  await test.step('left while it is sent', async () => {
    const letGo = pipe.hold('messages.sendContent')
    await begin('desk.pdf')
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => desk.inputs('messages.sendContent').length).toBe(1)
    await leave()
    letGo()
    await openChat(page, 'Anna')
    await expect(page.getByRole('button', { name: 'Remove desk.pdf' })).toHaveCount(0)
    await composer(page).fill('Ready')
    await page.keyboard.press('Enter')
    await expect.poll(() => desk.inputs('messages.send').length).toBe(1)
    expect(desk.inputs('uploads.discard')).toHaveLength(1)
  })
})

test('a question that was asked in place of another one stays when that one is answered late', async ({
  desk,
  open,
  pipe,
}) => {
  desk.customer('Anna')
  answerInstanceViews(desk)
  desk.answer('login.restart', () => undefined)
  const page = await open()
  await expect(page).toHaveURL(/#\/chats\/1$/)
  await goToHash(page, '#/instance/1/groups')
  const letGo = pipe.hold('login.restart')
  await page.getByRole('button', { name: 'Restart' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  const question = page.getByRole('dialog', { name: /Log .* out/ })
  await expect(question).toBeVisible()
  letGo()
  await expect(page.getByText('is restarting')).toBeVisible()
  await expect(question).toBeVisible()
})

test('the answer of a dialog that was closed closes no other dialog of its chat', async ({ desk, open, pipe }) => {
  desk.customer('Anna')
  desk.answer('messages.sendContent', () => ({ message: 1 as MessageKey }))
  const page = await open()
  await openChat(page, 'Anna')
  const begin = async (kind: string): Promise<void> => {
    await page.getByRole('button', { name: 'More to send' }).click()
    await page.getByRole('menuitem', { name: kind }).click()
  }
  const letGo = pipe.hold('messages.sendContent')
  await begin('Location')
  await page.getByLabel('Coordinates or map link').fill('59.93, 30.31')
  await page.keyboard.press('Enter')
  await expect.poll(() => desk.inputs('messages.sendContent').length).toBe(1)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await begin('Poll')
  await page.getByLabel('Question').fill('Which day?')
  letGo()
  desk.instance = { ...desk.instance, name: 'Night desk' }
  desk.changed({ kind: 'instances' })
  await expect(page.locator('header').filter({ hasText: 'Night desk' }).first()).toBeAttached()
  await expect(page.getByLabel('Question')).toHaveValue('Which day?')
})

test('who is in another chat by then is led nowhere when chats were joined or a person was erased', async ({
  desk,
  open,
  pipe,
}) => {
  const anna = desk.customer('Anna')
  const clara = desk.customer('Clara')
  desk.customer('Boris')
  desk.apart.set(anna, [{ chat: clara, id: '100000@lid' }])
  desk.answer('chats.rejoin', () => ({ chat: anna }))
  desk.answer('erasing.person', () => undefined)
  const page = await open()
  const acts = {
    'chats.rejoin': (pane: Locator) => pane.getByRole('button', { name: 'Make one chat of this' }).click(),
    async 'erasing.person'(pane: Locator) {
      await pane.getByRole('button', { name: 'Erase this person' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').fill('erase')
      await dialog.getByRole('button', { name: 'Erase', exact: true }).click()
      await expect.poll(() => desk.inputs('erasing.person').length).toBe(1)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
    },
  }
  for (const [name, act] of Object.entries(acts)) {
    const letGo = pipe.hold(name)
    await openChat(page, 'Anna')
    if (!(await details(page).isVisible())) await page.keyboard.press('Control+.')
    await act(details(page))
    await chatRow(page, 'Boris').click()
    const heading = conversation(page).getByRole('heading', { name: 'Boris' })
    await expect(heading).toBeVisible()
    letGo()
    await expect(page.getByText(name === 'chats.rejoin' ? 'one chat again' : 'Erased')).toBeVisible()
    await expect(heading).toBeVisible()
  }
})

test('of two periods of stories the one that was chosen last is shown, whichever is answered first', async ({
  desk,
  open,
  pipe,
}) => {
  desk.customer('Anna')
  answerInstanceViews(desk)
  const person = { id: '79990001122@c.us', name: 'Boris' }
  const story = { id: 'S1', kind: 'text', type: 'textMessage', at: 1, person, background: null } as const
  desk.answer('stories.read', ({ days }) => [{ ...story, text: `Of ${days} days`, thumbnail: '', hasFile: false }])
  const page = await open()
  await expect(page).toHaveURL(/#\/chats\/1$/)
  await goToHash(page, '#/instance/1/stories')
  const stories = page.getByRole('list').filter({ hasText: 'Boris' })
  await page.getByRole('button', { name: 'Show stories' }).click()
  await expect(stories).toContainText('Of 1 days')
  const letGo = pipe.hold('stories.read', '"days":7')
  await page.getByRole('radio', { name: '7 days' }).click()
  await page.getByRole('radio', { name: '30 days' }).click()
  await expect(stories).toContainText('Of 30 days')
  letGo()
  desk.instance = { ...desk.instance, name: 'Night desk' }
  desk.changed({ kind: 'instances' })
  await expect(page.locator('.i-head')).toContainText('Night desk')
  await expect(stories).toContainText('Of 30 days')
  desk.answer('stories.read', () => {
    throw new ContractError('unreachable')
  })
  await page.getByRole('radio', { name: '7 days' }).click()
  await expect(page.getByRole('alert')).toContainText('could not be reached')
  await expect(stories).toContainText('Of 30 days')
  await expect(page.getByRole('radio', { name: '30 days' })).toBeChecked()
})

test('what is typed while a password is checked stays, and an error stays while its reading runs again', async ({
  desk,
  open,
  pipe,
}) => {
  desk.customer('Anna')
  desk.fallBack('account.state', undefined)
  desk.fallBack('account.read', undefined)
  desk.answer('contacts.list', () => noContacts)
  desk.answer('groups.list', () => ({ groups: [], nextAt: null }))
  desk.answer('login.state', () => ({ kind: 'passwordWanted' as const, refused: null }))
  desk.answer('login.password', () => {
    throw new ContractError('unreachable')
  })
  desk.answer('queues.state', () => ({ readAt: null, outgoing: 312, notifications: 0, entries: [], samples: [] }))
  for (const name of ['queues.read', 'queues.clearOutgoing'] as const)
    desk.answer(name, () => {
      throw new ContractError('unreachable')
    })
  desk.fallBack('instanceSettings.state', undefined)
  const live = { ...desk.instance, authorization: 'notAuthorized' } as const
  const set = (connection: typeof live.connection): void => {
    desk.instance = { ...live, connection }
    desk.changed({ kind: 'instances' })
  }
  set(live.connection)
  const page = await open()
  await expect(page).toHaveURL(/#\/chats\/1$/)
  await goToHash(page, '#/instance/1')
  await test.step('a password', async () => {
    const password = page.getByRole('region', { name: 'Authorization' }).getByLabel('Password', { exact: true })
    await password.fill('first')
    const letGo = pipe.hold('login.password')
    await password.press('Enter')
    await expect.poll(() => desk.inputs('login.password').length).toBe(1)
    await password.fill('second')
    letGo()
    await expect(page.getByRole('region', { name: 'Authorization' })).toContainText('could not be reached')
    await expect(password).toHaveValue('second')
  })
  await test.step('the queues', async () => {
    const line = page.getByRole('region', { name: 'Queues' }).getByRole('status')
    await expect(line).toContainText('could not be reached')
    const letGo = pipe.hold('queues.read')
    const readings = desk.inputs('queues.read').length
    set({ ...live.connection, kind: 'paused' })
    await expect(page.getByRole('region', { name: 'Queues' })).toContainText('Not read')
    set(live.connection)
    await expect.poll(() => desk.inputs('queues.read').length).toBeGreaterThan(readings)
    await expect(page.getByRole('region', { name: 'Queues' })).toContainText('Reading')
    await expect(line).toContainText('could not be reached')
    letGo()
  })
  await test.step('a number that confirms', async () => {
    await page.getByRole('region', { name: 'Queues' }).getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('menuitem', { name: 'Clear the outgoing queue' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Type 312 to confirm').fill('31')
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Type 312 to confirm').fill('312')
    expect(desk.inputs('queues.clearOutgoing')).toEqual([])
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('could not be reached')
    await expect(dialog.getByLabel('Type 312 to confirm')).toHaveValue('312')
  })
})
