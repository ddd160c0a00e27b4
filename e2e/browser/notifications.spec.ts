import type { Page } from '@playwright/test'
import { freePort, letProgramsConnect, openPairing, startCtl, untilDeskIsFound } from '../support/program-side.ts'
import { expect, test } from '../support/test.ts'
import { chatRow, log, openChat, setLock, unlock, views } from '../support/window.ts'

interface Shown {
  readonly title: string
  readonly body: string
  readonly tag: string
  closed: boolean
}

/**
 * Stands in for the person and the desktop: a browser without a display blocks notifications and shows none. What the
 * page asks of the browser is noted, and its question is answered with yes where a click is under way.
 */
async function watchNotifications(page: Page) {
  await page.addInitScript(() => {
    const shown: { title: string; body: string; tag: string; closed: boolean; notification: Notification }[] = []
    Reflect.set(globalThis, 'shownNotifications', shown)
    let permission: NotificationPermission = 'default'
    globalThis.Notification = class extends Notification {
      static override get permission() {
        return permission
      }
      static override async requestPermission() {
        permission = navigator.userActivation.isActive ? 'granted' : 'denied'
        return permission
      }
      constructor(title: string, options: NotificationOptions = {}) {
        super(title, options)
        shown.push({ title, body: options.body ?? '', tag: options.tag ?? '', closed: false, notification: this })
      }
      override close() {
        for (const one of shown) if (one.notification === this) one.closed = true
        super.close()
      }
    }
  })
  return {
    all: () =>
      page.evaluate(() =>
        (Reflect.get(globalThis, 'shownNotifications') as Shown[]).map(({ title, body, tag, closed }) => ({
          title,
          body,
          tag,
          closed,
        })),
      ),
    click: (index: number) =>
      page.evaluate((at) => {
        const shown = Reflect.get(globalThis, 'shownNotifications') as { notification: Notification }[]
        shown[at]?.notification.dispatchEvent(new Event('click'))
      }, index),
  }
}

async function openSettings(page: Page): Promise<void> {
  await views(page)
    .getByRole('link', { name: /^Settings/ })
    .click()
}

test('a browser shows notifications once it is allowed to, leads to the chat, and takes away what was seen', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  anna.says('Good morning')
  const boris = orderDesk.person('79990003344', { name: 'Boris' })
  boris.says('Good day')
  const page = await app.open({ instances: [orderDesk] })
  await test.step('where the browser blocks notifications the switch says so and takes no click', async () => {
    // Chromium denies whatever is not in this list; what it does without one changed between its versions.
    await page.context().grantPermissions(['clipboard-read'])
    await openSettings(page)
    const control = page.getByRole('switch', { name: 'Show notifications' })
    await expect(control).toBeDisabled()
    await expect(control).toHaveAccessibleDescription(/Your browser blocks them/)
    await page.context().clearPermissions()
  })
  const notifications = await watchNotifications(page)
  await page.reload()
  await openSettings(page)
  const control = page.getByRole('switch', { name: 'Show notifications' })
  await expect(control).not.toBeChecked()
  await expect(control).toHaveAccessibleDescription(/Your browser asks you first/)
  await control.click()
  await expect(control).toBeChecked()
  await expect(control).toHaveAccessibleDescription(/While Switchboard is open/)

  await emulator.untilWaiting(orderDesk.idInstance)
  anna.says('Is it ready?')
  await expect
    .poll(notifications.all)
    .toMatchObject([{ title: 'Anna · Order desk', body: 'Is it ready?', closed: false }])
  await notifications.click(0)
  await expect(log(page)).toContainText('Is it ready?')
  await expect.poll(notifications.all).toMatchObject([{ closed: true }])

  await test.step('a chat that is in view gets none, and one that comes into view loses its own', async () => {
    anna.says('I am waiting')
    boris.says('And mine?')
    await expect
      .poll(async () => (await notifications.all()).map(({ body }) => body))
      .toEqual(['Is it ready?', 'And mine?'])
    await openChat(page, 'Boris')
    await expect(log(page)).toContainText('And mine?')
    await expect.poll(async () => (await notifications.all()).every(({ closed }) => closed)).toBe(true)
  })

  await test.step('the lock takes them away, and beside a locked window they say that something came', async () => {
    await openChat(page, 'Anna')
    boris.says('Mine is the blue one')
    await expect.poll(async () => (await notifications.all()).at(-1)?.body).toBe('Mine is the blue one')
    await setLock(page)
    await page.keyboard.press('Control+Shift+L')
    await expect(page.getByRole('heading', { name: 'Switchboard is locked' })).toBeVisible()
    await expect.poll(async () => (await notifications.all()).every(({ closed }) => closed)).toBe(true)
    boris.says('Or was it the green one?')
    await expect
      .poll(async () => (await notifications.all()).at(-1))
      .toMatchObject({ title: 'Switchboard', body: 'New message', closed: false })
    expect(await page.title()).toBe('Switchboard')

    // Whoever loads the page anew, or asks the host past it, learns no more.
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Passphrase' })).toBeFocused()
    expect(await page.content()).not.toMatch(/Anna|Boris|Order desk/)
    await unlock(page)
    await views(page)
      .getByRole('link', { name: /^Chats/ })
      .click()
    await expect(chatRow(page, 'Boris')).toContainText('Or was it the green one?')
  })
})

test('a login of the command line raises one while the page has no focus, gone once it is answered @nightly', async ({
  app,
  orderDesk,
}) => {
  const page = await app.open({ instances: [orderDesk] })
  const notifications = await watchNotifications(page)
  await page.reload()
  await openSettings(page)
  await page.getByRole('switch', { name: 'Show notifications' }).click()
  await letProgramsConnect(page, await freePort())
  await untilDeskIsFound(app.dataDir)
  const ctl = startCtl(app.dataDir)
  const dialog = page.getByRole('dialog', { name: 'Let the command line connect?' })
  const refuse = dialog.getByRole('button', { name: 'Don’t allow' })
  const setAway = (away: boolean) =>
    page.evaluate((isAway) => {
      document.hasFocus = () => !isAway
      dispatchEvent(new Event(isAway ? 'blur' : 'focus'))
    }, away)

  const looking = ctl('login')
  await openPairing(page)
  await refuse.click()
  expect(await looking).toMatchObject({ code: 4 })
  await expect(dialog).toBeHidden()
  expect(await notifications.all()).toEqual([])

  await setAway(true)
  const away = ctl('login')
  await openPairing(page)
  const code = await dialog.getByLabel('Code').textContent()
  const body = `The code is ${code}. Open Switchboard to compare it and answer.`
  await expect.poll(notifications.all).toMatchObject([{ title: 'A command line asks to connect', body, closed: false }])
  await refuse.click()
  expect(await away).toMatchObject({ code: 4 })
  await expect(dialog).toBeHidden()
  await expect.poll(notifications.all).toMatchObject([{ body, closed: true }])

  await test.step('one that the person comes back to is taken away while the dialog stays', async () => {
    const seen = ctl('login')
    await openPairing(page)
    await expect.poll(async () => (await notifications.all()).length).toBe(2)
    await setAway(false)
    await expect.poll(notifications.all).toMatchObject([{ closed: true }, { closed: true }])
    await expect(dialog).toBeVisible()
    await refuse.click()
    expect(await seen).toMatchObject({ code: 4 })
  })
})
