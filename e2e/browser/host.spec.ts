import { once } from 'node:events'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { endProcess, HostEnded, startWebHost } from '../support/running-app.ts'
import { expect, orderDeskInit, test } from '../support/test.ts'
import { composer, openChat, selfCheck, send, views } from '../support/window.ts'
import { makeTempDir, removeTempDir } from '../support/temp-dir.ts'

const ended = (promise: Promise<unknown>): Promise<HostEnded> =>
  promise.then(
    () => Promise.reject(new Error('The host started.')),
    (error: unknown) => (error instanceof HostEnded ? error : Promise.reject(error)),
  )

test('a host that cannot start says why in a sentence and ends, and a tab outlives its host', async ({ page }) => {
  const dataDir = await makeTempDir()
  const first = await startWebHost({ dataDir })
  await page.goto(first.url)
  const firstRun = page.getByRole('button', { name: /Add (an )?instance/ }).first()
  await expect(firstRun).toBeVisible()

  await test.step('a port in use', async () => {
    const { port } = new URL(first.url)
    const otherDir = await makeTempDir()
    const end = await ended(startWebHost({ dataDir: otherDir }, ['--port', port]))
    expect(end.code).not.toBe(0)
    expect(end.sentence).toContain(`Port ${port} is in use`)
    await removeTempDir(otherDir)
  })

  await test.step('a data directory that another Switchboard holds, until that one is dead', async () => {
    const end = await ended(startWebHost({ dataDir }))
    expect(end.code).not.toBe(0)
    expect(end.sentence).toMatch(/another Switchboard|already/i)
    await endProcess(first.child, 'SIGKILL')
    const trouble = page.getByRole('alert').filter({ hasText: 'core does not answer' })
    await expect(trouble).toBeVisible()
    const again = await startWebHost({ dataDir })
    await expect(trouble).toBeHidden()
    await page.goto(first.url)
    await expect(firstRun).toBeVisible()
    await endProcess(again.child, 'SIGTERM')
  })

  await test.step('a store that can’t be opened, also after the address was said', async () => {
    const foreignDir = await makeTempDir()
    const foreign = new DatabaseSync(path.join(foreignDir, 'switchboard.db'))
    foreign.exec('create table recipe (name text)')
    foreign.close()
    const { child, stderr } = await startWebHost({ dataDir: foreignDir })
    if (child.exitCode === null) await once(child, 'exit')
    expect(child.exitCode).toBe(1)
    await expect.poll(stderr).toContain('belongs to another program')
    // It let go, and changed nothing.
    expect((await readdir(foreignDir)).filter((name) => name.endsWith('.open') || name === 'lock.json')).toEqual([])
    await removeTempDir(foreignDir)
  })
  await removeTempDir(dataDir)
})

