import { expect, orderDeskInit, test, warehouseInit } from '../support/test.ts'
import { fillAddInstance, paste, rail } from '../support/window.ts'

test('a list of instances is pasted, judged line by line, put right, checked side by side and added in its order', async ({
  app,
  emulator,
}) => {
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
  const page = await app.open()
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
    const last = emulator.addInstance({ ...orderDeskInit, name: 'Returns' })
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
})
