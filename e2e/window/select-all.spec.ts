import { composer, log, message, openChat } from '../support/window.ts'
import { expect, test } from './window-test.ts'

test('Ctrl+A selects the messages of the log, the text of a field, and never the frame of the window', async ({
  desk,
  open,
}) => {
  const anna = desk.customer('Anna')
  desk.says(anna, 'Is it ready?')
  const page = await open()
  await openChat(page, 'Anna')
  await message(page, 'Is it ready?').click()
  const text = () => page.evaluate(() => String(getSelection()))
  await log(page).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByRole('heading', { name: '2 messages' })).toBeVisible()
  expect(await text()).toBe('')
  // No letter answers one of several.
  await page.keyboard.press('r')
  await expect(page.getByRole('group', { name: /^Reply to/ })).toHaveCount(0)
  await log(page).focus()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link').first().focus()
  await page.keyboard.press('ControlOrMeta+a')
  expect(await text()).toBe('')
  await composer(page).fill('Ready at noon')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('No')
  await expect(composer(page)).toHaveValue('No')
})
