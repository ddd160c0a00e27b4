import { expect, orderDeskInit, test } from '../support/test.ts'
import { chatList, chatRow, fillAddInstance, message, openChat } from '../support/window.ts'

test('a new customer logs in by QR code, and the chats come as the messenger hands them over @nightly', async ({
  app,
  emulator,
}) => {
  const desk = emulator.addInstance({ ...orderDeskInit, state: 'notAuthorized' })
  const names = ['Anna', 'Boris', 'Carol', 'Dmitri', 'Elena']
  const now = emulator.clock.now()
  for (const [index, name] of names.entries()) {
    const person = desk.person(`7999000${1100 + index}`, { name })
    // Each chat is older than the one before it; its last three messages share a second.
    const at = now - (index + 1) * 3_600_000
    for (const text of ['first', 'second', 'third']) person.says(`${name} ${text}`, { notify: false, at })
  }
  const page = await app.open()
  await page
    .getByRole('button', { name: /Add (an )?instance/ })
    .first()
    .click()
  const dialog = await fillAddInstance(page, {
    name: 'Order desk',
    id: desk.idInstance,
    token: desk.token,
    url: emulator.url,
  })
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('img', { name: 'QR code for Order desk' })).toBeVisible()
  desk.login.scan()
  await expect(page.getByText('Order desk is authorized')).toBeVisible()

  const arriving = page.getByRole('banner').getByText(/Reading chats|Chats are still arriving/)
  await test.step('the list fills while the history arrives, and nothing says that it is all', async () => {
    emulator.clock.advance(30_000)
    await expect(chatRow(page, 'Anna')).toContainText('Anna')
    await expect(arriving).toBeVisible()
    emulator.clock.advance(90_000)
    for (const name of names) await expect(chatRow(page, name)).toContainText(`${name} third`)
    await expect(arriving).toBeVisible()
  })
  await test.step('in their order, each once', async () => {
    const rows = chatList(page).getByRole('listitem')
    await expect(rows).toHaveCount(names.length)
    for (const [index, name] of names.entries()) await expect(rows.nth(index)).toContainText(name)
    await openChat(page, 'Carol')
    for (const text of ['first', 'second', 'third']) await expect(message(page, `Carol ${text}`)).toHaveCount(1)
    const places = await Promise.all(
      ['first', 'second', 'third'].map(async (text) => (await message(page, `Carol ${text}`).boundingBox())?.y ?? 0),
    )
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })
})
