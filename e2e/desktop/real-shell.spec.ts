import { once } from 'node:events'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { Instance } from '../../src/emulator/world/instance.ts'
import type { Person } from '../../src/emulator/world/person.ts'
import type { StandIn } from '../stand-in/driver.mjs'
import { damageIndex } from '../support/damage-store.ts'
import { chatRow, composer, conversation, fillAddInstance, message, openChat, views } from '../support/window.ts'
import { endProcess, startWebHost } from '../support/running-app.ts'
import { freePort, letProgramsConnect, openPairing, startCtl, untilDeskIsFound } from '../support/program-side.ts'
import { chooseLanguage } from '../support/start-in-electron.ts'
import { expect, test } from './shell-test.ts'

const whenClosed = async (page: Page, what: 'Keep running' | 'Quit'): Promise<void> => {
  await views(page)
    .getByRole('link', { name: /Settings/ })
    .click()
  await page.getByRole('combobox', { name: 'When the window is closed' }).selectOption(what)
}

/** Answers a notification of Anna's in its field, while the chat of Boris is open and hers has a draft. */
async function answerInNotification({ app, page, orderDesk, anna }: OpenedShell): Promise<void> {
  await openChat(page, 'Anna')
  await composer(page).fill('Half a thought')
  await composer(page).blur()
  orderDesk.person('79990003344', { name: 'Boris' }).says('Me too')
  await openChat(page, 'Boris')
  const before = app.mark()
  anna.says('Is it here?')
  await app.waitFor('notification', before)
  await app.trigger('notification:reply', { text: 'On Friday' })
  await expect
    .poll(() => orderDesk.sends.map(({ content }) => content.kind === 'text' && content.text))
    .toEqual(['On Friday'])
  await openChat(page, 'Anna')
  await expect(message(page, 'On Friday')).toBeVisible()
  await expect(composer(page)).toHaveValue('Half a thought')
  expect(orderDesk.sends).toHaveLength(1)
}

/** The command line asks to connect, again and again, while the window has the focus, has none, or is closed. */
async function answerCommandLine({ app, page, dataDir }: Pick<OpenedShell, 'app' | 'page'> & { dataDir: string }) {
  await letProgramsConnect(page, await freePort())
  await untilDeskIsFound(dataDir)
  const ctl = startCtl(dataDir)
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

  // A macOS program goes on without a window.
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
}

interface OpenedShell {
  readonly app: StandIn
  readonly page: Page
  readonly orderDesk: Instance
  readonly anna: Person
}

async function toggleStartAtLogin(app: StandIn, page: Page): Promise<void> {
  await views(page)
    .getByRole('link', { name: /Settings/ })
    .click()
  const login = page.getByRole('switch', { name: 'Start with the computer' })
  await login.click()
  await app.waitFor({ type: 'setLoginItemSettings', openAtLogin: true })
  await expect(login).toBeChecked()
  await login.click()
  await app.waitFor({ type: 'setLoginItemSettings', openAtLogin: false })
}

// What is different in Electron from what one would think: each of these behaves in the stand-in as it does there.

