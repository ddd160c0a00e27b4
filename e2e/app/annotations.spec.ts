import { expect, test } from '../support/test.ts'
import { chatList, chatRow, conversation, details } from '../support/window.ts'
import { annotateByKeyboard } from '../support/annotate.ts'

test('labels and notes are made by keyboard, narrow the list, are found by a search and outlast a restart @nightly', async ({
  app,
  orderDesk,
}) => {
  for (const [index, name] of ['Anna', 'Boris', 'Clara'].entries())
    orderDesk
      .person(`7999000600${index}`, { name })
      .says(`Here is ${name}`, { at: orderDesk.now() - (index + 1) * 60_000 })
  let page = await app.open({ instances: [orderDesk] })
  // The only instance is chosen by itself, which draws the list anew.
  await expect(page).toHaveURL(/#\/chats\/1$/)
  await annotateByKeyboard(page)

  await test.step('after a restart all of it is there; a search finds the chat by its label, and the note', async () => {
    await app.stop()
    page = await app.open()
    await expect(chatRow(page, 'Boris')).toContainText('InvoiceRegular+1')
    await expect(page).toHaveURL(/#\/chats\/1\/\d+$/)
    await chatRow(page, 'Clara').getByRole('button').click()
    await expect(conversation(page).getByRole('heading', { name: 'Clara' })).toBeVisible()
    const field = chatList(page).getByRole('searchbox', { name: 'Search', exact: true })
    await field.fill('urgent')
    await expect(chatList(page).getByRole('list', { name: 'Chats' }).getByRole('listitem')).toContainText(['Boris'])
    await field.fill('armchair')
    const found = chatList(page).getByRole('list', { name: 'Notes' }).getByRole('listitem')
    await expect(found).toHaveText([/Anna.*Wants the green armchair/])
    await field.press('Enter')
    await expect(conversation(page).getByRole('heading', { name: 'Anna' })).toBeVisible()
    await expect(details(page).getByRole('region', { name: 'Notes' })).toContainText('Wants the green armchair')
  })
})
