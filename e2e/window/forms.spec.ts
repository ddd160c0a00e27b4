import type { Page } from '@playwright/test'
import { details, openChat } from '../support/window.ts'
import { expect, test } from './window-test.ts'

const openDetails = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+.')
  await expect(details(page)).toBeVisible()
}

test('saving a person sends what was changed here, and leaves what another window changed meanwhile', async ({
  desk,
  open,
  pipe,
}) => {
  const anna = desk.customer('Anna')
  desk.changeCard(anna, { fields: [{ key: 7 as never, name: 'City', value: 'Riga' }] })
  const page = await open()
  await openChat(page, 'Anna')
  await openDetails(page)
  const person = details(page).getByRole('region', { name: 'Person' })
  await person.getByRole('button', { name: 'Edit' }).click()

  await test.step('what was not touched follows', async () => {
    desk.changeCard(anna, { name: 'Anna Smith' })
    await expect(person.getByLabel('Name given here')).toHaveValue('Anna Smith')
    await person.getByRole('textbox', { name: 'Value' }).fill('Vilnius')
    pipe.delayMs = 300
    desk.changeCard(anna, { name: 'Anna Brown' })
    await person.getByRole('button', { name: 'Save' }).click()
    await expect(person.getByRole('button', { name: 'Save' })).toHaveCount(0)
    expect(desk.inputs('people.setName')).toEqual([])
    expect(desk.chat(anna).card).toMatchObject({ name: 'Anna Brown', fields: [{ name: 'City', value: 'Vilnius' }] })
  })

  await test.step('where both changed the same, it is said before it is saved', async () => {
    await person.getByRole('button', { name: 'Edit' }).click()
    await person.getByLabel('Name given here').fill('Anna B.')
    desk.changeCard(anna, { name: 'Anna Green' })
    await expect(person.getByText('This was changed elsewhere while you were writing.')).toBeVisible()
    await expect(person.getByLabel('Name given here')).toHaveValue('Anna B.')
  })

  await test.step('and what is typed while it is saved stays, unsaved', async () => {
    const letGo = pipe.hold('people.setName')
    await person.getByRole('button', { name: 'Save' }).click()
    await person.getByLabel('Name given here').fill('Anna Brown again')
    letGo()
    await expect.poll(() => desk.chat(anna).card.name).toBe('Anna B.')
    await expect(person.getByLabel('Name given here')).toHaveValue('Anna Brown again')
    await expect(person.getByRole('button', { name: 'Save' })).toBeEnabled()
  })
})
