import { expect, test } from './shell-test.ts'

test('an inline script, eval and a script from elsewhere do not run', async ({ shell }) => {
  const { app, page } = await shell.open()
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

test('no window opens, nothing leads away, and nothing outside is opened by a page', async ({ shell }) => {
  const { app, page } = await shell.open()
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

test('the gate opens http, https and mailto and refuses every other scheme', async ({ shell }) => {
  const { app, page } = await shell.open()
  const ask = (url: string): Promise<unknown> =>
    page.evaluate(
      (to) =>
        new Promise((resolve) => {
          const id = 9_000_000 + Math.floor(Math.random() * 1_000_000)
          window.switchboard?.onMessage((text) => {
            const answer = JSON.parse(text) as { id?: number; output?: unknown; error?: { code: string } }
            if (answer.id === id) resolve(answer.error?.code ?? answer.output)
          })
          window.switchboard?.send(JSON.stringify({ kind: 'call', id, name: 'host.openLink', input: { url: to } }))
        }),
      url,
    )
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

test('permissions are denied', async ({ shell }) => {
  const { app, page } = await shell.open()
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
})

test('a foreign sender and malformed messages are refused, and the window goes on', async ({ shell, orderDesk }) => {
  const { app, page } = await shell.open({ instances: [orderDesk] })
  const channel = 'switchboard:pipe'
  const call = JSON.stringify({ kind: 'call', id: 1, name: 'instances.list', input: {} })
  await app.forgeIpc({ kind: 'send', channel, args: [call], url: 'https://evil.example/' })
  await app.forgeIpc({ kind: 'send', channel, args: [call], url: 'app://bundle/index.html', isMainFrame: false })
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
  orderDesk.person('79990001122', { name: 'Anna' }).says('Still here')
  await expect(page.getByRole('region', { name: 'Chats' })).toContainText('Still here')
})

test('the page holds nothing of Electron or Node, and its bridge has two functions', async ({ shell }) => {
  const { page } = await shell.open()
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
