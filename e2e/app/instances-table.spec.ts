import { expectAccessible } from '../support/accessible.ts'
import { expectNothingCutOff } from '../support/cut-off.ts'
import { expect, orderDeskInit, test, warehouseInit } from '../support/test.ts'
import { clickAt, rail } from '../support/window.ts'

test('what a logged-out account holds back is marked; the table of all instances says what was read when, counts what waits and hides columns that nobody knows; settings of one are applied to the others of its family', async ({
  app,
  emulator,
}) => {
  const messenger = { ...orderDeskInit, family: 'telegram' } as const
  const orderDesk = emulator.addInstance({ ...messenger, settings: { delaySendMessagesMilliseconds: 3000 } })
  const warehouse = emulator.addInstance(warehouseInit)
  const nightDesk = emulator.addInstance({ ...messenger, idInstance: '1101000077', name: 'Night desk' })
  warehouse.set({ delaySendMessagesMilliseconds: 600_000 })
  warehouse.person('79990001122', { name: 'Anna' })
  const chat = warehouse.chat('79990001122')
  // The first one leaves at once.
  warehouse.apiSends.accept(chat, 'Gone')
  warehouse.apiSends.accept(chat, 'From another program')
  warehouse.becomes('notAuthorized')
  const page = await app.open({ instances: [orderDesk, warehouse, nightDesk] })
  await test.step('what an account that is logged out holds back is marked, with its kind, age and whose it is', async () => {
    await page.goto(`${page.url().split('#')[0]}#/instance/2`)
    const queues = page.getByRole('region', { name: 'Queues' })
    const entry = queues.getByRole('row').filter({ hasText: 'From another program' })
    await expect(entry).toContainText('Text')
    await expect(entry).toContainText('Another program')
    const held = entry.getByText('Held', { exact: true })
    await expect(held).toBeVisible()
    const colourOf = (target: typeof held) => target.evaluate((element) => getComputedStyle(element).color)
    const age = entry.getByRole('cell').nth(4).locator('.num')
    expect(await colourOf(age)).toBe(await colourOf(held))
    expect(await colourOf(age)).not.toBe(await colourOf(entry.getByRole('cell').nth(3)))
    // One reading says nothing about an hour.
    await expect(queues.getByRole('img')).toHaveCount(0)
  })
  await rail(page).getByRole('link', { name: 'All instances' }).click()
  await page.goto(`${page.url().split('#')[0]}#/instance/all`)
  const region = page.getByRole('region', { name: 'Instances table' })
  const table = region.getByRole('table', { name: 'Instances' })
  const row = (name: string) => table.getByRole('row').filter({ hasText: name })

  await test.step('the family is on a line of its own, and the state has its dot and since when', async () => {
    await expect(row('Warehouse').getByText('v3', { exact: true })).toBeVisible()
    await expect(row('Warehouse')).toContainText('Not authorized')
    await expect(row('Warehouse')).toContainText(/1 min, since \d\d?:\d\d/)
    await expect(row('Warehouse')).toContainText('The account is logged out')
    await expect(row('Order desk')).toContainText('Authorized')
  })

  await test.step('a column is there once somebody has a value for it', async () => {
    await expect(table.getByRole('columnheader', { name: 'Quota' })).toHaveCount(0)
    orderDesk.notify('quotaExceeded', {
      quotaData: { method: 'checkWhatsapp', used: 96, total: 100, description: '100 checks a month' },
    })
    await expect(table.getByRole('columnheader', { name: 'Quota' })).toBeVisible()
    await expect(row('Order desk').getByRole('img', { name: 'Number checks: 96 of 100' })).toBeVisible()
    await expect(row('Warehouse')).toContainText('Not reported')
  })

  await test.step('states are read by the button, and the head says when', async () => {
    await clickAt(page, region.getByRole('button', { name: 'Read all states' }))
    await expect(region.getByText(/^3, states read \d\d?:\d\d/)).toBeVisible()
    await expect(table.getByRole('columnheader', { name: 'Queue out' })).toBeVisible()
    await expect(row('Order desk').getByRole('cell').nth(6)).toHaveText('0')
  })

  await test.step('all are selected by mouse, one is left out by keyboard, and the foot counts them', async () => {
    await expect(region.getByText('3 instances, 2 held or waiting to go out', { exact: true })).toBeVisible()
    await clickAt(page, table.getByRole('checkbox', { name: 'Select all' }))
    await expect(
      region.getByText('3 instances, 3 selected, 2 held or waiting to go out', { exact: true }),
    ).toBeVisible()
    await clickAt(page, row('Order desk').getByText('Order desk'))
    await page.keyboard.press('Space')
    await expect(
      region.getByText('3 instances, 2 selected, 2 held or waiting to go out', { exact: true }),
    ).toBeVisible()
    await expect(table.getByRole('checkbox', { name: 'Select all' })).toBeChecked({ indeterminate: true })
    await expectAccessible(page, { label: 'table of all instances' })
    await expectNothingCutOff(page)
    await clickAt(page, table.getByRole('checkbox', { name: 'Select all' }))
    for (const [button, title] of [
      ['Apply settings', 'Apply settings to instances'],
      ['Folder', 'Folder of 3 instances'],
    ] as const) {
      await clickAt(page, region.getByRole('button', { name: button }))
      await expect(page.getByRole('dialog', { name: title })).toBeVisible()
      await expectAccessible(page, { within: '[role="dialog"]', label: title })
      await page.keyboard.press('Escape')
    }
  })

  await test.step('instances are filtered by family', async () => {
    await region.getByRole('button', { name: 'Family' }).click()
    await page.getByRole('checkbox', { name: /v3/ }).check()
    await page.keyboard.press('Escape')
    await expect(region.getByRole('row').filter({ hasText: 'desk' })).toHaveCount(0)
    await region.getByRole('button', { name: 'Clear filter Family' }).click()
  })

  await test.step('settings of one are applied to the others of its family', async () => {
    await clickAt(page, region.getByRole('button', { name: 'Apply settings' }))
    const dialog = page.getByRole('dialog', { name: 'Apply settings to instances' })
    await dialog.getByRole('combobox', { name: 'Begin with the values of' }).selectOption('Order desk')
    await dialog.getByRole('checkbox', { name: 'Wait between messages' }).check()
    const wait = dialog.getByRole('textbox', { name: 'Wait between messages' })
    await wait.fill('400')
    await expect(dialog.getByRole('button', { name: 'Apply to 2' })).toHaveAttribute('aria-disabled', 'true')
    await wait.fill('3000')
    await page.mouse.click(5, 5)
    const to = dialog.getByRole('list', { name: 'Apply to' }).getByRole('listitem')
    await expect(to.filter({ hasText: 'Warehouse' })).toContainText('Left out: another messenger')
    await expect(to.filter({ hasText: 'Order desk' })).toContainText('Unchanged')
    await expect(to.filter({ hasText: 'Night desk' })).toContainText(/ms.*3,000 ms/)
    await expect(dialog).toContainText('All are back after about 5 min 4 s')
    await dialog.getByRole('button', { name: 'Apply to 2' }).click()
    await expect(to.filter({ hasText: 'Night desk' })).toContainText('Saved')
    await expect(dialog).toContainText('1 saved, 1 unchanged, 0 not changed')
    // What was saved is not what is typed now.
    await wait.fill('4000')
    await expect(to.filter({ hasText: 'Night desk' })).toContainText('4,000 ms')
    await expect(dialog.getByRole('button', { name: 'Apply to 2' })).toBeEnabled()
    expect(nightDesk.settings.delaySendMessagesMilliseconds).toBe(3000)
    expect(warehouse.settings.delaySendMessagesMilliseconds).toBe(600_000)
  })
})
