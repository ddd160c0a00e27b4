import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { callFromPage } from '../support/start-in-electron.ts'
import { views } from '../support/window.ts'
import { expect, test } from './shell-test.ts'

/** A generic update server that offers one version and whose file is gone. */
async function updateServer(first: string) {
  let version = first
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(String(request.url))
    if (!request.url?.startsWith('/latest')) return void response.writeHead(404).end()
    const sha512 = createHash('sha512').update('gone').digest('base64')
    response.end(
      [
        `version: ${version}`,
        `files:\n  - url: Switchboard.AppImage\n    sha512: ${sha512}\n    size: 4`,
        `path: Switchboard.AppImage\nsha512: ${sha512}`,
        `releaseDate: '2026-11-20T12:00:00.000Z'\n`,
      ].join('\n'),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
    offer: (next: string) => void (version = next),
  }
}

/** The folder beside a package's archive, with the address that it was built with. */
async function resourcesWith(dataDir: string, url: string): Promise<string> {
  const resources = path.join(dataDir, 'mount/resources')
  await mkdir(path.join(resources, 'cli'), { recursive: true })
  const lines = ['provider: generic', `url: ${url}`, 'updaterCacheDirName: switchboard-updater', '']
  await writeFile(path.join(resources, 'app-update.yml'), lines.join('\n'))
  return resources
}

const openSettings = (page: Page): Promise<void> =>
  views(page)
    .getByRole('link', { name: /Settings/ })
    .click()

test('an AppImage registers its links, and itself where an older one started at login; its command line outlives it; it asks its update server when the person wants, goes on where the file is gone, and does not call itself up to date where it can not replace itself; a package says what it lacks, and an end that hangs is ended', async ({
  shell,
}) => {
  const data = path.join(shell.dataDir, 'share')
  const autostart = path.join(shell.dataDir, 'config/autostart/switchboard.desktop')
  await mkdir(path.dirname(autostart), { recursive: true })
  const links = path.join(data, 'applications/switchboard-appimage.desktop')
  await mkdir(path.dirname(links), { recursive: true })
  for (const [file, argument] of [
    [autostart, '"--background"'],
    [links, '%U'],
  ] as const) {
    await writeFile(file, `[Desktop Entry]\nExec="/home/anna/Switchboard-1.0.0.AppImage" ${argument}\n`)
  }
  const server = await updateServer('99.0.0')
  const resourcesPath = await resourcesWith(shell.dataDir, server.url)
  await writeFile(path.join(resourcesPath, 'cli/switchboardctl.mjs'), '// the command line')
  const image = path.join(shell.dataDir, 'Switchboard $1.AppImage')
  await writeFile(image, '')
  const { app, page } = await shell.open({
    packaged: true,
    desktopEntryInstalled: false,
    resourcesPath,
    env: {
      ...{ APPIMAGE: image, APPDIR: path.dirname(process.execPath), XDG_DATA_HOME: data },
      XDG_CONFIG_HOME: path.join(shell.dataDir, 'config'),
      XDG_CACHE_HOME: path.join(shell.dataDir, 'cache'),
    },
  })
  await app.waitFor({ type: 'setAsDefaultProtocolClient', protocol: 'switchboard', ok: true })
  // An entry of the installed package's name would hide that one in the menus.
  expect(await readdir(path.join(data, 'applications'))).toEqual(['switchboard-appimage.desktop'])
  const entry = await readFile(links, 'utf8')
  expect(entry).toMatch(/^MimeType=x-scheme-handler\/switchboard;$/m)
  expect(entry).toMatch(/^Exec=".*Switchboard \\\\\$1\.AppImage" %U$/m)
  await expect
    .poll(() => readFile(autostart, 'utf8'))
    .toMatch(/^Exec=".*Switchboard \\\\\$1\.AppImage" "--background"$/m)
  const commandLine = path.join(shell.dataDir, 'data/cli/switchboardctl.mjs')
  expect(await readFile(commandLine, 'utf8')).toBe('// the command line')

  const check = page.getByRole('button', { name: 'Check for updates' })
  const timesAsked = () => server.asked.filter((url) => url.startsWith('/latest')).length

  await openSettings(page)
  await test.step('an unpacked AppImage does not update itself', async () => {
    await app.evaluate(() => void delete process.env['APPIMAGE'])
    await check.click()
    await expect(page.getByText('This copy does not update itself.')).toBeVisible()
    await expect(page.getByText('Up to date.')).toHaveCount(0)
    expect(server.asked).toEqual([])
  })

  await test.step('an older version is none to update to', async () => {
    await app.evaluate((_electron, own) => void (process.env['APPIMAGE'] = own), image)
    server.offer('0.0.1')
    await check.click()
    await expect(page.getByText('Up to date.')).toBeVisible()
    expect(server.asked[0]).toMatch(/^\/latest-linux(-\w+)?\.yml/)
    expect(server.asked.some((url) => url.includes('.AppImage'))).toBe(false)
  })

  await test.step('a newer version is named and loaded; that its file is gone ends nothing', async () => {
    server.offer('99.0.0')
    await check.click()
    await expect(page.getByText('Version 99.0.0 is available.')).toBeVisible()
    await expect.poll(() => server.asked.some((url) => url.includes('.AppImage'))).toBe(true)
    // Packages of the system carry this file; their manager asks for a password while the program ends.
    await writeFile(path.join(resourcesPath, 'package-type'), 'deb')
    await check.click()
    await expect.poll(timesAsked).toBe(3)
    await expect(page.getByText('When you quit, the system asks for an administrator’s password')).toBeVisible()
  })
  expect(await callFromPage(page, 'app.info', {})).toMatchObject({ commandLine })
  await app.close()
  expect(await app.exited).toEqual({ code: 0, signal: null })
  server.close()

  // A package has no server of developers, whatever its environment says.
  const env = { APPIMAGE: undefined, XDG_DATA_HOME: data, ELECTRON_RENDERER_URL: 'http://127.0.0.1:9' }
  const installed = await shell.open({ packaged: true, args: ['--no-sandbox'], env })
  await test.step('the installed package takes its entry away, registers its links and keeps the tools of developers away', async () => {
    await installed.app.waitFor({ type: 'setAsDefaultProtocolClient', ok: true })
    expect(await readdir(path.join(data, 'applications'))).toEqual([])
    expect(installed.app.journal({ type: 'setAsDefaultProtocolClient', protocol: 'switchboard' })).toHaveLength(1)
    expect(JSON.stringify(await installed.app.waitFor('setApplicationMenu'))).not.toContain('toggleDevTools')
  })

  await test.step('a program whose window runs without the sandbox says so', async () => {
    await openSettings(installed.page)
    await expect(installed.page.getByText(/runs without its sandbox/)).toBeVisible()
  })

  await test.step('a package without an update server asks nobody, and says so', async () => {
    await expect(installed.page.getByText('Update the way you installed it.')).toBeVisible()
    await expect(installed.page.getByRole('button', { name: 'Check for updates' })).toHaveCount(0)
  })

  await test.step('a program that hangs while it ends is ended after ten seconds', async () => {
    await installed.app.evaluate(() => {
      // The store's workers hear nothing any more, and ten seconds pass at once.
      const { Worker } = process.getBuiltinModule('node:worker_threads')
      Worker.prototype.postMessage = () => undefined
      const later = globalThis.setTimeout
      globalThis.setTimeout = ((run: () => void, ms?: number) =>
        later(run, ms === 10_000 ? 0 : ms)) as typeof setTimeout
    })
    await installed.app.close()
    expect(await installed.app.exited).toEqual({ code: 1, signal: null })
  })
})
