import { expect, test } from '../support/test.ts'
import { chatRow, clickAt, composer, log, message } from '../support/window.ts'

test('quick replies begin with a first set, are made from what is written, found by a slash, taken in, and bring files', async ({
  app,
  orderDesk,
}) => {
  orderDesk.person('79990001122', { name: 'Lena Fischer' }).says('Hello?')
  const page = await app.open({ instances: [orderDesk] })
  await chatRow(page, 'Lena').click()
  const list = page.getByRole('dialog', { name: 'Quick replies', exact: true })

  await test.step('a slash with nothing kept offers a first set', async () => {
    await composer(page).fill('/')
    await expect(list).toContainText('No quick replies yet')
    await clickAt(page, list.getByRole('button', { name: 'Add a first set' }))
    await expect(page.getByText('Added 6 quick replies')).toBeVisible()
    await composer(page).pressSequentially('gree')
    await expect(list.getByRole('option', { name: /Greeting/ })).toContainText('Hello Lena, thank you')
    await page.keyboard.press('Enter')
    await expect(composer(page)).toHaveValue('Hello Lena, thank you for writing. How can we help?')
    await composer(page).fill('/deli')
    await expect(list.getByRole('option', { name: /Delivery day/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(composer(page)).toHaveValue('Your order arrives tomorrow. We’ll write if anything changes.')
    // The default is selected: what is typed takes its place.
    await page.keyboard.type('on Friday')
    await expect(composer(page)).toHaveValue('Your order arrives on Friday. We’ll write if anything changes.')
    await composer(page).fill('')
  })

  await test.step('what is written is kept', async () => {
    await composer(page).fill('Good morning, {name}. Yours, {instance}')
    await page.getByRole('button', { name: 'Quick replies' }).click()
    await list.getByRole('button', { name: 'New from this text' }).click()
    const dialog = page.getByRole('dialog', { name: 'New quick reply' })
    await expect(dialog.getByLabel('Text')).toHaveValue('Good morning, {name}. Yours, {instance}')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toContainText('Enter a name.')
    await dialog.getByLabel('Name').fill('Morning')
    await dialog.getByLabel('Text').fill('Good morning, {name}. It is {price}')
    await page.keyboard.press('Control+a')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toContainText('{price} is not a known variable. Give it a default after “=”')
    await dialog.getByLabel('Text').fill('Good morning, {name}. Yours, {instance}')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved “Morning”')).toBeVisible()
  })

  await test.step('Enter inserts and does not send; which one it was written with outlives a reload, as the draft does', async () => {
    await composer(page).fill('')
    await composer(page).pressSequentially('/morn')
    await expect(list.getByRole('option', { name: /Morning/ })).toContainText(
      'Good morning, Lena Fischer. Yours, Order desk',
    )
    await page.keyboard.press('Enter')
    const written = 'Good morning, Lena Fischer. Yours, Order desk'
    await expect(composer(page)).toHaveValue(written)
    expect(orderDesk.sends).toHaveLength(0)
    await page.reload()
    await expect(composer(page)).toHaveValue(written)
    await expect(composer(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(message(page, written)).toBeVisible()
  })

  await test.step('Outgoing finds what was written with it', async () => {
    await composer(page).fill('By hand')
    await page.keyboard.press('Enter')
    await expect(message(page, 'By hand')).toBeVisible()
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Outgoing' }).click()
    const rows = page.getByRole('table', { name: 'Outgoing messages' }).locator('.tbl-body').getByRole('row')
    await expect(rows).toHaveCount(2)
    await page.getByRole('button', { name: 'Quick reply', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Morning' }).check()
    await expect(rows).toHaveCount(1)
    await page.keyboard.press('Escape')
    await rows.first().click()
    await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('Quick replyMorning')
  })

  await test.step('Settings list them; a file is taken in, and what it lacks is said', async () => {
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Quick replies' }).click()
    const section = page.getByRole('region', { name: 'Quick replies' })
    await section.locator('input[type=file]').setInputFiles({
      name: 'replies.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('name;text\nSundays;We are closed.\nMorning;Other words\n'),
    })
    const report = page.getByRole('dialog', { name: 'Not everything in replies.csv was taken' })
    await expect(report).toContainText('Added 1 quick reply, 1 left out')
    await expect(report).toContainText('3, Morning: another text has this name here.')
    await report.getByRole('button', { name: 'Close' }).last().click()
    await section.locator('input[type=file]').setInputFiles({
      name: 'old.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([0x6e, 0xf2, 0xe5, 0xea]),
    })
    await expect(page.getByRole('dialog', { name: 'Nothing in old.csv was taken' })).toContainText(
      'not encoded in UTF-8',
    )
    await page.keyboard.press('Escape')
    await section.getByRole('button', { name: 'Remove Sundays' }).click()
    await expect(section.getByText('Sundays', { exact: true })).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(section.getByText('Sundays', { exact: true })).toBeVisible()
  })

  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Chats' }).click()
  await test.step('files come with it into the composer and go with its text', async () => {
    await composer(page).fill('Here is our price list')
    await page.getByRole('button', { name: 'Quick replies' }).click()
    await page.getByRole('button', { name: 'New from this text' }).click()
    const dialog = page.getByRole('dialog', { name: 'New quick reply' })
    await dialog.getByLabel('Name').fill('Catalogue')
    const buffer = Buffer.from('%PDF-1.7 prices')
    await dialog.locator('input[type=file]').setInputFiles([
      { name: 'prices.pdf', mimeType: 'application/pdf', buffer },
      { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
    ])
    await expect(dialog.getByRole('group', { name: 'Files' }).getByRole('listitem')).toHaveText(/prices\.pdf/)
    await expect(dialog.getByRole('alert')).toContainText('empty')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved “Catalogue”')).toBeVisible()
    await composer(page).fill('')
    await composer(page).pressSequentially('/cata')
    await expect(page.getByRole('option', { name: /Catalogue/ })).toContainText('1 file')
    await page.keyboard.press('Enter')
    await expect(composer(page)).toHaveValue('Here is our price list')
    await expect(page.getByRole('group', { name: 'Attachments' })).toContainText('prices.pdf')
    await page.keyboard.press('Enter')
    await expect(message(page, 'prices.pdf')).toBeVisible()
    await expect(log(page)).toContainText('Here is our price list')
  })
})
