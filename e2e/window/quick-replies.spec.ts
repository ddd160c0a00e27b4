import { chatRow, composer } from '../support/window.ts'
import { expect, test } from './window-test.ts'

test('the list of quick replies leaves nothing behind when it is closed, Enter inserts and does not send, and Tab leads through what is to be filled in', async ({
  desk,
  open,
}) => {
  desk.customer('Lena Fischer', 'Hello?')
  const greeting = desk.quickReply('Greeting', 'Good morning, {name}. Yours, {instance}')
  const page = await open()
  await chatRow(page, 'Lena').click()
  const list = page.getByRole('dialog', { name: 'Quick replies', exact: true })

  await test.step('the button leaves nothing in the message when the list is closed, and inserts at the end of a word', async () => {
    const button = page.getByRole('button', { name: 'Quick replies' })
    const option = list.getByRole('option', { name: /Greeting/ })
    for (const close of [() => page.keyboard.press('Escape'), () => button.click()]) {
      await composer(page).fill('On its way.')
      await button.click()
      await expect(option).toBeVisible()
      await page.keyboard.type('gre')
      await expect(option).toBeVisible()
      await close()
      await expect(list).toBeHidden()
      await expect(composer(page)).toHaveValue('On its way.')
      await expect(composer(page)).toBeFocused()
    }
    await button.click()
    await page.keyboard.type(' Today.')
    await expect(list).toBeHidden()
    await expect(composer(page)).toHaveValue('On its way. Today.')
    await button.click()
    await page.keyboard.press('Enter')
    await expect(composer(page)).toHaveValue('On its way. Today. Good morning, Lena Fischer. Yours, Order desk')
    expect(desk.inputs('messages.send')).toEqual([])
  })

  await test.step('Enter inserts and does not send; Escape keeps what was typed', async () => {
    await composer(page).fill('')
    await composer(page).pressSequentially('/gre')
    await expect(list.getByRole('option', { name: /Greeting/ })).toContainText(
      'Good morning, Lena Fischer. Yours, Order desk',
    )
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(composer(page)).toHaveValue('/gre')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Well. /morn')
    await expect(list.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(composer(page)).toHaveValue('Well. Good morning, Lena Fischer. Yours, Order desk')
    await expect(composer(page)).toBeFocused()
    expect(desk.inputs('messages.send')).toEqual([])
    await page.keyboard.type(' :rocket')
    await expect(page.getByRole('option', { name: 'Rocket', exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    const written = 'Well. Good morning, Lena Fischer. Yours, Order desk 🚀 '
    await expect(composer(page)).toHaveValue(written)
    await page.keyboard.press('Enter')
    await expect.poll(() => desk.inputs('messages.send')).toMatchObject([{ text: written, quickReply: greeting }])
  })

  await test.step('several variables one after another', async () => {
    desk.quickReply('Slot', '{firstName=Dear customer}, {delivery day=tomorrow} at {hour=9} by {car=}.')
    await composer(page).fill('/slot')
    await expect(list.getByRole('option', { name: /Slot/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(composer(page)).toHaveValue('Lena, tomorrow at 9 by .')
    await page.keyboard.type('on Friday')
    await page.keyboard.press('Tab')
    await page.keyboard.type('10')
    await page.keyboard.press('Tab')
    await page.keyboard.type('van')
    await expect(composer(page)).toHaveValue('Lena, on Friday at 10 by van.')
    await expect(composer(page)).toBeFocused()
    // Nothing is left to fill in: Tab goes on.
    await page.keyboard.press('Tab')
    await expect(composer(page)).not.toBeFocused()
  })
})
