import { expectAccessible } from '../support/accessible.ts'
import { expect, orderDeskInit, test } from '../support/test.ts'
import { chatRow, details, message, openChat } from '../support/window.ts'

test('a person whose id hides the number is one chat by what the service says, and an id that is somebody else is separated', async ({
  app,
  emulator,
}) => {
  const desk = emulator.addInstance({
    ...orderDeskInit,
    family: 'whatsapp',
    settings: { enableLidMode: 'yes' },
    behaviour: { plan: 'business' },
  })
  const page = await app.open({ instances: [desk] })
  const anna = desk.person('79990001122', { username: 'anna_oak' })
  anna.says('Is the oak table there?')
  await expect(chatRow(page, '@anna_oak')).toBeVisible()
  const first = anna.lid
  anna.changesLid()
  anna.says('And the chairs?')
  await openChat(page, '@anna_oak')
  await expect(message(page, 'And the chairs?')).toBeVisible()
  await expect(message(page, 'Is the oak table there?')).toBeVisible()

  await page.getByRole('button', { name: 'Details', exact: true }).click()
  await expect(details(page)).toContainText('+7 999 000 11 22')
  await expect(details(page)).toContainText('@anna_oak')
  await details(page)
    .getByRole('button', { name: `Separate ${first} into a chat of its own` })
    .click()
  const dialog = page.getByRole('dialog', { name: `Is ${first} somebody else?` })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Separate' }).click()
  await expect(message(page, 'Is the oak table there?')).toBeHidden()
  await page.getByRole('button', { name: 'Open it' }).click()
  await expect(message(page, 'Is the oak table there?')).toBeVisible()
  await expect(message(page, 'And the chairs?')).toBeHidden()

  await details(page).getByRole('button', { name: `Make one chat of this and` }).click()
  await expect(message(page, 'And the chairs?')).toBeVisible()
  await expect(message(page, 'Is the oak table there?')).toBeVisible()
})
