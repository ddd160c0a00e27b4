import { expect, test } from '../support/test.ts'
import { chatList, chatRow, composer, openChat, send } from '../support/window.ts'

test.beforeEach(({ orderDesk }) => {
  orderDesk.person('79990001122', { name: 'Anna' }).says('Is it ready?')
  orderDesk.person('79990003344', { name: 'Boris' }).says('Good day')
})

test('a draft is the same in two windows: what one of them writes, changes or sends is not hidden, overwritten or left in the other @nightly', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const page = await app.open({ instances: [orderDesk] })
  const other = await page.context().newPage()
  await other.goto(page.url())
  await openChat(page, 'Anna')
  await composer(page).fill('Ready')
  await openChat(other, 'Anna')
  await expect(composer(other)).toHaveValue('Ready')

  await test.step('while both show the chat', async () => {
    await composer(other).fill('Ready at noon')
    await expect(composer(page)).toHaveValue('Ready at noon')
    await composer(page).fill('Ready at one')
    await expect(composer(other)).toHaveValue('Ready at one')
  })
  await test.step('while one of them shows another chat', async () => {
    await openChat(page, 'Boris')
    await composer(other).fill('Ready at two')
    await expect(chatRow(page, 'Anna')).toContainText('Ready at two')
    await openChat(page, 'Anna')
    await expect(composer(page)).toHaveValue('Ready at two')
    // A switch that is quicker than core keeps what was typed last.
    await composer(page).fill('Ready at three')
    await openChat(page, 'Boris')
    await openChat(page, 'Anna')
    await expect(composer(page)).toHaveValue('Ready at three')
    await expect(composer(other)).toHaveValue('Ready at three')
    await expect(composer(page)).toHaveValue('Ready at three')
  })
  await test.step('an open menu counts what comes', async () => {
    await chatList(page).getByRole('button', { name: 'More filters' }).click()
    await expect(page.getByRole('menuitem', { name: 'Drafts 1' })).toBeVisible()
    await openChat(other, 'Boris')
    await composer(other).fill('Good evening')
    await expect(page.getByRole('menuitem', { name: 'Drafts 2' })).toBeVisible()
    await page.keyboard.press('Escape')
    await openChat(other, 'Anna')
  })
  await test.step('sent in one, it is gone from both', async () => {
    await send(other, 'Ready at four')
    await emulator.untilSent('Ready at four')
    await expect(composer(other)).toHaveValue('')
    await expect(composer(page)).toHaveValue('')
    expect(orderDesk.sends).toHaveLength(1)
  })
})
