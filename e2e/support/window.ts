import type { Locator, Page } from '@playwright/test'

/** The window's parts by the names a person and a screen reader know them by (design, "Names"). */
export const rail = (page: Page): Locator => page.getByRole('navigation', { name: 'Instances' })
export const views = (page: Page): Locator => page.getByRole('navigation', { name: 'Views' })
export const chatList = (page: Page): Locator => page.getByRole('region', { name: 'Chats' })
export const conversation = (page: Page): Locator => page.getByRole('region', { name: 'Conversation' })
export const log = (page: Page): Locator => page.getByRole('log', { name: 'Messages' })
export const composer = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true })
export const details = (page: Page): Locator => page.getByRole('complementary', { name: 'Details' })

/** A row of the chat list. */
export const chatRow = (page: Page, title: string | RegExp): Locator =>
  chatList(page).getByRole('listitem').filter({ hasText: title })

/** The bubble with this text. */
export const message = (page: Page, text: string | RegExp): Locator =>
  log(page).getByRole('article').filter({ hasText: text })

export async function openChat(page: Page, title: string | RegExp): Promise<void> {
  await chatRow(page, title).first().click()
  await conversation(page).waitFor()
}

export async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

/**
 * Presses the mouse on the middle of what is there, whatever the page makes of it: `click` waits until it would
 * succeed.
 */
export async function clickAt(page: Page, target: Locator): Promise<void> {
  await target.hover()
  await page.mouse.down()
  await page.mouse.up()
}

/** Drags by several moves: the first alone does not always begin a drag, and the page hears of it with the next one. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover()
  await page.mouse.down()
  for (let move = 0; move < 3; move += 1) await to.hover()
  await page.mouse.up()
}

/** Fills the dialog "Add instance" without pressing anything. */
export async function fillAddInstance(
  page: Page,
  values: { readonly name?: string; readonly url?: string; readonly id?: string; readonly token?: string },
): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Add instance' })
  const fields = { Name: values.name, 'API URL': values.url, 'Instance ID': values.id, 'API token': values.token }
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) await dialog.getByRole('textbox', { name, exact: true }).fill(value)
  }
  return dialog
}

/** Pastes a text as the system does: it never stands in the field. */
export const paste = (field: Locator, text: string): Promise<void> =>
  field.evaluate((element, given) => {
    const data = new DataTransfer()
    data.setData('text/plain', given)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)

/** Chooses a large file that the page makes itself: one of the test's would be carried there as text. */
export const chooseLarge = (
  input: Locator,
  file: { readonly name: string; readonly type: string; readonly bytes: number },
) =>
  input.evaluate((element: HTMLInputElement, { name, type, bytes }) => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(bytes)], name, { type }))
    element.files = data.files
    element.dispatchEvent(new Event('change', { bubbles: true }))
  }, file)

/**
 * Waits until the message with this text is marked as the one that was gone to. The mark goes after 2.6 s, so begin to
 * wait before what sets it: every frame is looked at.
 */
export const isMarked = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction((part) => document.querySelector('.msg.is-hit')?.textContent?.includes(part), text)

const lockPassphrase = 'seven grey otters tumble'

/** Sets the passphrase that locks the window. */
export async function setLock(page: Page): Promise<void> {
  await views(page)
    .getByRole('link', { name: /^Settings/ })
    .click()
  await page.getByRole('link', { name: 'Storage and privacy' }).click()
  await page.getByRole('group', { name: 'Lock of the window' }).getByRole('button', { name: 'Set up…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lock the window' })
  await dialog.getByLabel('Passphrase', { exact: true }).fill(lockPassphrase)
  await dialog.getByLabel('Passphrase again').fill(lockPassphrase)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
}

/** Writes the passphrase into the locked window. */
export async function unlock(page: Page, passphrase = lockPassphrase): Promise<void> {
  await page.getByRole('textbox', { name: 'Passphrase' }).fill(passphrase)
  await page.keyboard.press('Enter')
}

/** Lets an instance check itself, from its menu. */
export async function selfCheck(page: Page, name: string): Promise<Locator> {
  await rail(page)
    .getByRole('link', { name: new RegExp(name) })
    .click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Self-check' }).click()
  return page.getByRole('dialog', { name: `Self-check of ${name}` })
}
