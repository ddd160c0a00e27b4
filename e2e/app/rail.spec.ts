import type { Page } from '@playwright/test'
import { sized } from '../support/marathon.ts'
import { expect, orderDeskInit, test } from '../support/test.ts'
import { clickAt, drag, rail } from '../support/window.ts'

// Low, so that few instances are more than the rail has room for.
test.use({ viewport: { width: 1440, height: sized(480, 900) } })
const count = sized(12, 30)
/** One of those below its edge. */
const below = `Shop ${String(count - 3).padStart(2, '0')}`

const folder = (page: Page, name: RegExp) => rail(page).getByRole('button', { name })
const shop = (page: Page, name: string) => rail(page).getByRole('link', { name: new RegExp(`^${name},`) })

test('of many instances the rail says how many it has no room for and finds them, folders hold them together with their sums @long', async ({
  app,
  emulator,
}) => {
  const shops = Array.from({ length: count }, (_, index) =>
    emulator.addInstance({
      ...orderDeskInit,
      name: `Shop ${String(index + 1).padStart(2, '0')}`,
      idInstance: String(1_101_000_100 + index),
      token: `secret${String(index).padStart(2, '0')}0123456789abcdef0123456789`,
    }),
  )
  let page = await app.open({ instances: shops })
  await expect(rail(page).getByRole('link', { name: /^Shop \d+.*, live$/ })).toHaveCount(count)

  await test.step('squares tell them apart, and the sign counts those below the edge', async () => {
    const letters = () =>
      page
        .locator('.rail [data-instance] .inst-tile')
        .evaluateAll((all) => new Set(all.map((one) => one.getAttribute('data-i'))).size)
    await expect.poll(letters).toBe(count)
    const sign = rail(page).getByRole('button', { name: /more instances, find one/ })
    await expect(sign).toHaveText(/^\+[1-9]\d?$/)
    const shown = () =>
      page.locator('.rail [data-instance]').evaluateAll((all) => {
        const room = document.querySelector('.rail ul')?.getBoundingClientRect()
        return all.filter((one) => {
          const { top, bottom } = one.getBoundingClientRect()
          return room !== undefined && (Math.min(bottom, room.bottom) - Math.max(top, room.top)) / (bottom - top) >= 0.5
        }).length
      })
    // The sign follows the squares a frame later.
    await expect.poll(async () => Number((await sign.textContent())?.slice(1)) + (await shown())).toBe(count)
    await clickAt(page, sign)
  })

  await test.step('one is found by name and opened with Enter', async () => {
    const finder = page.getByRole('dialog', { name: 'Find an instance' })
    await expect(finder.getByRole('searchbox', { name: 'Name, folder, ID or number' })).toBeFocused()
    await page.keyboard.type('nothing like it')
    await expect(finder).toContainText('No instance matches')
    await page.keyboard.press('Control+A')
    await page.keyboard.type(below.toLowerCase())
    await expect(finder.getByRole('link')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(finder).toBeHidden()
    await expect(page.getByRole('heading', { name: below, exact: true }).first()).toBeVisible()
    await expect(shop(page, below)).toBeInViewport()
  })

  await test.step('several are put into a new folder from the table', async () => {
    await page.goto(`${page.url().split('#')[0]}#/instance/all`)
    for (const name of ['Shop 02', 'Shop 05', 'Shop 09'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).click()
    await page.getByRole('toolbar', { name: '3 selected' }).getByRole('button', { name: 'Folder' }).click()
    const dialog = page.getByRole('dialog', { name: 'Folder of 3 instances' })
    await dialog.getByRole('textbox', { name: 'Name of the folder' }).fill('  Riga \u0007 north ')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(folder(page, /^Riga north, folder of 3$/)).toHaveAttribute('aria-expanded', 'true')
    const order = () =>
      page
        .locator('.rail [data-instance] .inst')
        .evaluateAll((all) => all.slice(0, 5).map((one) => one.getAttribute('aria-label')?.slice(0, 7)))
    await expect.poll(order).toEqual(['Shop 01', 'Shop 02', 'Shop 05', 'Shop 09', 'Shop 03'])
  })

  await test.step('closed by keyboard it shows their sums, and stays closed over a restart', async () => {
    shops[4]?.person('79990001122', { name: 'Anna' }).says('One')
    shops[8]?.person('79990001133', { name: 'Bruno' }).says('Two')
    shops[8]?.becomes('notAuthorized')
    await expect(folder(page, /^Riga north, folder of 3, 2 unread, 1 needs attention$/)).toBeVisible()
    await folder(page, /^Riga north/).focus()
    await page.keyboard.press('Enter')
    await expect(shop(page, 'Shop 05')).toHaveCount(0)
    await expect(folder(page, /^Riga north/).locator('.badge')).toHaveText('2')
    await page.keyboard.press('ArrowDown')
    await expect(shop(page, 'Shop 03')).toBeFocused()
    await app.stop()
    page = await app.open()
    await expect(folder(page, /^Riga north/)).toHaveAttribute('aria-expanded', 'false')
    await expect(shop(page, 'Shop 05')).toHaveCount(0)
  })

  await test.step('an instance of a closed folder keeps its square while it is shown', async () => {
    await rail(page)
      .getByRole('button', { name: /more instances, find one/ })
      .click()
    await expect(page.getByRole('searchbox', { name: 'Name, folder, ID or number' })).toBeFocused()
    await page.keyboard.type('riga')
    await expect(page.getByRole('dialog', { name: 'Find an instance' }).getByRole('link')).toHaveCount(3)
    await page
      .getByRole('dialog', { name: 'Find an instance' })
      .getByRole('link', { name: /Shop 05/ })
      .click()
    await expect(shop(page, 'Shop 05')).toHaveAttribute('aria-current', 'true')
  })

  await test.step('an instance is dropped on the folder, and one is taken out by its menu', async () => {
    await drag(page, shop(page, 'Shop 03'), folder(page, /^Riga north/))
    await expect(folder(page, /^Riga north, folder of 4/)).toBeVisible()
    await shop(page, 'Shop 05').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Folder' }).hover()
    await page.getByRole('menuitemcheckbox', { name: 'Riga north' }).click()
    await expect(folder(page, /^Riga north, folder of 3/)).toBeVisible()
  })

  await test.step('a folder is renamed and dissolved by its menu', async () => {
    await folder(page, /^Riga north/).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Rename folder…' }).click()
    await page.getByRole('textbox', { name: 'Name of the folder' }).fill('R'.repeat(300))
    await page.keyboard.press('Enter')
    await expect(folder(page, /^R{80}, folder of 3/)).toBeVisible()
    await folder(page, /^RRR/).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Dissolve folder' }).click()
    await expect(folder(page, /folder of/)).toHaveCount(0)
    await expect(rail(page).getByRole('link', { name: /^Shop/ })).toHaveCount(count)
  })
})
