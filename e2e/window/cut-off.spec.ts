import type { GroupDetails } from '../../src/contract/chats.ts'
import { ContractError } from '../../src/contract/errors.ts'
import type { ChatKey } from '../../src/contract/ids.ts'
import { expectNothingCutOff } from '../support/cut-off.ts'
import { chatRow, composer, conversation, details, message, openChat, rail } from '../support/window.ts'
import type { ScriptedDesk } from './scripted-desk.ts'
import { expect, test } from './window-test.ts'

const wide = `Where is it? ${'I have waited for a long time. '.repeat(12)}`

/** A group of forty, in which one person writes. Its bubbles have a face beside them. */
function group(desk: ScriptedDesk, title: string): ChatKey {
  const key = desk.customer(title, wide)
  desk.change(key, { kind: 'group', chatId: '120363000000000000@g.us', phone: null })
  const participants = Array.from({ length: 40 }, (_, index) => ({
    chatId: `7999000${1000 + index}@c.us`,
    name: `Participant number ${index}, of the warehouse`,
    phone: `+7 999 000 ${1000 + index}`,
    role: index === 0 ? ('owner' as const) : ('member' as const),
    ...{ own: false, inContacts: true, initials: 'P', hue: 2, avatar: { kind: 'none' as const } },
  }))
  desk.answer('groups.details', (): GroupDetails => ({
    state: 'known',
    fetchedAt: Date.UTC(2026, 0, 5),
    subject: title,
    description: '',
    owner: '',
    ownerName: '',
    createdAt: null,
    inviteLink: '',
    ownRole: 'member',
    participantsMay: {},
    size: participants.length,
    participants,
  }))
  return key
}

test('no control of a conversation is cut off beside a wide message, with Details and without', async ({
  desk,
  open,
}) => {
  const anna = desk.customer('Anna', wide)
  desk.says(anna, 'Is it ready?')
  group(desk, 'Shift of the night, warehouse and loading bay')
  const page = await open()
  for (const title of ['Anna', 'Shift of the night']) {
    await openChat(page, title)
    for (const isOpen of [false, true]) {
      if ((await details(page).isVisible()) !== isOpen) {
        await page.getByRole('button', { name: 'Details', exact: true }).click()
      }
      await expect(details(page)).toBeVisible({ visible: isOpen })
      await message(page, 'Where is it?').focus()
      await expectNothingCutOff(page)
    }
  }
  // Details are open; Russian words are the longest.
  desk.settings = { ...desk.settings, language: 'ru' }
  desk.changed({ kind: 'settings' })
  await expect(composer(page)).toHaveCount(0)
  await expectNothingCutOff(page)
})

/** Classes of the boxes beyond whose end these words are drawn, over what stands beside them. */
function placesRunOutOf(words: string): string[] {
  const found: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    let box = text.parentElement
    while (box !== null && getComputedStyle(box).display === 'inline') box = box.parentElement
    if (box === null || !text.textContent?.includes(words) || !box.checkVisibility()) continue
    const drawn = document.createRange()
    drawn.selectNodeContents(text)
    let { right } = drawn.getBoundingClientRect()
    for (let outer: Element | null = box; outer !== null; outer = outer.parentElement) {
      if (getComputedStyle(outer).overflowX !== 'visible') right = Math.min(right, outer.getBoundingClientRect().right)
    }
    if (right > box.getBoundingClientRect().right + 1) found.push(box.className || `in ${box.parentElement?.className}`)
  }
  return found
}

test('a name of 200 letters, forty labels and 99,999 unread messages leave every control whole', async ({
  desk,
  open,
}) => {
  const name = 'Donaudampfschifffahrtsgesellschaft '.repeat(6).slice(0, 200)
  const chat = desk.customer(name, 'Is it ready?')
  const labels = Array.from({ length: 40 }, (_, index) => desk.label(`${name.slice(0, 60)} ${index}`))
  desk.setInstance({ name, unreadChats: 99_999, unreadMessages: 99_999 })
  desk.change(chat, { labels, unread: 99_999 })
  const page = await open()
  await openChat(page, name)
  if (!(await details(page).isVisible())) await page.getByRole('button', { name: 'Details', exact: true }).click()
  await expect(details(page)).toBeVisible()
  await expectNothingCutOff(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await page.evaluate(placesRunOutOf, name.slice(0, 60))).toEqual([])
  const square = await rail(page).getByRole('link').first().boundingBox()
  const badge = await rail(page).getByText('99+').first().boundingBox()
  expect(badge?.width).toBeLessThan(square?.width ?? 0)
  for (const head of await page.getByRole('heading').all()) {
    const box = await head.boundingBox()
    if (box !== null) expect(box.x + box.width).toBeLessThanOrEqual(1440)
  }
})

test('a name of three hundred letters widens no place in which it stands', async ({ desk, open }) => {
  const long = 'Ж'.repeat(300)
  const lena = desk.customer(long, 'Is it ready?')
  const buyers = group(desk, 'Buyers')
  const { messages } = desk.chat(buyers)
  desk.chat(buyers).messages = messages.map((one) => ({ ...one, sender: { ...one.sender, name: long } }))
  desk.changeCard(lena, { name: long })
  desk.answer('contacts.list', () => ({ total: 0, inContacts: 0, missing: 0, rows: [], fitting: 0, readAt: null }))
  desk.answer('chats.suggestRecipient', () => {
    throw new ContractError('notFound')
  })
  const page = await open()
  await openChat(page, long)
  await conversation(page).getByRole('button', { name: 'Details', exact: true }).click()
  const person = details(page).getByRole('region', { name: 'Person' })
  await expect(person).toContainText(long)
  const isWider = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('[role="dialog"], [role="menu"], aside, .chats')].some(
        (place) => place.scrollWidth > place.clientWidth + 1,
      ),
    )
  const closed = async (): Promise<void> => {
    expect(await isWider()).toBe(false)
    expect(await page.evaluate(placesRunOutOf, long)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  expect(await isWider()).toBe(false)
  expect(await page.evaluate(placesRunOutOf, long)).toEqual([])

  await test.step('the list, waiting, labels, another chat to merge, a new message and the search', async () => {
    await page.getByRole('radio', { name: /^Waiting/ }).click()
    await expect(chatRow(page, long)).toBeVisible()
    expect(await isWider()).toBe(false)
    await person.getByRole('button', { name: 'Merge with another chat' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await closed()
    await page.keyboard.press('Alt+l')
    await expect(page.getByRole('dialog')).toBeVisible()
    await closed()
    for (const keys of ['Alt+n', 'Control+k']) {
      await page.keyboard.press(keys)
      await page.getByRole('dialog').getByRole('combobox').first().fill('ЖЖЖ')
      await expect(
        page
          .getByRole('option')
          .filter({ hasText: long.slice(0, 100) })
          .first(),
      ).toBeVisible()
      await closed()
    }
  })

  await test.step('the group in which this person writes, also in a narrow window', async () => {
    await openChat(page, 'Buyers')
    await expect(page.getByRole('article').filter({ hasText: 'Where is it?' })).toContainText(long.slice(0, 60))
    expect(await isWider()).toBe(false)
    await page.setViewportSize({ width: 420, height: 800 })
    expect(await isWider()).toBe(false)
  })
})
