import { ContractError } from '../../src/contract/errors.ts'
import type { InstanceKey } from '../../src/contract/ids.ts'
import type { CheckReport } from '../../src/contract/instances.ts'
import { sized } from '../support/marathon.ts'
import { paste } from '../support/window.ts'
import { expect, test } from './window-test.ts'

const usable: CheckReport = { steps: [], usable: true, family: 'v3', authorization: 'authorized' }
const refused: CheckReport = {
  ...usable,
  steps: [{ step: 'credentials', result: 'failed', code: 'wrongToken' }],
  usable: false,
}

/** The pasted lines; the service refuses one, the next to the last cannot be stored, and one has a wrong address. */
const lines = sized(80, 1000)

test('after many instances @long the list starts with the two that failed, wherever it was scrolled', async ({
  desk,
  open,
  pipe,
}) => {
  const added: string[] = []
  let isMended = false
  desk.answer('instances.list', () => [])
  desk.answer('instances.check', ({ token }) => (token === 'token-31' && !isMended ? refused : usable))
  desk.answer('instances.add', ({ token }) => {
    if (token === `token-${lines - 1}` && !isMended) throw new ContractError('unreachable')
    return { instance: added.push(token) as InstanceKey, reattached: false }
  })
  const page = await open()
  await page.getByRole('button', { name: 'Add several instances' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add several instances' })
  const table = dialog.getByRole('table', { name: 'Instances to add' })
  const row = (at: number) => table.getByRole('row').nth(at)
  const list = Array.from({ length: lines }, (_, index) => {
    const line = index + 1
    return `Shop ${line};${line === 12 ? 'http' : 'https'}://api.example;${2_000_000_000 + line};token-${line}`
  })
  await paste(dialog.getByRole('textbox', { name: 'Paste the list here' }), list.join('\n'))
  const letGo = pipe.hold('instances.check')
  await dialog.getByRole('button', { name: `Check and add ${lines - 1} instances` }).click()
  await row(3).click()
  await page.keyboard.press('End')
  await expect(table.getByRole('row').filter({ hasText: `Shop ${lines}` })).toBeFocused()
  letGo()
  await expect(dialog.getByText(`0 ready, 3 need attention, ${lines - 3} added`)).toBeVisible()
  const [first, second] = desk.inputs('instances.add')
  expect(first?.colour).not.toBe(second?.colour)

  await test.step('first what the service refused and what could not be kept, then what was never tried', async () => {
    const heads = [/Shop 31.*ID or token refused/, new RegExp(`Shop ${lines - 1}.*Not added`), /Shop 12.*http/]
    for (const [at, text] of heads.entries()) {
      await expect(row(at + 1)).toBeInViewport({ ratio: 1 })
      await expect(row(at + 1)).toHaveText(text)
    }
    await expect(row(4)).toHaveText(/Shop 1https.*Added/)
  })

  await test.step('and what failed is tried again in one step, without its tokens being typed again', async () => {
    isMended = true
    await dialog.getByRole('button', { name: 'Try 2 again' }).click()
    await expect(dialog.getByText(`0 ready, 1 needs attention, ${lines - 1} added`)).toBeVisible()
    await expect(row(1)).toHaveText(/Shop 12.*http/)
    expect(added.slice(-2)).toEqual(['token-31', `token-${lines - 1}`])
  })
})

test('lines that are pasted while a file is read stay beside those of the file', async ({ desk, open }) => {
  desk.answer('instances.list', () => [])
  const page = await open()
  await page.evaluate(() => {
    const read = (file: File) => file.slice().arrayBuffer()
    File.prototype.arrayBuffer = function wait(this: File) {
      return new Promise((resolve) => Object.assign(globalThis, { endReading: () => resolve(read(this)) }))
    }
  })
  await page.getByRole('button', { name: 'Add several instances' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add several instances' })
  const line = (name: string, id: number) => `${name};https://api.example;${id};token-${id}`
  const file = { name: 'shops.csv', mimeType: 'text/csv', buffer: Buffer.from(line('Of the file', 2_000_000_001)) }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await paste(dialog.getByRole('textbox', { name: 'Paste the list here' }), line('Pasted', 2_000_000_002))
  await expect(dialog.getByText('1 ready')).toBeVisible()
  await page.evaluate('endReading()')
  await expect(dialog.getByText('2 ready')).toBeVisible()
  const table = dialog.getByRole('table', { name: 'Instances to add' })
  for (const name of ['Pasted', 'Of the file']) await expect(table.getByText(name)).toBeVisible()
})
