import { expect, orderDeskInit, test, warehouseInit } from '../support/test.ts'
import { chatRow, details, log, message, openChat, rail, views } from '../support/window.ts'

test('disappearing messages, the messenger’s archive, a recorded call, a message for oneself, the states of an account, stories, and a person whose id hides the number', async ({
  app,
  emulator,
}) => {
  const desk = emulator.addInstance({ ...orderDeskInit, family: 'whatsapp' })
  const hiding = emulator.addInstance({
    ...warehouseInit,
    family: 'whatsapp',
    settings: { enableLidMode: 'yes' },
    behaviour: { plan: 'business' },
  })
  const anna = desk.person('79990001122', { name: 'Anna', contactName: 'Anna K.' })
  anna.says('Is it ready?')
  // It is over: a recording is there from the end of its call on.
  anna.calls('pickUp', { id: 'CALL-1', at: desk.now() - 60_000, duration: 4, recordedAfterMs: 0 })
  anna.calls('missed', { id: 'CALL-2' })
  desk.phone.says('To the wrong person', { to: anna, status: 'read' })
  const page = await app.open({ instances: [desk, hiding] })
  await rail(page)
    .getByRole('link', { name: /^Order desk/ })
    .click()
  await openChat(page, 'Anna')
  await test.step('the details say what this archive keeps', async () => {
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    const section = details(page).getByRole('region', { name: 'In WhatsApp' })
    await section.getByLabel('Disappearing messages').selectOption({ label: 'After 7 days' })
    await expect(section).toContainText('Switchboard keeps them')
    await expect.poll(() => anna.chat.lifetime).toBe(604_800)
    await section.getByRole('button', { name: 'Archive there' }).click()
    await expect(section.getByRole('button', { name: 'Return from its archive' })).toBeVisible()
    expect(anna.chat.isArchived).toBe(true)
  })
  await test.step('an answered call is heard', async () => {
    await message(page, 'Answered').getByRole('button', { name: 'Listen' }).click()
    await expect(message(page, 'Answered').getByRole('button', { name: 'Pause' })).toBeVisible()
    await expect(message(page, 'Missed call').getByRole('button', { name: 'Listen' })).toHaveCount(0)
  })
  await test.step('a message is deleted for the account alone', async () => {
    await message(page, 'To the wrong person').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Delete for me only' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for me only' }).click()
    await expect(message(page, 'To the wrong person')).toHaveCount(0)
    await expect(log(page)).not.toContainText('deleted')
    expect(anna.chat.messages.map(({ isDeleted }) => isDeleted)).toEqual([false, false])
  })
  await test.step('the states of the account are a table', async () => {
    desk.becomes('yellowCard')
    desk.becomes('authorized')
    await views(page).getByRole('link', { name: 'Instance' }).click()
    await page.getByRole('tab', { name: 'Account' }).click()
    const states = page.getByRole('region', { name: 'Changes of state' })
    await states.getByRole('button', { name: 'Read from the service' }).click()
    await expect(states.getByRole('row').nth(1)).toContainText('Authorized')
    await expect(states.getByRole('row').nth(2)).toContainText('Restricted for a while')
  })
  await test.step('stories of contacts are listed when asked for, with their pictures, and are in no chat', async () => {
    anna.publishes({
      ...{ id: 'STORY-1', typeMessage: 'extendedTextMessage' },
      extendedTextMessage: { text: 'Open on Sunday', backgroundColor: '#2F6F4E' },
    })
    anna.publishes({ id: 'STORY-2', typeMessage: 'imageMessage', caption: 'The new lamp', media: 'sample-image' })
    await page.getByRole('tab', { name: 'Stories' }).click()
    expect(emulator.recorder.list({ operation: 'getIncomingStatuses' })).toEqual([])
    await page.getByRole('button', { name: 'Show stories' }).click()
    const stories = page.getByRole('region', { name: 'Stories of contacts' })
    const picture = stories.getByRole('listitem').filter({ hasText: 'The new lamp' })
    await expect(stories.getByRole('listitem').filter({ hasText: 'Open on Sunday' })).toContainText('Anna K.')
    await picture.getByRole('button', { name: 'Show picture' }).click()
    const shown = picture.getByRole('img', { name: 'Story of Anna K.' })
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(10)
    await stories.getByRole('radio', { name: '30 days' }).click()
    await expect.poll(() => emulator.recorder.list({ operation: 'getIncomingStatuses' }).length).toBe(2)
    await views(page).getByRole('link', { name: 'Chats' }).click()
    await expect(page.getByText('Open on Sunday')).toHaveCount(0)
  })
  await test.step('a person whose id hides the number is one chat by what the service says, and an id that is somebody else is separated', async () => {
    await rail(page)
      .getByRole('link', { name: /^Warehouse/ })
      .click()
    const olga = hiding.person('79990003344', { username: 'olga_oak' })
    olga.says('Is the oak table there?')
    await expect(chatRow(page, '@olga_oak')).toBeVisible()
    const first = olga.lid
    olga.changesLid()
    olga.says('And the chairs?')
    await openChat(page, '@olga_oak')
    await expect(message(page, 'And the chairs?')).toBeVisible()
    await expect(message(page, 'Is the oak table there?')).toBeVisible()

    await expect(details(page)).toContainText('+7 999 000 33 44')
    await expect(details(page)).toContainText('@olga_oak')
    await details(page)
      .getByRole('button', { name: `Separate ${first} into a chat of its own` })
      .click()
    const dialog = page.getByRole('dialog', { name: `Is ${first} somebody else?` })
    await dialog.getByRole('button', { name: 'Separate' }).click()
    await expect(message(page, 'Is the oak table there?')).toBeHidden()
    await page.getByRole('button', { name: 'Open it' }).click()
    await expect(message(page, 'Is the oak table there?')).toBeVisible()
    await expect(message(page, 'And the chairs?')).toBeHidden()

    await details(page).getByRole('button', { name: `Make one chat of this and` }).click()
    await expect(message(page, 'And the chairs?')).toBeVisible()
    await expect(message(page, 'Is the oak table there?')).toBeVisible()
  })
})
