import { ContractError } from '../../src/contract/errors.ts'
import type { VaultStatus } from '../../src/contract/app.ts'
import { goToHash } from '../support/inspect.ts'
import { expect, test } from './window-test.ts'
import type { ScriptedDesk } from './scripted-desk.ts'

const phrase = 'otter lantern granite violin'
const nextPhrase = 'meadow cobalt trumpet anchor'

/** A token file with a passphrase, as core keeps it (src/core/vault). */
function keepTokens(desk: ScriptedDesk, state: VaultStatus['state']): void {
  desk.vault = { backend: 'passphraseFile', state, persistent: true }
  desk.answer('instances.setPassphrase', ({ passphrase, current }) => {
    if (current !== phrase) throw new ContractError('passphraseWrong')
    expect(passphrase).toBe(nextPhrase)
  })
  desk.answer('instances.unlockVault', () => {
    throw new ContractError('passphraseWrong')
  })
  desk.answer('instances.setVaultAside', () => {
    desk.vault = { backend: 'memory', state: 'usable', persistent: false }
    desk.changed({ kind: 'instances' })
    return { path: '/data/vault.json.aside-1' }
  })
}

test('the passphrase of the tokens is changed in Settings by who knows it, and who forgot it sets the file aside', async ({
  desk,
  open,
}) => {
  keepTokens(desk, 'usable')
  const page = await open()
  await goToHash(page, '#/settings/storage')
  await page.getByRole('button', { name: 'Change passphrase…' }).click()
  const change = page.getByRole('dialog', { name: 'Change the passphrase' })
  const current = change.getByRole('textbox', { name: 'Current passphrase' })
  await current.fill('not this one')
  await change.getByRole('textbox', { name: 'New passphrase' }).fill(nextPhrase)
  await change.getByRole('textbox', { name: 'Passphrase again' }).fill('another')
  await page.keyboard.press('Enter')
  await expect(change).toContainText('The two passphrases differ.')
  await change.getByRole('textbox', { name: 'Passphrase again' }).fill(nextPhrase)
  await page.keyboard.press('Enter')
  await expect(change).toContainText('That passphrase does not open the token file.')
  await current.fill(phrase)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Passphrase changed')).toBeVisible()
  await expect(change).toBeHidden()

  keepTokens(desk, 'locked')
  desk.setInstance({ token: 'locked' })
  desk.changed({ kind: 'vault' })
  await page.getByRole('button', { name: 'Unlock' }).first().click()
  const unlock = page.getByRole('dialog', { name: 'Unlock stored tokens' })
  await unlock.getByRole('textbox', { name: 'Passphrase' }).fill(phrase)
  await page.keyboard.press('Enter')
  await expect(unlock).toContainText('That passphrase does not open the token file.')
  await unlock.getByRole('button', { name: 'Forgot it?' }).click()
  expect(desk.inputs('instances.setVaultAside')).toEqual([])
  await page.getByRole('button', { name: 'Set the file aside' }).click()
  await expect(page.getByText(/The locked file is kept as .*vault\.json\.aside-1/)).toBeVisible()
  await expect(unlock).toBeHidden()
})
