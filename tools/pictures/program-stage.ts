import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, type Page } from '@playwright/test'
import { addProgram, letProgramsConnect, programRow, type KindOfProgram } from '../../e2e/support/program-side.ts'
import type { WebHostProcess } from '../../e2e/support/running-app.ts'
import { buildPlainWorld, inputOf, type Staging } from './world.ts'

/** Addresses stand in the pictures, so their ports are the same each time. */
const failingPort = 48_123
const pickyPort = 48_124
const teamPort = 48_125

async function answer(port: number, statusOf: (body: string) => number): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      const status = statusOf(body)
      response.writeHead(status).end(status === 422 ? 'unknown kind' : '')
    })
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

/** Adds a program and answers its key or secret, as the person reads it in the dialog. */
async function add(page: Page, kind: KindOfProgram, name: string, url?: string, ofTeam = false): Promise<string> {
  const ready = await addProgram(page, kind, name, async (dialog) => {
    if (ofTeam) await dialog.getByRole('radio', { name: 'The team' }).click()
    if (url !== undefined) await dialog.getByRole('textbox', { name: 'Address' }).fill(url)
    if (kind.startsWith('n8n')) await dialog.getByRole('radio', { name: 'Event stream' }).click()
  })
  const secret = (await ready.locator('.secret-box code').textContent()) ?? ''
  await ready.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Close anyway' }).click()
  await ready.waitFor({ state: 'hidden' })
  return secret
}

/** A webhook of the team beside a script of this desk; the team's webhooks are still off. */
export async function addTeamWebhook(page: Page): Promise<void> {
  await letProgramsConnect(page, 47_823)
  await add(page, 'Your own script', 'Stock sync')
  await add(page, 'Webhook', 'Shop orders', `http://127.0.0.1:${teamPort}/hooks/switchboard`, true)
}

/** The endpoint of {@link addTeamWebhook}. */
export const serveTeamWebhook = (): Promise<() => Promise<void>> => answer(teamPort, () => 204)

/**
 * Five programs: one whose endpoint fails, one with a dead letter, one that is paused and behind, and two that are
 * well.
 */
export async function startPrograms(
  staging: Staging,
  start: (instances: readonly object[]) => Promise<WebHostProcess>,
): Promise<WebHostProcess> {
  const { emulator, visit, atEnd } = staging
  const shop = buildPlainWorld(emulator, 'programs')
  const warehouse = buildPlainWorld(emulator, 'programsWarehouse', 'Warehouse')
  const host = await start([inputOf(emulator, shop, 0), inputOf(emulator, warehouse, 1)])
  atEnd(await answer(failingPort, () => 503))
  atEnd(await answer(pickyPort, (body) => (body.includes('poll of colours') ? 422 : 204)))
  await visit(host.url, async (page) => {
    await expect(page.locator('.chats [data-chat]').first()).toBeVisible({ timeout: 60_000 })
    await page.goto(`${page.url().split('#')[0]}#/programs/all`)
    await page.getByRole('button', { name: 'Let programs connect' }).click()
    const bot = await add(page, 'Bot written for the service', 'Order bot')
    await add(page, 'Your own script', 'Stock sync')
    await page.getByRole('complementary').getByRole('button', { name: 'Pause' }).click()
    await add(page, 'Webhook', 'Accounting', `http://127.0.0.1:${pickyPort}/switchboard`)
    const flow = await add(page, 'n8n or another automation tool', 'Returns flow')
    await add(page, 'Webhook', 'Shop orders', `http://127.0.0.1:${failingPort}/hooks/switchboard`)

    const { username, password, origin, pathname } = new URL(flow)
    const connection = new AbortController()
    atEnd(async () => connection.abort())
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    const stream = await fetch(`http://${new URL(origin).host}${pathname}`, {
      headers: { authorization },
      signal: connection.signal,
    })
    void stream.body?.pipeTo(new WritableStream()).catch(() => undefined)
    shop.person('46700900142', { name: 'Bakery Linde' }).says('Here is the poll of colours')
    for (const [index, name] of ['Lena Fischer', 'Marta Ruiz', 'Supplier 12'].entries())
      shop.person(`4670090015${index}`, { name }).says('Is the order on its way?')
    warehouse.person('46700900161', { name: 'Driver 7' }).says('At gate 3')
    await expect(programRow(page, 'Shop orders')).toContainText('Failing', { timeout: 60_000 })
    await expect(programRow(page, 'Accounting')).toContainText('1 dead letter', { timeout: 60_000 })
    const queue = `http://127.0.0.1:47811/waInstance${shop.idInstance}`
    for (;;) {
      const received = (await (await fetch(`${queue}/receiveNotification/${bot}`)).json()) as {
        readonly receiptId: number
      } | null
      if (received === null) break
      await fetch(`${queue}/deleteNotification/${bot}/${received.receiptId}`, { method: 'DELETE' })
    }
  })
  return host
}
