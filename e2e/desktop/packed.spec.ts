import { cp, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { packedFiles } from '../../tools/packed-files.mjs'
import { projectRoot } from '../support/running-app.ts'
import { chatRow, openChat, send, views } from '../support/window.ts'
import { expect, test, withTray } from './shell-test.ts'

test.describe.configure({ timeout: 180_000 })

test('what a package would hold is enough: a copy of those files alone starts, receives, answers and tells its licences', async ({
  shell,
  emulator,
  orderDesk,
}) => {
  // In a folder of its own no library of the project is in reach.
  const copy = path.join(shell.dataDir, 'resources/app')
  for (const file of await packedFiles('linux')) {
    await mkdir(path.dirname(path.join(copy, file)), { recursive: true })
    await cp(path.join(projectRoot, file), path.join(copy, file))
  }
  expect((await readdir(copy)).toSorted()).toEqual(['LICENSE', 'out', 'package.json', 'resources'])

  orderDesk.person('79990001122', { name: 'Anna' }).says('Is it packed?')
  const { app, page } = await shell.open({
    mainEntry: path.join(copy, 'out/main/index.js'),
    resourcesPath: path.dirname(copy),
    packaged: true,
    env: withTray,
    instances: [orderDesk],
  })
  await expect(chatRow(page, 'Anna')).toContainText('Is it packed?')
  await openChat(page, 'Anna')
  await send(page, 'All of it')
  await emulator.untilSent('All of it')
  await views(page)
    .getByRole('link', { name: /Settings/ })
    .click()
  await page.getByRole('combobox', { name: 'When the window is closed' }).selectOption('Keep running')
  expect((await app.waitFor({ type: 'tray', op: 'create' }))['emptyImage']).toBe(false)
  await page.locator('.opt').filter({ hasText: 'Licences' }).getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('dialog', { name: 'Licences' })).toContainText('undici')
})
