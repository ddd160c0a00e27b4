import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { contentSecurityPolicy } from '../../src/core/hosting/security-headers.ts'
import { addProgram, freePort, letProgramsConnect } from '../support/program-side.ts'
import { refuseDrafts } from '../support/refuse-drafts.ts'
import {
  chatRow,
  composer,
  conversation,
  fillAddInstance,
  log,
  message,
  openChat,
  send,
  setLock,
  unlock,
  views,
} from '../support/window.ts'
import { orderDeskInit } from '../support/test.ts'
import { expect, test, withTray } from './shell-test.ts'

test('from the first start to an answer, and on over a restart: add an instance, read, reply, quit; menus, a second start, and an end without a tray that asks about a draft', async ({
  shell,
  emulator,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  anna.says('Is it ready?')
  const vault = path.join(shell.dataDir, 'data/desktop-vault.json')
  const bounds = { x: 120, y: 80, width: 1000, height: 700 }

  await test.step('add an instance, read, reply, quit', async () => {
    const { app, page } = await shell.open()
    await page
      .getByRole('button', { name: /Add (an )?instance/ })
      .first()
      .click()
    const dialog = await fillAddInstance(page, {
      name: 'Order desk',
      url: emulator.url,
      id: orderDesk.idInstance,
      token: orderDesk.token,
    })
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await openChat(page, 'Anna')
    await send(page, 'Since nine')
    await emulator.untilSent('Since nine')
    expect((await app.windows())[0]).toMatchObject({
      url: expect.stringMatching(/^app:\/\/bundle\/index\.html\?languages=en-GB#/),
      visible: true,
    })
    await app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), bounds)
    await app.close()
    expect(await app.exited).toEqual({ code: 0, signal: null })
    expect(await readFile(vault, 'utf8')).not.toContain(orderDeskInit.token)
  })

  const app = await shell.launch({
    waitReady: false,
    env: { XDG_CURRENT_DESKTOP: 'GNOME' },
    args: [`switchboard://chat/${orderDesk.idInstance}/${anna.chatId}`],
  })
  await app.set('safeStorage.rotated', true)
  const before = await readFile(vault, 'utf8')
  const page = await app.firstPage()
  await test.step('a restart shows the window where it stood; a link at the start opens its chat', async () => {
    await expect(message(page, 'Is it ready?')).toBeVisible()
    await expect(message(page, 'Since nine')).toBeVisible()
    expect((await app.windows())[0]?.bounds).toEqual(bounds)
  })

  await test.step('back again, all is well; a key ring that turns its key is followed: the token is encrypted anew', async () => {
    anna.says('Back again')
    await expect(chatRow(page, 'Anna')).toContainText('Back again')
    await expect.poll(() => readFile(vault, 'utf8')).not.toBe(before)
  })

  await test.step("the window opens with the program's own menu, while core is still starting", async () => {
    expect(app.journal('default-menu')).toEqual([])
    expect(app.journal('window-created')[0]?.['menu']).toEqual(['File', 'Edit', 'View', 'Help'])
  })

  await test.step('the menu leads where it says, in the language of the person', async () => {
    await app.waitFor('setApplicationMenu')
    await app.trigger('menu:click', { id: 'settings' })
    await expect(page.getByRole('region', { name: 'Settings' })).toBeVisible()
    await app.trigger('menu:click', { id: 'addInstance' })
    const dialog = page.getByRole('dialog', { name: 'Add instance' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Shop')
    // It sleeps behind a dialog, as the shortcuts of the window do: what is typed there stays.
    await app.trigger('menu:click', { id: 'palette' })
    await app.trigger('menu:click', { id: 'shortcuts' })
    await dialog.getByRole('textbox', { name: 'Instance ID' }).fill('1')
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Shop')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await app.trigger('menu:click', { id: 'shortcuts' })
    await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('the secondary click offers what there is to do', async () => {
    const editFlags = { canCut: false, canCopy: false, canPaste: true, canSelectAll: true }
    await app.trigger('context-menu', { params: { isEditable: true, editFlags } })
    const field = await app.waitFor('menu.popup')
    expect(
      (field['items'] as { label: string; enabled: boolean }[]).map(({ label, enabled }) => [label, enabled]),
    ).toEqual([
      ['Cut', false],
      ['Copy', false],
      ['Paste', true],
      ['Select all', true],
    ])
    await app.trigger('context-menu', { params: { linkURL: 'https://example.com/a' } })
    await app.trigger('popup:click', { label: 'Copy link' })
    expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe('https://example.com/a')
    const before = app.mark()
    await app.trigger('context-menu', { params: {} })
    expect(app.journal(({ n, type }) => n > before && type === 'menu.popup')).toEqual([])
  })

  await test.step('a second start without a link brings the window back', async () => {
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
    expect((await app.windows())[0]?.minimized).toBe(true)
    const second = await shell.launch()
    expect(await second.exited).toMatchObject({ code: 0 })
    // The second one may end before the first one has heard of it.
    await expect
      .poll(async () => (await app.windows())[0])
      .toMatchObject({ minimized: false, visible: true, focused: true })
  })

  await views(page)
    .getByRole('link', { name: /^Chats/ })
    .click()
  await openChat(page, 'Anna')
  const store = path.join(shell.dataDir, 'data/switchboard.db')
  refuseDrafts(store)
  const asked = (since: number) => app.waitFor({ type: 'dialog', method: 'showMessageBox' }, since)
  const stayed = (since: number) => app.waitFor({ type: 'close-prevented', by: 'beforeunload' }, since)
  const answers = (response: number) => app.trigger('dialog:answer', { method: 'showMessageBox', result: { response } })
  await composer(page).fill('Half an answer')
  await expect(page.getByText(/The draft is not saved/)).toBeVisible()

  await test.step('closing asks; with Stay the window stays, and the text', async () => {
    const before = app.mark()
    await answers(0)
    await app.trigger('window:close', {})
    expect((await asked(before))['options']).toMatchObject({
      message: 'Your draft is not saved',
      buttons: ['Stay', 'Close anyway'],
      defaultId: 0,
      cancelId: 0,
    })
    await stayed(before)
    await expect(composer(page)).toHaveValue('Half an answer')
  })

  await test.step('so do quitting and reloading; a reload that goes ahead asks for the next draft again', async () => {
    const quitting = app.mark()
    await answers(0)
    await app.evaluate(({ app }) => app.quit())
    await asked(quitting)
    await app.waitFor({ type: 'quit-prevented', by: 'beforeunload' }, quitting)
    const reloading = app.mark()
    await answers(1)
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload())
    expect((await asked(reloading))['options']).toMatchObject({ buttons: ['Stay', 'Reload anyway'] })
    await app.waitFor('did-finish-load', reloading)
    await expect(composer(page)).toHaveValue('')
    await composer(page).fill('Another half')
    await expect(page.getByText(/The draft is not saved/)).toBeVisible()
  })

  await test.step('Close anyway closes the window, which ends a program without a tray', async () => {
    const before = app.mark()
    await answers(1)
    await app.trigger('window:close', {})
    await asked(before)
    expect(await app.exited).toEqual({ code: 0, signal: null })
  })
})

test('notifications, the badge, sleep and links, with nothing fetched that nobody asked for; the end of a session asks nobody', async ({
  shell,
  emulator,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  const boris = orderDesk.person('79990003344', { name: 'Boris' })
  anna.says('First')
  const { app, page } = await shell.open({ platform: 'linux', instances: [orderDesk] })

  await test.step('a notification names person and instance; a click opens the chat; none comes for the chat in view', async () => {
    await openChat(page, 'Anna')
    await expect(message(page, 'First')).toBeVisible()
    const before = app.mark()
    boris.says('The pallet is here')
    const shown = await app.waitFor({ type: 'notification', body: /pallet/ }, before)
    expect(shown).toMatchObject({ title: 'Boris · Order desk', body: 'The pallet is here', silent: true })

    await app.trigger('notification:click')
    await expect(log(page)).toContainText('The pallet is here')
    await expect(conversation(page)).toContainText('Boris')

    const inView = app.mark()
    boris.says('Are you there?')
    await expect(message(page, 'Are you there?')).toBeVisible()
    anna.says('And my order?')
    await app.waitFor({ type: 'notification', body: /my order/ }, inView)
    expect(
      app.journal(({ n, type, body }) => n > inView && type === 'notification' && /there/.test(String(body))),
    ).toEqual([])
  })

  await test.step('on Linux marks in a message are letters of its notification, not a link or a style', async () => {
    await openChat(page, 'Anna')
    await expect(message(page, 'And my order?')).toBeVisible()
    const before = app.mark()
    const text = 'Pay <a href="https://evil.example/">here</a>, 5 < 6 &lt; <b>now</b> & then'
    boris.says(text)
    const shown = await app.waitFor({ type: 'notification', body: /Pay/ }, before)
    expect(shown).toMatchObject({ body: text, markup: [] })
    await openChat(page, 'Boris')
    await expect(message(page, /^Pay/)).toBeVisible()
  })

  await test.step('the badge counts what is unread', async () => {
    await openChat(page, 'Anna')
    await expect(message(page, 'And my order?')).toBeVisible()
    const before = app.mark()
    orderDesk.person('79990005566', { name: 'Clara' }).says('One')
    const { n } = await app.waitFor({ type: 'setBadgeCount', count: 1 }, before)
    await openChat(page, 'Clara')
    await app.waitFor({ type: 'setBadgeCount', count: 0 }, n)
  })

  await test.step('asleep it asks nothing, awake it catches up at once', async () => {
    await app.emitOn('powerMonitor', 'suspend', [], { noEvent: true })
    anna.says('While it slept')
    await app.emitOn('powerMonitor', 'resume', [], { noEvent: true })
    await expect(chatRow(page, 'Anna')).toContainText('While it slept')
    expect(emulator.violations()).toEqual([])
  })

  await test.step('sleep locks the window: badge, title and notifications say nothing, and receiving goes on', async () => {
    await setLock(page)
    const before = app.mark()
    boris.says('The green one')
    await app.waitFor({ type: 'setBadgeCount', count: 2 }, before)
    const locking = app.mark()
    await app.emitOn('powerMonitor', 'suspend', [], { noEvent: true })
    await app.emitOn('powerMonitor', 'resume', [], { noEvent: true })
    await app.waitFor({ type: 'setBadgeCount', count: 0 }, locking)
    await expect(page.getByRole('heading', { name: 'Switchboard is locked' })).toBeVisible()
    await app.waitFor({ type: 'notification-close' }, locking)
    boris.says('Or the blue one')
    await app.waitFor({ type: 'notification', title: 'Switchboard', body: 'New message' }, locking)
    expect(await page.content()).not.toMatch(/Anna|Boris|Order desk/)
    expect(app.journal({ type: 'setBadgeCount' }).at(-1)).toMatchObject({ count: 0 })

    // What was clicked is shown once the window is unlocked.
    await app.trigger('notification:click')
    await unlock(page)
    await expect(log(page)).toContainText('Or the blue one')
  })

  await test.step('a link opens its chat in the program that runs already; one that leads nowhere says so', async () => {
    const second = await shell.launch({ args: [`switchboard://chat/${orderDesk.idInstance}/${anna.chatId}`] })
    expect(await second.exited).toMatchObject({ code: 0 })
    await expect(message(page, 'While it slept')).toBeVisible()

    const lost = await shell.launch({ args: ['switchboard://chat/1/2'] })
    await lost.exited
    await expect(page.getByText(/does not match anything here/)).toBeVisible()
  })

  await test.step('nothing is fetched that nobody asked for', async () => {
    const outside = app.journal(
      ({ type, url, host }) =>
        (type === 'network' || type === 'socket') && !/app:\/\/bundle|127\.0\.0\.1/.test(String(url ?? host)),
    )
    expect(outside).toEqual([])
    const policy = await page.evaluate(async () => (await fetch('index.html')).headers.get('content-security-policy'))
    expect(policy?.split(' https://')[0]).toContain(contentSecurityPolicy.slice(0, 40))
  })

  await test.step('a film of our own page may fill the screen', async () => {
    const filled = await page.evaluate(() =>
      document.documentElement.requestFullscreen().then(
        () => 'filled',
        (error: Error) => error.message,
      ),
    )
    expect(filled).toBe('filled')
  })

  await test.step('the end of a session waits for no answer about a draft that the store refuses', async () => {
    refuseDrafts(path.join(shell.dataDir, 'data/switchboard.db'))
    await composer(page).fill('Half an answer')
    await expect(page.getByText(/The draft is not saved/)).toBeVisible()
    const before = app.mark()
    await app.evaluate(() => void process.kill(process.pid, 'SIGTERM'))
    expect(await app.exited).toEqual({ code: 0, signal: null })
    expect(app.journal(({ n, type }) => n > before && type === 'dialog')).toEqual([])
  })
})

test('with a tray: it pauses programs, closing hides, the tray brings the window back and quits, and a start by the login waits there', async ({
  shell,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  anna.says('Is it ready?')
  const { app, page } = await shell.open({ instances: [orderDesk], env: withTray, args: ['--background'] })
  await test.step('started by the login it shows itself where there is no icon to find it by', async () => {
    await app.waitFor('window.show')
  })

  await expect(chatRow(page, 'Anna')).toBeVisible()
  await views(page)
    .getByRole('link', { name: /Settings/ })
    .click()
  await page.getByRole('combobox', { name: 'When the window is closed' }).selectOption('Keep running')
  await app.waitFor({ type: 'tray', op: 'create' })
  await test.step('the tray pauses and resumes what programs send, and the palette knows it', async () => {
    const labels = async () => {
      const [tray] = (await app.trigger('tray:state')) as { menu: { type: string; label: string }[] | null }[]
      return tray?.menu?.flatMap(({ type, label }) => (type === 'separator' ? [] : [label]))
    }
    await expect.poll(labels).toEqual(['Open Switchboard', 'Quit Switchboard'])

    const port = await freePort()
    await letProgramsConnect(page, port)
    await expect.poll(labels).toEqual(['Open Switchboard', 'Pause all programs', 'Quit Switchboard'])
    const ready = await addProgram(page, 'Your own script', 'Tracker', async (dialog) => {
      await dialog.getByText('Send messages by itself').click()
    })
    const key = await ready.getByLabel('Key').textContent()
    // Closed unread, the key would be lost: copied, it is asked about no more.
    await ready.getByRole('button', { name: 'Copy', exact: true }).click()
    await ready.getByRole('button', { name: 'Done' }).click()
    await expect(ready).toBeHidden()
    const send = async (sendId: string) => {
      const response = await fetch(`http://127.0.0.1:${port}/v1/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ sendId, text: sendId, instanceId: orderDesk.idInstance, chatId: anna.chatId }),
      })
      return response.status
    }

    await app.trigger('tray:menu', { label: 'Pause all programs' })
    await expect(page.getByText('All programs are paused')).toBeVisible()
    await expect.poll(labels).toEqual(['Open Switchboard', 'Resume programs', 'Quit Switchboard'])
    expect(await send('while-paused')).toBe(503)

    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog', { name: 'Search or jump' })
    await palette.getByRole('combobox').fill('programs')
    await expect(palette.getByRole('option', { name: 'Resume programs' })).toBeVisible()
    await expect(palette.getByRole('option', { name: 'Pause all programs' })).toHaveCount(0)
    await page.keyboard.press('Escape')

    await setLock(page)
    await page.keyboard.press('ControlOrMeta+Shift+l')
    await expect(page.getByRole('heading', { name: 'Switchboard is locked' })).toBeVisible()
    const locked = app.mark()
    await app.trigger('tray:menu', { label: 'Resume programs' })
    await app.waitFor('window.show', locked)
    expect(await send('while-locked')).toBe(503)
    await unlock(page)
    const paused = views(page).getByRole('link', { name: 'Programs Paused' })
    await expect(paused).toBeVisible()

    await app.trigger('tray:menu', { label: 'Resume programs' })
    await expect(paused).toBeHidden()
    await expect.poll(labels).toEqual(['Open Switchboard', 'Pause all programs', 'Quit Switchboard'])
    expect(await send('after-resume')).toBe(202)
    await expect.poll(() => orderDesk.sends.length).toBe(1)
  })

  await test.step('with a tray and the setting, closing hides; the tray brings the window back and quits', async () => {
    expect(app.journal({ type: 'tray', op: 'create' })[0]?.['emptyImage']).toBe(false)
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.maximize())
    await app.trigger('window:close', {})
    expect((await app.windows())[0]?.visible).toBe(false)

    anna.says('While it was hidden')
    await app.waitFor({ type: 'notification', body: /hidden/ })
    await app.trigger('tray:click')
    expect((await app.windows())[0]?.visible).toBe(true)
    await app.trigger('tray:menu', { label: 'Quit Switchboard' })
    expect(await app.exited).toEqual({ code: 0, signal: null })
  })

  await test.step('started by the login it waits in the tray, and a window that was maximised comes so', async () => {
    const later = await shell.launch({ env: withTray, args: ['--background'] })
    await later.waitFor({ type: 'tray', op: 'create' })
    await later.waitFor('ready-to-show')
    expect((await later.windows())[0]?.visible).toBe(false)
    await later.trigger('tray:click')
    expect((await later.windows())[0]?.visible).toBe(true)
    expect(await later.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMaximized())).toBe(true)
  })
})
