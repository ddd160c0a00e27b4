import { capabilities } from '../../src/api/families.ts'
import type { Template } from '../../src/contract/sending.ts'
import type { InstanceKey } from '../../src/contract/ids.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expectClean } from '../support/clean.ts'
import { composer, conversation, details, message, openChat } from '../support/window.ts'
import { expect, test } from './window-test.ts'

test('first run and Add instance @long', async ({ desk, open }) => {
  desk.answer('instances.list', () => [])
  const page = await open()
  await expect(page.getByRole('button', { name: /Add (an )?instance/ }).first()).toBeVisible()
  await expectClean(page, { words: 'first-run' })
  await page
    .getByRole('button', { name: /Add (an )?instance/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'Add instance' })).toBeVisible()
  await expectClean(page, { words: 'add-instance' })
  await page.getByRole('button', { name: 'Several at once' }).click()
  const several = page.getByRole('dialog', { name: 'Add several instances' })
  await several.getByRole('textbox').fill('Order desk;https://api.example.com;1101000001;\nTwin;my server;1;x')
  await several.getByRole('button', { name: 'Read lines' }).click()
  await several.getByRole('button', { name: 'Edit line 1' }).click()
  await expect(several.getByRole('form', { name: 'Line 1' })).toBeVisible()
  await expectClean(page, { words: 'add-several-instances' })
})

