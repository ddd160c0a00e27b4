import type { Page } from '@playwright/test'
import { expect, orderDeskInit, test, warehouseInit } from '../support/test.ts'
import { chatRow, fillAddInstance, paste, rail } from '../support/window.ts'

const connect = { name: 'Order desk', id: orderDeskInit.idInstance, token: orderDeskInit.token }

const beginAdding = (page: Page): Promise<void> =>
  page
    .getByRole('button', { name: /Add (an )?instance/ })
    .first()
    .click()

test('a wrong token is explained and nothing is added; an instance that is added anyway is not said to be connected @nightly', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const page = await app.open()
  await beginAdding(page)
  expect(orderDesk.token).toBe(connect.token)
  const dialog = await fillAddInstance(page, { ...connect, url: emulator.url, token: 'not-the-token-of-this-instance' })
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await expect(dialog).toContainText(/token/i)
  await expect(dialog.getByText(/refused|not accepted/i).first()).toBeVisible()
  await expect(rail(page).getByRole('link', { name: /^Order desk/ })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Add anyway' }).click()
  const added = page.getByRole('dialog', { name: 'Order desk was added, but is not connected' })
  await expect(added).toContainText('It cannot receive or send until this is fixed')
  await expect(added).not.toContainText('checks passed')
  await expect(added).toContainText('ID or token refused')
  await expect(rail(page).getByRole('link', { name: /^Order desk.*token refused/ })).toBeVisible()

  await test.step('an instance that is not authorized shows the code that authorizes it at once', async () => {
    const warehouse = emulator.addInstance(warehouseInit)
    warehouse.becomes('notAuthorized')
    await added.getByRole('button', { name: 'Close' }).last().click()
    await rail(page).getByRole('button', { name: 'Add instance' }).click()
    const { name, idInstance: id, token } = warehouse
    const second = await fillAddInstance(page, { name, id, token, url: emulator.url })
    await second.getByRole('button', { name: 'Connect' }).click()
    await expect(rail(page).getByRole('link', { name: /Warehouse.*not authorized/i })).toBeVisible()
    await expect(second).toBeHidden()
    await expect(page.getByRole('img', { name: 'QR code for Warehouse' })).toBeVisible()
  })
})

test('in an empty window a demo is tried; what is typed wrongly is said beside its field, and put right it adds the instance, however the address is written', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const page = await app.open()
  await test.step('the demo starts inside the program, is marked as samples, and leaves nothing when it ends', async () => {
    await page.getByRole('button', { name: 'Try the demo' }).click()
    const instances = rail(page).getByRole('link', { name: /\(sample\)/ })
    await expect(instances).toHaveCount(2)
    await expect(page.getByText('This is a demo with sample instances')).toBeVisible()
    // Somebody has written by now, and more is coming.
    await expect(chatRow(page, /Marta/)).toBeVisible()
    await page.getByRole('button', { name: 'End the demo' }).click()
    await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible()
    await expect(instances).toHaveCount(0)
  })

  await beginAdding(page)
  orderDesk.person('79990001122', { name: 'Anna' }).says('For somebody else’s program')
  await test.step('what is typed wrongly is said beside its field', async () => {
    const cases = [
      ['no address at all', { url: 'my server' }, 'API URL'],
      ['plain http to another machine', { url: 'http://api.example.com' }, 'API URL'],
      ['an instance id with letters', { id: '1101A' }, 'Instance ID'],
      ['an empty token', { token: '' }, 'API token'],
    ] as const
    for (const [what, values, field] of cases) {
      await test.step(what, async () => {
        const dialog = await fillAddInstance(page, { ...connect, url: emulator.url, ...values })
        await dialog.getByRole('button', { name: 'Connect' }).click()
        const box = dialog.getByRole('textbox', { name: field, exact: true })
        await expect(box).toHaveAttribute('aria-invalid', 'true')
        await expect(dialog.locator('[aria-invalid="true"]')).toHaveCount(1)
        await expect(box).toHaveAccessibleDescription(/\w+/)
        // What was typed stays.
        await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Order desk')
      })
    }
  })

  await test.step('a host that can’t be reached is explained', async () => {
    const dialog = await fillAddInstance(page, { ...connect, url: 'http://127.0.0.1:9' })
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await expect(dialog).toContainText('The API could not be reached')
    await expect(dialog).toContainText('127.0.0.1:9 refuses connections')
  })

  await test.step('an instance is added; receiving takes notifications from every other reader, unless it leaves the queue alone', async () => {
    await page.getByRole('button', { name: 'Back' }).click()
    const dialog = await fillAddInstance(page, { ...connect, url: `${emulator.url}/v3/` })
    await expect(dialog).toContainText('Takes notifications from the instance’s queue and removes them.')
    await expect(dialog).toContainText('other programs reading this queue will miss them')
    await dialog.getByRole('radio', { name: 'Read and send only' }).click()
    await expect(dialog).toContainText('Never touches the queue.')
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await expect(dialog).toBeHidden()
    await expect(chatRow(page, 'Anna')).toContainText('For somebody else’s program')
    await expect(rail(page).getByRole('link', { name: /^Order desk/ })).toBeVisible()
    expect(orderDesk.notifications.size).toBe(1)
    expect(emulator.recorder.list({ operation: 'deleteNotification' })).toEqual([])
  })

  await test.step('every way of writing the address leads to the same place', async () => {
    await page.getByRole('button', { name: 'Add instance' }).click()
    const again = await fillAddInstance(page, { name: 'Twin', url: '', id: '', token: '' })
    const address = again.getByRole('textbox', { name: 'API URL' })
    await paste(address, `${emulator.url}/v3/waInstance${connect.id}/getStateInstance/${connect.token}`)
    await expect(address).toHaveValue(`${emulator.url}/v3`)
    await expect(again.getByRole('textbox', { name: 'Instance ID' })).toHaveValue(connect.id)
    await expect(again.getByRole('textbox', { name: 'API token' })).toHaveValue(connect.token)
    await again.getByRole('button', { name: 'Connect' }).click()
    await expect(again.getByText(/already connected/i)).toBeVisible()
    await expect(rail(page).getByRole('link', { name: /^Twin/ })).toHaveCount(0)
  })
})
