import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { StandIn } from '../stand-in/driver.mjs'
import { chatRow, fillAddInstance, rail, views } from '../support/window.ts'
import type { Instance } from '../../src/emulator/world/instance.ts'
import { expect, test, type Shell } from './shell-test.ts'

// What a setting asks of the system: each switch is turned in the window, and the recorders tell what became of it.

async function openSettings(page: Page): Promise<void> {
  await views(page)
    .getByRole('link', { name: /^(Settings|Настройки)/ })
    .click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
}

/** A box is drawn over its input; people press the words. */
const dictionary = (page: Page, name: string) => page.locator('label').filter({ hasText: new RegExp(`^${name}$`) })

/** The last entry of a kind since `from`. */
const last = (app: StandIn, type: string, from: number) =>
  app.journal((entry) => entry.type === type && entry.n > from).at(-1)

/**
 * A running shell with one chat in its list, shown in Settings; `shown` says something and answers its notification.
 */
async function openWithAnna(shell: Shell, orderDesk: Instance, env: Readonly<Record<string, string>>) {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  anna.says('Long before')
  anna.says('Before')
  const { app, page } = await shell.open({ instances: [orderDesk], env })
  await expect(chatRow(page, 'Anna')).toContainText('Before')
  await openSettings(page)
  const menu = async (item: string) => {
    await rail(page)
      .getByRole('link', { name: /^Order desk/ })
      .click({ button: 'right' })
    await page.getByRole('menuitem', { name: item }).click()
  }
  const shown = async (text: string) => {
    const before = app.mark()
    anna.says(text)
    return app.waitFor('notification', before)
  }
  return { app, page, anna, menu, shown }
}

