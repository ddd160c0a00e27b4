import { expect, test } from '../support/test.ts'
import { chatRow, rail, views } from '../support/window.ts'

test(
  'an instance that nobody is logged in to is authorized by QR code, and the first message comes, all in one window',
  { tag: '@host' },
  async ({ app, emulator }) => {
    const desk = emulator.addInstance({
      idInstance: '1101000001',
      token: 'd75b3a66374942c5b3c019c698abc2067e151558acbd412345',
      name: 'Order desk',
      state: 'notAuthorized',
    })
    const anna = desk.person('79990001122', { name: 'Anna' })
    const page = await app.open({ instances: [desk] })
    await test.step('the banner leads to where it is done, and nothing is asked before the click', async () => {
      const banner = page.getByRole('alert').filter({ hasText: 'Order desk is not authorized' })
      await banner.getByRole('button', { name: 'Authorize' }).click()
      await expect(views(page).getByRole('link', { name: 'Instance' })).toHaveAttribute('aria-current', 'page')
      await expect(page.getByRole('region', { name: 'Authorization' })).toBeVisible()
      expect(emulator.recorder.list({ operation: 'qr' })).toEqual([])
    })
    await test.step('the code is shown with its seconds', async () => {
      await page.getByRole('button', { name: 'Show QR code' }).click()
      await expect(page.getByRole('img', { name: 'QR code for Order desk' })).toBeVisible()
      await expect(page.getByRole('timer')).toHaveText(/^Good for \d+ s$/)
    })
    await test.step('the scan brings the chats back by itself', async () => {
      desk.login.scan()
      await expect(views(page).getByRole('link', { name: 'Chats' })).toHaveAttribute('aria-current', 'page')
      await expect(page.getByText('Order desk is authorized')).toBeVisible()
      anna.says('Good morning')
      await expect(chatRow(page, 'Anna')).toContainText('Good morning')
      await expect(rail(page).getByRole('link', { name: /^Order desk.*live/ })).toBeVisible()
    })
  },
)

test('a queue that another program filled is cleared by its number, a setting is saved, and a group is made and left', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna', contactName: 'Anna' })
  orderDesk.set({ delaySendMessagesMilliseconds: 600_000 })
  anna.says('Good morning')
  orderDesk.acceptSend(anna.chat, 'Leaves at once')
  const page = await app.open({ instances: [orderDesk] })
  await expect(chatRow(page, 'Anna')).toContainText('Good morning')
  orderDesk.acceptSend(anna.chat, 'Of another program')
  await rail(page)
    .getByRole('link', { name: /^Order desk/ })
    .click()
  await views(page).getByRole('link', { name: 'Instance' }).click()

  await test.step('the queue is shown, and cleared when its number is typed', async () => {
    const row = page.getByRole('region', { name: 'Queues' }).getByRole('row').filter({ hasText: 'Of another program' })
    await expect(row).toContainText('Another program')
    await page.getByRole('region', { name: 'Queues' }).getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('menuitem', { name: 'Clear the outgoing queue' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('1 message will never be sent: 0 of this computer, 1 of another program.')
    await dialog.getByRole('textbox').fill('1')
    await dialog.getByRole('button', { name: 'Clear 1' }).click()
    await expect(page.getByText('Nothing waits to be sent')).toBeVisible()
    expect(orderDesk.outgoing.list()).toEqual([])
  })
  await test.step('a setting is saved after its difference was shown', async () => {
    await page.getByRole('textbox', { name: 'Wait between messages' }).fill('1000')
    const diff = page.getByRole('group', { name: 'Changes before saving' })
    await expect(diff).toContainText('600000 ms')
    await diff.getByRole('button', { name: 'Save 1 change' }).click()
    await expect(page.getByText('The settings of Order desk are saved')).toBeVisible()
    await expect.poll(() => orderDesk.settings.delaySendMessagesMilliseconds).toBe(1000)
    expect(emulator.recorder.list({ operation: 'setSettings' })).toHaveLength(1)
  })
  await test.step('a group is made, renamed and left, and a refusal says so', async () => {
    await page.getByRole('tab', { name: 'Groups' }).click()
    await page.getByRole('button', { name: 'New group' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Group' }).fill('Routes')
    await page.getByRole('dialog').getByText('Anna').first().click()
    await page.getByRole('button', { name: 'Create with 1 person' }).click()
    const panel = page.getByRole('complementary', { name: 'Group' })
    await expect(panel).toContainText('2 participants')
    await expect(page.getByRole('button', { name: 'New group' })).toHaveAttribute('aria-disabled', 'true')
    await panel.getByRole('button', { name: 'Rename' }).click()
    await panel.getByRole('textbox', { name: 'Group' }).fill('Night routes')
    await panel.getByRole('button', { name: 'Save' }).click()
    await expect(panel.getByRole('heading', { name: 'Night routes' })).toBeVisible()
    await panel.getByRole('button', { name: 'Add', exact: true }).click()
    await panel.getByRole('textbox', { name: 'Phone number or chat ID' }).fill('79990009999')
    await panel.getByRole('button', { name: 'Add', exact: true }).last().click()
    await expect(panel.getByRole('alert')).toContainText('200 addParticipant: false')
    await panel.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Leave' }).click()
    await expect(panel).toContainText('The account is not in this group.')
  })
})
