import { chooseLanguage, launchOptions } from '../support/start-in-electron.ts'
import { expect, test } from './shell-test.ts'

// The specs of e2e/electron run where Electron is; how they would start it is seen here.

test('the specs in real Electron have its sandbox, their own language, and not the key ring of the person', async ({
  shell,
}) => {
  const { chromiumSandbox, args = [], env } = launchOptions('/electron', { dataDir: '/data' }, 'en-GB')
  expect(chromiumSandbox).toBe(true)
  expect(args).toContain('--password-store=basic')
  expect(args).toContain('--use-mock-keychain')
  expect(args).toContain('--lang=en-GB')
  expect(env).toMatchObject({ LANGUAGE: 'en_GB' })
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0
  expect(args.includes('--no-sandbox')).toBe(asRoot)

  await test.step("on Windows, where the words are those of the person's first language that has some, whatever Electron has words in", async () => {
    const languages = ['be-BY', 'ru-BY', 'en-GB']
    const { app, page } = await shell.open({ platform: 'win32', locale: 'en-US', languages })
    await expect(page.getByRole('button', { name: 'Добавить инстанс' }).first()).toBeVisible()
    expect(JSON.stringify((await app.waitFor('setApplicationMenu'))['items'])).toContain('Правка')
    await chooseLanguage(page, 'en-GB')
    await expect(page.getByRole('button', { name: /Add (an )?instance/ }).first()).toBeVisible()
  })
})