test('what is written, forwarded, deleted and put apart in a chat, and the rail of many instances', async ({
  desk,
  open,
}) => {
  const shops = Array.from({ length: 12 }, (_, index) => {
    const key = (index + 1) as InstanceKey
    return { ...desk.instance, key, name: `Shop ${key}`, folder: index > 8 ? 'North' : '' }
  })
  desk.answer('instances.list', () => [
    { ...desk.instance, family: 'whatsapp' as const, files: capabilities.whatsapp.files },
    ...shops.slice(1),
  ])
  const template: Template = {
    ...{ id: 'oak', name: 'oak_week', language: 'en', category: '', text: 'Oak costs less until {{1}}.' },
    ...{ header: 'For {{1}}', footer: 'The shop', buttons: [], media: 'image', status: 'APPROVED' },
  }
  desk.answer('templates.read', () => [template])
  desk.answer('contacts.list', () => ({ total: 0, inContacts: 0, missing: 0, rows: [], fitting: 0, readAt: null }))
  desk.answer('uploads.begin', ({ name }) => ({ upload: 'one', address: 'spool/one', name }))
  for (const name of ['uploads.arrange', 'uploads.discard'] as const) desk.answer(name, () => undefined)
  const anna = desk.customer('Anna', 'Can you take the old one?')
  desk.customer('Boris')
  desk.says(anna, 'The first page')
  desk.sent(anna, 'On Friday', { at: Date.now() })
  desk.aliases.set(anna, ['12345678@lid'])
  desk.changeCard(anna, { name: 'Anna', fields: [{ key: 7 as never, name: 'Orders', value: 'Rye, unsliced' }] })
  const page = await open()
  const dialog = page.getByRole('dialog')
  const within = '[role="dialog"]'
  const closed = async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  await openChat(page, 'Anna')

  await message(page, 'The first page').focus()
  await page.keyboard.press('r')
  await expect(conversation(page).getByRole('group', { name: /^Reply to/ })).toBeVisible()
  await page.keyboard.press('Control+.')
  await expect(details(page).getByText('Rye, unsliced')).toBeVisible()
  await expectAccessible(page, { label: 'a quote, and a person with a field' })

  await details(page).getByRole('button', { name: 'Merge with another chat' }).click()
  await dialog.getByRole('combobox').fill('Bori')
  await dialog.getByRole('option', { name: /Boris/ }).click()
  await expectAccessible(page, { within, label: 'merge with another chat' })
  await closed()
  await details(page)
    .getByRole('button', { name: /^Separate 12345678@lid/ })
    .click()
  await expect(dialog).toBeVisible()
  await expectAccessible(page, { within, label: 'separate an id' })
  await closed()

  await message(page, 'The first page').hover()
  await message(page, 'The first page').getByRole('button', { name: 'React' }).click()
  await expect(dialog).toBeVisible()
  await expectAccessible(page, { within, label: 'reactions' })
  await closed()
  await message(page, 'On Friday').focus()
  await page.keyboard.press('Delete')
  await expect(dialog).toContainText('Its text stays here')
  await expectAccessible(page, { within, label: 'delete for everyone' })
  await closed()
  await message(page, 'On Friday').focus()
  await page.keyboard.press('e')
  await expect(page.getByRole('textbox', { name: 'Edit message' })).toBeFocused()
  await expectAccessible(page, { label: 'an edit' })
  await page.keyboard.press('Escape')

  for (const text of ['Can you take', 'The first page'])
    await message(page, text).click({ modifiers: ['ControlOrMeta'] })
  await expect(conversation(page).getByRole('heading', { name: '2 messages' })).toBeVisible()
  await expectAccessible(page, { label: 'selected messages' })
  await conversation(page).getByRole('button', { name: 'Forward' }).click()
  await dialog.getByRole('combobox').fill('Bor')
  await dialog.getByRole('option', { name: /Boris/ }).click()
  await expectAccessible(page, { within, label: 'forward' })
  await closed()

  await composer(page).fill('See https://shop.example/chair')
  await conversation(page).getByRole('button', { name: 'Link preview', pressed: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Your own…' }).click()
  await dialog.getByRole('textbox', { name: 'Title' }).press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveAccessibleDescription('Enter a title.')
  await expectAccessible(page, { within, label: 'a link preview of one’s own' })
  await closed()

  await composer(page).fill('')
  await page.route('**/spool/one?*', (route) =>
    route.fulfill({ json: { stored: route.request().postDataBuffer()?.length ?? 0 } }),
  )
  const file = { name: 'offer.pdf', mimeType: 'application/pdf', buffer: Buffer.from('An offer') }
  await conversation(page).locator('input[type=file]').first().setInputFiles(file)
  await expect(conversation(page).getByRole('group', { name: 'Attachments' })).toContainText('1 file')
  await expectAccessible(page, { label: 'an attached file' })

  await page.setViewportSize({ width: 1440, height: 480 })
  const rail = page.getByRole('navigation', { name: 'Instances' })
  await expect(rail.getByRole('button', { name: /^North, folder of 3/ })).toBeAttached()
  await rail.getByRole('button', { name: /more instances, find one/ }).click()
  await expect(page.getByRole('dialog', { name: 'Find an instance' })).toBeVisible()
  await expectAccessible(page, { within, label: 'search for an instance' })
  await closed()

  await page.setViewportSize({ width: 1440, height: 900 })
  await rail.getByRole('button', { name: /^North/, expanded: true }).click()
  await expect(rail.getByRole('button', { name: /^North/, expanded: false })).toBeVisible()
  await expectAccessible(page, { within: '.rail', label: 'a closed folder' })

  desk.answer('instances.list', () => [{ ...desk.instance, isWaba: true }])
  desk.changed({ kind: 'instances' })
  await conversation(page).getByRole('button', { name: 'Remove offer.pdf' }).click()
  await conversation(page).getByRole('button', { name: 'More to send' }).click()
  await page.getByRole('menuitem', { name: 'Template' }).click()
  await dialog.locator('input[type=file]').setInputFiles({ ...file, name: 'oak.png', mimeType: 'image/png' })
  await expect(dialog).toContainText('oak.png')
  await dialog.getByRole('textbox', { name: 'Value 1', exact: true }).press('Enter')
  await expect(dialog.getByText('Fill in this value.').first()).toBeVisible()
  await expectAccessible(page, { within, label: 'a template' })
})