test('the token is nowhere but in the sealed file; a page on another port of this machine gets nothing of the session; the self-check tells each step as it ends @process', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  anna.says('Hello')
  // Answers that repeat the token, as the service's errors do.
  emulator.fault({ kind: 'refuse', status: 400 }, { operation: 'getChatHistory', count: 2 })
  const page = await app.open({ env: { SWITCHBOARD_LOG_LEVEL: 'debug' } })
  await page
    .getByRole('button', { name: /Add (an )?instance/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Add instance' })
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Order desk')
  await dialog.getByRole('textbox', { name: 'API URL', exact: true }).fill(emulator.url)
  await dialog.getByRole('textbox', { name: 'Instance ID', exact: true }).fill(orderDeskInit.idInstance)
  await dialog.getByRole('textbox', { name: 'API token', exact: true }).fill(orderDeskInit.token)
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await openChat(page, 'Anna')
  await send(page, 'Thank you')
  await emulator.untilSent('Thank you')
  await expect(composer(page)).toHaveValue('')

  await test.step('a page on another port of this machine gets nothing of the session', async () => {
    const { host, origin } = new URL(page.url())

    const cookies: (string | undefined)[] = []
    const stranger = createHttpServer((request, response) => {
      cookies.push(request.headers.cookie)
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>A stranger</title>')
    }).listen(0, '127.0.0.1')
    await once(stranger, 'listening')
    const { port } = stranger.address() as AddressInfo
    const other = await page.context().newPage()
    for (const where of ['/', '/rpc', '/media/x', '/index.html']) await other.goto(`http://127.0.0.1:${port}${where}`)
    const got = await other.evaluate(
      async ([there, pipe]) => {
        const read = (url: string) =>
          fetch(url, { credentials: 'include' }).then(
            (response) => response.text(),
            () => 'refused',
          )
        const opened = new Promise<string>((resolve) => {
          const socket = new WebSocket(pipe)
          socket.onopen = () => resolve('opened')
          socket.onerror = () => resolve('refused')
        })
        return [document.cookie, await read(there), await read(`${there}index.html`), await opened]
      },
      [`${origin}/`, `ws://${host}/rpc`] as const,
    )
    expect(got).toEqual(['', 'refused', 'refused', 'refused'])
    // Its server can send any header, so it must not even be told the cookie.
    expect(cookies.filter((cookie) => cookie !== undefined)).toEqual([])
    stranger.close()
    await other.close()
  })

  const check = page.getByRole('dialog', { name: 'Self-check of Order desk' })
  const steps = check.getByRole('list', { name: 'Connection check' })
  const step = (text: string) => steps.getByRole('listitem').filter({ hasText: text })
  await test.step('the self-check tells each step as it ends', async () => {
    orderDesk.set({ stateWebhook: 'no', delaySendMessagesMilliseconds: 3000 })
    const slow = emulator.fault({ kind: 'delay', ms: 45_000 }, { operation: 'lastOutgoingMessages' })
    await selfCheck(page, 'Order desk')
    const passed = (text: string) => step(text).getByRole('img', { name: 'Passed' })
    // The service takes its time over the last step: what came before is told already.
    await expect(passed('The API answers')).toBeVisible()
    await expect(passed('ID and token accepted')).toBeVisible()
    await expect(passed('Authorization')).toBeVisible()
    await expect(passed('Settings of the instance')).toBeVisible()
    await expect(steps).toHaveAttribute('aria-busy', 'true')
    await expect(passed('Recent outgoing messages')).toHaveCount(0)
    emulator.faults.remove(slow)
    emulator.clock.advance(45_000)
    await expect(check).toContainText('9 of 9 checks passed')
    await expect(steps).toHaveAttribute('aria-busy', 'false')
    await expect(step('Settings of the instance')).toContainText('No webhook URL is set.')
    await expect(step('Settings of the instance')).toContainText('Off: account state (stateWebhook).')
    await expect(step('Settings of the instance')).toContainText('3 s between two sends')
    await expect(step('Notification queue')).toContainText('Switchboard reads this queue all the time.')
    await expect(step('Limits')).toContainText('No rate limits in effect.')
    await expect(step('Clock')).toContainText('apart')

    orderDesk.set({ webhookUrl: 'https://hooks.example/in' })
    await check.getByRole('button', { name: 'Check again' }).click()
    await expect(step('Settings of the instance').getByRole('img', { name: 'Worth knowing' })).toBeVisible()
    await expect(check).toContainText(/7 of 9|8 of 9/)
    const text = await app.copying(() => check.getByRole('button', { name: 'Copy' }).click())
    expect(text).toContain('[Passed] ID and token accepted')
    expect(text).toContain('[Worth knowing] Settings of the instance')
    expect(text).not.toContain(orderDesk.token)
  })

  await test.step('the support bundle is saved as it was read, and neither it nor a log holds the token', async () => {
    // The field's errors repeat the path, and with it the token (service 10.7).
    const body = JSON.stringify({
      statusCode: 400,
      path: `/v3/waInstance1/getSettings/${orderDesk.token}`,
      message: 'no',
    })
    emulator.fault({ kind: 'refuse', status: 400, body }, { operation: 'getSettings' })
    await check.getByRole('button', { name: 'Check again' }).click()
    await expect(step('Settings of the instance')).toContainText(/no$/)
    await page.keyboard.press('Escape')
    await views(page).getByRole('link', { name: 'Settings' }).click()
    await page.locator('.opt').filter({ hasText: 'Diagnostics bundle' }).getByRole('button', { name: 'Show' }).click()
    const bundle = page.getByRole('dialog', { name: 'Diagnostics bundle' })
    await expect(bundle.locator('pre')).toContainText('getSettings 400')
    const shown = await bundle.locator('pre').textContent()
    const saved = await app.saving(() => bundle.getByRole('button', { name: 'Save' }).click())
    expect(saved.text).toBe(shown)
    for (const section of ['Program', 'Settings', 'Instances', 'Requests, newest first', 'Log'])
      expect(shown).toContain(section)
    expect(shown).not.toContain(orderDesk.token)
  })

  const stored = await page.evaluate(() =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      location.href,
      document.documentElement.outerHTML,
    ]),
  )
  expect(stored).not.toContain(orderDeskInit.token)
  expect(await heapOf(page)).not.toContain(orderDeskInit.token)

  await app.stop()
  expect(app.running.stderr()).not.toContain(orderDeskInit.token)
  const token = Buffer.from(orderDeskInit.token)
  const data = path.join(app.dataDir, 'data')
  const contents = new Map<string, Buffer>()
  for (const file of await filesBelow(data)) contents.set(path.relative(data, file), await readFile(file))
  expect([...contents.keys()]).toEqual(expect.arrayContaining(['logs/switchboard.log', 'requests.db']))
  // Each request is in the log, since SWITCHBOARD_LOG_LEVEL asked for all that there is to tell.
  expect(String(contents.get('logs/switchboard.log'))).toMatch(/"level":20.*"operation":"getSettings".*"status":400/)
  expect([...contents].filter(([, bytes]) => bytes.includes(token)).map(([name]) => name)).toEqual([])
})

async function heapOf(page: import('@playwright/test').Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  return chunks.join('')
}

async function filesBelow(dir: string): Promise<string[]> {
  await mkdir(dir, { recursive: true })
  const entries = await readdir(dir, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}
