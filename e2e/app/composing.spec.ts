import type { Page } from '@playwright/test'
import { templateRecord, waba } from '../../src/emulator/world/business-kinds.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expect, orderDeskInit, test } from '../support/test.ts'
import {
  chatRow,
  chooseLarge,
  clickAt,
  composer,
  conversation,
  details,
  fillAddInstance,
  log,
  message,
  openChat,
  send,
} from '../support/window.ts'

const quote = (page: Page) => conversation(page).getByRole('group', { name: /^Reply to/ })
const menuOf = async (page: Page, text: string) => {
  await message(page, text).click({ button: 'right' })
  return page.getByRole('menu', { name: 'Message actions' })
}

test('messages are quoted, forwarded, deleted for everyone and reacted to, and what the service turns out to lack is offered no more', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  const question = anna.says('Can you take the old one?')
  orderDesk.person('79990003344', { name: 'Boris' }).says('Good day')
  const page = await app.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')

  await test.step('an answer quotes its message: written by key R, kept with the draft over another chat and a reload, quoted at the service, read', async () => {
    await message(page, 'Can you take').focus()
    await page.keyboard.press('r')
    await expect(quote(page)).toContainText('Anna')
    await expect(quote(page)).toContainText('Can you take the old one?')
    await expect(composer(page)).toBeFocused()
    await page.keyboard.type('Yes, on Friday')

    await openChat(page, 'Boris')
    await expect(quote(page)).toHaveCount(0)
    await expect(chatRow(page, 'Anna')).toContainText('Yes, on Friday')
    await openChat(page, 'Anna')
    await expect(quote(page)).toContainText('Can you take the old one?')
    await page.reload()
    await expect(quote(page)).toContainText('Can you take the old one?')
    await expect(composer(page)).toHaveValue('Yes, on Friday')

    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await emulator.untilSent('Yes, on Friday')
    expect(orderDesk.sends.map(({ quotes }) => quotes?.id)).toEqual([question.id])
    await expect(quote(page)).toHaveCount(0)
    const answer = message(page, 'Yes, on Friday')
    await expect(answer.getByRole('button', { name: /Can you take the old one/ })).toBeVisible()
    await expect(answer.getByRole('img', { name: 'Read' })).toBeVisible()

    // The next one answers nothing.
    await send(page, 'See you')
    await emulator.untilSent('See you')
    expect(orderDesk.sends.at(-1)?.quotes).toBeUndefined()
  })

  await test.step('two messages are forwarded to two chats that are found by search, each with a status of its own, one refused in the service’s words', async () => {
    const before = orderDesk.sends.length
    anna.says('The first page')
    anna.says('The second page')
    orderDesk.person('79990005566', { name: 'Clara' }).says('Good evening')
    await expect(chatRow(page, 'Clara')).toBeVisible()
    for (const text of ['The first page', 'The second page'])
      await message(page, text).click({ modifiers: ['ControlOrMeta'] })
    await conversation(page).getByRole('button', { name: 'Forward' }).click()
    const dialog = page.getByRole('dialog', { name: 'Forward 2 messages' })
    const search = dialog.getByRole('combobox', { name: 'Name, number or chat ID' })
    await expect(search).toBeFocused()
    const what = dialog.getByRole('list', { name: 'What you forward' }).getByRole('listitem')
    await expect(what).toHaveText(['AnnaThe first page', 'AnnaThe second page'])
    // Typed by hand, Enter comes before anybody is found.
    await page.keyboard.type('Clar')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('checkbox', { name: /Clara/ })).toBeChecked()
    await search.fill('o')
    await search.fill('Boris')
    await expect(dialog.getByRole('checkbox')).toHaveCount(1)
    await dialog.getByRole('option', { name: /Boris/ }).click()
    await expect(dialog.getByRole('checkbox', { name: /Boris/ })).toBeChecked()
    await expect(dialog.getByRole('checkbox', { name: /Clara/ })).toBeChecked()

    emulator.fault({ kind: 'refuse', status: 400, body: 'Not this one' }, { operation: 'forwardMessages', count: 1 })
    await dialog.getByRole('button', { name: 'Forward', exact: true }).click()
    await expect(page.getByText('2 messages on the way to 2 chats')).toBeVisible()
    await expect.poll(() => orderDesk.sends.length).toBe(before + 3)
    const inChat = async (title: string) => {
      await openChat(page, title)
      const names = []
      for (const text of ['The first page', 'The second page']) {
        await expect(message(page, text)).toContainText('Forwarded')
        const mark = message(page, text).getByRole('img', { name: /^(Read|Failed)$/ })
        await expect(mark).toBeVisible()
        names.push(await mark.getAttribute('aria-label'))
      }
      return names
    }
    const marks = [...(await inChat('Clara')), ...(await inChat('Boris'))]
    expect(marks.toSorted()).toEqual(['Failed', 'Read', 'Read', 'Read'])
    await openChat(page, marks.indexOf('Failed') < 2 ? 'Clara' : 'Boris')
    await expect(log(page)).toContainText('Not this one')
  })
  await openChat(page, 'Anna')
  const written = anna.says('It arrived')
  await test.step('a message is deleted for everyone after a word of warning, and its details keep what it said', async () => {
    await send(page, 'A mistake')
    await expect(message(page, 'A mistake').getByRole('img', { name: /^(Sent|Delivered|Read)$/ })).toBeVisible()
    await message(page, 'A mistake').focus()
    await page.keyboard.press('Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete this message for everyone?' })
    await expect(dialog).toContainText('Its text stays here')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    expect(orderDesk.sends.at(-1)?.isDeleted).toBe(false)

    await (await menuOf(page, 'A mistake')).getByRole('menuitem', { name: 'Delete for everyone' }).click()
    await dialog.getByRole('button', { name: 'Delete for everyone' }).click()
    await expect(message(page, 'You deleted this message')).toBeVisible()
    expect(orderDesk.sends.at(-1)?.isDeleted).toBe(true)
  })

  await test.step('a reaction is set from the hover button, changed from the menu and taken back on its chip', async () => {
    const bubble = message(page, 'It arrived')
    await bubble.hover()
    await bubble.getByRole('button', { name: 'React' }).click()
    const layer = page.getByRole('dialog', { name: 'React' })
    await layer.getByRole('button', { name: '👍' }).click()
    await expect(bubble.getByRole('button', { name: '👍, 1, including you' })).toBeVisible()
    expect([...written.reactions.values()]).toEqual(['👍'])

    await (await menuOf(page, 'It arrived')).getByRole('menuitem', { name: 'React' }).click()
    await layer.getByRole('button', { name: 'More reactions' }).click()
    await layer.getByRole('searchbox', { name: 'Search emoji' }).fill('rocket')
    await layer.getByRole('gridcell', { name: 'Rocket' }).click()
    const chip = bubble.getByRole('button', { name: '🚀, 1, including you' })
    await expect(chip).toBeVisible()
    await expect(bubble.getByRole('button', { name: /👍/ })).toHaveCount(0)
    await chip.click()
    await expect(bubble.getByRole('group', { name: 'Reactions' })).toHaveCount(0)
    await expect.poll(() => [...written.reactions.values()]).toEqual([])
  })

  await test.step('what the service turns out to lack is offered no more', async () => {
    orderDesk.behave({ optionalOperations: [] })
    const bubble = message(page, 'It arrived')
    await bubble.hover()
    await bubble.getByRole('button', { name: 'React' }).click()
    await page.getByRole('dialog', { name: 'React' }).getByRole('button', { name: '👍' }).click()
    await expect(page.getByText('This service does not offer that.')).toBeVisible()
    await expect(bubble.getByRole('button', { name: 'React' })).toHaveCount(0)
    const menu = await menuOf(page, 'It arrived')
    await expect(menu.getByRole('menuitem', { name: 'Reply' })).toBeVisible()
    await expect(menu.getByRole('menuitem', { name: 'React' })).toHaveCount(0)
  })
})

