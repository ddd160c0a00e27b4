import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { callFromPage } from '../support/start-in-electron.ts'
import { expect, test } from './shell-test.ts'

// One program for all of them: each step leaves the window as it was, and what it journals is its own. Crashes come
// last, because the driver's hold on the page goes with the first.
test('the page can run, open, reach and ask for nothing but what the program gives it; one that crashes is reloaded, and one that does so again and again, or does not answer, is for the person to decide', async ({
  shell,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  const { app, page } = await shell.open({ instances: [orderDesk] })

  await test.step('a foreign sender and malformed messages are refused, and the window goes on', async () => {
    const channel = 'switchboard:pipe'
    const call = JSON.stringify({ kind: 'call', id: 1, name: 'instances.list', input: {} })
    await app.forgeIpc({ kind: 'send', channel, args: [call], url: 'https://evil.example/' })
    await app.forgeIpc({ kind: 'send', channel, args: [call], url: 'app://bundle/index.html', isMainFrame: false })
    await app.forgeIpc({ kind: 'send', channel, args: [call], url: 'app://bundle.evil.example/index.html' })
    for (const text of [
      '',
      '{',
      'null',
      '{"kind":"call","id":1}',
      '{"kind":"call","id":"1","name":"x"}',
      7,
      null,
      ['x'],
    ]) {
      await app.forgeIpc({ kind: 'send', channel, args: [text], url: 'app://bundle/index.html', isMainFrame: true })
    }
    anna.says('Still here')
    await expect(page.getByRole('region', { name: 'Chats' })).toContainText('Still here')
    const logs = path.join(shell.dataDir, 'data/logs')
    const logged = async () => {
      const files = await readdir(logs)
      const texts = await Promise.all(files.map((file) => readFile(path.join(logs, file), 'utf8')))
      const count = (what: string) => texts.join('').split(what).length - 1
      return [count('refused a message: sender'), count('refused a message: type'), count('malformed message')]
    }
    await expect.poll(logged).toEqual([3, 3, 5])
  })

  await test.step('an inline script, eval and a script from elsewhere do not run', async () => {
    const ran = await page.evaluate(async () => {
      const inline = document.createElement('script')
      const attempts: string[] = []
      try {
        inline.textContent = 'globalThis.inlineRan = true'
        document.head.append(inline)
      } catch (error) {
        attempts.push(error instanceof Error ? error.name : '')
      }
      const evaluated = await new Promise((resolve) =>
        setTimeout(() => {
          try {
            resolve(new Function('return 1')())
          } catch (error) {
            resolve(error instanceof Error ? error.name : '')
          }
        }),
      )
      const elsewhere = await fetch('https://example.com/').then(
        () => 'fetched',
        (error: Error) => error.name,
      )
      return { inline: 'inlineRan' in globalThis, attempts, evaluated, elsewhere }
    })
    expect(ran).toMatchObject({ inline: false, evaluated: 'EvalError', elsewhere: 'TypeError' })
    expect(app.journal(({ type, url }) => type === 'network' && String(url).includes('example.com'))).toEqual([])
  })

  await test.step('no window opens, nothing leads away, and nothing outside is opened by a page', async () => {
    expect(await page.evaluate(() => window.open('https://evil.example/') === null)).toBe(true)
    await app.waitFor({ type: 'window-open', url: 'https://evil.example/', action: 'deny' })
    for (const url of [
      'https://evil.example/2',
      'file:///etc/passwd',
      'mailto:someone@example.com',
      'switchboard://chat/1/2',
    ]) {
      await page.evaluate((to) => {
        const link = document.createElement('a')
        link.href = to
        document.body.append(link)
        link.click()
        link.remove()
      }, url)
    }
    await app.waitFor({ type: 'will-navigate', url: 'https://evil.example/2', prevented: true })
    await page.evaluate(() => {
      const link = document.createElement('a')
      link.href = 'https://evil.example/3'
      link.target = '_blank'
      document.body.append(link)
      link.click()
    })
    await app.waitFor({ type: 'window-open', url: 'https://evil.example/3', action: 'deny' })
    const windows = await app.windows()
    expect(windows).toHaveLength(1)
    expect(windows[0]?.url).toMatch(/^app:\/\/bundle\//)
    expect(app.journal('openExternal')).toEqual([])
  })

  await test.step('the gate opens http, https and mailto and refuses every other scheme', async () => {
    const ask = (url: string) => callFromPage(page, 'host.openLink', { url })
    expect(await ask('https://example.com/a')).toEqual({ opened: true })
    expect(await ask('mailto:someone@example.com')).toEqual({ opened: true })
    for (const url of [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'data:text/html,x',
      'ms-msdt:/id',
      'app://bundle/',
      'nonsense',
    ]) {
      expect(await ask(url)).toBe('linkRefused')
    }
    expect(app.journal('openExternal').map(({ url }) => url)).toEqual([
      'https://example.com/a',
      'mailto:someone@example.com',
    ])
  })

  await test.step('the window asks for nothing that would weaken it', async () => {
    const created = app.journal('window-created')
    expect(created).toHaveLength(1)
    const { webPreferences } = (created[0]?.['options'] ?? {}) as { webPreferences?: Record<string, unknown> }
    // No webSecurity, allowRunningInsecureContent, experimentalFeatures, enableBlinkFeatures or anything else.
    expect(webPreferences).toEqual({
      preload: expect.stringMatching(/index\.cjs$/),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      devTools: true,
    })
  })

  await test.step('frames, redirects and webviews lead nowhere else', async () => {
    const contents = `webContents:${await app.evaluate(({ webContents }) => webContents.getAllWebContents()[0]?.id)}`
    const prevented = async (event: string, ...args: unknown[]) => (await app.emitOn(contents, event, args)).prevented
    for (const url of ['https://evil.example/', 'app://bundle.evil.example/', 'file:///etc/passwd', 'javascript:1']) {
      expect(await prevented('will-redirect', url), url).toBe(true)
      expect(await prevented('will-navigate', url), url).toBe(true)
    }
    expect(await prevented('will-navigate', 'app://bundle/index.html')).toBe(false)
    expect(await prevented('will-attach-webview', {}, {})).toBe(true)
    const frame = await app.evaluate(({ webContents }) => {
      const details = { url: 'https://evil.example/', prevented: false, preventDefault: () => {} }
      details.preventDefault = () => {
        details.prevented = true
      }
      webContents.getAllWebContents()[0]?.emit('will-frame-navigate', details as never)
      return details.prevented
    })
    expect(frame).toBe(true)
  })

  await test.step('permissions are denied', async () => {
    const answers = await page.evaluate(async () => [
      await Notification.requestPermission(),
      await navigator.mediaDevices.getUserMedia({ audio: true, video: true }).catch((error: Error) => error.name),
      await new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve('granted'),
          (error) => resolve(error.code),
        ),
      ),
      await navigator.clipboard.readText().catch((error: Error) => error.name),
    ])
    expect(answers).toEqual(['denied', 'NotAllowedError', 1, 'NotAllowedError'])
    expect(app.journal('permission-request').filter(({ granted }) => granted)).toEqual([])
    const allowed = app.journal('permission-check').filter(({ granted }) => granted)
    expect(new Set(allowed.map(({ permission }) => permission))).toEqual(new Set(['clipboard-sanitized-write']))
    expect(app.journal('setDevicePermissionHandler')).toMatchObject([{ set: true }])
    const check = (origin: string) =>
      app.trigger('permission-check', { permission: 'clipboard-sanitized-write', origin })
    expect(await check('app://bundle/')).toBe(true)
    for (const origin of ['https://evil.example/', 'app://bundle.evil.example/', 'null', '']) {
      expect(await check(origin), origin).toBe(false)
    }
  })

  await test.step('the page holds nothing of Electron or Node, and its bridge has two functions', async () => {
    expect(
      await page.evaluate(() => ({
        node: ['require', 'process', 'Buffer', 'global', 'module', 'electron', 'ipcRenderer'].filter(
          (name) => name in globalThis,
        ),
        bridge: Object.keys(window.switchboard ?? {}).toSorted(),
        frozen: Object.isFrozen(window.switchboard),
        cookies: document.cookie,
      })),
    ).toEqual({ node: [], bridge: ['onMessage', 'send'], frozen: true, cookies: '' })
  })

  await test.step('a crashed page is reloaded and says so; receiving went on', async () => {
    // Three crashes within a minute, however long this machine takes for them.
    await app.evaluate(() => {
      const at = Date.now()
      Date.now = () => at
    })
    await app.trigger('window:crash', {})
    const dialog = await app.waitFor({ type: 'dialog', method: 'showMessageBox' })
    expect(JSON.stringify(dialog)).toContain('The window stopped working')
    anna.says('After the crash')
    const text = () =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('document.body?.innerText ?? ""'),
      )
    await expect.poll(text).toContain('After the crash')
  })

  await test.step('a window that does not answer, or crashes again and again, is for the person to decide', async () => {
    const shownDialog = async (text: string, from: number) => {
      const dialog = await app.waitFor(
        ({ n, type, options }) => n > from && type === 'dialog' && JSON.stringify(options).includes(text),
      )
      return dialog['options'] as { readonly type: string; readonly buttons: readonly string[] }
    }
    const slow = app.mark()
    await app.trigger('window:unresponsive', {})
    await shownDialog('The window is not responding', slow)
    await app.trigger('window:responsive', {})
    await app.waitFor(({ n, type, taken }) => n > slow && type === 'dialog' && taken === true)

    const hung = app.mark()
    await app.trigger('dialog:answer', { method: 'showMessageBox', result: { response: 1 } })
    await app.trigger('window:unresponsive', {})
    expect((await shownDialog('The window is not responding', hung)).buttons).toEqual(['Wait', 'Reload window'])
    await app.waitFor('preload-done', hung)

    const second = app.mark()
    await app.trigger('window:crash', {})
    expect((await shownDialog('The window stopped working', second)).type).toBe('info')
    await app.waitFor('preload-done', second)
    const third = app.mark()
    await app.trigger('dialog:answer', { method: 'showMessageBox', result: { response: 1 } })
    await app.trigger('window:crash', {})
    expect(await shownDialog('several times within a minute', third)).toMatchObject({
      type: 'error',
      buttons: ['Reload window', 'Quit Switchboard'],
    })
    expect(await app.exited).toEqual({ code: 0, signal: null })
  })
})
