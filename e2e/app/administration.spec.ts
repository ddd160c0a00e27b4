import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { Emulator } from '../../src/emulator/create-emulator.ts'
import type { EffectPattern } from '../../src/emulator/effects.ts'
import type { Fault } from '../../src/emulator/http/faults.ts'
import type { Instance } from '../../src/emulator/world/instance.ts'
import { projectRoot } from '../support/running-app.ts'
import { expect, orderDeskInit, test, warehouseInit } from '../support/test.ts'
import { chatRow, chooseLarge, clickAt, message, openChat, rail, send, views } from '../support/window.ts'

test('an instance that nobody is logged in to is authorized by QR code, and the first message comes, all in one window', async ({
  app,
  emulator,
  host,
}) => {
  // WhatsApp’s codes are asked for each second.
  const desk = emulator.addInstance({ ...orderDeskInit, family: 'whatsapp', state: 'notAuthorized' })
  const anna = desk.person('79990001122', { name: 'Anna' })
  const page = await app.open({ instances: [desk] })
  await test.step('the banner leads to where it is done, and nothing is asked before the click', async () => {
    const banner = page.getByRole('alert').filter({ hasText: 'Order desk is not authorized' })
    await banner.getByRole('button', { name: 'Authorize' }).click()
    await expect(views(page).getByRole('link', { name: 'Instance' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('region', { name: 'Authorization' })).toBeVisible()
    expect(emulator.recorder.list({ operation: 'qr' })).toEqual([])
  })
  const codeName = 'QR code for Order desk'
  const code = page.getByRole('img', { name: codeName })
  const seconds = page.getByRole('timer')
  const opacity = () => code.evaluate((element) => Number(getComputedStyle(element).opacity))
  // A desktop has one window.
  const second = host === 'browser' ? await page.context().newPage() : page
  await test.step('the code is shown with its seconds, and to two windows that ask at once it is one', async () => {
    if (second !== page) await second.goto(page.url())
    const windows = [...new Set([page, second])]
    const buttons = await Promise.all(
      windows.map((one) => one.getByRole('button', { name: 'Show QR code' }).elementHandle()),
    )
    // Each before the other's code shows.
    await Promise.all(buttons.map((button) => button?.dispatchEvent('click')))
    // A code may take the place of another between two looks.
    const images = () => Promise.all(windows.map((one) => pictureOf(one.getByRole('img', { name: codeName }))))
    await expect.poll(async () => new Set(await images()).size).toBe(1)
    await expect(seconds).toHaveText(/^Good for \d+ s$/)
    const asked = emulator.recorder.list({ operation: 'qr' }).map(({ at }) => at)
    // Each second; two windows that asked by themselves would do so at the same moment.
    for (const [index, at] of asked.slice(1).entries()) expect(at - (asked[index] ?? 0)).toBeGreaterThan(300)
  })
  await test.step('one that expires while it is shown can’t be scanned any more, and the next one can', async () => {
    const rule = emulator.fault({ kind: 'refuse', status: 502 }, { operation: 'qr' })
    await page.clock.setFixedTime(Date.now() + 21_000)
    await expect(seconds).toHaveText('Getting the next one')
    await expect.poll(opacity).toBeLessThan(0.2)
    await page.clock.setFixedTime(Date.now())
    emulator.clock.advance(20_000)
    const before = await pictureOf(code)
    emulator.faults.remove(rule)
    await expect.poll(() => pictureOf(code)).not.toBe(before)
    await expect(seconds).toHaveText(/^Good for \d+ s$/)
    await expect.poll(opacity).toBe(1)
  })
  await test.step('the scan brings the chats back by itself, but not from under settings that are being changed', async () => {
    const wait = second.getByRole('textbox', { name: 'Wait between messages' })
    if (second !== page) await wait.fill('1234')
    desk.login.scan()
    for (const one of new Set([page, second])) {
      await expect(one.getByText('Order desk is authorized')).toBeVisible()
      await expect(views(one).getByRole('link', { name: one === page ? 'Chats' : 'Instance' })).toHaveAttribute(
        'aria-current',
        'page',
      )
    }
    if (second !== page) await expect(wait).toHaveValue('1234')
    anna.says('Good morning')
    await expect(chatRow(page, 'Anna')).toContainText('Good morning')
    await expect(rail(page).getByRole('link', { name: /^Order desk.*live/ })).toBeVisible()
  })
})

/** The pixels that are shown, as text; empty while a picture takes the place of another one. */
const pixelsOf = (image: Locator): Promise<string> =>
  image.evaluate((element) => {
    if (!(element instanceof HTMLImageElement)) throw new Error('This is no picture.')
    if (!element.complete || element.naturalWidth === 0) return ''
    const canvas = document.createElement('canvas')
    canvas.width = element.naturalWidth
    canvas.height = element.naturalHeight
    canvas.getContext('2d')?.drawImage(element, 0, 0)
    return canvas.toDataURL()
  })

/** The pixels of the picture that is shown, once it is. */
async function pictureOf(image: Locator): Promise<string> {
  let pixels = ''
  await expect.poll(async () => (pixels = await pixelsOf(image))).not.toBe('')
  return pixels
}

const openInstance = async (page: Page) => {
  await rail(page)
    .getByRole('link', { name: /^Order desk/ })
    .click()
  await views(page).getByRole('link', { name: 'Instance' }).click()
}

test('all queues are counted, one that another program filled is cleared by its number, a setting is saved while a send waits, and a group is made, filled, renamed and left', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const warehouse = emulator.addInstance(warehouseInit)
  const anna = orderDesk.person('79990001122', { name: 'Anna', contactName: 'Anna' })
  orderDesk.person('79990003344', { name: 'Boris', contactName: 'Boris' })
  orderDesk.set({ delaySendMessagesMilliseconds: 600_000 })
  orderDesk.behave({ settingsDelayMs: 300_000 })
  anna.says('Good morning')
  orderDesk.apiSends.accept(anna.chat, 'Leaves at once')
  const page = await app.open({ instances: [orderDesk, warehouse] })
  await expect(chatRow(page, 'Anna')).toBeVisible()
  orderDesk.apiSends.accept(anna.chat, 'Of another program')
  // A window that opens while the first instance is the only one has chosen that one.
  await expect(rail(page).getByRole('link', { name: /^Warehouse/ })).toBeVisible()
  await rail(page)
    .getByRole('link', { name: /^All instances/ })
    .click()

  const row = (name: string) =>
    page.getByRole('table', { name: 'Instances' }).getByRole('row').filter({ hasText: name })
  await test.step('the table of all counts each queue by itself', async () => {
    await views(page).getByRole('link', { name: 'Instances' }).click()
    await expect(row('Order desk').getByRole('cell').nth(6)).toHaveText('1')
    await expect(row('Warehouse').getByRole('cell').nth(6)).toHaveText('0')
  })
  await test.step('a row stays the selected one wherever it moves, and a key on a box counts for its row', async () => {
    const box = (name: string) => row(name).getByRole('checkbox')
    const byName = page.getByRole('columnheader', { name: 'Name' }).getByRole('button')
    await row('Order desk').getByRole('cell').nth(1).click()
    await byName.click()
    await expect(row('Order desk')).toHaveAttribute('aria-rowindex', '3')
    await expect(row('Order desk')).toHaveAttribute('aria-selected', 'true')
    await byName.click()
    await expect(row('Order desk')).toHaveAttribute('aria-rowindex', '2')
    await expect(row('Order desk')).toHaveAttribute('aria-selected', 'true')
    await box('Warehouse').focus()
    await page.keyboard.press('Space')
    await expect(box('Warehouse')).toBeChecked()
    await expect(box('Order desk')).not.toBeChecked()
    await row('Order desk').focus()
    await page.keyboard.press('Space')
    await expect(box('Order desk')).toBeChecked()
  })
  await test.step('the mouse selects rows one by one and all at once, and what a filter hides is not acted on', async () => {
    const box = (name: string) => row(name).getByRole('checkbox')
    const all = page.getByRole('checkbox', { name: 'Select all' })
    const count = (label: string) => page.getByRole('toolbar', { name: label })
    await expect(all).toBeChecked()
    await clickAt(page, box('Warehouse'))
    await expect(box('Warehouse')).not.toBeChecked()
    await expect(all).toHaveJSProperty('indeterminate', true)
    await expect(count('1 selected')).toBeVisible()
    // Beside the box, within its cell, and fast: two clicks on a box open nothing.
    const cell = row('Warehouse').getByRole('cell').first()
    await cell.dblclick({ position: { x: 8, y: 6 } })
    await expect(box('Warehouse')).not.toBeChecked()
    await cell.click({ position: { x: 8, y: 6 } })
    await expect(box('Warehouse')).toBeChecked()
    await clickAt(page, all)
    await expect(page.getByRole('toolbar', { name: /selected/ })).toBeHidden()
    await clickAt(page, all)
    await expect(count('2 selected')).toBeVisible()
    const search = page.getByRole('searchbox', { name: 'Name, number or ID' })
    await search.fill('Ware')
    await expect(count('1 selected')).toBeVisible()
    await search.fill('')
    await expect(count('2 selected')).toBeVisible()
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await expect(all).not.toBeChecked()
  })
  await openInstance(page)
  await test.step('the queue is shown, and cleared when its number is typed', async () => {
    const row = page.getByRole('region', { name: 'Queues' }).getByRole('row').filter({ hasText: 'Of another program' })
    await expect(row).toContainText('Another program')
    await page.getByRole('region', { name: 'Queues' }).getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('menuitem', { name: 'Clear the outgoing queue' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('1 message will never be sent: 0 of this computer, 1 of another program.')
    await dialog.getByRole('textbox').fill('1')
    await dialog.getByRole('button', { name: 'Clear 1' }).click()
    await expect(page.getByText('Nothing waits to be sent')).toBeVisible()
    expect(orderDesk.outgoing.list()).toEqual([])
  })
  await test.step('a setting that was changed elsewhere in the meantime is not saved before the person saw it', async () => {
    const wait = page.getByRole('textbox', { name: 'Wait between messages' })
    const diff = page.getByRole('group', { name: 'Changes before saving' })
    await wait.click()
    for (const _digit of '600000') await page.keyboard.press('Backspace')
    await expect(wait).toHaveValue('')
    await page.keyboard.type('1000')
    await expect(diff).toContainText('600,000 ms')
    await test.step('what is typed is still there after another tab, another instance and another view', async () => {
      await page.getByRole('tab', { name: 'Account' }).click()
      await page.getByRole('tab', { name: 'Overview' }).click()
      await expect(wait).toHaveValue('1000')
      await rail(page)
        .getByRole('link', { name: /^Warehouse/ })
        .click()
      await expect(wait).toHaveValue('100')
      await views(page).getByRole('link', { name: 'Chats' }).click()
      await openInstance(page)
      await expect(wait).toHaveValue('1000')
      await expect(diff).toContainText('1 change')
    })
    orderDesk.set({ delaySendMessagesMilliseconds: 5000 })
    await diff.getByRole('button', { name: 'Save 1 change' }).click()
    await expect(diff.getByRole('alert')).toContainText('changed elsewhere in the meantime')
    await expect(diff).toContainText('5,000 ms')
    expect(emulator.recorder.list({ operation: 'setSettings' })).toEqual([])
    await diff.getByRole('button', { name: 'Save 1 change' }).click()
    await expect(page.getByText('The settings of “Order desk” are saved')).toBeVisible()
  })
  await test.step('the instance restarts, and what is sent meanwhile waits through it and goes once', async () => {
    await expect(page.getByText(/^The instance restarts, until .* at the latest\. Sends wait\.$/)).toBeVisible()
    await views(page).getByRole('link', { name: 'Chats' }).click()
    await openChat(page, 'Anna')
    await send(page, 'Through the restart')
    await expect(message(page, 'Through the restart').getByRole('img', { name: 'Queued' })).toBeVisible()
    emulator.clock.advance(300_000)
    await expect(
      message(page, 'Through the restart').getByRole('img', { name: /^(Sent|Delivered|Read)$/ }),
    ).toBeVisible()
    const texts = orderDesk.sends.map(({ content }) => ('text' in content ? content.text : ''))
    expect(texts.filter((text) => text === 'Through the restart')).toHaveLength(1)
    expect(orderDesk.settings.delaySendMessagesMilliseconds).toBe(1000)
    expect(emulator.recorder.list({ operation: 'setSettings' })).toHaveLength(1)
  })
  await test.step('a group is made, pictured, filled, renamed and left, and a refusal says so', async () => {
    await views(page).getByRole('link', { name: 'Instance' }).click()
    await page.getByRole('tab', { name: 'Groups' }).click()
    await page.getByRole('button', { name: 'New group' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Group' }).fill('Routes')
    const people = page.getByRole('dialog').getByRole('checkbox')
    await page.getByRole('dialog').getByRole('combobox', { name: 'Name, number or chat ID' }).fill('Ann')
    await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(1)
    await expect(people).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(people).not.toHaveCount(0)
    await page.getByRole('button', { name: 'Create with 1 person' }).click()
    const panel = page.getByRole('complementary', { name: 'Group' })
    await expect(panel).toContainText('2 participants')
    await expect(page.getByRole('button', { name: 'New group' })).toHaveAttribute('aria-disabled', 'true')

    const file = panel.locator('input[type=file]')
    await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no jpeg') })
    await expect(page.getByText('The service takes JPEG pictures only')).toBeVisible()
    await chooseLarge(file, { name: 'a.jpg', type: 'image/jpeg', bytes: 5 * 1024 * 1024 })
    await expect(page.getByText('The picture is larger than 4 MB')).toBeVisible()
    await file.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no jpeg either') })
    await expect(panel.getByRole('alert')).toContainText('The service takes JPEG pictures only')
    const buffer = await readFile(path.join(projectRoot, 'src/emulator/media/assets/group-routes.jpg'))
    await file.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
    await expect(panel.locator('.g-hero .avatar img')).toBeVisible()
    expect(orderDesk.groups[0]?.avatar).toMatchObject({ kind: 'set' })

    await panel.getByRole('button', { name: 'Add', exact: true }).click()
    const who = panel.getByRole('combobox', { name: 'Name, number or chat ID' })
    const add = async (typed: string) => {
      await who.fill(typed)
      await panel.getByRole('button', { name: 'Add', exact: true }).last().click()
    }
    await add('1000 ABC 77')
    await expect(panel).toContainText('This is not a phone number or a chat ID.')
    await add('79990009999')
    await expect(panel.getByRole('alert')).toContainText('200 addParticipant: false')
    await expect(who).toHaveValue('79990009999')
    // Somebody of the chats or contacts is found by name; who is in the group is not found again.
    await who.fill('Ann')
    await expect(panel.getByRole('option')).toHaveCount(0)
    await who.fill('Bor')
    await expect(panel.getByRole('option', { name: /^Boris/ })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(panel).toContainText('3 participants')

    const pin = panel.getByRole('radiogroup', { name: 'Pin messages' })
    await expect(pin.getByRole('radio', { checked: true })).toHaveCount(0)
    await pin.getByRole('radio', { name: 'On' }).click()
    await expect(panel.getByRole('switch', { name: 'Pin messages' })).toBeChecked()
    expect([...(orderDesk.groups[0]?.unsynced ?? [])]).toEqual([['allowParticipantsPinMessages', true]])

    await panel.getByRole('button', { name: 'Rename' }).click()
    await panel.getByRole('textbox', { name: 'Group' }).fill('Night routes')
    await panel.getByRole('button', { name: 'Save' }).click()
    await expect(panel.getByRole('heading', { name: 'Night routes' })).toBeVisible()
    await panel.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Leave' }).click()
    await expect(panel).toContainText('The account is not in this group.')
  })
})

test('another program’s webhook is cleared once its address was copied; a change goes to others too, but takes no webhook from them', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const hook = 'https://hooks.example/in?for=desk'
  const theirs = 'https://hooks.example/of-the-warehouse'
  const warehouse = emulator.addInstance({ ...warehouseInit, settings: { webhookUrl: theirs } })
  const night = emulator.addInstance({ ...warehouseInit, idInstance: '1101000003', name: 'Night shift' })
  orderDesk.set({ webhookUrl: hook })
  const page = await app.open({ instances: [orderDesk, warehouse, night] })
  await openInstance(page)
  const diff = page.getByRole('group', { name: 'Changes before saving' })
  const settings = () => emulator.recorder.list({ operation: 'setSettings' }).map(({ idInstance }) => idInstance)
  await test.step('the banner leads to the field in which the webhook is cleared', async () => {
    await views(page).getByRole('link', { name: 'Chats' }).click()
    await page
      .getByRole('status')
      .filter({ hasText: 'webhook' })
      .getByRole('button', { name: 'Show the webhook' })
      .click()
    const field = page.getByRole('textbox', { name: 'Webhook URL' })
    await expect(field).toBeFocused()
    await expect(field).toBeInViewport({ ratio: 1 })
  })
  await test.step('the facts are those of the webhook that the banner tells of', async () => {
    const fact = (name: string) => page.locator('.factbar .fact').filter({ hasText: name })
    await expect(fact('Received by')).toContainText('A webhookSet at the service')
    await expect(fact('Last trouble')).toContainText('A webhook takes the notifications')
  })
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill('')
  await page.getByRole('textbox', { name: 'Wait between messages' }).fill('1000')
  await expect(diff).toContainText('The webhook belongs to another program: it will get nothing more.')

  await test.step('saving waits for the copy', async () => {
    const save = diff.getByRole('button', { name: 'Save 2 changes' })
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    await clickAt(page, save)
    expect(settings()).toEqual([])
    expect(await app.copying(() => diff.getByRole('button', { name: 'Copy' }).click())).toBe(hook)
    await expect(save).not.toHaveAttribute('aria-disabled')
  })
  await test.step('others are changed one after another, and the one with a webhook of its own is left out', async () => {
    await diff.getByRole('button', { name: 'Apply to others' }).click()
    const dialog = page.getByRole('dialog', { name: 'Apply to other instances' })
    await expect(dialog).toContainText('Wait between messages')
    await expect(dialog.getByRole('checkbox')).toHaveCount(2)
    for (const name of ['Warehouse', 'Night shift'])
      await dialog.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check()
    await dialog.getByRole('button', { name: 'Apply to 2' }).click()
    await expect(dialog).toContainText('Left out: another program’s webhook is set there.')
    await expect(dialog).toContainText('Saved')
    expect(settings()).toEqual([night.idInstance])
    expect([warehouse.settings.webhookUrl, night.settings.delaySendMessagesMilliseconds]).toEqual([theirs, 1000])
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  })
  await diff.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(page.getByText('The settings of “Order desk” are saved')).toBeVisible()
  expect(orderDesk.settings).toMatchObject({ webhookUrl: '', delaySendMessagesMilliseconds: 1000 })
})

/** Presses what changes the token, and kills the program when this happens at the service. */
const killWhileChanging = async (
  app: { readonly page: Page; kill(): Promise<void> },
  emulator: Emulator,
  fault: readonly [operation: string, fault: Fault],
  moment: readonly EffectPattern[],
) => {
  const { page } = app
  await openInstance(page)
  await page.getByRole('tab', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Change token' }).click()
  const [operation, what] = fault
  emulator.fault(what, { operation })
  let after = emulator.effects.mark()
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Change token' }).click()
  for (const pattern of moment) after = (await emulator.until(pattern, { after })).seq
  await app.kill()
  emulator.faults.clear()
}

const expectWorking = async (page: Page, emulator: Emulator, desk: Instance, text: string) => {
  await views(page).getByRole('link', { name: 'Chats' }).click()
  await openChat(page, 'Anna')
  await send(page, text)
  await emulator.untilSent(text)
  await openInstance(page)
  await page.getByRole('tab', { name: 'Account' }).click()
  const token = page.getByRole('region', { name: 'API token' })
  await expect(token.getByRole('button', { name: 'Change token' })).toBeEnabled()
  await expect(token.getByText('The token change was interrupted.')).toHaveCount(0)
  expect(desk.state).toBe('authorized')
}

test('killed at any step of a change of the token, the program works with one of the two at the next start, and knows which @process @nightly', async ({
  app,
  emulator,
  orderDesk,
}) => {
  orderDesk.behave({ tokenChange: 600_000 })
  orderDesk.person('79990001122', { name: 'Anna' }).says('Good morning')
  await app.open({ instances: [orderDesk] })
  const first = orderDesk.token

  await test.step('before the service did it', async () => {
    const longer = { kind: 'delay', ms: 7 * 86_400_000 } as const
    await killWhileChanging(app, emulator, ['updateApiToken', longer], [{ kind: 'fault', operation: 'updateApiToken' }])
    expect(orderDesk.token).toBe(first)
    await expectWorking(await app.open(), emulator, orderDesk, 'With the first')
  })
  await test.step('when the service did it and its answer, the only copy, was on the way', async () => {
    const done = { kind: 'answered', operation: 'updateApiToken' } as const
    await killWhileChanging(app, emulator, ['updateApiToken', { kind: 'hang' }], [done])
    expect(orderDesk.token).not.toBe(first)
    await expectWorking(await app.open(), emulator, orderDesk, 'With the first again')
  })
  const second = orderDesk.token
  await test.step('when the new one was kept and not yet tried', async () => {
    const tried = { kind: 'request', operation: 'lastOutgoingMessages' } as const
    await killWhileChanging(
      app,
      emulator,
      ['lastOutgoingMessages', { kind: 'hang' }],
      [{ kind: 'answered', operation: 'updateApiToken' }, tried],
    )
    expect(orderDesk.token).not.toBe(second)
    await expectWorking(await app.open(), emulator, orderDesk, 'With the third')
    // Whatever still runs with an earlier one would stop here.
    emulator.clock.advance(600_000)
    await expectWorking(app.page, emulator, orderDesk, 'Still with the third')
  })
  expect(emulator.recorder.list({ operation: 'updateApiToken' })).toHaveLength(3)
})
