import type { Page } from '@playwright/test'
import { expect, orderDeskInit, test } from '../support/test.ts'
import { conversation, log, message, openChat, send } from '../support/window.ts'

const sendMore = async (page: Page, name: string) => {
  await conversation(page).getByRole('button', { name: 'More to send' }).click()
  await page.getByRole('menuitem', { name }).click()
  return page.getByRole('dialog', { name: `Send a ${name.toLowerCase()}` })
}

/** Each kind of send: by which operation, to whom, what the bubble shows, and how a person sends it from that chat. */
const kinds: readonly {
  readonly operation: string
  readonly to: string
  readonly shown: string
  readonly begin: (page: Page) => Promise<void>
}[] = [
  { operation: 'sendMessage', to: 'Boris', shown: 'On its way', begin: (page) => send(page, 'On its way') },
  {
    operation: 'sendLocation',
    to: 'Clara',
    shown: 'The store',
    async begin(page) {
      const dialog = await sendMore(page, 'Location')
      await dialog.getByRole('textbox', { name: 'Coordinates or map link' }).fill('59.9343, 30.3351')
      await dialog.getByRole('textbox', { name: 'Name of the place' }).fill('The store')
      await page.keyboard.press('Enter')
    },
  },
  {
    operation: 'sendContact',
    to: 'David',
    shown: 'Driver',
    async begin(page) {
      const dialog = await sendMore(page, 'Contact')
      await dialog.getByRole('combobox', { name: 'Name or phone number' }).fill('+7 999 000-55-66')
      await dialog.getByRole('textbox', { name: /^Name \(/ }).fill('Driver')
      await page.keyboard.press('Enter')
    },
  },
  {
    operation: 'sendPoll',
    to: 'Emma',
    shown: 'When may we come?',
    async begin(page) {
      const dialog = await sendMore(page, 'Poll')
      await dialog.getByRole('textbox', { name: 'Question' }).fill('When may we come?')
      await dialog.getByRole('textbox', { name: 'Option 1' }).fill('today')
      await dialog.getByRole('textbox', { name: 'Option 2' }).fill('tomorrow')
      await page.keyboard.press('Enter')
    },
  },
  {
    operation: 'sendFileByUrl',
    to: 'Frank',
    shown: 'Exchange 4821.pdf',
    async begin(page) {
      const buffer = Buffer.alloc(2_000, 'x')
      await page
        .locator('input[data-attach]')
        .setInputFiles({ name: 'Exchange 4821.pdf', mimeType: 'application/pdf', buffer })
      await conversation(page).getByRole('button', { name: 'Send', exact: true }).click()
    },
  },
  {
    operation: 'forwardMessages',
    to: 'Grace',
    shown: 'The first page',
    async begin(page) {
      await openChat(page, 'Anna')
      await message(page, 'The first page').click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Forward' }).click()
      const dialog = page.getByRole('dialog', { name: /^Forward/ })
      await dialog.getByRole('combobox').fill('Grace')
      await dialog.getByRole('option', { name: /Grace/ }).click()
      await dialog.getByRole('button', { name: 'Forward', exact: true }).click()
    },
  },
]

test('each kind of send is refused in the service’s words, and killed in the middle of its next try it is in the world once @process @nightly', async ({
  app,
  emulator,
}) => {
  const desk = emulator.addInstance({ ...orderDeskInit, family: 'whatsapp' })
  desk.person('79990001122', { name: 'Anna' }).says('The first page')
  for (const [index, { to }] of kinds.entries()) desk.person(`7999000330${index}`, { name: to }).says('Good day')
  let page = await app.open({ instances: [desk] })

  await test.step('refused, each says what the service said', async () => {
    for (const { operation, to, shown, begin } of kinds) {
      emulator.fault({ kind: 'refuse', status: 400, body: `No ${operation} today` }, { operation, count: 1 })
      await openChat(page, to)
      await begin(page)
      await openChat(page, to)
      await expect(message(page, shown).getByRole('img', { name: 'Failed' })).toBeVisible()
      await expect(log(page)).toContainText(`No ${operation} today`)
    }
    expect(desk.sends).toEqual([])
  })

  await test.step('tried again, the service takes each and its answer gets lost with the program', async () => {
    const mark = emulator.effects.mark()
    for (const { operation, to } of kinds) {
      emulator.fault({ kind: 'hang' }, { operation })
      await openChat(page, to)
      await log(page).getByRole('button', { name: 'Retry' }).click()
      await emulator.until({ kind: 'answered', operation }, { after: mark })
    }
    await app.kill()
    emulator.faults.clear()
  })

  await test.step('at the next start each is found at the service, and none goes a second time', async () => {
    page = await app.open()
    for (const { to, shown } of kinds) {
      await openChat(page, to)
      await expect(message(page, shown).getByRole('img', { name: 'Read' })).toBeVisible()
    }
    expect(desk.sends.map(({ content, forwardingScore }) => (forwardingScore > 0 ? 'forward' : content.kind))).toEqual([
      'text',
      'location',
      'contact',
      'poll',
      'file',
      'forward',
    ])
    for (const { operation } of kinds) expect(emulator.recorder.list({ operation })).toHaveLength(2)
  })
})
