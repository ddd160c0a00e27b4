import {
  addProgram,
  freePort,
  letProgramsConnect,
  openPairing,
  startCtl,
  untilDeskIsFound,
} from '../support/program-side.ts'
import { chatRow, views } from '../support/window.ts'
import { expect, test, withTray } from './shell-test.ts'

test('the tray pauses and resumes what programs send, and the palette knows it', async ({ shell, orderDesk }) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  anna.says('Is it ready?')
  const { app, page } = await shell.open({ instances: [orderDesk], env: withTray })
  await expect(chatRow(page, 'Anna')).toBeVisible()
  await views(page)
    .getByRole('link', { name: /^Settings/ })
    .click()
  await page.getByRole('combobox', { name: 'When the window is closed' }).selectOption('Keep running')
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

  await app.trigger('tray:menu', { label: 'Resume programs' })
  await expect(page.getByText('All programs are paused')).toBeHidden()
  await expect.poll(labels).toEqual(['Open Switchboard', 'Pause all programs', 'Quit Switchboard'])
  expect(await send('after-resume')).toBe(202)
  await expect.poll(() => orderDesk.sends.length).toBe(1)
})

test('a login of the command line raises one notification while nobody looks, gone once it is answered', async ({
  shell,
  orderDesk,
}) => {
  // A macOS program goes on without a window.
  const { app, page } = await shell.open({ platform: 'darwin', instances: [orderDesk] })
  await letProgramsConnect(page, await freePort())
  await untilDeskIsFound(shell.dataDir)
  const ctl = startCtl(shell.dataDir)
  const hasFocus = () => page.evaluate(() => document.hasFocus())
  const dialog = page.getByRole('dialog', { name: 'Let the command line connect?' })
  const notifications = (since: number) => app.journal(({ n, type }) => n > since && type === 'notification')

  await test.step('a click brings the window with its question, and takes the notification away', async () => {
    await app.trigger('window:blur')
    await expect.poll(hasFocus).toBe(false)
    const before = app.mark()
    const login = ctl('login')
    const shown = await app.waitFor('notification', before)
    await openPairing(page)
    const code = await dialog.getByLabel('Code').textContent()
    expect(shown).toMatchObject({
      title: 'A command line asks to connect',
      body: `The code is ${code}. Open Switchboard to compare it and answer.`,
    })
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
    await app.trigger('notification:click')
    expect((await app.windows())[0]).toMatchObject({ minimized: false, visible: true, focused: true })
    await dialog.getByRole('button', { name: 'Allow', exact: true }).click()
    expect(await login).toMatchObject({ code: 0, out: `Code: ${code}\n` })
    await expect(dialog).toBeHidden()
    expect(notifications(before)).toHaveLength(1)
  })

  await test.step('one that is answered while the window has no focus is withdrawn', async () => {
    await app.trigger('window:blur')
    await expect.poll(hasFocus).toBe(false)
    const before = app.mark()
    const login = ctl('login')
    const { id } = await app.waitFor('notification', before)
    await openPairing(page)
    await dialog.getByRole('button', { name: 'Don’t allow' }).click()
    await app.waitFor({ type: 'notification-close', id }, before)
    expect(await login).toMatchObject({ code: 4 })
    await expect(dialog).toBeHidden()
    expect(notifications(before)).toHaveLength(1)
  })

  await test.step('a window with the focus tells of it and raises none', async () => {
    await app.trigger('window:focus')
    await expect.poll(hasFocus).toBe(true)
    const before = app.mark()
    const login = ctl('login')
    await openPairing(page)
    await dialog.getByRole('button', { name: 'Don’t allow' }).click()
    expect(await login).toMatchObject({ code: 4 })
    expect(notifications(before)).toEqual([])
  })

  await test.step('where the window is closed, a click opens another one with the dialog', async () => {
    await app.trigger('window:close', {})
    await expect.poll(() => app.windows()).toEqual([])
    const before = app.mark()
    const login = ctl('login')
    await app.waitFor('notification', before)
    await app.trigger('notification:click')
    await app.waitFor('did-finish-load', before)
    const opened = await app.firstPage()
    await (await openPairing(opened)).getByText('Don’t allow').click()
    expect(await login).toMatchObject({ code: 4 })
  })
})
