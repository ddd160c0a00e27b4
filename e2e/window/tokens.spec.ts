import { ContractError } from '../../src/contract/errors.ts'
import type { InstanceKey } from '../../src/contract/ids.ts'
import type { CheckReport, InstanceSummary } from '../../src/contract/instances.ts'
import { expectAccessible } from '../support/accessible.ts'
import { sized } from '../support/marathon.ts'
import { paste } from '../support/window.ts'
import { expect, test } from './window-test.ts'

/** Instances without a token. */
const count = 6
const pastedLines = sized(240, 1000)
/** Lines not used that are listed. */
const listedLines = 200

const tokenOf = (key: number): string => `secret${key}0123456789abcdef0123456789`
const usable: CheckReport = { steps: [], usable: true, family: 'v3', authorization: 'authorized' }
const refused: CheckReport = {
  ...{ ...usable, usable: false },
  steps: [{ step: 'credentials', result: 'failed', code: 'wrongToken' }],
}

test('of a pasted list @long each line that gives no token says why, and refused tokens are replaced by keyboard or by a list of instances', async ({
  desk,
  open,
}) => {
  let shops = Array.from({ length: count }, (_, index): InstanceSummary => {
    const key = (index + 1) as InstanceKey
    const connection = { ...desk.instance.connection, kind: 'tokenMissing', receiving: false } as const
    return { ...desk.instance, key, name: `Shop 0${key}`, idInstance: `110100010${key}`, token: 'missing', connection }
  })
  desk.answer('instances.list', () => shops)
  desk.answer('instances.setToken', ({ instance, token }) => {
    if (token !== tokenOf(instance)) return refused
    shops = shops.map((one) =>
      one.key === instance ? { ...one, token: 'session', connection: desk.instance.connection } : one,
    )
    desk.changed({ kind: 'instances' })
    return usable
  })
  desk.vault = { backend: 'memory', state: 'usable', persistent: false }
  const page = await open()
  await expect(page.getByText(`${count} instances need their tokens`)).toBeVisible()
  await expect(page.getByText('has no token')).toHaveCount(0)
  await page.getByRole('button', { name: 'Enter tokens' }).click()
  const dialog = page.getByRole('dialog', { name: `Tokens for ${count} instances` })
  const table = dialog.getByRole('table', { name: 'Instances and their tokens' })
  const row = (name: string) => table.getByRole('row').filter({ hasText: name })
  await expect(row('Shop 01')).toContainText('Token missing')

  await test.step('a click beside it takes no token that is being typed', async () => {
    await dialog.getByRole('button', { name: 'Enter the token of Shop 03' }).click()
    await page.keyboard.type('secret')
    await page.mouse.click(5, 5)
    await expect(dialog.getByRole('textbox', { name: 'Token of Shop 03' })).toHaveValue('secret')
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('form')).toHaveCount(0)
  })

  await test.step('each line that does not fit says why, and no token is shown', async () => {
    const lines = [
      ...shops.map(({ key, idInstance }) => `${idInstance}\t${tokenOf(key)}${key % 2 === 0 ? '-not' : ''}`),
      `Shop 01\t${tokenOf(1)}`,
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
    for (const { key } of shops) expect(content).not.toContain(tokenOf(key))
    await expectAccessible(page, { within: '[role="dialog"]', label: 'tokens of many instances' })
  })

  await test.step('tokens that work are used; those that are refused stay and say why', async () => {
    await page.mouse.click(5, 5)
    await dialog.getByRole('button', { name: `Connect ${count} instances` }).click()
    await expect(dialog.getByText('0 ready, 0 missing, 3 need attention, 3 connected')).toBeVisible()
    await dialog.getByRole('radio', { name: 'Need attention 3' }).click()
    await expect(row('Shop 02')).toContainText('ID or token refused')
    await expect(row('Shop 01')).toHaveCount(0)
  })

  await test.step('some are entered by keyboard: the field of the next below opens, after the last that of the first', async () => {
    await dialog.getByRole('button', { name: 'Replace the token of Shop 04' }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('textbox', { name: 'Token of Shop 04' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Enter the token of this instance.')).toBeVisible()
    for (const [key, next] of [
      [4, 'Shop 06'],
      [6, 'Shop 02'],
    ] as const) {
      await page.keyboard.type(tokenOf(key))
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('textbox', { name: `Token of ${next}` })).toBeFocused()
    }
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('form')).toHaveCount(0)
  })

  await test.step('the last one comes from the list of instances as it is', async () => {
    const { name, apiUrl, idInstance } = shops[1] ?? desk.instance
    const more = dialog.getByRole('textbox', { name: 'More lines' })
    await paste(more, `${name};${apiUrl};${idInstance};${tokenOf(2)}`)
    await dialog.getByRole('button', { name: 'Connect 3 instances' }).click()
    await expect(dialog.getByText(`0 ready, 0 missing, ${count} connected`)).toBeVisible()
  })

  await test.step('a passphrase keeps them, if it is not easy to guess', async () => {
    const strong = 'otter lantern granite violin'
    desk.answer('instances.setPassphrase', ({ passphrase, current }) => {
      expect(current).toBeNull()
      if (passphrase !== strong) throw new ContractError('passphraseWeak')
      desk.vault = { backend: 'passphraseFile', state: 'usable', persistent: true }
      desk.changed({ kind: 'vault' })
    })
    await dialog.getByRole('button', { name: 'Keep with a passphrase…' }).click()
    const setting = page.getByRole('dialog', { name: 'Keep tokens with a passphrase' })
    const fill = async (first: string, again: string) => {
      await setting.getByRole('textbox', { name: 'Passphrase', exact: true }).fill(first)
      await setting.getByRole('textbox', { name: 'Passphrase again' }).fill(again)
      await page.keyboard.press('Enter')
    }
    await fill('12345678', '123456789')
    await expect(setting).toContainText('The two passphrases differ.')
    expect(desk.inputs('instances.setPassphrase')).toEqual([])
    await fill('12345678', '12345678')
    await expect(setting).toContainText('This passphrase is too easy to guess.')
    await expect(setting.getByRole('textbox', { name: 'Passphrase', exact: true })).toHaveAttribute(
      'aria-invalid',
      'true',
    )
    await expectAccessible(page, { within: '[role="dialog"]', label: 'a passphrase for the tokens' })
    await fill(strong, strong)
    await expect(page.getByText('Tokens are kept with your passphrase')).toBeVisible()
    await expect(setting).toBeHidden()
    await expect(dialog).toContainText('Kept in a file encrypted with your passphrase')
  })
})

test('a token is not asked for in place of changes of the instance that were typed and not saved', async ({
  desk,
  open,
}) => {
  desk.customer('Anna')
  const page = await open()
  await page.getByRole('link', { name: 'Order desk, live' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
  const replace = page.getByRole('dialog').getByRole('button', { name: 'Replace the token' })
  await name.fill('Night desk')
  // It can be found by the keyboard, with the reason.
  await replace.press('Enter')
  await expect(replace).toHaveAttribute('title', 'Save or cancel the changes first')
  await expect(replace).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(name).toHaveValue('Night desk')
  await name.fill('Order desk')
  await replace.click()
  await expect(page.getByRole('dialog', { name: 'Token of Order desk' })).toBeVisible()
})
