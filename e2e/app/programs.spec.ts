import { createServer } from 'node:http'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import {
  addProgram,
  freePort,
  letProgramsConnect,
  programRow,
  programsTable,
  runNode,
  startCtl,
  startReceiver,
  openPairing,
} from '../support/program-side.ts'
import { expect, test } from '../support/test.ts'
import { chatList, details, rail, views } from '../support/window.ts'

const toPrograms = (page: Page): Promise<void> =>
  views(page)
    .getByRole('link', { name: /^Programs/ })
    .click()

test('programs connect once a person lets them, at the port that Settings say; a bot reads the queue, a webhook gets what comes, and the window says how far they are', async ({
  app,
  orderDesk,
}) => {
  const page = await app.open({ instances: [orderDesk] })
  await toPrograms(page)
  await expect(page.getByRole('heading', { name: 'Programs cannot connect' })).toBeVisible()
  await expect(page.getByText('127.0.0.1:47811')).toBeVisible()
  await test.step('the palette has nothing to pause', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog', { name: 'Search or jump' })
    await palette.getByRole('combobox').fill('programs')
    await expect(palette.getByRole('option', { name: 'Go to Programs' })).toBeVisible()
    await expect(palette.getByRole('option', { name: 'Pause all programs' })).toHaveCount(0)
    await page.keyboard.press('Escape')
  })
  const port = await freePort()
  const me = `http://127.0.0.1:${port}/v1/me`
  await expect(fetch(me)).rejects.toThrow()
  await letProgramsConnect(page, port)
  await expect
    .poll(() =>
      fetch(me).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(401)

  await test.step('the command line logs in by a code that the window shows', async () => {
    const ctl = startCtl(app.dataDir)
    const login = ctl('login')
    const dialog = await openPairing(page)
    const code = await dialog.getByLabel('Code').textContent()
    await expect(dialog.getByRole('button', { name: 'Don’t allow' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Allow', exact: true }).click()
    expect(await login).toMatchObject({ code: 0, out: `Code: ${code}\n` })
    await expect(dialog).toBeHidden()
    const row = programsTable(page).getByRole('row').filter({ hasText: 'switchboardctl' })
    await expect(row).toBeVisible()
    const instances = await ctl('instances', '--jsonl')
    expect(JSON.parse(instances.out)).toMatchObject({ instanceId: orderDesk.idInstance })
  })

  await test.step('the palette pauses all programs and resumes them', async () => {
    const palette = page.getByRole('dialog', { name: 'Search or jump' })
    const paused = page.getByText('All programs are paused', { exact: true })
    for (const [action, said, isPaused] of [
      ['Pause all programs', 'All programs are paused. Nothing that they send leaves.', true],
      ['Resume programs', 'Programs may send again.', false],
    ] as const) {
      await page.keyboard.press('ControlOrMeta+k')
      await palette.getByRole('combobox').fill(action)
      await expect(palette.getByRole('option', { name: action })).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(palette).toBeHidden()
      await expect(page.getByText(said)).toBeVisible()
      await expect(paused).toBeVisible({ visible: isPaused })
      const tab = views(page).getByRole('link', { name: /^Programs/ })
      await expect(tab.getByText('Paused', { exact: true })).toBeVisible({ visible: isPaused })
    }
  })

  await toPrograms(page)

  await test.step('a bot reads the queue with the key that was shown once, and the window says how far it is', async () => {
    const ready = await addProgram(page, 'Bot written for the service', 'Order bot')
    await expect(ready).toContainText(`http://127.0.0.1:${port}`)
    await expect(ready).toContainText(orderDesk.idInstance)
    await expect(ready).toContainText('Waiting for Order bot to connect')
    await ready.getByRole('button', { name: 'Done' }).click()
    const leaving = page.getByRole('dialog', { name: 'Close without copying?' })
    await leaving.getByRole('button', { name: 'Cancel' }).click()
    // Read off the screen, so that only its first contact tells that the person has it.
    const key = (await ready.getByText(/^sbk_\w{8}_\w{38}$/).textContent()) ?? ''

    const call = (method: string, rest = '') =>
      `http://127.0.0.1:${port}/waInstance${orderDesk.idInstance}/${method}/${key}${rest}`
    const anna = orderDesk.person('79990001122', { name: 'Anna' })
    anna.says('Is it ready?')
    const first = (await (await fetch(`${call('receiveNotification')}?receiveTimeout=20`)).json()) as {
      readonly receiptId: number
      readonly body: { readonly typeWebhook: string }
    }
    expect(first.body.typeWebhook).toBe('incomingMessageReceived')
    await expect(ready).toContainText('Order bot connected at')
    await ready.getByRole('button', { name: 'Done' }).click()
    await expect(ready).toBeHidden()
    await expect(programRow(page, 'Order bot')).toContainText('1 event')
    expect(await (await fetch(call('deleteNotification', `/${first.receiptId}`), { method: 'DELETE' })).json()).toEqual(
      {
        result: true,
      },
    )
    await expect(programRow(page, 'Order bot')).toContainText('Up to date')
    await expect(page.locator('body')).not.toContainText(key)

    await test.step('paused it waits, and says until when events are retained', async () => {
      await details(page).getByRole('button', { name: 'Pause' }).click()
      await expect(details(page)).toContainText('Unread events are kept')
      anna.says('Hello?')
      anna.says('Anybody there?')
      await expect(programRow(page, 'Order bot')).toContainText('2 events')
      await rail(page)
        .getByRole('link', { name: /^Order desk/ })
        .click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      const removing = page.getByRole('dialog', { name: 'Remove “Order desk”?' })
      await expect(removing).toContainText('Not read yet: Order bot')
      await removing.getByRole('button', { name: 'Cancel' }).click()
      await details(page).getByRole('button', { name: 'Resume' }).click()
      await expect(programRow(page, 'Order bot')).toContainText('Active')
    })

    await test.step('from a time on everything comes once more', async () => {
      await details(page).getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Replay from' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click()
      await expect(programRow(page, 'Order bot')).toContainText('3 events')
    })

    await test.step('clearing the journal first says who has not read what', async () => {
      await views(page)
        .getByRole('link', { name: /^Settings/ })
        .click()
      await page.getByRole('button', { name: 'Journal', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Clear the notification journal?' })
      await expect(dialog).toContainText('Not read yet: Order bot (3 events)')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
    })

    await test.step('removing it says what it has not read', async () => {
      await toPrograms(page)
      await programRow(page, 'Order bot').click()
      await details(page).getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      const dialog = page.getByRole('dialog', { name: 'Remove “Order bot”?' })
      await expect(dialog).toContainText('It has not read 3 events.')
      await dialog.getByRole('button', { name: 'Remove' }).click()
      await expect(programRow(page, 'Order bot')).toHaveCount(0)
    })
  })

  await test.step('a person who put back a copy gives events new IDs', async () => {
    await views(page)
      .getByRole('link', { name: /^Settings/ })
      .click()
    await page.getByRole('button', { name: 'Give new IDs…' }).click()
    await page
      .getByRole('dialog', { name: 'Give events new IDs?' })
      .getByRole('button', { name: 'Give new IDs' })
      .click()
    await expect(page.getByText('Events have new IDs from now on.')).toBeVisible()
  })

  await test.step('a webhook is tested, delivered to, and what it refuses waits for a person', async () => {
    const receiver = await startReceiver()
    await toPrograms(page)
    const ready = await addProgram(page, 'Webhook', 'Shop orders', async (dialog) => {
      await dialog.getByRole('textbox', { name: 'Address' }).fill('http://shop.example/hook')
      await dialog.getByRole('button', { name: 'Add program' }).click()
      await expect(dialog.getByText('Only an address of this computer may begin with http://')).toBeVisible()
      await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url)
    })
    const secret = await app.copying(() => ready.getByRole('button', { name: 'Copy', exact: true }).click())
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await ready.getByRole('button', { name: 'Send test event' }).click()
    await expect(ready).toContainText('Test event delivered at')
    expect(receiver.requests[0]?.body.typeWebhook).toBe('switchboardTest')
    await ready.getByRole('button', { name: 'Done' }).click()

    receiver.answers((body) => (body.includes('poison') ? 422 : 204))
    const anna = orderDesk.person('79990001122', { name: 'Anna' })
    const marta = orderDesk.person('79990003344', { name: 'Marta' })
    anna.says('poison')
    await expect(details(page).locator('.dlv')).toContainText('422')
    await views(page)
      .getByRole('link', { name: /^Chats/ })
      .click()
    marta.says('A good one')
    const notice = page.getByText('Shop orders refused events while others went through.')
    await expect(notice).toBeVisible()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(views(page).getByRole('img', { name: '1 needs attention' })).toBeVisible()
    await expect(programRow(page, 'Shop orders')).toContainText('1 dead letter')
    const letter = details(page).getByRole('region', { name: 'Dead letters' }).getByRole('listitem')
    await expect(letter).toContainText('Incoming message')
    await expect(letter).toContainText('422')

    await letter.getByRole('link').click()
    await expect(details(page)).toContainText('poison')
    await page.goBack()
    receiver.answers(() => 204)
    await letter.getByRole('button', { name: 'Replay' }).click()
    await expect(letter).toHaveCount(0)
    // It goes out once more under its own id.
    const poisoned = receiver.requests.filter(({ body }) => JSON.stringify(body).includes('poison'))
    await expect.poll(() => receiver.requests.at(-1)?.headers['webhook-id']).toBe(poisoned[0]?.headers['webhook-id'])
    expect(receiver.requests.at(-1)?.headers['webhook-replay']).toBe('1')
    await receiver.close()
  })
})

test('a port that another program has is said, and can be changed in place @nightly', async ({ app, orderDesk }) => {
  const page = await app.open({ instances: [orderDesk] })
  const squatter = createServer((_request, response) => response.end())
  const taken = await freePort()
  await new Promise<void>((resolve) => squatter.listen(taken, '127.0.0.1', resolve))
  await letProgramsConnect(page, taken)
  const alert = page.getByRole('alert').filter({ hasText: `port ${taken} could not be opened` })
  await expect(alert).toContainText('Another program on this computer uses it.')
  await expect(alert).toContainText('No other port is tried')
  await expect(views(page).getByRole('img', { name: '1 needs attention' })).toBeVisible()
  const other = await freePort()
  await alert.getByRole('textbox', { name: 'Port' }).fill(String(other))
  await alert.getByRole('button', { name: 'Use this port' }).click()
  await expect(alert).toBeHidden()
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${other}/v1/me`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(401)
  squatter.close()
})

test('a webhook that fails says since when, and is tried again when a person asks @nightly', async ({
  app,
  orderDesk,
}) => {
  const receiver = await startReceiver()
  const page = await app.open({ instances: [orderDesk] })
  await letProgramsConnect(page, await freePort())
  const ready = await addProgram(page, 'Webhook', 'Shop orders', (dialog) =>
    dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url),
  )
  await app.copying(() => ready.getByRole('button', { name: 'Copy', exact: true }).click())
  await ready.getByRole('button', { name: 'Done' }).click()
  receiver.answers(() => 503)
  for (const [phone, name] of [
    ['79990001122', 'Anna'],
    ['79990003344', 'Marta'],
    ['79990005566', 'Lena'],
  ] as const)
    orderDesk.person(phone, { name }).says('Hello')
  const row = programRow(page, 'Shop orders')
  await expect(row).toContainText('Failing')
  const alert = details(page).getByRole('alert')
  await expect(alert).toContainText(/has been failing since/)
  await expect(alert).toContainText('All its chats wait.')
  await expect(alert).toContainText(/The next try is in/)
  await expect(alert).toContainText('Unread events are kept until')
  receiver.answers(() => 204)
  await details(page).getByRole('button', { name: 'Try now' }).click()
  await expect(row).toContainText('Up to date')
  await expect(row).toContainText('Active')
  await expect(alert).toHaveCount(0)
  receiver.answers(() => 410)
  orderDesk.person('79990001122').says('Still there?')
  await expect(row).toContainText('Stopped')
  await expect(alert).toContainText('said at')
  await receiver.close()
})

test('programs are found, filtered and walked through by keyboard @nightly', async ({ app, orderDesk }) => {
  const page = await app.open({ instances: [orderDesk] })
  await letProgramsConnect(page, await freePort())
  for (const name of ['Stock sync', 'Price list']) {
    const ready = await addProgram(page, 'Your own script', name)
    await app.copying(() => ready.getByRole('button', { name: 'Copy', exact: true }).click())
    await page.keyboard.press('Escape')
    await ready.waitFor({ state: 'hidden' })
  }
  await page.keyboard.press('Escape')
  await programRow(page, 'Price list').click()
  await expect(details(page)).toContainText('Price list')
  await page.keyboard.press('ArrowDown')
  await expect(details(page).getByRole('heading', { name: 'Stock sync' })).toBeVisible()
  await expect(programRow(page, 'Stock sync')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(details(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(details(page)).toBeHidden()
  await page.getByRole('searchbox', { name: 'Name or address' }).fill('stock')
  await expect(programsTable(page).getByRole('row')).toHaveCount(2)
  await page.getByRole('radio', { name: /^Paused/ }).click()
  await expect(page.getByRole('heading', { name: 'No program matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(programsTable(page).getByRole('row')).toHaveCount(3)

  await programRow(page, 'Stock sync').click()
  await details(page).getByRole('button', { name: 'Change' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Change Stock sync' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Price list')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Another program has this name.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Stock')
  await dialog.getByRole('radiogroup', { name: 'Events' }).getByRole('radio', { name: 'Only these' }).click()
  await expect(dialog.getByText('As it is, no event would pass.')).toBeVisible()
  await dialog.locator('label').filter({ hasText: 'Incoming message' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(details(page).getByRole('heading', { name: 'Stock', exact: true })).toBeVisible()
  await expect(details(page).getByRole('region', { name: 'Scope' })).toContainText('Incoming message')
})

// Each language is run in src/cli/window-snippets.test.ts.
test('code works as it is pasted: it reads events, and a receiver checks the signature @nightly', async ({
  app,
  orderDesk,
}) => {
  const page = await app.open({ instances: [orderDesk] })
  await letProgramsConnect(page, await freePort())
  const copyCode = async (ready: Locator): Promise<string> => {
    await ready.getByRole('radio', { name: 'Node', exact: true }).click()
    return app.copying(() => ready.getByRole('button', { name: 'Copy code' }).click())
  }
  await test.step('a script reads events', async () => {
    const ready = await addProgram(page, 'Your own script', 'Pasted script', async (dialog) => {
      await dialog.getByRole('radio', { name: 'JSON Lines' }).click()
    })
    const key = await app.copying(() => ready.getByRole('button', { name: 'Copy', exact: true }).click())
    const code = await copyCode(ready)
    expect(code).not.toContain(key)
    const running = await runNode(path.join(app.dataDir, 'script'), code, { SWITCHBOARD_KEY: key })
    try {
      orderDesk.person('79990001122', { name: 'Anna' }).says('Is it ready?')
      await expect.poll(running.output).toContain('incomingMessageReceived')
    } finally {
      await running.stop()
    }
    await expect(ready).toContainText('Pasted script connected at')
    await ready.getByRole('button', { name: 'Done' }).click()
    await ready.waitFor({ state: 'hidden' })
  })
  await test.step('a receiver takes the test event', async () => {
    const url = `http://127.0.0.1:${await freePort()}/hook`
    const ready = await addProgram(page, 'Webhook', 'Pasted receiver', (dialog) =>
      dialog.getByRole('textbox', { name: 'Address' }).fill(url),
    )
    const secret = await app.copying(() => ready.getByRole('button', { name: 'Copy', exact: true }).click())
    const code = await copyCode(ready)
    const running = await runNode(path.join(app.dataDir, 'receiver'), code, { SWITCHBOARD_SECRET: secret })
    try {
      const unsigned = () =>
        fetch(url, { method: 'POST', body: '{}' }).then(
          ({ status }) => status,
          () => 0,
        )
      await expect.poll(unsigned).toBe(401)
      await ready.getByRole('button', { name: 'Send test event' }).click()
      await expect.poll(running.output).toContain('switchboardTest')
      await expect(ready).toContainText('Test event delivered at')
    } finally {
      await running.stop()
    }
  })
})

test('n8n gets the address with the key in it, and events as they come @nightly', async ({ app, orderDesk }) => {
  const page = await app.open({ instances: [orderDesk] })
  await letProgramsConnect(page, await freePort())
  const ready = await addProgram(page, 'n8n or another automation tool', 'Returns flow', (dialog) =>
    dialog.getByRole('radio', { name: 'Event stream' }).click(),
  )
  await expect(ready).toContainText('SSE Trigger')
  const address = await app.copying(() => ready.getByRole('button', { name: 'Copy', exact: true }).click())
  const { username, password, host, pathname } = new URL(address)
  const stream = await fetch(`http://${host}${pathname}`, {
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
  })
  expect(stream.status).toBe(200)
  await expect(ready).toContainText('Returns flow connected at')
  orderDesk.person('79990001122', { name: 'Anna' }).says('A return')
  await expect(chatList(page)).toHaveCount(0)
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('A return')) text += (await reader?.read())?.value ?? ''
  expect(text).not.toContain('event:')
  await reader?.cancel()
  await ready.getByRole('button', { name: 'Done' }).click()
  // Written counts as read: n8n never acknowledges.
  await expect(programRow(page, 'Returns flow')).toContainText('Up to date')
  await expect(details(page)).toContainText('Events count as read once they are written')
})
