import { openView, table, tableRow } from '../support/inspect.ts'
import { addProgram, freePort, letProgramsConnect, programRow } from '../support/program-side.ts'
import { expect, test } from '../support/test.ts'
import { chatList, chatRow, details, message, views } from '../support/window.ts'

test('what a program proposes leaves when a person sends it, edited or not, and not when it is dismissed', async ({
  app,
  orderDesk,
}) => {
  const lena = orderDesk.person('79990001122', { name: 'Lena' })
  lena.says('When does the driver come?')
  const page = await app.open({ instances: [orderDesk] })
  const port = await freePort()
  await letProgramsConnect(page, port)
  const ready = await addProgram(page, 'Your own script', 'Order bot', async (dialog) => {
    await dialog.getByText('Propose messages').click()
  })
  const key = await app.copying(() => ready.getByRole('button', { name: 'Copy', exact: true }).click())
  await ready.getByRole('button', { name: 'Done' }).click()
  const propose = async (sendId: string, text: string): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${port}/v1/proposals`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ sendId, text, reason: 'Tour 18 has it.' },
        ...{ instanceId: orderDesk.idInstance, chatId: lena.chatId },
      }),
    })
    const answer = (await response.json()) as { id: string }
    expect(response.status, JSON.stringify(answer)).toBe(202)
    return answer.id
  }
  await propose('proposal-0001', 'On Monday between nine and eleven.')
  await propose('proposal-0002', 'He rings before.')
  await propose('proposal-0003', 'Bye.')

  await views(page)
    .getByRole('link', { name: /^Chats/ })
    .click()
  await expect(chatRow(page, 'Lena').getByRole('img', { name: 'Order bot proposes a message' })).toBeVisible()
  await chatList(page)
    .getByRole('radio', { name: /^To approve/ })
    .click()
  const toApprove = chatList(page).getByRole('listitem')
  await expect(toApprove).toHaveText([
    /^.*Lena.*On Monday between nine and eleven\..*Order bot1 of 3$/,
    /^.*Lena.*He rings before\..*Order bot2 of 3$/,
    /^.*Lena.*Bye\..*Order bot3 of 3$/,
  ])
  await expect(chatList(page).getByRole('status')).toHaveText('3 in 1 chat')
  const card = page.getByRole('region', { name: /^Proposed by Order bot/ })

  await test.step('a row opens its own proposal, by mouse and by keys, and follows the card', async () => {
    const current = toApprove.locator('[aria-current="true"]')
    await toApprove.nth(1).click()
    await expect(card).toContainText('He rings before.')
    await expect(card).toContainText('2 of 3')
    await toApprove.nth(1).getByRole('button').press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(card).toContainText('Bye.')
    await expect(current).toContainText('Bye.')
    await card.getByRole('button', { name: 'Previous proposal' }).click()
    await expect(current).toContainText('He rings before.')
    await chatList(page).getByRole('button', { name: 'Expires first' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Newest first' }).click()
    await expect(toApprove.first()).toContainText('Bye.')
    await expect(current).toContainText('He rings before.')
    await toApprove.last().click()
    await expect(card).toContainText('1 of 3')
  })

  await test.step('rows stand still under a pressed button: a click opens the row that was pressed', async () => {
    await toApprove.nth(1).hover()
    await page.mouse.down()
    const id = await propose('proposal-0004', 'Wait.')
    await expect(card).toContainText('1 of 4')
    await expect(toApprove.nth(1)).toContainText('He rings before.')
    await page.mouse.up()
    await expect(card).toContainText('He rings before.')
    await expect(toApprove.first()).toContainText('Wait.')
    const withdrawn = await fetch(`http://127.0.0.1:${port}/v1/proposals/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${key}` },
    })
    expect(withdrawn.status).toBe(200)
    await expect(toApprove).toHaveCount(3)
    await toApprove.last().click()
  })
  await expect(card).toContainText('Reason: Tour 18 has it.')
  await expect(card).toContainText('1 of 3')
  expect(orderDesk.sends).toHaveLength(0)
  await card.getByRole('button', { name: 'Send' }).click()
  await expect(message(page, 'On Monday between nine and eleven.')).toContainText('Proposed by Order bot')
  await expect.poll(() => orderDesk.sends.length).toBe(1)

  await test.step('what the customer wrote since is pointed out, and the text is changed before it goes', async () => {
    lena.says('Can he take the old chair with him?')
    await expect(card).toContainText('Lena wrote since: Can he take the old chair with him?')
    await expect(card.getByRole('button', { name: 'Send anyway' })).toBeVisible()
    await card.getByRole('button', { name: 'Edit' }).click()
    const editing = page.getByRole('region', { name: 'Editing the proposal of Order bot' })
    await editing.getByRole('textbox', { name: 'Text to send' }).fill('He rings before, and takes the chair.')
    await page.keyboard.press('Control+Enter')
    await expect(message(page, 'He rings before, and takes the chair.')).toContainText('Proposed by Order bot')
    await expect.poll(() => orderDesk.sends.length).toBe(2)
  })

  await test.step('dismissed, it is gone and nothing leaves; Undo brings it back', async () => {
    await expect(card).toContainText('Bye.')
    await card.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toApprove).toHaveText([/Bye\./])
    await expect(card).toContainText('Bye.')
    await card.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByText('Proposal dismissed. Nothing was sent.')).toBeVisible()
    await expect(card).toHaveCount(0)
    await expect(chatList(page)).toContainText('Nothing to approve')
    expect(orderDesk.sends).toHaveLength(2)
  })

  await test.step('the right is taken back in the window', async () => {
    await views(page)
      .getByRole('link', { name: /^Programs/ })
      .click()
    await programRow(page, 'Order bot').click()
    await details(page).getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog', { name: /Order bot/ })
    await dialog.getByText('Propose messages').click()
    await dialog.getByText('Send messages by itself').click()
    const limit = dialog.getByRole('textbox', { name: 'At most a minute' })
    await limit.fill('5000')
    await expect(dialog).toContainText('1 to 1,000')
    await limit.fill('5')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(details(page)).toContainText('read, send')
    const refused = await fetch(`http://127.0.0.1:${port}/v1/proposals/1`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${key}` },
    })
    expect(refused.status).toBe(403)
  })

  const send = async (sendId: string, text: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sendId, text, instanceId: orderDesk.idInstance, chatId: lena.chatId }),
    })
    expect(response.status, await response.text()).toBe(202)
  }
  const rows = table(page, 'Outgoing').locator('.tbl-body').getByRole('row')
  const choose = async (sender: string) => {
    await page.getByRole('button', { name: /^Sent by/ }).click()
    await page.getByRole('checkbox', { name: sender, exact: true }).click()
  }

  await test.step('Outgoing says which program sent a message, or proposed it, and finds what programs sent', async () => {
    await send('order-17-ready', 'It is ready.')
    await openView(page, 'Outgoing')
    await expect(rows).toHaveCount(3)
    await expect(tableRow(page, 'Outgoing', 'It is ready.')).toContainText('Order bot')
    const proposed = tableRow(page, 'Outgoing', 'On Monday between nine and eleven.')
    await expect(proposed).toContainText('You, proposed')
    await proposed.click()
    await expect(details(page)).toContainText(
      /Who sent it\s*Sent by.*You\s*Proposed by\s*Order bot\s*Reason\s*Tour 18 has it\.\s*Send ID\s*proposal-0001/,
    )
    await expect(details(page)).toContainText(/Proposed.*Order bot.*Approved.*You.*Accepted by the API/)
    await tableRow(page, 'Outgoing', 'He rings before, and takes the chair.').click()
    await expect(details(page)).toContainText('You edited the text.')
    await details(page).getByRole('button', { name: 'Show the proposal' }).click()
    await expect(details(page).getByRole('blockquote')).toHaveText('He rings before.')
    expect(await app.copying(() => details(page).getByRole('button', { name: 'Copy the send ID' }).click())).toBe(
      'proposal-0002',
    )

    await choose('Order bot')
    await expect(page.getByText('3 messages, sent by Order bot or proposed by it')).toBeVisible()
    const counts = page.getByRole('group', { name: 'Count by status' })
    await expect(counts.locator('.stat:not(.is-fold) b')).toHaveText(['3'])
    await tableRow(page, 'Outgoing', 'It is ready.').click()
    await expect(details(page)).toContainText(/Sent by\s*Order bot\s*Send ID\s*order-17-ready/)
    await choose('People')
    await expect(rows).toHaveCount(2)
    await expect(table(page, 'Outgoing')).not.toContainText('It is ready.')
    await expect.poll(() => decodeURIComponent(page.url())).toContain('sender=people')
  })

  await test.step('while all programs are paused, what waits is listed and one of it is sent on', async () => {
    await choose('Order bot')
    await expect(tableRow(page, 'Outgoing', 'It is ready.')).toContainText('Read')
    // Two of programs lie in the queue of the service; the third waits here.
    orderDesk.set({ delaySendMessagesMilliseconds: 600_000 })
    for (const [sendId, text] of [
      ['order-17-packed', 'It is packed.'],
      ['order-17-loaded', 'It is loaded.'],
      ['order-17-away', 'It is on its way.'],
    ] as const)
      await send(sendId, text)
    await expect.poll(() => orderDesk.sends.length).toBe(5)
    await views(page)
      .getByRole('link', { name: /^Programs/ })
      .click()
    await page.getByRole('button', { name: 'Pause all programs' }).click()
    await expect(page.getByText(/^You paused them .*: 1 message waits\./)).toBeVisible()
    await page.getByRole('button', { name: 'Show the message' }).click()
    await expect(rows).toHaveText([/It is on its way\./])
    await rows.click()
    await details(page).getByRole('button', { name: 'Open in chat' }).click()
    const held = page.getByRole('article').filter({ hasText: 'It is on its way.' })
    await expect(held).toContainText('Waits: all programs are paused')
    await held.getByRole('button', { name: 'Send now' }).click()
    await expect.poll(() => orderDesk.sends.length).toBe(6)
    await expect(page.getByText(/^You paused them .* nothing they send leaves\. /)).toBeVisible()
  })
})
