import type { MessageKey } from '../../src/contract/ids.ts'
import { composer, conversation, openChat } from '../support/window.ts'
import { expect, test } from './window-test.ts'

test('a button of a proposal is never another one by the time it is let go, and a proposal is sent once, however it is pressed', async ({
  desk,
  open,
  pipe,
}) => {
  const anna = desk.customer('Anna')
  desk.proposes(anna, 'It is ready')
  const page = await open()
  await openChat(page, 'Anna')
  const card = conversation(page).locator('.proposal')
  const button = (name: string) => card.getByRole('button', { name, exact: true })
  await test.step('a button that becomes another one before it is let go, or pressed by a key', async () => {
    /** Whether the customer has written since. */
    const change = async (isOvertaken: boolean): Promise<void> => {
      const [proposal] = desk.proposals.splice(0, 1)
      const newest = { message: 1 as MessageKey, sender: 'Anna', text: 'Never mind' }
      if (proposal !== undefined)
        desk.proposals.push({ ...proposal, newer: isOvertaken ? 1 : 0, newest: isOvertaken ? newest : null })
      desk.changed({ kind: 'proposals', chat: anna })
      await expect(button(isOvertaken ? 'Send anyway' : 'Send')).toBeVisible()
    }
    await button('Edit').focus()
    await change(true)
    await page.keyboard.press('Enter')
    await expect(card.getByRole('textbox')).toBeFocused()
    await button('Cancel').click()
    await change(false)
    await button('Edit').hover()
    await page.mouse.down()
    await change(true)
    await page.mouse.up()
    await expect(card.getByRole('textbox')).toBeFocused()
    await button('Cancel').click()
    await change(false)
    await button('Send').hover()
    await page.mouse.down()
    await change(true)
    await page.mouse.up()
    await change(false)
    expect(desk.inputs('proposals.approve')).toEqual([])
  })

  await test.step('a changed proposal is sent once, however often its keys are pressed, and takes no more letters', async () => {
    desk.answer('proposals.approve', () => ({ message: 1 as MessageKey }))
    await button('Edit').click()
    await expect(card.getByRole('textbox')).toBeFocused()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(', come by!')
    const letGo = pipe.hold('proposals.approve')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.type(' Tomorrow')
    await expect(card.getByRole('textbox')).toHaveValue('It is ready, come by!')
    for (const { key } of [...desk.proposals]) desk.closeProposal(key)
    letGo()
    await expect(card).toHaveCount(0)
    expect(desk.inputs('proposals.approve').map(({ text }) => text)).toEqual(['It is ready, come by!'])
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  await test.step('a double click sends one proposal, and not the one that takes its place', async () => {
    desk.answer('proposals.approve', ({ proposal }) => {
      desk.closeProposal(proposal)
      return { message: 1 as MessageKey }
    })
    const first = desk.proposes(anna, 'It is done')
    const second = desk.proposes(anna, 'It costs nothing')
    await expect(card).toContainText('It is done')
    const sent = () =>
      desk
        .inputs('proposals.approve')
        .slice(1)
        .map(({ proposal }) => proposal)
    await button('Send').hover()
    await page.mouse.down({ clickCount: 1 })
    await page.mouse.up({ clickCount: 1 })
    await expect(card).toContainText('It costs nothing')
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await button('Edit').click()
    await expect(card.getByRole('textbox')).toHaveValue('It costs nothing')
    expect(sent()).toEqual([first])
    await button('Send').click()
    await expect.poll(sent).toEqual([first, second])
  })
})

test('words that outlive their proposal come below an answer that is being written', async ({ desk, open }) => {
  const anna = desk.customer('Anna')
  const proposal = desk.proposes(anna, 'It is ready')
  const page = await open()
  await openChat(page, 'Anna')
  const card = conversation(page).locator('.proposal')
  await card.getByRole('button', { name: 'Edit' }).click()
  await card.getByRole('textbox').fill('It is ready, come by!')
  await composer(page).click()
  await page.keyboard.type('Good d')
  desk.closeProposal(proposal)
  await expect(card).toHaveCount(0)
  await expect(composer(page)).toHaveValue('Good d\nIt is ready, come by!')
  await page.keyboard.type('ay')
  await expect(composer(page)).toHaveValue('Good day\nIt is ready, come by!')
})
