import { expectNothingCutOff } from '../support/cut-off.ts'
import { composer, details, message, openChat } from '../support/window.ts'
import { expect, test } from './window-test.ts'

test('no control of a conversation is cut off beside a wide message, with Details and without', async ({
  desk,
  open,
}) => {
  const anna = desk.customer('Anna', `Where is it? ${'I have waited for a long time. '.repeat(12)}`)
  desk.says(anna, 'Is it ready?')
  const page = await open()
  await openChat(page, 'Anna')
  for (const isOpen of [false, true]) {
    if ((await details(page).isVisible()) !== isOpen) {
      await page.getByRole('button', { name: 'Details', exact: true }).click()
    }
    await expect(details(page)).toBeVisible({ visible: isOpen })
    await message(page, 'Where is it?').focus()
    await expectNothingCutOff(page)
  }
  // Details are open; Russian words are the longest.
  desk.settings = { ...desk.settings, language: 'ru' }
  desk.changed({ kind: 'settings' })
  await expect(composer(page)).toHaveCount(0)
  await expectNothingCutOff(page)
})
