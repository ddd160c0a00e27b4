import { expect, test } from '../support/test.ts'
import { chatRow, clickAt, composer, message, openChat, views } from '../support/window.ts'

test('what was sent is taken back within five seconds, by mouse, by key and from another chat', async ({
  app,
  orderDesk,
}) => {
  const lena = orderDesk.person('79990001122', { name: 'Lena' })
  lena.says('Hello?')
  orderDesk.person('79990003344', { name: 'Boris' }).says('Good morning')
  const arrived = () => orderDesk.sends.map(({ content }) => ('text' in content ? content.text : ''))
  const page = await app.open({ instances: [orderDesk] })
  const toast = page.getByRole('region', { name: 'Program messages' })
  await views(page).getByRole('link', { name: 'Settings' }).click()
  const setting = page.getByRole('switch', { name: 'Undo send' })
  await expect(setting).not.toBeChecked()
  await setting.click()
  await expect(setting).toBeChecked()
  await views(page).getByRole('link', { name: 'Chats' }).click()
  await openChat(page, 'Lena')

  await test.step('below the bubble, by mouse', async () => {
    await composer(page).fill('To the wrong person')
    await page.keyboard.press('Enter')
    const bubble = message(page, 'To the wrong person')
    await expect(bubble).toContainText('Goes out in a few seconds')
    await expect(composer(page)).toHaveValue('')
    await clickAt(page, bubble.getByRole('button', { name: 'Undo' }))
    await expect(composer(page)).toHaveValue('To the wrong person')
    await expect(bubble).toHaveCount(0)
  })

  await test.step('by key, in the empty field', async () => {
    await page.keyboard.press('Enter')
    await expect(composer(page)).toHaveValue('')
    await page.keyboard.press('Control+z')
    await expect(composer(page)).toHaveValue('To the wrong person')
    await expect(composer(page)).toBeFocused()
    await expect(toast.getByText('Message goes out')).toHaveCount(0)
  })

  await test.step('from another chat, which it leads back from', async () => {
    await page.keyboard.press('Enter')
    await expect(composer(page)).toHaveValue('')
    await chatRow(page, 'Boris').click()
    await expect(page.getByRole('heading', { name: 'Boris', exact: true })).toBeVisible()
    await expect(toast).toContainText('Message goes out in 5 seconds')
    await clickAt(page, toast.getByRole('button', { name: 'Undo' }))
    await expect(page.getByRole('heading', { name: 'Lena', exact: true })).toBeVisible()
    await expect(composer(page)).toHaveValue('To the wrong person')
  })

  await test.step('left alone, it goes once', async () => {
    await composer(page).fill('To Lena')
    await page.keyboard.press('Enter')
    await expect.poll(arrived).toEqual(['To Lena'])
    await expect(toast.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    await expect(message(page, 'To Lena').getByRole('button', { name: 'Undo' })).toHaveCount(0)
  })
})
