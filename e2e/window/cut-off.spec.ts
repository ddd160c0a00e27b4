import type { GroupDetails } from '../../src/contract/chats.ts'
import type { ChatKey } from '../../src/contract/ids.ts'
import { expectNothingCutOff } from '../support/cut-off.ts'
import { composer, details, message, openChat, rail } from '../support/window.ts'
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
  const square = await rail(page).getByRole('link').first().boundingBox()
  const badge = await rail(page).getByText('99+').first().boundingBox()
  expect(badge?.width).toBeLessThan(square?.width ?? 0)
  for (const head of await page.getByRole('heading').all()) {
    const box = await head.boundingBox()
    if (box !== null) expect(box.x + box.width).toBeLessThanOrEqual(1440)
  }
})
