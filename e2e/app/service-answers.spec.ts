import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'
import { details, message, openChat, send } from '../support/window.ts'

/** What the service says instead of giving what was asked for, in the window's words. */
const routes = { subject: 'Night routes', membership: 'member' } as const

async function showDetails(page: Page, title: string): Promise<void> {
  await openChat(page, title)
  if (!(await details(page).isVisible())) await page.getByRole('button', { name: 'Details', exact: true }).click()
}

const fact = (page: Page, name: string): Locator =>
  details(page).locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]')

test('what the service refuses, hides or does not know is said where it was asked for', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const ivan = orderDesk.person('79990007788', { name: 'Ivan' })
  const olga = orderDesk.person('79990005544', { name: 'Olga' })
  const voters = orderDesk
    .group('-10000000482117', { ...routes, subject: 'Day routes' })
    .add(ivan.chatId)
    .add(olga.chatId)
  const poll = ivan.asksPoll('Which gate?', ['North', 'South'], { to: voters })
  ivan.votes(poll, ['North'])
  olga.votes(poll, ['North'])
  orderDesk.set({ webhookUrl: 'https://hooks.example/in' })
  const page = await app.open({ instances: [orderDesk] })
  await test.step('a webhook that takes the notifications is said above the chats, with what to do, until it is cleared', async () => {
    const banner = page.getByText('Order desk: notifications go to a webhook')
    await expect(banner).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Clear it, then wait about a minute')
    orderDesk.set({ webhookUrl: '' })
    await page.getByRole('main').getByRole('button', { name: 'Check again' }).click()
    await expect(banner).toBeHidden()
  })

  await test.step('a group of which the account is no member, and one that is not there any more, say so and keep what was known', async () => {
    const group = orderDesk.group('-10000000482113', { ...routes, description: 'Gate codes' }).add(ivan.chatId)
    ivan.says('The bridge is closed', { to: group })
    await showDetails(page, 'Night routes')
    await expect(details(page)).toContainText('Gate codes')
    await expect(fact(page, 'Invite link')).toHaveText(
      'Not available: Order desk is not an owner or administrator of this group.',
    )

    group.membership = 'stranger'
    await details(page).getByRole('button', { name: 'Refresh' }).last().click()
    await expect(details(page)).toContainText('Not a member of this group')
    await expect(details(page)).toContainText('Gate codes')
    await send(page, 'Is anybody there?')
    await expect(message(page, 'Is anybody there?')).toContainText('The account is not a member of this group.')
  })

  await test.step('a picture that is hidden is not taken for one that is absent', async () => {
    orderDesk.person('79990001122', { name: 'Anna' }).hasAvatar({ kind: 'hidden' }).says('Hello')
    orderDesk.person('79990003344', { name: 'Boris' }).says('Hello')
    await showDetails(page, 'Anna')
    await expect(fact(page, 'Picture')).toContainText('Hidden by privacy settings')
    await openChat(page, 'Boris')
    await expect(fact(page, 'Picture')).toContainText('No picture')
  })

  await test.step('a number without an account is said on its message', async () => {
    orderDesk.person('79990009900', { name: 'Clara', noAccount: true }).says('Before I left')
    await openChat(page, 'Clara')
    await send(page, 'Are you there?')
    await expect(message(page, 'Are you there?')).toContainText('There is no account with this number.')
  })

  await test.step('a group that the service does not know is told apart from one that it does not show', async () => {
    emulator.fault({ kind: 'refuse', status: 200, body: 'Error: item-not-found' }, { operation: 'getGroupData' })
    const group = orderDesk.group('-10000000482115', { ...routes, subject: 'Old routes' }).add(ivan.chatId)
    ivan.says('The bridge is closed', { to: group })
    await showDetails(page, 'Old routes')
    await expect(details(page)).toContainText('No such group')
    await expect(details(page)).toContainText('The API answered “item-not-found”.')
  })

  await test.step('votes are shown by person', async () => {
    await openChat(page, 'Day routes')
    await message(page, 'Which gate?').getByRole('button', { name: 'View 2 votes' }).click()
    const votes = page.getByRole('dialog', { name: 'Votes' })
    await expect(votes.locator('section').filter({ hasText: 'North' }).getByRole('listitem')).toContainText([
      'Ivan',
      'Olga',
    ])
    await expect(votes.locator('section').filter({ hasText: 'South' }).getByRole('listitem')).toHaveText(['Nobody'])
  })
})
