import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { Emulator } from '../../src/emulator/create-emulator.ts'
import { expectAccessible } from '../support/accessible.ts'
import { sized } from '../support/marathon.ts'
import { expect, orderDeskInit, test } from '../support/test.ts'
import { clickAt, paste, rail } from '../support/window.ts'

test.use({ dearKey: true })
const phrase = 'otter lantern granite violin'
const nextPhrase = 'meadow cobalt trumpet anchor'
/** A host that nobody gave a passphrase, and that writes down as much as it ever does. */
const env = { SWITCHBOARD_PASSPHRASE: undefined, SWITCHBOARD_LOG_LEVEL: 'debug' }

/** Instances, an even number: half of them get a token that is refused. */
const count = sized(4, 30)
/** Lines that a list may have. */
const pastedLines = sized(240, 1000)
/** Lines not used that are listed. */
const listedLines = 200

const liveInRail = (page: Page) => rail(page).getByRole('link', { name: /^Shop \d+.*, live$/ })

const unlockDialog = (page: Page) => page.getByRole('dialog', { name: 'Unlock stored tokens' })

const addShops = (emulator: Emulator, many: number) =>
  Array.from({ length: many }, (_, index) =>
    emulator.addInstance({
      ...orderDeskInit,
      name: `Shop ${String(index + 1).padStart(2, '0')}`,
      idInstance: String(1_101_000_100 + index),
      token: `secret${String(index).padStart(2, '0')}0123456789abcdef0123456789`,
    }),
  )

/** No log of the host holds one of these words. */
async function expectNoSecrets(dataDir: string, secrets: readonly string[]): Promise<void> {
  const logs = path.join(dataDir, 'data/logs')
  for (const name of await readdir(logs)) {
    const text = await readFile(path.join(logs, name), 'utf8').catch(() => '')
    for (const secret of secrets) expect(text, name).not.toContain(secret)
  }
}