test('a window that is never said to be ready appears; an error of our own, and a folder that another host holds or nobody can write, end the program with a word; a rebuilt program waits for the end of the one of before', async ({
  shell,
}) => {
  const { app, page } = await shell.open({ readyToShow: 'never' })
  await test.step('the window appears although the system never says that it is ready, as on Wayland', async () => {
    await app.waitFor('window.show')
    expect((await app.windows())[0]).toMatchObject({ visible: true, focused: true })
    await expect(page.getByRole('button', { name: /Add (an )?instance/ }).first()).toBeVisible()
  })

  const server = createServer((_request, response) => response.end('<title>Development</title>')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const rebuilt = await shell.launch({
    platform: 'win32',
    env: { ELECTRON_RENDERER_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
  })
  await rebuilt.waitFor({ type: 'single-instance', got: false })

  await test.step('an error of our own is logged and said before the program ends', async () => {
    await app.evaluate(() => {
      setTimeout(() => {
        throw new Error('a bug of ours')
      })
    })
    expect(await app.exited).toMatchObject({ code: 1 })
    expect(JSON.stringify(app.journal({ type: 'dialog', method: 'showErrorBox' }))).toContain('had to quit')
    const logs = path.join(shell.dataDir, 'data/logs')
    const texts = await Promise.all((await readdir(logs)).map((file) => readFile(path.join(logs, file), 'utf8')))
    expect(texts.join('')).toContain('a bug of ours')
  })

  await test.step('in development the rebuilt program, which waited for that end, starts then', async () => {
    await rebuilt.waitFor('did-finish-load')
    expect(await rebuilt.windows()).toHaveLength(1)
    // The entry of the Start menu is the installed program's.
    expect(rebuilt.journal('start-menu-shortcut')).toEqual([])
    await rebuilt.close()
    await rebuilt.exited
    server.close()
  })

  await test.step('a data folder that the browser host holds is said in a dialog', async () => {
    const holder = await startWebHost({ dataDir: path.join(shell.dataDir, 'data') })
    const second = await shell.launch({ waitReady: false })
    expect(await second.exited).toMatchObject({ code: 1 })
    expect(JSON.stringify(second.journal({ type: 'dialog', method: 'showErrorBox' }))).toContain(
      'in use by another Switchboard',
    )
    await endProcess(holder.child, 'SIGTERM')
  })

  await test.step('a data folder or a temporary folder that cannot be written is named, without a window', async () => {
    const file = path.join(shell.dataDir, 'a-file')
    await writeFile(file, '')
    const gone = path.join(shell.dataDir, 'gone')
    const [readOnly, vanished] = await Promise.all([
      shell.launch({ args: ['--data-dir', path.join(file, 'below')] }),
      shell.launch({ env: { TMPDIR: gone } }),
    ])
    expect(await readOnly.exited).toEqual({ code: 1, signal: null })
    expect(readOnly.stderr).toContain(`The folder ${path.join(file, 'below')} can't be written (ENOTDIR)`)
    expect(await vanished.exited).toEqual({ code: 1, signal: null })
    expect(vanished.stderr).toContain(`The folder ${gone} can't be written (ENOENT)`)
    for (const ended of [readOnly, vanished]) {
      expect(ended.journal({ type: 'dialog', method: 'showErrorBox' })).toHaveLength(1)
      expect(ended.journal('window-created')).toEqual([])
    }
  })
})

test('after an unclean end a damaged archive is repaired, the page shows it, and its chats, while the key ring waits for its password; the program can be quit', async ({
  shell,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  anna.says('Before the damage')
  const first = await shell.open({ instances: [orderDesk] })
  await expect(chatRow(first.page, 'Anna')).toContainText('Before the damage')
  await first.app.kill()
  damageIndex(path.join(shell.dataDir, 'data/switchboard.db'), 'journal_kind')

  const { app, page } = await shell.open({ keyRing: 'asks' })
  await test.step('the check finds the damage, the archive is repaired, and the page shows it', async () => {
    await app.waitFor('utilityProcess')
    await app.waitFor('utilityProcess-exit')
    const recovered = page.getByRole('status').filter({ hasText: 'Data was recovered after an unexpected stop' })
    // It stands in the place of what the key ring has to say.
    await recovered.getByRole('button', { name: 'Dismiss' }).click()
  })

  await test.step('chats show while the key ring asks for its password, and receiving begins with it', async () => {
    anna.says('While it asked')
    await expect(chatRow(page, 'Anna')).toContainText('Before the damage')
    await expect(page.getByText('The system keyring has not answered')).toBeVisible()
    await app.set('safeStorage.answered', true)
    await expect(chatRow(page, 'Anna')).toContainText('While it asked')
    await expect(page.getByText('The system keyring has not answered')).toBeHidden()
    await app.close()
    expect(await app.exited).toEqual({ code: 0, signal: null })
  })
})

test('a desktop that names a key ring but runs none: a token rests under the known key only with consent, until one runs @nightly', async ({
  shell,
  emulator,
  orderDesk,
}) => {
  const vault = path.join(shell.dataDir, 'data/desktop-vault.json')
  const prefix = async () => {
    const { entries } = JSON.parse(await readFile(vault, 'utf8')) as { entries: Record<string, { value: string }> }
    return Buffer.from(Object.values(entries)[0]?.value ?? '', 'base64').toString('latin1', 0, 3)
  }
  const first = await shell.open({ safeStorage: 'gnome_libsecret', sealsWith: 'knownKey' })
  await first.page
    .getByRole('button', { name: /Add (an )?instance/ })
    .first()
    .click()
  const values = { name: 'Order desk', url: emulator.url, id: orderDesk.idInstance, token: orderDesk.token }
  const dialog = await fillAddInstance(first.page, values)
  await dialog.getByRole('button', { name: 'Connect' }).click()
  const consent = first.page.getByRole('dialog', { name: 'Store tokens without protection?' })
  await expect(consent).toBeVisible()
  expect(await prefix().catch(() => 'nothing')).toBe('nothing')
  await consent.getByRole('button', { name: 'Store anyway' }).click()
  await expect.poll(() => prefix().catch(() => 'nothing')).toBe('v10')
  await first.app.close()
  await shell.open({ safeStorage: 'gnome_libsecret', sealsWith: 'keyRing' })
  await expect.poll(prefix).toBe('v11')
})

test('macOS: menu, badge, buttons, answers in notifications, start at login, tray, full screen and a login of the command line', async ({
  shell,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  anna.says('Hello')
  const { app, page } = await shell.open({ platform: 'darwin', instances: [orderDesk] })

  await test.step('it starts as macOS would have it', async () => {
    await expect(chatRow(page, 'Anna')).toContainText('Hello')
    const menu = await app.waitFor('setApplicationMenu')
    expect(JSON.stringify(menu['items'])).toContain('services')
    await app.waitFor({ type: 'setBadgeCount', count: 1 })
  })

  await test.step("the window's buttons leave the logo free", async () => {
    const mark = await page.locator('.titlebar .mark').boundingBox()
    // Three buttons of 14 with 6 between them, 16 from the left.
    expect(mark?.x).toBeGreaterThanOrEqual(16 + 54)
  })

  await test.step('an answer written into a notification is sent once, and the draft of the chat stays', () =>
    answerInNotification({ app, page, orderDesk, anna }))

  await test.step('start at login and spell check as darwin has them', async () => {
    await toggleStartAtLogin(app, page)
    const before = app.mark()
    await page.getByRole('switch', { name: 'Spell check' }).click()
    await app.waitFor({ type: 'setSpellCheckerEnabled', enabled: true }, before)
  })

  await test.step('a click on the tray opens its menu and not the window as well', async () => {
    await whenClosed(page, 'Keep running')
    await app.waitFor({ type: 'tray', op: 'setContextMenu' })
    await app.trigger('window:close', {})
    await app.trigger('tray:click')
    await app.waitFor({ type: 'tray', op: 'menu-open' })
    expect((await app.windows())[0]?.visible).toBe(false)
    await app.trigger('popup:click', { label: 'Open Switchboard' })
    expect((await app.windows())[0]?.visible).toBe(true)
  })

  await test.step('closing a full-screen window with "Keep running" leaves full screen before it hides', async () => {
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setFullScreen(true))
    await app.waitFor('enter-full-screen')
    const closed = app.mark()
    await app.trigger('window:close', {})
    await app.waitFor('window.hide', closed)
    expect((await app.windows())[0]).toMatchObject({ visible: false, fullScreen: false })
    // Shown while it still leaves, it stays.
    await app.trigger('tray:click')
    await app.trigger('popup:click', { label: 'Open Switchboard' })
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setFullScreen(true))
    const before = app.mark()
    await app.waitFor('enter-full-screen', app.journal('enter-full-screen')[0]?.n)
    await app.evaluate(({ app: electronApp, BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.close()
      electronApp.emit('activate')
    })
    await app.waitFor('leave-full-screen', before)
    expect((await app.windows())[0]?.visible).toBe(true)
  })

  await test.step('a login of the command line raises one notification while nobody looks, gone once it is answered', async () => {
    await whenClosed(page, 'Quit')
    await answerCommandLine({ app, page, dataDir: shell.dataDir })
  })
})

test('Windows: the words of the person, notifications, the mark on the task bar, and what a later run hears of', async ({
  shell,
  emulator,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  anna.says('Before')
  const { app, page } = await shell.open({
    ...{ platform: 'win32', packaged: true, instances: [orderDesk] },
    ...{ locale: 'en-US', languages: ['be-BY', 'ru-BY', 'en-GB'] },
  })

  await test.step("the words are those of the person's first language that has some, whatever Electron has words in", async () => {
    await expect(page.getByRole('button', { name: 'Добавить инстанс' }).first()).toBeVisible()
    expect(JSON.stringify((await app.waitFor('setApplicationMenu'))['items'])).toContain('Правка')
    await chooseLanguage(page, 'en-GB')
    await expect(page.getByRole('button', { name: /Add (an )?instance/ }).first()).toBeVisible()
  })

  await test.step('it starts as Windows would have it', async () => {
    await expect(chatRow(page, 'Anna')).toContainText('Before')
    const menu = await app.waitFor('setApplicationMenu')
    expect(JSON.stringify(menu['items'])).not.toContain('services')
    await app.waitFor('setOverlayIcon')
  })

  await test.step('a notification that went to the Action Center still leads to its chat', async () => {
    const before = app.mark()
    anna.says('Is <the> "pallet" & Co here? \u0007')
    const shown = await app.waitFor({ type: 'notification', body: /^Is/ }, before)
    expect(shown).toMatchObject({ title: 'Anna · Order desk', body: /Is <the> "pallet" & Co here\?/, silent: true })
    await app.trigger('notification:time-out')
    await app.trigger('notification:click')
    await expect(conversation(page)).toContainText('Anna')
    expect(app.journal('notification-lost')).toEqual([])
  })

  await test.step('a message of several thousand letters is shown, shortened', async () => {
    const before = app.mark()
    orderDesk.person('79990003344', { name: 'Boris' }).says(`Заказ ${'ы'.repeat(3900)}`)
    const { body } = await app.waitFor('notification', before)
    expect(String(body)).toHaveLength(300)
    expect(String(body).slice(-3)).toBe('ыы…')
    expect(app.journal('notification-failed')).toEqual([])
  })

  await test.step('the mark on the task bar is there again when the window comes back from the tray', async () => {
    await whenClosed(page, 'Keep running')
    await app.waitFor({ type: 'tray', op: 'create' })
    const overlay = async () => (await app.windows())[0]?.overlay
    await expect.poll(overlay).toBe('1 unread')
    await app.trigger('window:close', {})
    expect((await app.windows())[0]?.visible).toBe(false)
    await app.trigger('tray:click')
    await expect.poll(overlay).toBe('1 unread')
  })

  await test.step('start at login and spell check as win32 has them', async () => {
    await toggleStartAtLogin(app, page)
    const before = app.mark()
    // A box is drawn over its input; people press the words.
    await page
      .locator('label')
      .filter({ hasText: /^English$/ })
      .click()
    await app.waitFor({ type: 'setSpellCheckerEnabled', enabled: true }, before)
    await page.getByRole('switch', { name: 'Start with the computer' }).click()
    await app.waitFor({ type: 'setLoginItemSettings', openAtLogin: true }, before)
  })

  const before = app.mark()
  anna.says('Is it here?')
  const { launch, reply } = await app.waitFor({ type: 'notification', body: 'Is it here?' }, before)
  const { clsid } = await app.waitFor('start-menu-shortcut')
  await app.close()

  await test.step('a later run hears of a reply to a notification of an earlier one, and sends it once', async () => {
    // Meanwhile the Task Manager switched the start at login off.
    const later = await shell.open({
      platform: 'win32',
      packaged: true,
      toastActivation: [String(reply), 'Since nine'],
      loginItem: 'disabled',
    })
    await emulator.untilSent('Since nine')
    await views(later.page)
      .getByRole('link', { name: /^Chats/ })
      .click()
    await openChat(later.page, 'Anna')
    await expect(message(later.page, 'Since nine')).toBeVisible()
    expect(orderDesk.sends).toHaveLength(1)
    await test.step('start at login is written when the person changes it, and not again at a start', async () => {
      const item = await later.app.evaluate(({ app: electronApp }) => electronApp.getLoginItemSettings())
      expect(item).toMatchObject({ openAtLogin: true, executableWillLaunchAtLogin: false })
      expect(later.app.journal('setLoginItemSettings')).toEqual([])
    })
    await test.step('a click on another one leads to its chat, in the running program', async () => {
      await openChat(later.page, 'Boris')
      await later.app.trigger('toast:activate', { arguments: launch })
      await expect(message(later.page, 'Is it here?')).toBeVisible()
      // An update makes the shortcut anew; with another identifier Windows would not find the program any more.
      expect((await later.app.waitFor('start-menu-shortcut'))['clsid']).toBe(clsid)
    })
  })
})

test('Windows: an answer written into a notification is sent once, and the draft of the chat stays @nightly', async ({
  shell,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  anna.says('Before')
  const opened = await shell.open({ platform: 'win32', packaged: true, instances: [orderDesk] })
  await answerInNotification({ ...opened, orderDesk, anna })
})
