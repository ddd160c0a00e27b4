import { cp, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { packedFiles } from '../../tools/packing/packed-files.mjs'
import { isLong } from '../support/marathon.ts'
import { projectRoot } from '../support/running-app.ts'
import { chatRow, openChat, rail, send, views } from '../support/window.ts'
import { expect, test, withTray } from './shell-test.ts'

test('what a package would hold is enough: a copy of those files alone starts, receives, answers and tells its licences @nightly', async ({
  shell,
  emulator,
  orderDesk,
}) => {
  orderDesk.person('79990001122', { name: 'Anna' }).says('Is it packed?')
  const { app, page } = await shell.open({
    ...(await packedCopy(shell.dataDir)),
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

test('the demo runs inside a copy of the packed files, and goes; the next start uses what the first compiled @long @nightly', async ({
  shell,
}) => {
  test.skip(
    !isLong,
    'The packed files start in the test before; the demo and the compiled programs have tests of their own.',
  )
  // The tests' own folder for compiled programs would take the place of the program's.
  const copy = { ...(await packedCopy(shell.dataDir)), env: { NODE_COMPILE_CACHE: undefined } }
  const first = await shell.open(copy)
  const compiled = await readdir(path.join(shell.dataDir, 'data/code'))
  expect(compiled).toHaveLength(1)
  await first.app.close()
  const { page } = await shell.open(copy)
  expect(await readdir(path.join(shell.dataDir, 'data/code'))).toEqual(compiled)
  await page.getByRole('button', { name: 'Try the demo' }).click()
  await expect(rail(page).getByRole('link', { name: /\(sample\)/ })).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Chats' })).toContainText(/\w/)
  await page.getByRole('button', { name: 'End the demo' }).click()
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible()
})

/** In a folder of its own no library of the project is in reach. */
async function packedCopy(dataDir: string) {
  const copy = path.join(dataDir, 'resources/app')
  for (const file of await packedFiles('linux')) {
    await mkdir(path.dirname(path.join(copy, file)), { recursive: true })
    await cp(path.join(projectRoot, file), path.join(copy, file))
  }
  expect((await readdir(copy)).toSorted()).toEqual(['LICENSE', 'out', 'package.json', 'resources'])
  return { mainEntry: path.join(copy, 'out/main/index.js'), resourcesPath: path.dirname(copy), packaged: true }
}
