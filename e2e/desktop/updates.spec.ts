import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Page } from '@playwright/test'
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
  const resources = path.join(dataDir, 'resources')
  await mkdir(resources)
  const lines = ['provider: generic', `url: ${url}`, 'updaterCacheDirName: switchboard-updater', '']
  await writeFile(path.join(resources, 'app-update.yml'), lines.join('\n'))
  return resources
}

async function openAbout(page: Page): Promise<void> {
  await views(page)
    .getByRole('link', { name: /Settings/ })
    .click()
  await expect(page.getByRole('heading', { name: 'About' })).toBeVisible()
}

test('a package asks its update server when the person wants, goes on where the file is gone, and does not call itself up to date where it can not replace itself', async ({
  shell,
}) => {
  const server = await updateServer('99.0.0')
  const resourcesPath = await resourcesWith(shell.dataDir, server.url)
  const { app, page } = await shell.open({
    packaged: true,
    resourcesPath,
    env: { APPIMAGE: undefined, XDG_CACHE_HOME: path.join(shell.dataDir, 'cache') },
  })
  await openAbout(page)
  const check = page.getByRole('button', { name: 'Check for updates' })
  const timesAsked = () => server.asked.filter((url) => url.startsWith('/latest')).length
  expect(server.asked).toEqual([])

  await test.step('an unpacked AppImage does not update itself', async () => {
    await check.click()
    await expect(page.getByText('This copy does not update itself.')).toBeVisible()
    await expect(page.getByText('Up to date.')).toHaveCount(0)
    expect(server.asked).toEqual([])
  })

  await test.step('an older version is none to update to', async () => {
    await app.evaluate(
      (_electron, image) => void (process.env['APPIMAGE'] = image),
      path.join(shell.dataDir, 'it.AppImage'),
    )
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
  await app.close()
  expect(await app.exited).toEqual({ code: 0, signal: null })
  server.close()
})
