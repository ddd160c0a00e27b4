import { ContractError } from '../../src/contract/errors.ts'
import type { BackupReason, BackupState } from '../../src/contract/backup.ts'
import { goToHash } from '../support/inspect.ts'
import { expect, test } from './window-test.ts'

const failed = (reason: BackupReason) => new ContractError('backupFailed', { details: { reason } })

test('a backup that can not be set up or read says why in its dialog, and a whole one what it holds', async ({
  desk,
  open,
}) => {
  const words = 'seven brown otters paddle at dawn'
  let state: BackupState = {
    ...{ plan: null, last: null, failures: 0, reason: null, isOverdue: false, running: null },
  }
  desk.answer('backup.state', () => state)
  desk.answer('backup.set', ({ folder, secret, every, generations, withTokens }) => {
    if (folder === '/nowhere') throw failed('missing')
    if (secret === 'password1') throw new ContractError('passphraseWeak')
    state = { ...state, plan: { folder, every, generations, withTokens, hasPassphrase: true } }
    desk.changed({ kind: 'backup' })
  })
  desk.answer('backup.make', () => {
    state = { ...state, last: { at: Date.UTC(2026, 0, 5), bytes: 10, missing: 0, withoutTokens: false } }
    desk.changed({ kind: 'backup' })
  })
  const page = await open()
  await goToHash(page, '#/settings/1/storage')
  const row = page.getByRole('group', { name: 'Backup' })
  await row.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Encrypted backup' })
  const fill = async (folder: string, passphrase: string, again = passphrase): Promise<void> => {
    await dialog.getByLabel('Folder').fill(folder)
    await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase)
    await dialog.getByLabel('Repeat the passphrase').fill(again)
    await page.keyboard.press('Enter')
  }

  await test.step('a folder that is not there and a passphrase that is easy to guess', async () => {
    await fill('/nowhere', words)
    await expect(dialog).toContainText('Connect its disk, or choose another folder.')
    await fill('/backups', words, 'another one')
    await expect(dialog).toContainText(/differ/)
    expect(desk.inputs('backup.set')).toHaveLength(1)
    await fill('/backups', 'password1')
    await expect(dialog).toContainText(/guess/)
    await dialog.getByLabel('With tokens').check()
    await fill('/backups', words)
    await expect(dialog).toBeHidden()
    expect(desk.inputs('backup.set').at(-1)).toMatchObject({ folder: '/backups', secret: words, withTokens: true })
    await expect(page.getByText('Backup complete')).toBeVisible()
    await expect(row).toContainText('Last backup')
  })

  await test.step('it is checked with its passphrase alone', async () => {
    desk.answer('backup.find', () =>
      [5, 4].map((day) => ({ id: String(day), at: Date.UTC(2026, 0, day), bytes: 10, hasPassphrase: true })),
    )
    desk.answer('backup.verify', ({ secret }) => {
      if (secret !== words) throw failed('secret')
      return { at: Date.UTC(2026, 0, 5), messages: 1, files: 0 }
    })
    await row.getByRole('button', { name: 'Check' }).click()
    const check = page.getByRole('dialog', { name: 'Check a backup' })
    await check.getByRole('button', { name: 'Find backups' }).click()
    const secret = check.getByLabel('Passphrase, or private key of age')
    await secret.fill('another one')
    await check.getByRole('button', { name: 'Check' }).click()
    await expect(check).toContainText('does not open the backup')
    await expect(secret).toHaveAttribute('aria-invalid', 'true')
    await secret.fill(words)
    await check.getByRole('button', { name: 'Check' }).click()
    await expect(check).toContainText('The backup is complete: 1 message')
    // That says nothing of another one.
    await check.getByRole('combobox', { name: 'Backup' }).selectOption({ index: 1 })
    await expect(check).not.toContainText('The backup is complete')
    await check.getByRole('button', { name: 'Check' }).click()
    await expect(check).toContainText('The backup is complete')
    const folder = check.getByLabel('Folder')
    await folder.fill('/others')
    await check.getByRole('button', { name: 'Find backups' }).click()
    await expect(secret).toBeVisible()
    await expect(check).not.toContainText('The backup is complete')
    // Nor does the last result while the next one is not there, or of a backup that was damaged since.
    await secret.fill(words)
    await check.getByRole('button', { name: 'Check' }).click()
    await expect(check).toContainText('The backup is complete')
    await secret.fill('another one')
    await check.getByRole('button', { name: 'Check' }).click()
    await expect(check).toContainText('does not open the backup')
    await expect(check).not.toContainText('The backup is complete')
  })
})
