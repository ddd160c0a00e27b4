import { manualStatus } from '../../src/emulator/world/behaviour.ts'
import { expect, test, warehouseInit } from '../support/test.ts'
import {
  chatList,
  chatRow,
  composer,
  conversation,
  details,
  log,
  message,
  openChat,
  rail,
  send,
} from '../support/window.ts'

test('chats of one instance: what arrives, a history, an answer, a group and an avatar, apart from those of another', async ({
  app,
  emulator,
  orderDesk,
}) => {
  orderDesk.behave({ autoStatus: manualStatus })
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  const boris = orderDesk.person('79990003344', { name: 'Boris' })
  const clara = orderDesk.person('79990005566', { name: 'Clara' })
  const start = orderDesk.now() - 3 * 3_600_000
  for (let index = 1; index <= 150; index++) {
    clara.says(`Line ${index} of the old days`, { at: start + index * 60_000, notify: false })
  }
  anna.says('Good morning, is order 4821 ready?')
  const warehouse = emulator.addInstance(warehouseInit)
  warehouse.person('79990001122', { name: 'Anna' }).says('Pallet 7 is loaded')
  const page = await app.open({ instances: [orderDesk, warehouse] })
  const choose = (name: RegExp) => rail(page).getByRole('link', { name }).click()
  await choose(/^Order desk/)
  await test.step('a message arrives in a chat that is closed, and in one that is open', async () => {
    await expect(chatRow(page, 'Anna')).toContainText('is order 4821 ready?')
    await openChat(page, 'Anna')
    await expect(message(page, 'is order 4821 ready?')).toBeVisible()

    anna.says('And the invoice?')
    await expect(message(page, 'And the invoice?')).toBeInViewport()

    boris.says('The pallet is here')
    await expect(chatRow(page, 'Boris')).toContainText('The pallet is here')
    await expect(chatRow(page, 'Boris')).toContainText('1')
    await expect(chatList(page).getByRole('listitem').first()).toContainText('Boris')
    await expect(rail(page).getByRole('link', { name: /Order desk, 1 unread/ })).toBeVisible()
    expect(emulator.violations()).toEqual([])
  })

  await test.step('a reply goes out, and its ticks move only when the service says so', async () => {
    await openChat(page, 'Anna')

    await send(page, 'Ready since nine 👍')
    const bubble = message(page, 'Ready since nine')
    await expect(bubble).toBeVisible()
    await expect(composer(page)).toHaveValue('')
    await emulator.untilSent('Ready since nine 👍')
    await expect(bubble.getByRole('img', { name: /^(Accepted|Pending|Sent)$/ })).toBeVisible()

    const sent = anna.chat.messages.find(({ direction }) => direction === 'outgoing')
    sent?.becomes('sent')
    await expect(bubble.getByRole('img', { name: 'Sent' })).toBeVisible()
    sent?.becomes('delivered')
    await expect(bubble.getByRole('img', { name: 'Delivered' })).toBeVisible()
    sent?.becomes('read')
    await expect(bubble.getByRole('img', { name: 'Read' })).toBeVisible()

    // The echo of the own send is the same message, not a second one.
    await expect(bubble).toHaveCount(1)
    expect(anna.chat.messages.filter(({ direction }) => direction === 'outgoing')).toHaveLength(1)
  })

  await test.step('a history opens with the newest message at the bottom', async () => {
    clara.says('The newest of all')
    await openChat(page, 'Clara')
    await expect(message(page, 'The newest of all')).toBeInViewport()

    // What was written before this program existed comes from the service.
    await expect(message(page, 'Line 150 of')).toBeVisible()
    const fromBottom = () =>
      log(page).evaluate((element) => {
        const box = element.scrollHeight > element.clientHeight ? element : (element.firstElementChild ?? element)
        return box.scrollHeight - box.scrollTop - box.clientHeight
      })
    await expect.poll(fromBottom).toBeLessThan(4)
  })

  await test.step('a group shows its members and their roles', async () => {
    const group = orderDesk.group('-10000000482113', {
      subject: 'Delivery routes',
      description: 'Runs, bays and gate codes for the day.',
      membership: 'member',
    })
    const dispatcher = orderDesk.person('79990000101', { name: 'Dispatcher' })
    const lead = orderDesk.person('79990000114', { name: 'Shift lead' })
    const courier = orderDesk.person('79990000131', { name: 'Courier 1' })
    group.add(dispatcher.chatId, 'owner').add(lead.chatId, 'admin').add(courier.chatId)
    for (const one of [dispatcher, lead]) one.says('Here', { to: group })
    courier.says('On my way to bay 3', { to: group })
    await openChat(page, 'Delivery routes')
    if (!(await details(page).isVisible())) await page.getByRole('button', { name: 'Details', exact: true }).click()

    await expect(details(page)).toContainText('Runs, bays and gate codes for the day.')
    const row = (name: string) => details(page).getByRole('listitem').filter({ hasText: name })
    await expect(row('Dispatcher')).toContainText('Owner')
    await expect(row('Shift lead')).toContainText('Admin')
    await expect(row('Courier 1')).toBeVisible()
    await details(page).getByRole('searchbox', { name: 'Search participants' }).fill('shift')
    await expect(row('Courier 1')).toBeHidden()
    await expect(row('Shift lead')).toBeVisible()
    await test.step('the name of who writes in it offers to write to them', async () => {
      await message(page, 'On my way to bay 3').getByRole('button', { name: 'Courier 1' }).click()
      await expect(page.getByRole('dialog', { name: 'New message' }).getByRole('status')).toContainText(courier.chatId)
      await page.getByRole('button', { name: 'Open chat' }).click()
      await expect(conversation(page).getByRole('heading', { name: 'Courier 1' })).toBeVisible()
      await expect(composer(page)).toBeFocused()
    })
  })

  await test.step('an avatar shows', async () => {
    const eva = orderDesk.person('79990006677', { name: 'Eva' })
    eva.hasAvatar({ kind: 'set', mediaId: 'face-anna' })
    eva.says('Hello')
    const picture = chatRow(page, 'Eva').locator('img').first()
    await expect(picture).toBeVisible()
    await expect
      .poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
      .toBeGreaterThan(0)
    expect(await picture.getAttribute('src')).toMatch(/^media\//)
  })

  await test.step('the same person in another instance has a chat, drafts and answers of their own', async () => {
    await expect(chatRow(page, 'Anna')).toHaveCount(1)
    await openChat(page, 'Anna')
    await composer(page).fill('Half a word')
    await choose(/^Warehouse/)
    await expect(chatRow(page, 'Anna')).toContainText('Pallet 7 is loaded')
    await openChat(page, 'Anna')
    await expect(composer(page)).toHaveValue('')
    await send(page, 'Thank you')
    await emulator.untilSent('Thank you', { idInstance: warehouse.idInstance })
    await choose(/^Order desk/)
    await openChat(page, 'Anna')
    await expect(composer(page)).toHaveValue('Half a word')
    await expect(conversation(page)).not.toContainText('Pallet 7')
    await expect(log(page)).not.toContainText('Thank you')
    anna.says('And my parcel?')
    await expect(message(page, 'And my parcel?')).toBeVisible()
    await expect(chatRow(page, 'Anna').getByRole('img', { name: /unread/ })).toHaveCount(0)
  })

  await test.step('with all instances each row names its own, and those that need attention are listed', async () => {
    warehouse.becomes('notAuthorized')
    await choose(/^All instances/)
    await expect(chatRow(page, 'Half a word')).toContainText('Order desk')
    await page.getByRole('button', { name: '1 of 2 need attention' }).click()
    const list = page.getByRole('dialog', { name: '1 of 2 need attention' })
    await expect(list.getByRole('link')).toHaveCount(1)
    await list.getByRole('link', { name: /Warehouse.*authorized/i }).click()
    await expect(list).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Warehouse' })).toBeVisible()
  })
})
