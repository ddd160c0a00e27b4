import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { addProgram, letProgramsConnect } from '../../e2e/support/program-side.ts'
import type { WebHostProcess } from '../../e2e/support/running-app.ts'
import { chatRow, openChat } from '../../e2e/support/window.ts'
import { buildPlainWorld, inputOf, type Staging } from './world.ts'

const port = 47_821
let dataDir = ''

/** Asks to be paired, as the command line does. The question stays for three minutes. */
export async function beginPairing(): Promise<void> {
  const { ticket } = JSON.parse(readFileSync(path.join(dataDir, 'local-api.json'), 'utf8')) as { ticket: string }
  await fetch(`http://127.0.0.1:${port}/pairing`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ticket, name: 'switchboardctl (anna@front-desk)' }),
  })
}

/**
 * Programs that propose in four chats of two instances. In one the customer has written since, in one there are two; to
 * a fifth chat a program has sent, and a person what it proposed there, once as it was and once edited. Two messages of
 * a program wait.
 */
export async function startProposals(
  { emulator, visit, dir }: Staging,
  start: (instances: readonly object[]) => Promise<WebHostProcess>,
): Promise<WebHostProcess> {
  dataDir = path.join(dir, 'proposals')
  const shop = buildPlainWorld(emulator, 'proposals')
  const [lena, marta, bakery, driver] = ['Lena Fischer', 'Marta Ruiz', 'Bakery Linde', 'Driver 7'].map((name, index) =>
    shop.person(`4670090017${index}`, { name }),
  )
  const warehouse = buildPlainWorld(emulator, 'proposalsWarehouse', 'Warehouse')
  const supplier = warehouse.person('46700900175', { name: 'Supplier 12' })
  lena?.says('When does the driver come?')
  marta?.says('Do you still have the oak lamp?')
  bakery?.says('Please send the invoice again.')
  driver?.says('At gate 3')
  supplier.says('When can we pick up?')
  const host = await start([shop, warehouse].map((instance, index) => inputOf(emulator, instance, index)))
  await visit(host.url, async (page) => {
    await expect(page.locator('.chats [data-chat]')).toHaveCount(7, { timeout: 60_000 })
    // A chat that was read shows what a program proposes in it.
    await openChat(page, 'Bakery Linde')
    await expect(chatRow(page, 'Bakery Linde').locator('.badge')).toHaveCount(0)
    await letProgramsConnect(page, port)
    const keyOf = async (name: string): Promise<string> => {
      const ready = await addProgram(page, 'Your own script', name, async (dialog) => {
        await dialog.getByText('Propose messages').click()
        await dialog.getByText('Send messages').click()
      })
      const key = (await ready.locator('.secret-box code').textContent()) ?? ''
      await ready.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: 'Close anyway' }).click()
      return key
    }
    const [bot, assistant] = [await keyOf('Order bot'), await keyOf('Assistant')]
    const post = async (
      operation: string,
      chatId: string | undefined,
      sendId: string,
      {
        key = bot,
        instanceId = shop.idInstance,
        ...more
      }: { key?: string; instanceId?: string; [name: string]: unknown },
    ) => {
      const response = await fetch(`http://127.0.0.1:${port}/v1/${operation}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ instanceId, chatId, sendId, ...more }),
      })
      if (!response.ok) throw new Error(await response.text())
    }
    const reason = 'Tour 18 has the order.'
    const text = 'On Monday between nine and eleven. The driver rings half an hour before.'
    await post('proposals', lena?.chatId, 'order-4821-time', { text, reason, expiresInHours: 24 })
    await post('proposals', marta?.chatId, 'lamp-in-stock', {
      text: 'Yes, two of them. Shall we put one aside for you until Friday?',
      expiresInHours: 1,
    })
    await post('proposals', bakery?.chatId, 'invoice-5102', { text: 'Invoice 5102: \u202e54\u202c of 120 are open.' })
    await post('proposals', bakery?.chatId, 'invoice-sent', { text: 'It is on its way.', key: assistant })
    await post('proposals', supplier.chatId, 'pick-up-1630', {
      ...{ text: 'Confirm the 16:30 pick-up at gate 4, please.', instanceId: warehouse.idInstance, expiresInHours: 8 },
    })
    await post('messages', driver?.chatId, 'gate-3-hours', { text: 'Gate 3 is open until six.' })
    await post('proposals', driver?.chatId, 'gate-3-foreman', { text: 'The foreman there is Ines.' })
    await post('proposals', driver?.chatId, 'gate-3-key', {
      text: 'The key is at the desk.',
      reason: 'The driver has no key of gate 3.',
    })
    await page.locator('a[href^="#/chats"]').first().click()
    await openChat(page, 'Driver 7')
    const card = page.locator('.proposal')
    await card.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(card).toContainText('The key is at the desk.')
    await card.getByRole('button', { name: 'Edit' }).click()
    await card.getByRole('textbox').fill('The key is at the desk, ask for Ines.')
    await card.getByRole('button', { name: 'Send', exact: true }).click()
    marta?.says('And is it the one with the linen shade?')
    await expect.poll(() => shop.sends.length, { timeout: 60_000 }).toBe(3)
    driver?.reads()
    // Two of programs wait at the service: these wait here.
    await post('messages', driver?.chatId, 'gate-3-packed', { text: 'Order 4821 is packed.' })
    await post('messages', driver?.chatId, 'gate-3-leaves', { text: 'Call the desk before you leave.' })
  })
  return host
}
