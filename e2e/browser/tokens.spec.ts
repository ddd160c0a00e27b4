import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { Emulator } from '../../src/emulator/create-emulator.ts'
import { sized } from '../support/marathon.ts'
import { expect, orderDeskInit, test } from '../support/test.ts'
import { clickAt, paste, rail } from '../support/window.ts'

test.use({ dearKey: true })
const phrase = 'otter lantern granite violin'
const nextPhrase = 'meadow cobalt trumpet anchor'
/** A host that nobody gave a passphrase, and that writes down as much as it ever does. */
const env = { SWITCHBOARD_PASSPHRASE: undefined, SWITCHBOARD_LOG_LEVEL: 'debug' }

const count = sized(2, 30)

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
  await clickAt(page, page.getByRole('button', { name: 'Enter tokens' }))
  await paste(
    dialog.getByRole('textbox', { name: 'Paste the list here' }),
    shops.map(({ idInstance, token }) => `${idInstance}\t${token}`).join('\n'),
  )
  await clickAt(page, dialog.getByRole('button', { name: `Connect ${count} instances` }))
  await expect(dialog.getByText(`0 ready, 0 missing, ${count} connected`)).toBeVisible()
  await clickAt(page, dialog.getByRole('button', { name: 'Keep with a passphrase…' }))
  const setting = page.getByRole('dialog', { name: 'Keep tokens with a passphrase' })
  await setting.getByRole('textbox', { name: 'Passphrase', exact: true }).fill(phrase)
  await setting.getByRole('textbox', { name: 'Passphrase again' }).fill(phrase)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Tokens are kept with your passphrase')).toBeVisible()

  await app.kill()
  page = await app.open({ env })
  await page.getByRole('button', { name: 'Unlock' }).first().click()
  await unlockDialog(page).getByRole('textbox', { name: 'Passphrase' }).fill(phrase)
  await page.keyboard.press('Enter')
  await expect(liveInRail(page)).toHaveCount(count)

  await expectNoSecrets(app.dataDir, [phrase, ...shops.map(({ token }) => token)])
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
