import type { SetAsideArchive } from '../../src/contract/app.ts'
import { ContractError } from '../../src/contract/errors.ts'
import { goToHash } from '../support/inspect.ts'
import { views } from '../support/window.ts'
import { appInfo } from './scripted-desk.ts'
import { expect, test } from './window-test.ts'

test('what is chosen is drawn at once, and stays', async ({ desk, open, openAnother, pipe }) => {
  desk.answer('app.info', () => ({ ...appInfo, features: { ...appInfo.features, spellCheck: true } }))
  const page = await open()
  await views(page)
    .getByRole('link', { name: /^Settings/ })
    .click()
  await test.step('what looks are set to is what is drawn', async () => {
    const size = () => page.locator('html').evaluate((root) => Number.parseFloat(getComputedStyle(root).fontSize))
    const before = await size()
    await page.getByRole('radio', { name: '130 %' }).click()
    await expect.poll(size).toBeCloseTo(before * 1.3)
    await page.getByRole('radio', { name: '100 %' }).click()
    const background = () => page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
    const brightness = async () => Number(/\d+/.exec(await background())?.[0])
    expect(await brightness()).toBeGreaterThan(200)
    await page.getByRole('radio', { name: 'Dark' }).click()
    await expect.poll(brightness).toBeLessThan(50)

    const motion = () =>
      page.locator('html').evaluate((root) => getComputedStyle(root).getPropertyValue('--t-base').trim())
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect.poll(motion).not.toMatch(/^0m?s$/)
    await page.getByRole('switch', { name: 'Reduce motion' }).click()
    await expect.poll(motion).toMatch(/^0m?s$/)
  })

  await test.step('a proxy address counts when it is one', async () => {
    await page.getByRole('combobox', { name: 'Proxy' }).selectOption('url')
    const address = page.getByRole('textbox', { name: 'Address of the proxy' })
    await address.fill('not an address')
    await expect(address).toHaveAttribute('aria-invalid', 'true')
    await address.fill('http://127.0.0.1:3128')
    await address.blur()
    // Made anew the field shows what core keeps; a page that goes before that takes the change with it.
    await views(page)
      .getByRole('link', { name: /^Chats/ })
      .click()
    await views(page)
      .getByRole('link', { name: /^Settings/ })
      .click()
    await expect(address).toHaveValue('http://127.0.0.1:3128')
  })

  await test.step('a proxy that another window sets is shown, unless one is being typed', async () => {
    const other = await openAnother()
    await views(other)
      .getByRole('link', { name: /^Settings/ })
      .click()
    const here = page.getByRole('combobox', { name: 'Proxy' })
    const there = other.getByRole('combobox', { name: 'Proxy' })
    const address = page.getByRole('textbox', { name: 'Address of the proxy' })
    await there.selectOption('none')
    await expect(here).toHaveValue('none')
    await here.selectOption('url')
    await address.fill('http://127.0.0.1:9')
    await there.selectOption('system')
    await expect(there).toHaveValue('system')
    await expect(address).toHaveValue('http://127.0.0.1:9')
    await address.press('Enter')
    await expect(there).toHaveValue('url')
    await expect(other.getByRole('textbox', { name: 'Address of the proxy' })).toHaveValue('http://127.0.0.1:9')
    // Back to what the address took the place of.
    await there.selectOption('system')
    await expect(here).toHaveValue('system')
    await other.close()
  })

  await test.step('a port for programs counts when it is one', async () => {
    const port = page.getByRole('textbox', { name: 'Port for programs' })
    await port.fill('80')
    await port.press('Enter')
    await expect(page.getByText('Enter a number from 1024 to 65535.')).toBeVisible()
    expect(desk.settings.programsPort).not.toBe(80)
    await port.fill('40123')
    await port.press('Enter')
    await expect.poll(() => desk.settings.programsPort).toBe(40_123)
    // Another window changes it, while the next one is typed.
    await expect(page.getByRole('button', { name: 'Use this port' })).toHaveCount(0)
    await page.keyboard.type('4')
    desk.settings = { ...desk.settings, programsPort: 50_123 }
    desk.changed({ kind: 'settings' })
    await expect(page.getByText('Enter a number from 1024 to 65535.')).toBeVisible()
    await expect(port).toHaveValue('401234')
    await port.fill('50123')
    // The window has read what the other one set, and follows it from now on.
    await expect(page.getByRole('button', { name: 'Use this port' })).toHaveCount(0)
    desk.settings = { ...desk.settings, programsPort: 40_124 }
    desk.changed({ kind: 'settings' })
    await expect(port).toHaveValue('40124')
  })

  await test.step('of dictionaries that are ticked one after another each is used', async () => {
    const before = desk.settings.spellCheck
    pipe.delayMs = 300
    for (const name of ['English', 'Русский']) await page.getByRole('checkbox', { name }).click()
    await expect.poll(() => desk.settings.spellCheck.length).toBe(before.length + 2)
    pipe.delayMs = 0
  })

  await test.step('language, looks, switches and choices change at once, and stay', async () => {
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ru')
    await expect(page.getByRole('heading', { name: 'Общие' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Общие' })).toBeVisible()
    await page.getByRole('combobox', { name: 'Язык' }).selectOption('en')
    await expect(page.getByRole('heading', { name: 'General' })).toBeVisible()

    await page.getByRole('radio', { name: 'Dark' }).click()
    await page.getByRole('radio', { name: '130 %' }).click()
    await page.getByRole('switch', { name: 'Compact rows' }).click()
    const letters = page.getByRole('switch', { name: 'Single letters in tables' })
    await letters.click()
    await page.getByRole('radio', { name: 'New line' }).click()
    const choices = [
      ['Proxy', 'none'],
      ['Load link previews and media', 'never'],
      ['Largest file', '25000000'],
    ] as const
    const isAllChosen = async (): Promise<void> => {
      const root = page.locator('html')
      await expect(root).toHaveAttribute('data-theme', 'dark')
      await expect(root).toHaveAttribute('style', /--text-scale: 1\.3/)
      await expect(root).toHaveAttribute('data-rows', 'compact')
      await expect(letters).toHaveAttribute('aria-checked', 'false')
      await expect(page.getByText('Re-check status')).toHaveCount(0)
      await expect(page.getByRole('radio', { name: 'New line' })).toHaveAttribute('aria-checked', 'true')
      for (const [name, value] of choices)
        await expect(page.getByRole('combobox', { name, exact: true })).toHaveValue(value)
    }
    for (const [name, value] of choices) await page.getByRole('combobox', { name, exact: true }).selectOption(value)
    await isAllChosen()
    await page.reload()
    await isAllChosen()
  })
})

test('the archive that is brought back is the one that the question names, and the window begins in the chats then, wherever it was', async ({
  desk,
  open,
}) => {
  let archives: readonly SetAsideArchive[] = [{ name: 'archive-older.db', at: 1, bytes: 10 }]
  desk.answer('storage.setAside', () => archives)
  // Brought back, it would start the window over.
  desk.answer('storage.bringBack', () => {
    throw new ContractError('notFound')
  })
  const page = await open()
  await goToHash(page, '#/settings/1/storage')
  await page.getByRole('button', { name: 'Bring back' }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByText('archive-older.db')).toBeVisible()
  archives = [{ name: 'archive-newer.db', at: 2, bytes: 20 }]
  desk.changed({ kind: 'storage' })
  await expect(page.locator('option', { hasText: '20 B' })).toHaveCount(1)
  await question.getByRole('button', { name: 'Bring back' }).click()
  await expect.poll(() => desk.inputs('storage.bringBack')).toEqual([{ name: 'archive-older.db' }])

  desk.answer('storage.bringBack', () => undefined)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Bring back' }).click()
  // The archive remembers the place in which it was set aside.
  desk.answer('app.preference', ({ name }) => (name === 'place' ? '#/settings/1/storage' : null))
  await question.getByRole('button', { name: 'Bring back' }).click()
  await expect(page.getByRole('region', { name: 'Chats' })).toBeVisible()
})
