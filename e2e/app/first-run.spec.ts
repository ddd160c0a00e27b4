import type { Page } from '@playwright/test'
import { expect, orderDeskInit, test, warehouseInit } from '../support/test.ts'
import { chatRow, fillAddInstance, paste, rail, views } from '../support/window.ts'

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

test('in an empty window a demo is tried; a list of instances is pasted, judged line by line, put right, checked side by side and added in its order; what is typed wrongly is said beside its field, and put right it adds the instance, however the address is written', async ({
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

  const names = ['Warehouse', 'Wareneingang', 'Order desk', 'Order desk night', 'Spare parts']
  const made = names.map((name, index) =>
    emulator.addInstance({
      ...warehouseInit,
      name,
      idInstance: `110100010${index}`,
      token: `secret${index}0123456789abcdef`,
    }),
  )
  const [warehouse, goodsIn, desk, night, parts] = made.map(({ idInstance, token }) => ({ id: idInstance, token }))
  if (!warehouse || !goodsIn || !desk || !night || !parts) throw new Error('not made')
  const { url } = emulator
  await page.getByRole('button', { name: 'Add several instances' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add several instances' })
  const table = dialog.getByRole('table', { name: 'Instances to add' })
  const squares = page.locator('.rail [data-instance] .inst-tile')
  const row = (label: string | RegExp) => table.getByRole('row').filter({ hasText: label })

  await test.step('each line says how it stands, and no token is shown', async () => {
    await paste(
      dialog.getByRole('textbox', { name: 'Paste the list here' }),
      [
        '\uFEFFName\tAPI URL\tID\tToken',
        `Warehouse\t${url}\t${warehouse.id}\t${warehouse.token}`,
        `"Wareneingang";"${url}/v3/";${goodsIn.id};${goodsIn.token}`,
        `Order desk,${url},${desk.id},`,
        '',
        `Order desk night\t${url}\t${night.id}\tnot-its-token`,
        `Warehouse again\t${url}/\t${warehouse.id}\t${warehouse.token}`,
        `Spare parts\thttp://api.example.com\t${parts.id}\t${parts.token}`,
      ].join('\r\n'),
    )
    await expect(row('Wareneingang')).toContainText('Ready')
    await expect(row('Order desk').first()).toContainText('Token is missing or not valid')
    await expect(row('Warehouse again')).toContainText('Duplicate of line 2')
    await expect(row('Spare parts')).toContainText('Plain http would send the token unprotected')
    await expect(dialog.getByRole('status').filter({ hasText: '3 ready, 3 need attention' })).toBeVisible()
    for (const { token } of made) expect(await page.content()).not.toContain(token)
  })

  await test.step('a line without a token gets one, and the next that needs somebody opens', async () => {
    await dialog.getByRole('button', { name: 'Edit line 4' }).click()
    const editor = dialog.getByRole('form', { name: 'Line 4' })
    await expect(editor.getByRole('textbox', { name: 'API token' })).toBeFocused()
    await page.keyboard.type(desk.token)
    await page.keyboard.press('Enter')
    const next = dialog.getByRole('form', { name: 'Line 8' })
    await expect(next.getByRole('textbox', { name: 'API URL' })).toBeFocused()
    await next.getByRole('textbox', { name: 'API URL' }).fill(url)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('form')).toHaveCount(0)
  })

  await test.step('what can work is added in the order of the list; what was refused stays and says why', async () => {
    await dialog.getByRole('button', { name: 'Check and add 5 instances' }).click()
    await expect(dialog.getByText('4 added')).toBeVisible()
    await expect(row('Order desk night')).toContainText('ID or token refused')
    await expect(row('Warehouse again')).toContainText('Already here: Warehouse')
    // What needs a person comes first.
    await expect(table.getByRole('row').nth(1)).toContainText('ID or token refused')
    await expect(squares).toHaveCount(4)
    expect(await squares.evaluateAll((all) => all.map((one) => one.getAttribute('data-i')))).toEqual([
      'WA',
      'WR',
      'OD',
      'SP',
    ])
    const dealt = await squares.evaluateAll((all) => all.map((one) => one.getAttribute('data-colour')))
    expect(new Set(dealt).size).toBe(4)
    // Nothing was taken from any queue to find that out.
    expect(emulator.recorder.list({ operation: 'deleteNotification' })).toEqual([])
    expect(emulator.violations()).toEqual([])
  })

  await test.step('a refused line is put right and added as well', async () => {
    await dialog.getByRole('button', { name: 'Edit line 6' }).click()
    await dialog.getByRole('form', { name: 'Line 6' }).getByRole('textbox', { name: 'API token' }).fill(night.token)
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Check and add 1 instance' }).click()
    await expect(dialog.getByText('5 added')).toBeVisible()
    await expect(squares).toHaveCount(5)
  })

  await test.step('a thousand lines are read at once, more are refused whole', async () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, index) => `Desk ${index};${url};${2_000_000_000 + index};token${index}`).join(
        '\n',
      )
    const more = dialog.getByRole('textbox', { name: 'More lines' })
    await paste(more, lines(1_001))
    await expect(dialog.getByText(/1,001 lines are too many: at most 1,000/)).toBeVisible()
    await paste(more, lines(990))
    await expect(dialog.getByRole('radio', { name: 'Ready 990' })).toBeVisible()
    expect(await table.getByRole('row').count()).toBeLessThan(60)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toBeHidden()
  })

  await test.step('one more is added alone: the address is there already, and yet another is offered', async () => {
    const last = emulator.addInstance({ ...warehouseInit, idInstance: '1101000105', name: 'Returns' })
    await rail(page).getByRole('button', { name: 'Add instance' }).click()
    await expect(page.getByRole('textbox', { name: 'API URL' })).toHaveValue(url)
    const single = await fillAddInstance(page, { name: 'Returns', id: last.idInstance, token: last.token })
    await single.getByRole('button', { name: 'Connect' }).click()
    await expect(single).toBeHidden()
    await page.getByRole('button', { name: 'Add another' }).click()
    await expect(single.getByRole('textbox', { name: 'Name' })).toHaveValue('')
    await expect(single.getByRole('textbox', { name: 'API URL' })).toHaveValue(url)
    await page.keyboard.press('Escape')
    await expect(single).toBeHidden()
  })

  await test.step('the banner names one instance in trouble and counts the others; their list offers the cure', async () => {
    for (const instance of made.slice(0, 3)) instance.becomes('notAuthorized')
    await rail(page).getByRole('link', { name: 'All instances' }).click()
    await page.getByRole('button', { name: '2 more need attention' }).click()
    const others = page.getByRole('dialog', { name: '2 more need attention' })
    await expect(others.getByRole('link')).toHaveCount(2)
    await others.getByRole('button', { name: 'Authorize: Order desk' }).click()
    await expect(page.getByRole('heading', { name: 'Order desk', exact: true }).first()).toBeVisible()
    await expect(page).toHaveURL(/#\/instance\//)
  })

  const front = { ...connect, name: 'Front desk' }
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
        const dialog = await fillAddInstance(page, { ...front, url: emulator.url, ...values })
        await dialog.getByRole('button', { name: 'Connect' }).click()
        const box = dialog.getByRole('textbox', { name: field, exact: true })
        await expect(box).toHaveAttribute('aria-invalid', 'true')
        await expect(dialog.locator('[aria-invalid="true"]')).toHaveCount(1)
        await expect(box).toHaveAccessibleDescription(/\w+/)
        // What was typed stays.
        await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Front desk')
      })
    }
  })

  await test.step('a host that can’t be reached is explained', async () => {
    const dialog = await fillAddInstance(page, { ...front, url: 'http://127.0.0.1:9' })
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await expect(dialog).toContainText('The API could not be reached')
    await expect(dialog).toContainText('127.0.0.1:9 refuses connections')
  })

  await test.step('an instance is added; receiving takes notifications from every other reader, unless it leaves the queue alone', async () => {
    await page.getByRole('button', { name: 'Back' }).click()
    const dialog = await fillAddInstance(page, { ...front, url: `${emulator.url}/v3/` })
    await expect(dialog).toContainText('Takes notifications from the instance’s queue and removes them.')
    await expect(dialog).toContainText('other programs reading this queue will miss them')
    await dialog.getByRole('radio', { name: 'Read and send only' }).click()
    await expect(dialog).toContainText('Never touches the queue.')
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await expect(dialog).toBeHidden()
    await rail(page)
      .getByRole('link', { name: /^Front desk/ })
      .click()
    await views(page)
      .getByRole('link', { name: /^Chats/ })
      .click()
    await expect(chatRow(page, 'Anna')).toContainText('For somebody else’s program')
    expect(orderDesk.notifications.size).toBe(1)
    const { idInstance } = orderDesk
    expect(emulator.recorder.list({ operation: 'deleteNotification', idInstance })).toEqual([])
  })

  await test.step('every way of writing the address leads to the same place', async () => {
    await beginAdding(page)
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