test('badge, notifications, theme, language, start at login, spell check, the menu of the field, zoom and the proxy are as Settings say', async ({
  shell,
  orderDesk,
}) => {
  const config = path.join(shell.dataDir, 'config')
  const { app, page, anna, menu, shown } = await openWithAnna(shell, orderDesk, { XDG_CONFIG_HOME: config })
  await test.step('the badge counts chats, messages or nothing', async () => {
    await expect(rail(page).getByRole('link', { name: /^Order desk, 2 unread/ })).toBeVisible()
    await app.waitFor({ type: 'setBadgeCount', count: 1 })
    const badge = page.getByRole('combobox', { name: 'Count on the app icon' })
    await badge.selectOption('messages')
    await app.waitFor({ type: 'setBadgeCount', count: 2 })
    const counted = app.mark()
    await badge.selectOption('none')
    await app.waitFor({ type: 'setBadgeCount', count: 0 }, counted)
  })

  await test.step('nobody is told of an instance that is muted, and a system that shows nothing is no reason to stop', async () => {
    const muted = app.mark()
    await menu('Mute notifications')
    await page.getByRole('menuitem', { name: 'For 1 hour' }).click()
    await expect(rail(page).getByRole('link', { name: /muted/ })).toBeVisible()
    anna.says('While it is muted')
    await expect(rail(page).getByRole('link', { name: /^Order desk, 3 unread/ })).toBeVisible()
    await menu('Unmute')
    await expect(rail(page).getByRole('link', { name: /muted/ })).toHaveCount(0)
    expect(await shown('Told again')).toMatchObject({ body: 'Told again' })
    expect(app.journal(({ n, type }) => n > muted && type === 'notification')).toHaveLength(1)

    await app.set('notifications', 'fail')
    await shown('Refused by the system')
    await app.set('notifications', 'ok')
    expect(await shown('And shown again')).toMatchObject({ body: 'And shown again' })
  })

  await test.step('names and texts are in a notification only where Settings and the instance allow it', async () => {
    expect(await shown('In full')).toMatchObject({ title: 'Anna · Order desk', body: 'In full' })
    const texts = page.getByRole('switch', { name: 'Show name and text' })
    await texts.click()
    await expect(texts).toHaveAttribute('aria-checked', 'false')
    expect(await shown('Not for the screen')).toMatchObject({ title: 'Order desk', body: 'New message' })
    await texts.click()
    await expect(texts).toHaveAttribute('aria-checked', 'true')
    expect(await shown('In full again')).toMatchObject({ title: 'Anna · Order desk', body: 'In full again' })

    await menu('Edit')
    await page.getByText('Hide names and texts in notifications').click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await shown('Nor this')).toMatchObject({ title: 'Order desk', body: 'New message' })
  })

  await test.step('a flood is told in one sentence', async () => {
    const before = app.mark()
    for (let index = 0; index < 20; index += 1) {
      orderDesk.person(`7999000${2000 + index}`, { name: `Person ${index}` }).says(`Order ${index}`)
    }
    const summary = { type: 'notification', title: 'Order desk', body: /^\d+ new messages in \d+ chats$/ }
    await app.waitFor(summary, before)
    await expect(rail(page).getByRole('link', { name: /^Order desk, 30 unread/ })).toBeVisible()
    expect(app.journal(({ n, type }) => n > before && type === 'notification').length).toBeLessThan(10)
  })

  await test.step('zoom comes from the menu and goes back', async () => {
    await app.waitFor('setApplicationMenu')
    const level = () =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomLevel())
    await app.trigger('menu:click', { role: 'zoomIn' })
    expect(await level()).toBeCloseTo(0.5)
    await app.trigger('menu:click', { role: 'zoomOut' })
    await app.trigger('menu:click', { role: 'zoomOut' })
    expect(await level()).toBeCloseTo(-0.5)
    await app.trigger('menu:click', { role: 'resetZoom' })
    expect(await level()).toBeCloseTo(0)
  })

  await test.step('a word is corrected and learned from the menu of the field', async () => {
    const editFlags = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true }
    const params = {
      isEditable: true,
      editFlags,
      misspelledWord: 'palet',
      dictionarySuggestions: ['pallet', 'palette'],
    }
    await app.trigger('context-menu', { params })
    await app.trigger('popup:click', { label: 'pallet' })
    expect(app.journal('replaceMisspelling')).toMatchObject([{ w: 'pallet' }])
    await app.trigger('popup:click', { label: 'Add to dictionary' })
    expect(app.journal('addWordToSpellCheckerDictionary')).toMatchObject([{ word: 'palet' }])
  })

  await test.step('theme, language, start at login and spell check reach the system', async () => {
    await page.getByRole('radio', { name: 'Dark' }).click()
    await app.waitFor({ type: 'themeSource', v: 'dark' })

    const english = app.mark()
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ru')
    await expect.poll(() => JSON.stringify(last(app, 'setApplicationMenu', english) ?? '')).toContain('Правка')
    const russian = app.mark()
    await page.getByRole('combobox', { name: 'Язык' }).selectOption('en')
    await expect.poll(() => JSON.stringify(last(app, 'setApplicationMenu', russian) ?? '')).toContain('"Edit"')

    const entry = path.join(config, 'autostart/switchboard.desktop')
    const login = page.getByRole('switch', { name: 'Start with the computer' })
    await login.click()
    await expect.poll(() => readFile(entry, 'utf8').catch(() => '')).toMatch(/^Exec=.*"--background"$/m)
    await expect(login).toBeChecked()
    await login.click()
    await expect.poll(() => readFile(entry, 'utf8').catch(() => 'gone')).toBe('gone')

    // Before a language is chosen nothing is asked of anybody.
    expect(app.journal('setSpellCheckerDictionaryDownloadURL').map(({ url }) => url)).not.toContainEqual(
      expect.stringContaining('gvt1'),
    )
    const off = app.mark()
    const language = dictionary(page, 'English')
    await language.click()
    await app.waitFor({ type: 'setSpellCheckerEnabled', enabled: true }, off)
    expect(last(app, 'setSpellCheckerLanguages', off)).toMatchObject({ languages: ['en-US'] })
    expect(last(app, 'setSpellCheckerDictionaryDownloadURL', off)).toMatchObject({
      url: expect.stringContaining('gvt1'),
    })
    const on = app.mark()
    await expect(language).toBeChecked()
    await language.click()
    await app.waitFor({ type: 'setSpellCheckerEnabled', enabled: false }, on)
    expect(last(app, 'setSpellCheckerLanguages', on)).toMatchObject({ languages: [] })
  })

  await test.step('requests go through the proxy that Settings or the system names, or through none', async () => {
    const asked: string[] = []
    const proxy = createServer((_request, response) => response.end())
    proxy.on('connect', (request, socket) => {
      asked.push(String(request.url))
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const where = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const check = async (host: string): Promise<void> => {
      await page
        .getByRole('button', { name: /Add (an )?instance/ })
        .first()
        .click()
      const values = { name: 'Far', url: `https://${host}`, id: '1101000009', token: 'a'.repeat(50) }
      const dialog = await fillAddInstance(page, values)
      await dialog.getByRole('button', { name: 'Connect' }).click()
      await expect(dialog.getByText('The API could not be reached')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
    const choose = (kind: string) => page.getByRole('combobox', { name: 'Proxy', exact: true }).selectOption(kind)
    await app.set('systemProxy', `PROXY ${where}`)
    await check('system.example.com')
    expect(asked).toContain('system.example.com:443')

    await choose('none')
    await check('none.example.com')
    await choose('url')
    const address = page.getByRole('textbox', { name: 'Address of the proxy' })
    await address.fill('socks5://127.0.0.1:1080')
    await expect(address).toHaveAttribute('aria-invalid', 'true')
    await app.set('systemProxy', 'DIRECT')
    await address.fill(`http://${where}`)
    await address.press('Enter')
    await check('url.example.com')
    expect(asked).toContain('url.example.com:443')
    expect(asked.join(' ')).not.toContain('none.example.com')
    proxy.close()
  })
})
