import { expect, test, warehouseInit } from '../support/test.ts'
import { chatList, composer, chatRow, conversation, drag, message, openChat, rail, views } from '../support/window.ts'

test.beforeEach(async ({ app, emulator, orderDesk }) => {
  const warehouse = emulator.addInstance(warehouseInit)
  orderDesk.person('79990001122', { name: 'Anna' }).says('Is order 4821 ready?')
  warehouse.person('79990005566', { name: 'Pavel' }).says('The pallet is at gate 4')
  const page = await app.open({ instances: [orderDesk, warehouse] })
  await expect(rail(page).getByRole('link', { name: /^Warehouse, 1 unread, live/ })).toBeVisible()
})

test('places, the parts of the window, the palette, and instances: their order, their menus, changed and removed, by keyboard and mouse', async ({
  app,
}) => {
  const { page } = app
  await test.step('F6 and Tab go round the window; the order of the instances changes; one is paused and resumed', async () => {
    await test.step('F6 goes round the parts of the window, and the first Tab offers to skip them', async () => {
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(rail(page).locator(':focus')).toHaveCount(1)
      await page.keyboard.press('F6')
      await expect(views(page).locator(':focus')).toHaveCount(1)
      await page.keyboard.press('ArrowRight')
      await expect(views(page).getByRole('link', { name: /^Outgoing/ })).toBeFocused()
      await page.keyboard.press('Shift+F6')
      await expect(rail(page).locator(':focus')).toHaveCount(1)
    })

    await test.step('F6 leads through a view of several parts as well, and back to where the round began', async () => {
      await openChat(page, 'Anna')
      // Until the chat is drawn, there is nothing in its part that could be led to.
      await expect(composer(page)).toBeVisible()
      const field = chatList(page).getByRole('searchbox', { name: 'Search', exact: true })
      await field.focus()
      await page.keyboard.press('F6')
      await expect(conversation(page).locator(':focus')).toHaveCount(1)
      await page.keyboard.press('F6')
      await expect(rail(page).locator(':focus')).toHaveCount(1)
      await page.keyboard.press('F6')
      await expect(views(page).locator(':focus')).toHaveCount(1)
      await page.keyboard.press('F6')
      await expect(field).toBeFocused()
      await page.keyboard.press('Shift+F6')
      await expect(views(page).locator(':focus')).toHaveCount(1)
    })

    await test.step('the order changes by keyboard and by dragging, and stays', async () => {
      const tiles = rail(page).getByRole('link', { name: /^(Order desk|Warehouse)/ })
      await expect(tiles.first()).toHaveAccessibleName(/^Order desk/)
      await tiles.first().focus()
      await page.keyboard.press('Alt+ArrowDown')
      await expect(tiles.first()).toHaveAccessibleName(/^Warehouse/)
      await expect(tiles.last()).toBeFocused()
      await drag(page, tiles.last(), tiles.first())
      await expect(tiles.first()).toHaveAccessibleName(/^Order desk/)
      await page.reload()
      await expect(tiles.first()).toHaveAccessibleName(/^Order desk/)
    })

    await test.step('an instance is paused with its price said, and resumed', async () => {
      const tile = rail(page).getByRole('link', { name: /^Warehouse/ })
      await tile.click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Pause' }).click()
      const dialog = page.getByRole('dialog', { name: 'Pause “Warehouse”?' })
      await expect(dialog).toContainText('24 hours')
      await dialog.getByRole('button', { name: 'Pause' }).click()
      await expect(tile).toHaveAccessibleName(/paused$/)
      await tile.click()
      await page.getByRole('main').getByRole('button', { name: 'Resume' }).click()
      await expect(tile).toHaveAccessibleName(/live$/)
    })
  })

  await test.step('each instance keeps its place, and Ctrl with a digit leads there', async () => {
    await rail(page)
      .getByRole('link', { name: /^Order desk/ })
      .click()
    await openChat(page, 'Anna')
    await page.keyboard.press('Control+2')
    await expect(page.getByRole('heading', { name: 'Warehouse', level: 1 })).toBeVisible()
    await expect(chatRow(page, 'Pavel')).toBeVisible()
    await expect(chatRow(page, 'Anna')).toHaveCount(0)
    await page.keyboard.press('Control+1')
    await expect(conversation(page).getByRole('heading', { name: 'Anna' })).toBeVisible()

    // The view stays when the instance changes.
    // A key that comes before the window has drawn where the link led goes on from there.
    await views(page)
      .getByRole('link', { name: 'Events' })
      .evaluate((link: HTMLElement) => {
        link.click()
        link.dispatchEvent(new KeyboardEvent('keydown', { key: '2', ctrlKey: true, bubbles: true, cancelable: true }))
      })
    await expect(views(page).getByRole('link', { name: 'Events' })).toHaveAttribute('aria-current', 'page')
  })
  await views(page).getByRole('link', { name: 'Chats' }).click()

  await test.step('all instances are one list, and the place is there again after a reload', async () => {
    await rail(page)
      .getByRole('link', { name: /^All instances, 1 unread/ })
      .click()
    await openChat(page, 'Pavel')
    await expect(message(page, 'The pallet is at gate 4')).toBeVisible()
    await expect(page).toHaveTitle(/Chats, All instances/)
    // The place is written a moment after it was taken.
    await expect(async () => {
      await page.goto(page.url().replace(/#.*$/, ''))
      await expect(conversation(page).getByRole('heading', { name: 'Pavel' })).toBeVisible()
    }).toPass()
  })

  await test.step('everything about an instance is done without a mouse', async () => {
    const warehouse = rail(page).getByRole('link', { name: /^Warehouse/ })
    await page.keyboard.press('Control+1')
    await expect(page.getByRole('heading', { name: 'Order desk', level: 1 })).toBeVisible()
    await page.keyboard.press('Control+9')
    await expect(page.getByRole('heading', { name: 'Order desk', level: 1 })).toBeVisible()
    await rail(page)
      .getByRole('link', { name: /^Order desk/ })
      .focus()
    await page.keyboard.press('ArrowDown')
    await expect(warehouse).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Warehouse', level: 1 })).toBeVisible()

    // Its menu: muted for an hour, then a pause with its price.
    const choose = async (...path: readonly string[]) => {
      await warehouse.focus()
      await page.keyboard.press('Shift+F10')
      for (const [depth, name] of path.entries()) {
        const item = page.getByRole('menuitem', { name, exact: true })
        await expect(item).toBeVisible()
        // A menu is drawn a frame before it has the focus, and until then keys go to the menu before it.
        await expect
          .poll(() => item.evaluate((element) => element.closest('[role="menu"]')?.contains(document.activeElement)))
          .toBe(true)
        const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
        while (!(await item.evaluate((element) => element === document.activeElement))) {
          const before = await focused()
          await page.keyboard.press('ArrowDown')
          await expect.poll(focused).not.toBe(before)
        }
        await page.keyboard.press(depth < path.length - 1 ? 'ArrowRight' : 'Enter')
      }
    }
    await choose('Mute notifications', 'For 1 hour')
    await expect(warehouse).toHaveAccessibleName(/muted/)
    await choose('Pause')
    const dialog = page.getByRole('dialog', { name: 'Pause “Warehouse”?' })
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Pause' }).press('Enter')
    await expect(warehouse).toHaveAccessibleName(/paused/)

    // The palette leads back, by its keys alone.
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search or jump' })
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('order desk')
    await expect(palette.getByRole('option').first()).toContainText('Order desk')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Order desk', level: 1 })).toBeVisible()
  })
  await test.step('the palette finds instances, chats, messages and actions', async () => {
    const dialog = page.getByRole('dialog', { name: 'Search or jump' })
    const field = dialog.getByRole('combobox', { name: 'Search or jump to' })
    const results = dialog.getByRole('listbox', { name: 'Results' })

    await page.getByRole('button', { name: 'Search or jump' }).click()
    await expect(field).toBeFocused()
    await field.fill('ware')
    await expect(results.getByRole('option').first()).toContainText('Warehouse')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Warehouse', level: 1 })).toBeVisible()

    await page.keyboard.press('Control+k')
    await field.fill('4821')
    await results.getByRole('option', { name: /Is order 4821 ready/ }).click()
    await expect(message(page, 'Is order 4821 ready?')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Order desk', level: 1 })).toBeVisible()

    await page.keyboard.press('Control+k')
    await field.fill('jump to a date')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Jump to date' }).getByLabel('Date')).toBeFocused()
    await page.keyboard.press('Escape')
    const act = async (label: string): Promise<void> => {
      await page.keyboard.press('Control+k')
      await field.fill(label)
      await page.keyboard.press('Enter')
    }
    const chat = await app.saving(() => act('this chat as csv'))
    expect(chat.text).toContain('Is order 4821 ready?')

    await page.keyboard.press('Control+k')
    await field.fill('zebra crossing')
    await expect(dialog).toContainText('Nothing found for “zebra crossing”')
    await field.fill('>dark')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })

  await test.step('an instance is renamed, muted, checked and removed', async () => {
    const menu = async (item: string): Promise<void> => {
      await rail(page)
        .getByRole('link', { name: /^(Warehouse|Depot)/ })
        .click({ button: 'right' })
      await page.getByRole('menuitem', { name: item }).click()
    }
    await menu('Edit')
    await page.getByRole('textbox', { name: 'Name' }).fill('Depot')
    const colours = page.getByRole('radiogroup', { name: 'Colour' }).getByRole('radio')
    await colours.last().click()
    await page.keyboard.press('ArrowRight')
    await expect(colours.first()).toBeChecked()
    await expect(colours.first()).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(colours.last()).toBeChecked()
    await expect(colours.last()).toBeFocused()
    await page.getByRole('radio', { name: 'Plum' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(rail(page).getByRole('link', { name: /^Depot/ })).toBeVisible()

    await menu('Unmute notifications')
    await menu('Resume')
    await expect(rail(page).getByRole('link', { name: /^Depot, live/ })).toBeVisible()
    await menu('Mute notifications')
    await page.getByRole('menuitem', { name: 'Always' }).click()
    await expect(rail(page).getByRole('link', { name: /^Depot, muted/ })).toBeVisible()

    await menu('Self-check')
    await expect(page.getByRole('dialog', { name: 'Self-check of Depot' })).toContainText(/9 of 9 checks passed/)
    await page.keyboard.press('Escape')

    await menu('Remove')
    const dialog = page.getByRole('dialog', { name: 'Remove “Depot”?' })
    await dialog.getByRole('radio', { name: /Erase the history/ }).check()
    await dialog.getByRole('button', { name: 'Remove and erase' }).click()
    await expect(rail(page).getByRole('link', { name: /^Depot/ })).toHaveCount(0)
    await expect(rail(page).getByRole('link', { name: /^Order desk/ })).toBeVisible()
  })
})
