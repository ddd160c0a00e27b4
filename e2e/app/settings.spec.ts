import { mkdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { createAgeKey } from '../../src/core/testing/cheap-key.ts'
import { expect, test } from '../support/test.ts'
import { chatRow, composer, message, openChat, views } from '../support/window.ts'

async function openSettings(page: Page): Promise<void> {
  await views(page)
    .getByRole('link', { name: /^Settings/ })
    .click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
}

test('tables, keys, media and sounds are as Settings say, and what this host lacks takes no clicks', async ({
  app,
  emulator,
  host,
  orderDesk,
}, info) => {
  const page = await app.open({ instances: [orderDesk] })
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  anna.says('Hello')
  await test.step('compact tables are lower, and single letters work in them only while they are on', async () => {
    const rows = page.getByRole('region', { name: 'Events' }).getByRole('row')
    const chatHeight = async () => {
      await views(page)
        .getByRole('link', { name: /^Chats/ })
        .click()
      return (await chatRow(page, 'Anna').boundingBox())?.height
    }
    expect(await chatHeight()).toBe(64)
    const toEvents = async () => {
      await views(page).getByRole('link', { name: 'Events' }).click()
      await expect(rows.nth(1)).toBeVisible()
      await rows.nth(1).click()
      return (await rows.nth(1).boundingBox())?.height ?? 0
    }
    const resume = page.getByRole('button', { name: 'Resume list' })
    const tall = await toEvents()
    await page.keyboard.press('p')
    await expect(resume).toBeVisible()
    await page.keyboard.press('p')
    await expect(resume).toBeHidden()
    await openSettings(page)
    await page.getByRole('switch', { name: 'Compact rows' }).click()
    await page.getByRole('switch', { name: 'Single letters in tables' }).click()
    await expect(page.getByRole('switch', { name: 'Single letters in tables' })).toHaveAttribute(
      'aria-checked',
      'false',
    )
    expect(await chatHeight()).toBe(52)
    expect(await toEvents()).toBeLessThan(tall)
    await page.keyboard.press('p')
    // A key that works nowhere leaves no trace to wait for; the next one does.
    await page.keyboard.press('ArrowUp')
    await expect(resume).toBeHidden()
  })

  await test.step('Enter writes a new line where the person wants that, and Ctrl Enter sends', async () => {
    await openSettings(page)
    await page.getByRole('radio', { name: 'New line' }).click()
    await expect(page.getByRole('radio', { name: 'New line' })).toHaveAttribute('aria-checked', 'true')
    await views(page)
      .getByRole('link', { name: /^Chats/ })
      .click()
    await openChat(page, 'Anna')
    await composer(page).fill('One')
    await composer(page).press('Enter')
    await composer(page).pressSequentially('Two')
    await expect(composer(page)).toHaveValue('One\nTwo')
    await composer(page).press('ControlOrMeta+Enter')
    await emulator.untilSent('One\nTwo')
    await expect(composer(page)).toHaveValue('')
  })

  await test.step('media come always, when they are opened, or never', async () => {
    await openSettings(page)
    const fetched = () => emulator.recorder.list({ operation: 'media' }).length
    const choose = async (value: string) => {
      const media = page.getByRole('combobox', { name: 'Load link previews and media' })
      await media.selectOption(value)
      await expect(media).toHaveValue(value)
    }
    await emulator.untilWaiting(orderDesk.idInstance)
    await choose('always')
    anna.sendsDocument({ fileName: 'First.pdf', mimeType: 'application/pdf' })
    await expect.poll(fetched).toBe(1)
    await choose('never')
    anna.sendsDocument({ fileName: 'Second.pdf', mimeType: 'application/pdf' })
    await views(page)
      .getByRole('link', { name: /^Chats/ })
      .click()
    await openChat(page, 'Anna')
    await expect(message(page, 'First.pdf').getByRole('button', { name: 'Download First.pdf' })).toHaveCount(0)
    await message(page, 'Second.pdf').getByRole('button', { name: 'Download Second.pdf' }).click()
    await expect(page.getByText('Loading media is off in Settings.')).toBeVisible()
    await openSettings(page)
    await choose('whenOpened')
    await views(page)
      .getByRole('link', { name: /^Chats/ })
      .click()
    await openChat(page, 'Anna')
    expect(fetched()).toBe(1)
    await message(page, 'Second.pdf').getByRole('button', { name: 'Download Second.pdf' }).click()
    await expect.poll(fetched).toBe(2)
  })
  await openSettings(page)
  await test.step('what this host lacks says so and takes no clicks', async () => {
    // The desktop has these features.
    if (host !== 'browser') return
    const control = page.getByRole('switch', { name: 'Start with the computer' })
    await expect(control).toBeDisabled()
    await expect(control).toHaveAccessibleDescription('Only in the desktop program.')
    await expect(page.getByRole('combobox', { name: 'Count on the app icon' })).toBeDisabled()
    await expect(page.getByRole('combobox', { name: 'When the window is closed' })).toBeDisabled()
  })

  await test.step('the sections lead to their places', async () => {
    await page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link', { name: 'Shortcuts' }).click()
    await expect(page.getByRole('heading', { name: 'Shortcuts' })).toBeInViewport()
    await expect(page).toHaveURL(/#\/settings\/\d+\/shortcuts$/)
  })

  await test.step('storage is told, the bundle is read before it is saved, licences are there', async () => {
    await expect(page.getByRole('img', { name: /Messages .*, Media .*, Logs/ })).toBeVisible()
    const row = (title: string) => page.locator('.opt').filter({ hasText: title })
    await row('Diagnostics bundle').getByRole('button', { name: 'Show' }).click()
    const bundle = page.getByRole('dialog', { name: 'Diagnostics bundle' })
    await expect(bundle.locator('pre')).toContainText(/\w/)
    await expect(bundle).not.toContainText(orderDesk.token)
    await page.keyboard.press('Escape')
    await row('Licences').getByRole('button', { name: 'Show' }).click()
    await expect(page.getByRole('dialog', { name: 'Licences' })).toContainText(/MIT/)
    await page.keyboard.press('Escape')
  })

  await test.step('the account’s own picture stands beside its instance, and is asked for again on demand', async () => {
    const picture = page.getByRole('img', { name: 'Picture of the account of Order desk' })
    await expect(picture).toHaveCount(0)
    orderDesk.avatar = { kind: 'set', mediaId: 'brand-desk' }
    await page.getByRole('button', { name: 'More for Order desk' }).click()
    await page.getByRole('menuitem', { name: 'Refresh the account’s picture' }).click()
    await expect
      .poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
      .toBeGreaterThan(50)
  })

  await test.step('a message for somebody who looks elsewhere makes the sound that was chosen, and none when that is off', async () => {
    // What the page asks the sound system for; the machine may have no loudspeaker.
    await page.evaluate(() => {
      const started: number[] = []
      Reflect.set(window, 'started', started)
      const start = OscillatorNode.prototype.start
      OscillatorNode.prototype.start = function (when?: number) {
        started.push(this.frequency.value)
        return start.call(this, when)
      }
    })
    const started = () => page.evaluate(() => Reflect.get(window, 'started') as readonly number[])
    await emulator.untilWaiting(orderDesk.idInstance)
    await page.getByRole('combobox', { name: 'Sound', exact: true }).selectOption('clear')
    anna.says('Hello again')
    await expect.poll(started).toEqual([784, 1175])
    await page.getByRole('combobox', { name: 'Sound', exact: true }).selectOption('none')
    orderDesk.person('79990003344', { name: 'Boris' }).says('Good day')
    await expect(
      page
        .getByRole('navigation', { name: 'Instances' })
        .getByRole('link', { name: /2 unread/ })
        .first(),
    ).toBeVisible()
    expect(await started()).toEqual([784, 1175])
  })

  await test.step('a backup is made, everything is deleted once the word is typed, and the backup brings it back', async () => {
    const folder = info.outputPath('backups')
    mkdirSync(folder)
    // A passphrase costs three seconds whenever a backup is made or read (src/core/backup/backup.test.ts has one).
    const { recipient, identity } = await createAgeKey()
    await views(page)
      .getByRole('link', { name: /^Chats/ })
      .click()
    await openChat(page, 'Anna')
    await composer(page).fill('A draft')
    await openSettings(page)
    const row = page.getByRole('group', { name: 'Backup' })
    await row.getByRole('button', { name: 'Set up' }).click()
    const setUp = page.getByRole('dialog', { name: 'Encrypted backup' })
    await setUp.getByLabel('Folder').fill(folder)
    await setUp.getByLabel('Passphrase', { exact: true }).fill(recipient)
    await setUp.getByLabel('Repeat the passphrase').fill(recipient)
    await setUp.getByLabel('With tokens').check()
    await setUp.getByRole('button', { name: 'Save and back up' }).click()
    await expect(page.getByText('Backup complete')).toBeVisible()

    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete all data?' })
    const confirm = dialog.getByRole('button', { name: 'Delete everything' })
    await expect(confirm).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByRole('textbox').fill('delete')
    await confirm.click()
    // Core ends, its files go, and a new one starts.
    await expect(page.getByRole('heading', { name: 'Answer every account from one place' })).toBeVisible()

    await page.getByRole('button', { name: 'Restore a backup' }).click()
    const restoring = page.getByRole('dialog', { name: 'Restore a backup' })
    await restoring.getByLabel('Folder').fill(folder)
    await restoring.getByRole('button', { name: 'Find backups' }).click()
    await restoring.getByLabel(/key of age/).fill(identity)
    await restoring.getByLabel('This computer receives').check()
    await restoring.getByRole('button', { name: 'Restore a backup' }).click()
    await openChat(page, 'Anna')
    await expect(composer(page)).toHaveText('A draft')
    orderDesk.person('79990001122').says('Still there?')
    await expect(message(page, 'Still there?')).toBeVisible()
  })
})