test('after a restart the tokens of all instances are entered at once, kept with a passphrase, and unlocked by it @long', async ({
  app,
  emulator,
}) => {
  const shops = addShops(emulator, count)
  let page = await app.open({ instances: shops, env })
  await expect(liveInRail(page)).toHaveCount(count)
  await app.kill()

  page = await app.open({ env })
  const dialog = page.getByRole('dialog', { name: `Tokens for ${count} instances` })
  const table = dialog.getByRole('table', { name: 'Instances and their tokens' })
  await test.step('one banner for all of them leads to the dialog', async () => {
    await expect(page.getByText(`${count} instances need their tokens`)).toBeVisible()
    await expect(page.getByText('has no token')).toHaveCount(0)
    await clickAt(page, page.getByRole('button', { name: 'Enter tokens' }))
    await expect(table.getByRole('row').filter({ hasText: 'Shop 01' })).toContainText('Token missing')
  })

  await test.step('of many pasted lines each that does not fit says why, and no token is shown', async () => {
    const lines = [
      ...shops.map(({ idInstance, token }, index) => `${idInstance}\t${index % 2 === 0 ? token : `${token}-not`}`),
      `Shop 01\t${shops[0]?.token}`,
      `${shops[1]?.idInstance}\tto/ken`,
      ...Array.from(
        { length: pastedLines - count - 2 },
        (_, index) => `${2_000_000_000 + index}\ttoken${index}0123456789abcdef`,
      ),
    ]
    await paste(dialog.getByRole('textbox', { name: 'Paste the list here' }), lines.join('\n'))
    await expect(dialog.getByText(`${count} tokens read, ${pastedLines - count} lines not used.`)).toBeVisible()
    const unused = dialog.getByRole('region', { name: 'Lines not used' })
    await expect(unused).toContainText(`Line ${count + 1}, Shop 01: a line above has a token for it.`)
    await expect(unused).toContainText(`Line ${count + 3}: names no instance of yours.`)
    await expect(unused).toContainText(`and ${pastedLines - count - listedLines} more lines`)
    const content = await page.content()
    for (const { token } of shops) expect(content).not.toContain(token)
    await expectAccessible(page, { label: 'tokens of many instances' })
  })

  await test.step('tokens that work are used; those that are refused stay and say why', async () => {
    await clickAt(page, dialog.getByRole('button', { name: `Connect ${count} instances` }))
    await expect(
      dialog.getByText(`0 ready, 0 missing, ${count / 2} need attention, ${count / 2} connected`),
    ).toBeVisible()
    await dialog.getByRole('radio', { name: `Need attention ${count / 2}` }).click()
    await expect(table.getByRole('row').filter({ hasText: 'Shop 02' })).toContainText('ID or token refused')
  })

  await test.step('one is entered by keyboard, and the field of the next opens', async () => {
    await dialog.getByRole('button', { name: 'Replace the token of Shop 02' }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('textbox', { name: 'Token of Shop 02' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Enter the token of this instance.')).toBeVisible()
    await page.keyboard.type(shops[1]?.token ?? '')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('textbox', { name: 'Token of Shop 04' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('form')).toHaveCount(0)
  })

  await test.step('the others come from the list of instances as it is', async () => {
    await paste(
      dialog.getByRole('textbox', { name: 'More lines' }),
      shops
        .slice(2)
        .map(({ name, idInstance, token }) => `${name};${emulator.url};${idInstance};${token}`)
        .join('\n'),
    )
    await dialog.getByRole('button', { name: `Connect ${count / 2} instances` }).click()
    await expect(dialog.getByText(`0 ready, 0 missing, ${count} connected`)).toBeVisible()
  })

  await test.step('a passphrase keeps them, if it is not easy to guess', async () => {
    await clickAt(page, dialog.getByRole('button', { name: 'Keep with a passphrase…' }))
    const setting = page.getByRole('dialog', { name: 'Keep tokens with a passphrase' })
    const [first, again] = [
      setting.getByRole('textbox', { name: 'Passphrase', exact: true }),
      setting.getByRole('textbox', { name: 'Passphrase again' }),
    ]
    await first.fill('12345678')
    await again.fill('123456789')
    await page.keyboard.press('Enter')
    await expect(setting).toContainText('The two passphrases differ.')
    await again.fill('12345678')
    await page.keyboard.press('Enter')
    await expect(setting).toContainText('This passphrase is too easy to guess.')
    await expectAccessible(page, { label: 'a passphrase for the tokens' })
    await first.fill(phrase)
    await again.fill(phrase)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Tokens are kept with your passphrase')).toBeVisible()
    await expect(setting).toBeHidden()
    await expect(dialog).toContainText('Kept in a file encrypted with your passphrase')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(liveInRail(page)).toHaveCount(count)
  })

  await app.kill()
  page = await app.open({ env })
  const unlock = unlockDialog(page)
  await test.step('after the next restart it unlocks all of them', async () => {
    await page.getByRole('button', { name: 'Unlock' }).first().click()
    await unlock.getByRole('textbox', { name: 'Passphrase' }).fill('not this one')
    await page.keyboard.press('Enter')
    await expect(unlock).toContainText('That passphrase does not open the token file.')
    await unlock.getByRole('textbox', { name: 'Passphrase' }).fill(phrase)
    await page.keyboard.press('Enter')
    await expect(liveInRail(page)).toHaveCount(count)
  })

  await expectNoSecrets(app.dataDir, [phrase, 'not this one', ...shops.map(({ token }) => token)])
})

test('a passphrase is changed by who knows it, and who forgot it sets the file aside and pastes the tokens anew @nightly', async ({
  app,
  emulator,
}) => {
  const shops = addShops(emulator, 2)
  let page = await app.open({ instances: shops, env: { ...env, SWITCHBOARD_PASSPHRASE: phrase } })
  await expect(liveInRail(page)).toHaveCount(2)
  await test.step('it is changed in Settings by who knows it', async () => {
    await page.goto(`${page.url().split('#')[0]}#/settings/storage`)
    await page.getByRole('button', { name: 'Change passphrase…' }).click()
    const change = page.getByRole('dialog', { name: 'Change the passphrase' })
    await change.getByRole('textbox', { name: 'Current passphrase' }).fill('not this one')
    await change.getByRole('textbox', { name: 'New passphrase' }).fill(nextPhrase)
    await change.getByRole('textbox', { name: 'Passphrase again' }).fill(nextPhrase)
    await page.keyboard.press('Enter')
    await expect(change).toContainText('That passphrase does not open the token file.')
    await change.getByRole('textbox', { name: 'Current passphrase' }).fill(phrase)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Passphrase changed')).toBeVisible()
  })

  await app.kill()
  page = await app.open({ env })
  const unlock = unlockDialog(page)
  await test.step('who forgot it sets the file aside, and a pasted list gives the tokens to the instances that are here', async () => {
    await page.getByRole('button', { name: 'Unlock' }).first().click()
    await unlock.getByRole('textbox', { name: 'Passphrase' }).fill(phrase)
    await page.keyboard.press('Enter')
    await expect(unlock).toContainText('That passphrase does not open the token file.')
    await unlock.getByRole('button', { name: 'Forgot it?' }).click()
    await page.getByRole('button', { name: 'Set the file aside' }).click()
    await expect(page.getByText(/The locked file is kept as .*vault\.json\.aside-1/)).toBeVisible()
    await expect(page.getByText('2 instances need their tokens')).toBeVisible()

    await page.keyboard.press('Control+K')
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('Add several')
    await page.keyboard.press('Enter')
    const many = page.getByRole('dialog', { name: 'Add several instances' })
    await paste(
      many.getByRole('textbox', { name: 'Paste the list here' }),
      shops.map(({ name, idInstance, token }) => `${name};${emulator.url};${idInstance};${token}`).join('\n'),
    )
    await expect(many.getByRole('row').filter({ hasText: 'Shop 01' })).toContainText('Takes the token')
    await many.getByRole('button', { name: 'Take 2 tokens' }).click()
    await expect(many.getByText('0 ready, 2 tokens taken')).toBeVisible()
    await many.getByRole('button', { name: 'Close' }).last().click()
    await expect(liveInRail(page)).toHaveCount(2)
  })

  await expectNoSecrets(app.dataDir, [phrase, nextPhrase, 'not this one', ...shops.map(({ token }) => token)])
})
