import { expectClean } from '../support/clean.ts'
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