test('a sent text is changed in its place: with the time that is left, refused in the service’s words, and as it was where that fails later; a link goes with the preview that was chosen', async ({
  app,
  emulator,
}) => {
  // WhatsApp says yes to an edit and may fail it later, under an id of the edit’s own.
  const orderDesk = emulator.addInstance({ ...orderDeskInit, family: 'whatsapp' })
  orderDesk.person('79990001122', { name: 'Anna' }).says('When?')
  orderDesk.person('79990003344', { name: 'Boris' }).says('Good day')
  const page = await app.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')
  await send(page, 'See you at 5')
  await expect(message(page, 'See you at 5').getByRole('img', { name: /^(Sent|Delivered|Read)$/ })).toBeVisible()
  await message(page, 'See you at 5').focus()
  await page.keyboard.press('e')
  const editor = log(page).getByRole('textbox', { name: 'Edit message' })
  await expect(editor).toBeFocused()
  await expect(log(page).getByText(/^Can be changed until /)).toBeVisible()
  await editor.fill('See you at 6')
  emulator.fault(
    { kind: 'refuse', status: 400, body: 'The text is not allowed' },
    { operation: 'editMessage', count: 1 },
  )
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('The text is not allowed')).toBeVisible()
  await expect(editor).toHaveValue('See you at 6')
  // The caret stands at the end; blank lines after the text are not sent.
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Enter')
  await expect(message(page, 'See you at 6')).toContainText('edited')
  await expect
    .poll(() => orderDesk.sends.map((sent) => ('text' in sent.content ? sent.content.text : '')))
    .toEqual(['See you at 6'])
  await expect(message(page, 'See you at 6')).toBeFocused()

  await test.step('one that waited in the service’s queue for too long failed: the text is as it was, and says so', async () => {
    orderDesk.set({ delaySendMessagesMilliseconds: 1_000_000 })
    await page.keyboard.press('e')
    await editor.fill('See you at 7')
    await page.keyboard.press('Control+Enter')
    await expect(message(page, 'See you at 7')).toContainText('edited')
    emulator.clock.advance(1_000_000)
    const bubble = message(page, 'See you at 6')
    await expect(bubble).toContainText('Edit failed. Everybody still sees this text.')
    await expect(bubble).toContainText('The message is too old to be edited')
    await expect(message(page, 'See you at 7')).toHaveCount(0)
    await (await menuOf(page, 'See you at 6')).getByRole('menuitem', { name: 'Status history' }).click()
    await expect(details(page)).toContainText('See you at 5')
    await expect(details(page)).toContainText('not changed: The message is too old to be edited')
    await expect(details(page)).toContainText('See you at 7')
    await page.keyboard.press('Escape')
    await message(page, 'When?').focus()
  })

  await test.step('a link goes without its preview where that is switched off', async () => {
    orderDesk.set({ delaySendMessagesMilliseconds: 500 })
    await composer(page).fill('See https://shop.example/chair')
    await conversation(page).getByRole('button', { name: 'Link preview', pressed: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'None' }).click()
    await expect(conversation(page).getByRole('button', { name: 'Link preview', pressed: false })).toBeVisible()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await emulator.untilSent('shop.example')
    const bodies = emulator.recorder.list({ operation: 'sendMessage' }).map(({ body }) => JSON.parse(body))
    expect(bodies.map(({ linkPreview }) => linkPreview)).toEqual([undefined, false])
  })

  await test.step('a preview of one’s own goes with it, and beside it stands where the link really leads', async () => {
    await composer(page).fill('See https://shop.example/chair')
    await conversation(page).getByRole('button', { name: 'Link preview', pressed: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Your own…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Link preview of your own' })
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveAccessibleDescription('Enter a title.')
    await dialog.getByRole('textbox', { name: 'Title' }).fill('The chair')
    await dialog.getByRole('textbox', { name: 'Address in the preview' }).fill('bank.example')
    await dialog.getByRole('button', { name: 'Use this preview' }).click()
    await expect(dialog).toContainText('Enter an address that begins with https:// or http://.')
    await dialog.getByRole('textbox', { name: 'Address in the preview' }).fill('https://bank.example/chair')
    await expect(dialog.getByRole('note')).toHaveText('The link in your text opens shop.example/chair.')
    await dialog.locator('input[type="file"]').setInputFiles('docs/screens/chats-light.png')
    await expect(dialog.getByRole('button', { name: 'Remove the picture' })).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Title' }).focus()
    await page.keyboard.press('Enter')
    const strip = conversation(page).getByRole('group', { name: 'Link preview of your own' })
    await expect(strip).toContainText('The chair')
    await page.reload()
    await expect(strip.getByRole('note')).toHaveText('The link in your text opens shop.example/chair.')
    await composer(page).press('Enter')
    await expect(message(page, 'The chair').locator('.card img')).toBeVisible()
    // The picture comes with the service's record, which does not tell the address.
    await expect(message(page, 'The chair')).toContainText('bank.example')
    const lastBody = (): unknown =>
      JSON.parse(emulator.recorder.list({ operation: 'sendMessage' }).at(-1)?.body ?? 'null')
    await expect.poll(lastBody).toMatchObject({
      ...{ linkPreview: true, typePreview: 'small' },
      customPreview: {
        title: 'The chair',
        link: 'https://bank.example/chair',
        jpegThumbnail: expect.stringMatching(/^\/9j\//),
      },
    })
    await expect(strip).toHaveCount(0)
  })
})

const sendMore = async (page: Page, name: string) => {
  await conversation(page).getByRole('button', { name: 'More to send' }).click()
  await page.getByRole('menuitem', { name }).click()
  return page.getByRole('dialog', { name: `Send a ${name.toLowerCase()}` })
}

test('a place and contacts are sent, and what is none of them is told at its field @nightly', async ({
  app,
  emulator,
}) => {
  const orderDesk = emulator.addInstance({ ...orderDeskInit, family: 'whatsapp' })
  orderDesk.person('79990001122', { name: 'Anna' }).says('Where are you? Who drives?')
  orderDesk.person('79990003344', { name: 'Boris' }).says('Good day')
  orderDesk.person('79990007788', { name: 'carla', contactName: 'Carla' })
  const page = await app.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')

  await test.step('a place is sent by a map link, and a text that holds none is told at its field', async () => {
    const dialog = await sendMore(page, 'Location')
    const place = dialog.getByRole('textbox', { name: 'Coordinates or map link' })
    await expect(place).toBeFocused()
    await place.fill('at the corner')
    await expect(dialog).toContainText('No coordinates found')
    await expectAccessible(page)
    await place.fill('https://www.google.com/maps/@59.9343,30.3351,17z')
    await expect(dialog).toContainText('59.9343, 30.3351')
    await dialog.getByRole('textbox', { name: 'Name of the place' }).fill('The store')
    await page.keyboard.press('Enter')
    await expect(message(page, 'The store').getByRole('img', { name: 'Read' })).toBeVisible()
    expect(orderDesk.sends.map(({ content }) => content)).toMatchObject([
      { kind: 'location', latitude: 59.9343, longitude: 30.3351 },
    ])
  })

  await test.step('a contact is one of the people here, or a number that was typed', async () => {
    let dialog = await sendMore(page, 'Contact')
    await dialog.getByRole('combobox', { name: 'Name or phone number' }).fill('Bor')
    await expectAccessible(page)
    await expect(dialog.getByRole('option', { name: /^Boris/ })).toHaveAttribute('aria-selected', 'true')
    // Enter takes the person, and sends nothing yet.
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('combobox', { name: 'Name or phone number' })).toHaveValue('+7 999 000 33 44')
    await expect(dialog.getByRole('textbox', { name: /^Name \(/ })).toHaveValue('Boris')
    expect(orderDesk.sends).toHaveLength(1)
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(message(page, 'Boris').getByRole('img', { name: 'Read' })).toBeVisible()

    // Somebody of the contacts who has no chat, by the mouse.
    dialog = await sendMore(page, 'Contact')
    await dialog.getByRole('combobox', { name: 'Name or phone number' }).fill('Carla')
    await clickAt(page, dialog.getByRole('option', { name: /^Carla/ }))
    await expect(dialog.getByRole('combobox', { name: 'Name or phone number' })).toHaveValue('+7 999 000 77 88')
    await page.keyboard.press('Escape')

    dialog = await sendMore(page, 'Contact')
    await dialog.getByRole('combobox', { name: 'Name or phone number' }).fill('123')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(dialog).toContainText('Type a phone number with its country code')
    await dialog.getByRole('combobox', { name: 'Name or phone number' }).fill('+7 999 000-55-66')
    await dialog.getByRole('textbox', { name: /^Name \(/ }).fill('Driver')
    await page.keyboard.press('Enter')
    await expect(message(page, 'Driver').getByRole('img', { name: 'Read' })).toBeVisible()
    expect(orderDesk.sends.map(({ content }) => content.kind)).toEqual(['location', 'contact', 'contact'])
  })
})

test('a poll with equal options is not sent, and goes once they differ; refused it says so in the service’s words @nightly', async ({
  app,
  emulator,
  orderDesk,
}) => {
  orderDesk.person('79990001122', { name: 'Anna' }).says('When?')
  const page = await app.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')
  const dialog = await sendMore(page, 'Poll')
  await dialog.getByRole('textbox', { name: 'Question' }).fill('When may we come?')
  await dialog.getByRole('textbox', { name: 'Option 1' }).fill('today')
  await dialog.getByRole('textbox', { name: 'Option 2' }).fill('today')
  await expect(dialog).toContainText('This option already exists')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  expect(orderDesk.sends).toEqual([])
  await dialog.getByRole('textbox', { name: 'Option 2' }).fill('tomorrow')
  emulator.fault({ kind: 'refuse', status: 400, body: 'No polls in this chat' }, { operation: 'sendPoll', count: 1 })
  await page.keyboard.press('Enter')
  const bubble = message(page, 'When may we come?')
  await expect(bubble).toContainText('No polls in this chat')
  await log(page).getByRole('button', { name: 'Retry' }).click()
  await expect(bubble.getByRole('img', { name: 'Read' })).toBeVisible()
  expect(orderDesk.sends.map(({ content }) => content.kind)).toEqual(['poll'])
})

test('a business account is added, offers nothing that it lacks, and sends templates with their parts', async ({
  app,
  emulator,
}) => {
  const desk = emulator.addInstance({ ...orderDeskInit, family: 'whatsapp' })
  const parcel = { elementName: 'parcel_sent', data: 'Hi {{1}}, it comes at {{2}}.' }
  desk.behave(
    waba([
      templateRecord({ ...parcel, templateId: 'parcel-en', languageCode: 'en' }),
      templateRecord({ ...parcel, templateId: 'parcel-de', languageCode: 'de', data: 'Guten Tag {{1}}' }),
      templateRecord({
        ...{ templateId: 'new', elementName: 'winter_sale', languageCode: 'en', data: 'Sale', status: 'PENDING' },
      }),
      templateRecord({
        ...{ templateId: 'oak', elementName: 'oak_week', languageCode: 'en', templateType: 'IMAGE', data: 'x' },
        containerMeta: JSON.stringify({
          ...{ header: 'For {{1}}', data: 'Oak tables cost less until {{1}}.', footer: 'The shop' },
          buttons: [{ type: 'URL', text: 'See them', url: 'https://shop.example/oak' }],
        }),
      }),
    ]),
  )
  const day = 86_400_000
  desk.person('79990001122', { name: 'Anna' }).says('Is it on its way?', { at: Date.now() - day - 60_000 })
  desk.person('79990003344', { name: 'Boris' }).says('Good day')
  const page = await app.open()
  await page
    .getByRole('button', { name: /Add (an )?instance/ })
    .first()
    .click()
  const { name, idInstance: id, token } = desk
  const adding = await fillAddInstance(page, { name, id, token, url: emulator.url })
  await adding.getByRole('button', { name: 'Connect' }).click()
  // It was called MAX, as the dialog begins with; the service knows better.
  await expect(adding).toContainText('A new instance is added with the right one')
  await adding.getByRole('button', { name: 'Open Order desk' }).click()
  const hint = conversation(page).getByText(/No message from the customer in the last 24 hours/)
  await openChat(page, 'Boris')
  await expect(composer(page)).toBeFocused()
  await expect(hint).toBeHidden()

  await openChat(page, 'Anna')
  await expect(hint).toBeVisible()
  await conversation(page).getByRole('button', { name: 'Choose a template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a template' })
  await dialog.getByRole('combobox', { name: 'Template' }).selectOption('winter_sale')
  await expect(dialog).toContainText('PENDING')
  await dialog.getByRole('combobox', { name: 'Template' }).selectOption('parcel_sent')
  await dialog.getByRole('combobox', { name: 'Language' }).selectOption('en')
  await dialog.getByRole('textbox', { name: 'Value 1' }).fill('Anna')
  await expect(dialog.getByRole('group', { name: 'Preview' })).toHaveText('Hi Anna, it comes at {{2}}.')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Fill in this value.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Value 2' }).fill('17:00')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(message(page, 'Hi Anna, it comes at 17:00.')).toContainText('parcel_sent')
  await emulator.untilRequest('sendTemplate')
  const [asked] = emulator.recorder.list({ operation: 'sendTemplate' })
  expect(JSON.parse(asked?.body ?? '')).toMatchObject({ templateId: 'parcel-en', params: ['Anna', '17:00'] })

  // A template with a picture: its header and body have blanks of their own.
  await conversation(page).getByRole('button', { name: 'Choose a template' }).click()
  await dialog.getByRole('combobox', { name: 'Template' }).selectOption('oak_week')
  await dialog.getByRole('textbox', { name: 'Value 1 of the header' }).fill('Anna')
  await dialog.getByRole('textbox', { name: 'Value 1', exact: true }).fill('Friday')
  const preview = dialog.getByRole('group', { name: 'Preview' })
  await expect(preview).toHaveText('PictureFor AnnaOak tables cost less until Friday.The shopSee them')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Choose a file, or enter an address that begins with https://')).toBeVisible()
  const file = dialog.locator('[data-template-file]')
  await chooseLarge(file, { name: 'big.png', type: 'image/png', bytes: 8_000_000 })
  await expect(dialog).toContainText('This instance takes up to 5 MB')
  await dialog.getByRole('button', { name: 'Remove big.png' }).click()
  await file.setInputFiles({ name: 'prices.pdf', mimeType: 'application/pdf', buffer: Buffer.from('paper') })
  await expect(dialog).toContainText('This template needs a picture')
  await dialog.getByRole('button', { name: 'Remove prices.pdf' }).click()
  await file.setInputFiles('docs/screens/chats-light.png')
  await expect(dialog.getByRole('listitem', { name: /chats-light\.png$/ })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Value 1', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(message(page, 'Oak tables cost less until Friday.')).toContainText('For Anna')
  await expect.poll(() => emulator.recorder.list({ operation: 'sendTemplate' }).length).toBe(2)
  expect(JSON.parse(emulator.recorder.list({ operation: 'sendTemplate' }).at(-1)?.body ?? '')).toMatchObject({
    params: ['Anna', 'Friday'],
    message: { type: 'image', image: { link: expect.stringContaining('chats-light.png') } },
  })
  await expect(conversation(page).getByRole('group', { name: 'Attachments' })).toHaveCount(0)

  // A photo that the account does not take is refused before it is read.
  const attach = conversation(page).locator('input[type=file]').first()
  await chooseLarge(attach, { name: 'sofa.jpg', type: 'image/jpeg', bytes: 8_000_000 })
  await expect(conversation(page)).toContainText('5 MB')
  await conversation(page)
    .getByRole('button', { name: /sofa\.jpg/ })
    .click()

  // The customer's answer opens the window again.
  desk.person('79990001122').says('Thank you')
  await expect(message(page, 'Thank you')).toBeVisible()
  await expect(hint).toBeHidden()
  // What the messenger has and the account lacks is neither offered nor asked for.
  await conversation(page).getByRole('button', { name: 'More to send' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Template'])
  await page.keyboard.press('Escape')
  const menu = await menuOf(page, 'Thank you')
  await expect(menu.getByRole('menuitem', { name: 'Reply' })).toBeVisible()
  await expect(menu.getByRole('menuitem', { name: /React|Forward|Delete for everyone/ })).toHaveCount(0)
  // The check of the connection tried MAX's form of the path first.
  expect(emulator.recorder.list({}).filter(({ status, path }) => status >= 400 && !path.startsWith('/v3/'))).toEqual([])
})
