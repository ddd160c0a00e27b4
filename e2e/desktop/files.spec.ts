import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { message, openChat, setLock, unlock, views } from '../support/window.ts'
import { callFromPage } from '../support/start-in-electron.ts'
import { expect, test } from './shell-test.ts'

/** Downloads the document in the open chat and answers a function that picks from its menu. */
async function download(page: Page, name: string): Promise<(item: string) => Promise<void>> {
  const bubble = message(page, name)
  await bubble.getByRole('button', { name: `Download ${name}` }).click()
  const actions = bubble.getByRole('button', { name: 'File actions' })
  await expect(actions).toBeVisible()
  return async (item) => {
    await actions.click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
}

test('files leave the program only where the person says: documents, programs, pictures and exports', async ({
  shell,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  anna.says('Keep this for the books')
  anna.sendsDocument({ fileName: 'Routes.pdf', mimeType: 'application/pdf' })
  anna.sendsDocument({ fileName: 'setup.exe', mimeType: 'application/octet-stream' })
  anna.sendsImage({ caption: 'Bay 3' })
  const leftover = path.join(shell.dataDir, 'data/opened/old/Earlier.pdf')
  await mkdir(path.dirname(leftover), { recursive: true })
  await writeFile(leftover, 'shown in an earlier run')
  const { app, page } = await shell.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')
  expect(await readdir(path.join(shell.dataDir, 'data'))).not.toContain('opened')

  await test.step('a program from a chat is not opened, only saved', async () => {
    const pick = await download(page, 'setup.exe')
    const before = app.mark()
    await pick('Open')
    await expect(page.getByText(/that could run them/)).toBeVisible()
    expect(app.journal(({ n, type }) => n > before && type === 'openPath')).toEqual([])
  })

  await test.step('the menu of a picture copies and saves it under a name with its type', async () => {
    const shown = message(page, 'Bay 3').getByRole('img').first()
    await expect(shown).toHaveAttribute('src', /^media\//)
    const src = await shown.getAttribute('src')
    const target = { mediaType: 'image', hasImageContents: true, srcURL: `app://bundle/${src}`, x: 40, y: 50 }
    await app.trigger('context-menu', { params: target })
    await app.trigger('popup:click', { label: 'Copy image' })
    expect(app.journal('copyImageAt')).toMatchObject([{ x: 40, y: 50 }])

    const saved = path.join(shell.dataDir, 'bay.jpg')
    await app.trigger('dialog:answer', { method: 'showSaveDialog', result: { canceled: false, filePath: saved } })
    const before = app.mark()
    await app.trigger('popup:click', { label: 'Save image…' })
    const asked = await app.waitFor({ type: 'dialog', method: 'showSaveDialog' }, before)
    expect(path.basename(String((asked['options'] as { defaultPath: string }).defaultPath))).toBe('image.jpeg')
    await expect
      .poll(async () => (await readFile(saved).catch(() => Buffer.of())).subarray(0, 2).toString('hex'))
      .toBe('ffd8')

    const nowhere = path.join(shell.dataDir, 'missing/bay.jpg')
    await app.trigger('dialog:answer', { method: 'showSaveDialog', result: { canceled: false, filePath: nowhere } })
    await app.trigger('popup:click', { label: 'Save image…' })
    const dialog = await app.waitFor({ type: 'dialog', method: 'showErrorBox' })
    expect(JSON.stringify(dialog)).toContain('The image was not saved')
  })

  await test.step('a locked window is given no file of a chat', async () => {
    const ref = await message(page, 'Bay 3').getByRole('img').first().getAttribute('src')
    const statusOf = () =>
      page.evaluate(async (address) => (await fetch(address, { cache: 'no-store' })).status, ref ?? '')
    expect(await statusOf()).toBe(200)
    await setLock(page)
    await page.keyboard.press('Control+Shift+L')
    await expect(page.getByRole('heading', { name: 'Switchboard is locked' })).toBeVisible()
    expect(await statusOf()).toBe(404)
    await unlock(page)
    await expect(page.getByRole('heading', { name: 'Switchboard is locked' })).toBeHidden()
    expect(await statusOf()).toBe(200)
    await views(page)
      .getByRole('link', { name: /^Chats/ })
      .click()
    await openChat(page, 'Anna')
  })

  await test.step('an export is saved by the dialog', async () => {
    const target = path.join(shell.dataDir, 'chat.csv')
    await app.trigger('dialog:answer', { method: 'showSaveDialog', result: { canceled: false, filePath: target } })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('this chat as csv')
    await page.keyboard.press('Enter')
    await expect.poll(() => readFile(target, 'utf8').catch(() => '')).toContain('Keep this for the books')
  })

  await test.step('a document is saved where the person says, shown in its folder, and opened from a copy of its own', async () => {
    await views(page)
      .getByRole('link', { name: /^Chats/ })
      .click()
    const pick = await download(page, 'Routes.pdf')

    await pick('Show in folder')
    const { path: cached } = await app.waitFor('showItemInFolder')
    const bytes = await readFile(String(cached))
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')

    const target = path.join(shell.dataDir, 'My routes.pdf')
    const saving = app.mark()
    await app.trigger('dialog:answer', { method: 'showSaveDialog', result: { canceled: false, filePath: target } })
    await pick('Save as')
    const asked = await app.waitFor({ type: 'dialog', method: 'showSaveDialog' }, saving)
    expect(path.basename(String((asked['options'] as { defaultPath: string }).defaultPath))).toBe('Routes.pdf')
    await expect.poll(() => readFile(target).catch(() => null)).toEqual(bytes)

    const nowhere = path.join(shell.dataDir, 'missing/Routes.pdf')
    await app.trigger('dialog:answer', { method: 'showSaveDialog', result: { canceled: false, filePath: nowhere } })
    await pick('Save as')
    await expect(page.getByText('The file could not be saved there. Choose another folder.')).toBeVisible()

    const before = app.mark()
    await pick('Save as')
    await app.waitFor({ type: 'dialog', method: 'showSaveDialog' }, before)
    expect(await readdir(shell.dataDir)).toEqual(expect.not.arrayContaining(['missing']))

    const card = message(page, 'Routes.pdf').locator('.file')
    await card.hover()
    await page.mouse.down()
    await page.mouse.move(20, 20, { steps: 5 })
    const { files } = await app.waitFor('start-drag')
    await page.mouse.up()
    const [dragged = ''] = files as readonly string[]
    expect(path.basename(dragged)).toBe('Routes.pdf')
    expect(await readFile(dragged)).toEqual(bytes)
    expect(dragged).not.toBe(cached)
    // The program that took it saves in place: the chat's file stays as it came, and so does the next drag's.
    await writeFile(dragged, 'edited elsewhere')
    expect(await readFile(String(cached))).toEqual(bytes)
    const dropped = app.mark()
    await card.hover()
    await page.mouse.down()
    await page.mouse.move(20, 20, { steps: 5 })
    const { files: again } = await app.waitFor('start-drag', dropped)
    await page.mouse.up()
    expect(await readFile((again as readonly string[])[0] ?? '')).toEqual(bytes)

    // Pressed and let go before the file is ready: nothing is dragged, and nothing dropped under the pointer.
    const released = app.mark()
    await card.evaluate((element) => {
      element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }))
      element.dispatchEvent(new DragEvent('dragstart', { bubbles: true, cancelable: true }))
      element.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, button: 0 }))
    })

    await pick('Open')
    const { path: opened } = await app.waitFor('openPath')
    expect(app.journal(({ n, type }) => n > released && type === 'start-drag')).toEqual([])
    expect(path.basename(String(opened))).toBe('Routes.pdf')
    expect(opened).not.toBe(cached)
    expect(await readFile(String(opened))).toEqual(bytes)
    // On Linux Electron never says that it opened the file; the window gets its answer all the same.
    const input = { ref: path.basename(String(cached)), fileName: 'Routes.pdf' }
    expect(await callFromPage(page, 'host.openFile', input)).toEqual({ opened: true })
  })
})
