import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { addProgram, letProgramsConnect } from '../../e2e/support/program-side.ts'
import type { WebHostProcess } from '../../e2e/support/running-app.ts'
import { chatRow, openChat } from '../../e2e/support/window.ts'
import type { Staging } from './stages.ts'
import { buildPlainWorld, inputOf } from './world.ts'

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
 * A program that proposes in three chats, in one of which the customer has written since, and that sent to a fourth and
 * proposed there what a person has sent.
 */
export async function startProposals(
  { emulator, visit, dir }: Staging,
  start: (instances: readonly object[]) => Promise<WebHostProcess>,
): Promise<WebHostProcess> {
  dataDir = path.join(dir, 'proposals')
  const shop = buildPlainWorld(emulator, 'proposals')
  const people = ['Lena Fischer', 'Marta Ruiz', 'Bakery Linde', 'Driver 7'].map((name, index) =>
    shop.person(`4670090017${index}`, { name }),
  )
  const [lena, marta, bakery, driver] = people
  lena?.says('When does the driver come?')
  marta?.says('Do you still have the oak lamp?')
  bakery?.says('Please send the invoice again.')
  driver?.says('At gate 3')
  const host = await start([inputOf(emulator, shop, 0)])
  await visit(host.url, async (page) => {
    await expect(page.locator('.chats [data-chat]')).toHaveCount(5, { timeout: 60_000 })
    // A chat that was read shows what a program proposes in it.
    await openChat(page, 'Bakery Linde')
    await expect(chatRow(page, 'Bakery Linde').locator('.badge')).toHaveCount(0)
    await letProgramsConnect(page, port)
    const ready = await addProgram(page, 'Your own script', 'Order bot', async (dialog) => {
      await dialog.getByText('Propose messages').click()
      await dialog.getByText('Send messages').click()
    })
    const key = (await ready.locator('.secret-box code').textContent()) ?? ''
    await ready.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Close anyway' }).click()
    const post = async (operation: string, chatId: string | undefined, sendId: string, more: object) => {
      const response = await fetch(`http://127.0.0.1:${port}/v1/${operation}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ instanceId: shop.idInstance, chatId, sendId, ...more }),
      })
      if (!response.ok) throw new Error(await response.text())
    }
    const reason = 'Tour 18 has the order.'
    const text = 'On Monday between nine and eleven. The driver rings half an hour before.'
    await post('proposals', lena?.chatId, 'picture-0001', { text, reason })
    await post('proposals', marta?.chatId, 'picture-0002', {
      text: 'Yes, two of them. Shall we put one aside for you until Friday?',
      expiresInHours: 1,
    })
    await post('proposals', bakery?.chatId, 'picture-0003', { text: 'Invoice 5102: \u202e54\u202c of 120 are open.' })
    await post('proposals', bakery?.chatId, 'picture-0004', { text: 'It is on its way.' })
    await post('messages', driver?.chatId, 'picture-0005', { text: 'Gate 3 is open until six.' })
    await post('proposals', driver?.chatId, 'picture-0006', { text: 'The foreman there is Ines.' })
    await page.locator('a[href^="#/chats"]').first().click()
    await openChat(page, 'Driver 7')
    await page.locator('.proposal').getByRole('button', { name: 'Send', exact: true }).click()
    marta?.says('And is it the one with the linen shade?')
    await expect.poll(() => shop.sends.length, { timeout: 60_000 }).toBe(2)
  })
  return host
}
