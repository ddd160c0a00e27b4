import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { QueryName } from '../src/contract/index.ts'
import type { ControlClient } from '../src/emulator/control-client.ts'
import type { Newcomer } from './picture-world.ts'

/** Which running product a picture is taken of. */
export type Stage =
  /** Two businesses at work. */
  | 'world'
  /** Before anything was added. */
  | 'empty'
  /** Instances that need a person. */
  | 'trouble'
  /** The plan's quota is used up. */
  | 'quota'
  /** The worker that writes the archive dies again and again. */
  | 'failing'
  /** The archive is damaged, and its repair has no place. */
  | 'damaged'
  /** Before anything was added; its pictures add something. */
  | 'adding'

/** What a picture may use besides its page. */
interface Around {
  readonly service: ControlClient
  readonly newcomer: Newcomer
  /** From now on the page gets no answer to these reads: what waits for them goes on waiting. */
  readonly hold: (...names: readonly QueryName[]) => void
}

/** One picture: how large and in which habits, and what is done before it is taken. */
export interface Shot {
  readonly name: string
  /** CSS px; 1440 by 900 when absent. */
  readonly width?: number
  readonly height?: number
  /** 2 draws it as at 200 % zoom. */
  readonly zoom?: 2
  readonly scheme?: 'light' | 'dark'
  /** English as in Britain when absent. American English has 12-hour times. */
  readonly locale?: 'en-GB' | 'en-US' | 'ru-RU'
  readonly on?: Stage
  /** What waits, waits for ever: that is what the picture shows. */
  readonly busy?: true
  readonly arrange: (page: Page, around: Around) => Promise<void>
}

const group = 'Delivery routes'

/** The window at an address of its own; scope 1 is the first instance. */
const at = (page: Page, hash: string): Promise<void> =>
  page.evaluate((to) => {
    location.hash = to
  }, hash)

async function openChat(page: Page, title: string, scope: string = '1'): Promise<void> {
  await at(page, `#/chats/${scope}`)
  // In a narrow window the list is a strip of pictures, each with its name for a screen reader.
  await page.locator('.chats [data-chat]').filter({ hasText: title }).first().click()
  await page.getByRole('log').getByRole('article').first().waitFor()
}

async function showDetails(page: Page, open: boolean): Promise<void> {
  const panel = page.getByRole('complementary')
  if ((await panel.isVisible()) !== open) await page.keyboard.press('Control+i')
  await panel.waitFor({ state: open ? 'visible' : 'hidden' })
}

const chat =
  (title: string, { details = false, scope = '1' } = {}) =>
  async (page: Page): Promise<void> => {
    await openChat(page, title, scope)
    await showDetails(page, details)
  }

/** The list of who waits, with the one open who waits longest. */
const waitingChats =
  (scope: string) =>
  async (page: Page): Promise<void> => {
    await at(page, `#/chats/${scope}`)
    await page.locator('.chats').waitFor()
    await page.keyboard.press('Alt+ArrowDown')
    await page.locator('[data-write]').waitFor()
    const filter = page.locator('.chats .filters > *').nth(2)
    if (await filter.isVisible()) await filter.click()
    await page.locator('[data-write]').focus()
  }

/** An answer that is being written to what somebody else said. */
const answering = async (page: Page): Promise<void> => {
  await chat(group)(page)
  await page.getByRole('article').filter({ hasText: 'They say the pallet' }).focus()
  await page.keyboard.press('r')
  await page.locator('.cquote').waitFor()
}

/** What else can be sent, by its place in the menu of the button below the text; `fill` is typed into the first field. */
const sendingMore =
  (item: number, fill: string) =>
  async (page: Page): Promise<void> => {
    await chat('Anna Lindqvist')(page)
    await page.locator('.cbar [aria-haspopup="menu"]').click()
    await page.getByRole('menuitem').nth(item).click()
    await page.getByRole('dialog').getByRole('textbox').first().fill(fill)
  }

/** Asks for a time, and with `done` gives it. */
const sendingLater =
  (done: boolean) =>
  async (page: Page): Promise<void> => {
    await chat('Anna Lindqvist')(page)
    await page.locator('[data-write]').fill('Good morning, Anna. The driver rings you 30 minutes before he comes.')
    await page.keyboard.press('Control+Shift+Enter')
    const dialog = page.locator('.dialog')
    await dialog.locator('input[type="date"]').fill('2026-11-27')
    if (!done) return
    await dialog.locator('button[type="submit"]').click()
    await page.locator('.bubble.is-scheduled').waitFor()
  }

/** Pictures, a paper and two files that can't go, beside a text with marks. */
const attaching = async (page: Page, _around?: Around, title = 'Anna Lindqvist'): Promise<void> => {
  await chat(title)(page)
  // Of an earlier picture.
  const earlier = page.locator('.tray .all')
  if ((await earlier.count()) > 0) await earlier.click()
  const asset = (name: string) => path.resolve(import.meta.dirname, '../src/emulator/media/assets', name)
  const jpeg = (name: string, file: string) => ({ name, mimeType: 'image/jpeg', buffer: readFileSync(asset(file)) })
  await page
    .locator('input[data-attach]')
    .setInputFiles([
      jpeg('shelf.jpg', 'shelf.jpg'),
      jpeg('loading-bay.jpg', 'loading-bay.jpg'),
      { name: 'Exchange 4821-07 corrected.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(212_000, 'x') },
      { name: 'warehouse-tour.mov', mimeType: 'video/quicktime', buffer: Buffer.alloc(0) },
    ])
  await page.locator('.att input').first().fill('The shelf today')
  await page
    .getByRole('textbox')
    .last()
    .fill(
      'Hello Anna, *two cushions in moss green* go with the chair. Please keep ~Saturday~ _Monday morning_ free: `4821-07`.',
    )
  await expect(page.locator('.send')).toBeEnabled()
}

/** Files are held over the conversation. */
const dropping = async (page: Page): Promise<void> => {
  await chat('Anna Lindqvist')(page)
  await page.evaluate(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['x'], 'a.png'))
    const over = new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer: transfer })
    document.querySelector('.log-wrap')?.dispatchEvent(over)
  })
  await page.locator('.drop-here').waitFor()
}

/** Files on their way, one of them refused, and a text that waits behind them. */
const uploading =
  (title: string) =>
  async (page: Page, around: Around): Promise<void> => {
    await attaching(page, around, title)
    await around.service.do('fault.add', { fault: { kind: 'delay', ms: 20_000 }, operation: 'uploadFile', count: 4 })
    await page.locator('.send').click()
    await page.locator('.upload').first().waitFor()
  }

const forwarding = async (page: Page): Promise<void> => {
  await chat(group)(page)
  await page.getByRole('article').filter({ hasText: 'They say the pallet' }).click({ button: 'right' })
  await page.getByRole('menuitem').nth(2).click()
  await page.getByRole('dialog').getByRole('listitem').nth(1).click()
}

const view =
  (hash: string, waitFor = '.view-settings, [role="table"]') =>
  async (page: Page): Promise<void> => {
    await at(page, hash)
    await page.locator(waitFor).first().waitFor()
  }

/** A view with a table, and what stands behind one of its rows. */
const inspect =
  (hash: string, row = 2) =>
  async (page: Page): Promise<void> => {
    await view(hash)(page)
    await page.getByRole('table').getByRole('row').nth(row).click()
    await page.getByRole('complementary').locator('.code .j').first().waitFor()
  }

/** A table of an instance's tabs, with its first row chosen. */
const chosen = (hash: string) => async (page: Page) => {
  await view(hash)(page)
  await page.getByRole('table').getByRole('row').nth(1).click()
  await page.getByRole('complementary').waitFor()
}

const palette = (text: string) => async (page: Page) => {
  await chat(group, { details: true })(page)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('dialog').getByRole('combobox')
  await field.fill(text)
  await page.getByRole('dialog').getByRole('option').or(page.locator('.empty')).first().waitFor()
}

async function openAddInstance(page: Page): Promise<void> {
  await page.locator('.rail-add').click()
  await page.getByRole('dialog').waitFor()
}

async function fillAddInstance(page: Page, values: readonly [name: string, url: string, id: string, token: string]) {
  await openAddInstance(page)
  const fields = page.getByRole('dialog').getByRole('textbox')
  for (const [index, value] of values.entries()) await fields.nth(index).fill(value)
  await page.getByRole('dialog').locator('button[type="submit"]').click()
}

const settings =
  (section: string) =>
  async (page: Page): Promise<void> => {
    await view(`#/settings/all/${section}`, `[data-section="${section}"]`)(page)
  }

const sections = [
  'general',
  'appearance',
  'notifications',
  'instances',
  'quick-replies',
  'storage',
  'shortcuts',
  'about',
] as const

const inBoth = (shots: (scheme: 'light' | 'dark') => readonly Shot[]): readonly Shot[] =>
  (['light', 'dark'] as const).flatMap((scheme) => shots(scheme).map((shot) => ({ ...shot, scheme })))

const chats: readonly Shot[] = [
  ...inBoth((scheme) => [
    { name: `chats-${scheme}`, arrange: chat(group, { details: true }) },
    { name: `every-kind-${scheme}`, height: 2760, arrange: chat('Every kind') },
  ]),
  { name: 'chats-all-light', arrange: chat(group, { scope: 'all' }) },
  { name: 'waiting-light', arrange: waitingChats('all') },
  { name: 'waiting-dark', scheme: 'dark', arrange: waitingChats('1') },
  { name: 'waiting-1100-ru-light', width: 1100, locale: 'ru-RU', arrange: waitingChats('all') },
  { name: 'waiting-760-dark', width: 760, height: 700, scheme: 'dark', arrange: waitingChats('all') },
  { name: 'send-later-us-light', locale: 'en-US', arrange: sendingLater(false) },
  { name: 'chats-1100-ru-light', width: 1100, locale: 'ru-RU', arrange: chat(group) },
  { name: 'chats-1100-ru-details-light', width: 1100, locale: 'ru-RU', arrange: chat(group, { details: true }) },
  { name: 'chats-760-dark', width: 760, height: 700, scheme: 'dark', arrange: chat(group) },
  { name: 'chats-zoom-200-light', width: 760, height: 560, zoom: 2, arrange: chat(group) },
  {
    name: 'every-kind-760-ru-dark',
    width: 760,
    height: 2900,
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: chat('Every kind'),
  },
  {
    name: 'details-ru-dark',
    height: 1500,
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: async (page) => {
      await chat('Loading bay', { details: true, scope: '2' })(page)
      await page.locator('.person').first().waitFor()
    },
  },
  { name: 'details-not-a-member-light', arrange: chat('Night shift', { details: true, scope: '2' }) },
  { name: 'details-hidden-picture-dark', scheme: 'dark', arrange: chat('M.', { details: true }) },
  {
    name: 'message-details-light',
    arrange: async (page) => {
      await chat(group)(page)
      await page.getByRole('log').focus()
      await page.keyboard.press('End')
      const own = page.getByRole('article').filter({ hasText: 'Ask for the shift lead' })
      await own.click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Status history' }).click()
      await page.getByRole('complementary').locator('.tl').waitFor()
      await page.getByRole('complementary').locator('.code .j').first().waitFor()
    },
  },
  {
    name: 'message-menu-dark',
    scheme: 'dark',
    arrange: async (page) => {
      await chat(group)(page)
      await page.getByRole('article').filter({ hasText: 'They say the pallet' }).click({ button: 'right' })
      await page.getByRole('menu').waitFor()
    },
  },
  { name: 'attaching-light', arrange: attaching },
  { name: 'attaching-dark', scheme: 'dark', arrange: attaching },
  { name: 'attaching-760-ru-light', width: 760, height: 700, locale: 'ru-RU', arrange: attaching },
  { name: 'dropping-dark', scheme: 'dark', arrange: dropping },
  { name: 'uploading-light', arrange: uploading('Anna Lindqvist') },
  {
    name: 'uploading-760-ru-dark',
    width: 760,
    height: 700,
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: uploading('Marta Ruiz'),
  },
  { name: 'answering-light', arrange: answering },
  { name: 'forwarding-light', arrange: forwarding },
  { name: 'forwarding-760-ru-dark', width: 760, height: 700, scheme: 'dark', locale: 'ru-RU', arrange: forwarding },
  { name: 'sending-location-dark', scheme: 'dark', arrange: sendingMore(0, 'at the corner') },
  { name: 'sending-contact-760-ru-light', width: 760, height: 700, locale: 'ru-RU', arrange: sendingMore(1, 'a') },
  { name: 'sending-poll-light', arrange: sendingMore(2, 'When may we come?') },
  { name: 'answering-760-ru-dark', width: 760, height: 700, scheme: 'dark', locale: 'ru-RU', arrange: answering },
  {
    name: 'reacting-dark',
    scheme: 'dark',
    arrange: async (page) => {
      await chat(group)(page)
      const said = page.getByRole('article').filter({ hasText: 'They say the pallet' })
      await said.hover()
      await said.getByRole('button', { name: 'React' }).click()
      await page.locator('.react-pick').waitFor()
    },
  },
  {
    name: 'selection-light',
    arrange: async (page) => {
      await chat(group)(page)
      for (const text of ['I am at the second', 'They say the pallet'])
        await page
          .getByRole('article')
          .filter({ hasText: text })
          .click({ modifiers: ['ControlOrMeta'] })
      await page.getByRole('checkbox').first().waitFor()
    },
  },
  {
    name: 'chat-search-dark',
    scheme: 'dark',
    arrange: async (page) => {
      await chat('Nordwind')(page)
      await page.locator('.conv [data-find]').click()
      await page.getByRole('search').getByRole('searchbox').fill('price list')
      await page.getByRole('search').getByRole('status').filter({ hasText: ' of ' }).waitFor()
      await page.keyboard.press('Enter')
    },
  },
  {
    name: 'list-search-light',
    arrange: async (page) => {
      await chat(group)(page)
      await page.locator('.chats').getByRole('searchbox').fill('pallet')
      await page.getByRole('button', { name: /^Search messages/ }).click()
      await page.locator('mark').first().waitFor()
    },
  },
  {
    name: 'list-nothing-found-ru-dark',
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: async (page) => {
      await chat(group)(page)
      await page.locator('.chats').getByRole('searchbox').fill('накладная')
      await page.locator('.chats .empty').waitFor()
    },
  },
  {
    name: 'media-viewer-dark',
    scheme: 'dark',
    arrange: async (page) => {
      await chat('Marta Ruiz')(page)
      await page
        .getByRole('article')
        .filter({ hasText: 'The receipt' })
        .getByRole('button', { name: /Open|Download/ })
        .first()
        .click()
      await page.locator('.viewer-stage img:not(.is-thumb)').waitFor()
    },
  },
  {
    name: 'chats-nothing-open-light',
    arrange: async (page) => {
      await at(page, '#/chats/2')
      await page.locator('.conv .empty').waitFor()
      await expect(page.locator('.chats .avatar img')).toHaveCount(4)
    },
  },
  {
    name: 'new-message-light',
    arrange: async (page) => {
      await chat(group)(page)
      await page.keyboard.press('Control+n')
      await page.getByRole('dialog').getByRole('textbox').first().fill('+46 70 090 01 98')
      await page.getByRole('dialog').waitFor()
    },
  },
]

const inspectors: readonly Shot[] = [
  ...inBoth((scheme) => [
    {
      name: `outgoing-${scheme}`,
      arrange: async (page) => {
        await inspect('#/outgoing/1', 3)(page)
        await page.locator('.chart svg').waitFor()
      },
    },
    { name: `events-${scheme}`, arrange: inspect('#/events/1') },
    { name: `requests-${scheme}`, arrange: inspect('#/requests/1') },
    { name: `instance-${scheme}`, arrange: view('#/instance/1', '.factbar') },
    { name: `instances-${scheme}`, on: 'trouble', arrange: view('#/instance/all') },
    { name: `instance-groups-${scheme}`, arrange: chosen('#/instance/1/groups') },
    { name: `instance-contacts-${scheme}`, arrange: chosen('#/instance/1/contacts') },
  ]),
  { name: 'instance-1240-ru-light', width: 1240, locale: 'ru-RU', arrange: view('#/instance/1', '.factbar') },
  { name: 'instance-760-light', width: 760, height: 1400, arrange: view('#/instance/1', '.factbar') },
  { name: 'instance-us-light', locale: 'en-US', arrange: view('#/instance/1', '.factbar') },
  {
    name: 'instance-login-light',
    on: 'trouble',
    arrange: async (page) => {
      await at(page, '#/chats/all')
      await page.getByRole('button', { name: 'Authorize' }).first().click()
      await page.getByRole('button', { name: 'Show QR code' }).waitFor()
    },
  },
  { name: 'instance-account-light', arrange: view('#/instance/1/account', '.i-tab') },
  { name: 'outgoing-1100-ru-light', width: 1100, locale: 'ru-RU', arrange: view('#/outgoing/1', '.chart svg') },
  {
    name: 'outgoing-760-ru-light',
    width: 760,
    height: 700,
    locale: 'ru-RU',
    arrange: view('#/outgoing/1', '.chart svg'),
  },
  { name: 'outgoing-us-light', locale: 'en-US', arrange: inspect('#/outgoing/1', 3) },
  { name: 'events-us-dark', scheme: 'dark', locale: 'en-US', arrange: inspect('#/events/1') },
  { name: 'requests-us-light', locale: 'en-US', arrange: inspect('#/requests/1') },
  { name: 'outgoing-760-dark', width: 760, height: 700, scheme: 'dark', arrange: view('#/outgoing/1', '.chart svg') },
  { name: 'outgoing-all-ru-dark', scheme: 'dark', locale: 'ru-RU', arrange: view('#/outgoing/all', '.chart svg') },
  {
    name: 'outgoing-nothing-light',
    arrange: async (page) => {
      await view('#/outgoing/1')(page)
      await page.getByRole('searchbox').fill('zebra crossing')
      await page.locator('.empty').waitFor()
    },
  },
  { name: 'events-760-ru-dark', width: 760, height: 700, scheme: 'dark', locale: 'ru-RU', arrange: view('#/events/1') },
  { name: 'events-1100-ru-light', width: 1100, locale: 'ru-RU', arrange: inspect('#/events/1') },
  { name: 'requests-1100-ru-light', width: 1100, locale: 'ru-RU', arrange: inspect('#/requests/1') },
  { name: 'requests-760-dark', width: 760, height: 700, scheme: 'dark', arrange: view('#/requests/1') },
]

const others: readonly Shot[] = [
  ...inBoth((scheme) => [
    { name: `settings-${scheme}`, height: 3200, arrange: settings('general') },
    { name: `palette-${scheme}`, arrange: palette('pallet') },
    { name: `first-run-${scheme}`, on: 'empty', arrange: (page) => page.locator('.welcome').waitFor() },
    { name: `add-instance-${scheme}`, on: 'empty', arrange: openAddInstance },
  ]),
  { name: 'palette-before-typing-light', arrange: palette('') },
  { name: 'palette-nothing-dark', scheme: 'dark', arrange: palette('zebra crossing') },
  { name: 'palette-actions-760-ru-light', width: 760, height: 700, locale: 'ru-RU', arrange: palette('>') },
  ...sections.map((section): Shot => ({
    name: `settings-${section}-ru-dark`,
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: settings(section),
  })),
  { name: 'settings-760-ru-light', width: 760, height: 900, locale: 'ru-RU', arrange: settings('general') },
  { name: 'add-instance-ru-dark', scheme: 'dark', locale: 'ru-RU', on: 'empty', arrange: openAddInstance },
  {
    name: 'add-instance-errors-light',
    on: 'empty',
    arrange: async (page) => {
      await fillAddInstance(page, ['After-sales', 'http://api.example', '11010O0003', ''])
      await page.locator('[aria-invalid="true"]').first().waitFor()
    },
  },
  {
    name: 'add-instance-errors-ru-dark',
    scheme: 'dark',
    locale: 'ru-RU',
    on: 'empty',
    arrange: async (page) => {
      await fillAddInstance(page, ['После продажи', 'http://api.example', '11010O0003', ''])
      await page.locator('[aria-invalid="true"]').first().waitFor()
    },
  },
  {
    name: 'add-instance-refused-dark',
    scheme: 'dark',
    on: 'empty',
    arrange: async (page, { newcomer: { apiUrl } }) => {
      await fillAddInstance(page, ['Order desk', apiUrl, '1101000001', 'an-old-token-that-is-refused-by-now'])
      await page.getByRole('dialog', { name: /Not connected/ }).waitFor()
    },
  },
]

const adding: readonly Shot[] = [
  {
    name: 'add-instance-checking-light',
    on: 'adding',
    busy: true,
    arrange: async (page, { service, newcomer: { apiUrl, idInstance, token } }) => {
      await service.do('fault.add', { fault: { kind: 'hang' }, operation: 'getSettings', idInstance, count: 1 })
      await fillAddInstance(page, ['After-sales', apiUrl, idInstance, token])
      await page.getByRole('dialog').locator('.step.is-ok').nth(2).waitFor()
      await page.getByRole('dialog').locator('.step.is-run').waitFor()
    },
  },
  {
    name: 'add-instance-partly-connected-dark',
    on: 'adding',
    scheme: 'dark',
    arrange: async (page, { newcomer: { apiUrl, idInstance, token } }) => {
      await fillAddInstance(page, ['After-sales', apiUrl, idInstance, token])
      await page.getByRole('dialog', { name: 'After-sales is connected' }).waitFor()
    },
  },
]

const waiting: readonly Shot[] = [
  {
    name: 'loading-chats-light',
    busy: true,
    arrange: async (page, { hold }) => {
      await chat(group, { details: true })(page)
      hold('chats.list', 'messages.window', 'groups.details')
      await page.reload()
      for (const part of ['.chats .skel', '.conv .skel']) await page.locator(part).first().waitFor()
    },
  },
  {
    name: 'loading-outgoing-dark',
    scheme: 'dark',
    busy: true,
    arrange: async (page, { hold }) => {
      hold('outgoing.list', 'outgoing.summary')
      await view('#/outgoing/1', '.skel')(page)
    },
  },
  {
    name: 'loading-events-760-ru-light',
    width: 760,
    height: 700,
    locale: 'ru-RU',
    busy: true,
    arrange: async (page, { hold }) => {
      hold('events.list', 'events.health')
      await view('#/events/1', '.skel')(page)
    },
  },
  {
    name: 'loading-palette-light',
    busy: true,
    arrange: async (page, { hold }) => {
      hold('search.messages')
      await palette('lena')(page)
      await page.getByRole('dialog').locator('.skel').first().waitFor()
    },
  },
]

const dialogs: readonly Shot[] = [
  {
    name: 'poll-votes-light',
    arrange: async (page) => {
      await chat('Every kind')(page)
      await page.getByRole('button', { name: /^View \d+ vote/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'send-again-ru-dark',
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: async (page) => {
      await chat(group)(page)
      await page.getByRole('log').getByRole('button', { name: 'Отправить снова' }).click()
      await page.getByRole('alertdialog').or(page.getByRole('dialog')).waitFor()
    },
  },
  {
    name: 'toasts-light',
    arrange: async (page) => {
      await chat('Nordwind', { details: true })(page)
      await page.locator('.chats').getByRole('listitem').filter({ hasText: 'Nordwind' }).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Archive' }).click()
      await page.getByRole('article').last().click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Copy text' }).click()
      await page.locator('.conv').getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Export' }).hover()
      await page.getByRole('menuitem', { name: /CSV/ }).click()
      // The world is as it was for the pictures after this one.
      await page.getByRole('complementary').getByRole('button', { name: 'Unarchive' }).click()
      await expect(page.locator('.toast')).toHaveCount(3)
    },
  },
  {
    name: 'events-quarantine-dark',
    scheme: 'dark',
    arrange: async (page) => {
      await view('#/events/2')(page)
      await page.getByRole('row').filter({ hasText: 'Quarantined' }).first().click()
      await page.getByRole('complementary').locator('.code .j').first().waitFor()
    },
  },
]

const trouble: readonly Shot[] = [
  {
    name: 'trouble-attention-light',
    on: 'trouble',
    arrange: async (page) => {
      await at(page, '#/chats/all')
      await page.locator('.attention-open').click()
      await page.locator('.attention-list').waitFor()
    },
  },
  { name: 'trouble-not-authorized-light', on: 'trouble', arrange: (page) => at(page, '#/chats/1') },
  { name: 'trouble-webhook-dark', on: 'trouble', scheme: 'dark', arrange: (page) => at(page, '#/chats/2') },
  { name: 'trouble-wrong-token-light', on: 'trouble', arrange: (page) => at(page, '#/chats/3') },
  {
    name: 'trouble-notifications-off-ru-dark',
    on: 'trouble',
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: (page) => at(page, '#/chats/4'),
  },
  {
    name: 'trouble-all-760-ru-light',
    on: 'trouble',
    width: 760,
    height: 700,
    locale: 'ru-RU',
    arrange: (page) => at(page, '#/chats/all'),
  },
]

const told: readonly Shot[] = (['quota', 'failing', 'damaged'] as const).flatMap((stage): readonly Shot[] => {
  const arrange = async (page: Page): Promise<void> => {
    await at(page, '#/chats/1')
    await page.getByRole('alert').first().waitFor()
  }
  return [
    { name: `trouble-${stage}-light`, on: stage, arrange },
    {
      name: `trouble-${stage}-760-ru-dark`,
      on: stage,
      width: 760,
      height: 700,
      scheme: 'dark',
      locale: 'ru-RU',
      arrange,
    },
  ]
})

/** Pictures whose making changes the world that the others show. */
const changing: readonly Shot[] = [
  {
    name: 'message-details-edited-ru-dark',
    scheme: 'dark',
    locale: 'ru-RU',
    height: 1400,
    arrange: async (page, { service }) => {
      await chat('Every kind')(page)
      const by = { idInstance: '1101000001', by: { person: '46700900777' } } as const
      const { idMessage } = await service.do('says', { ...by, text: 'Gate code 4711, from the north side.' })
      const bubble = page.getByRole('article').filter({ hasText: 'from the north side' })
      await bubble.waitFor()
      await service.do('edits', { ...by, idMessage, text: 'Gate code 4711, from the south side.' })
      const edited = page.getByRole('article').filter({ hasText: 'from the south side' })
      await edited.click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Исходные данные' }).click()
      await page.getByRole('complementary').locator('.edit-old').waitFor()
      await page.getByRole('complementary').locator('.code .j').first().waitFor()
    },
  },
]

/** What they leave behind would stand in the pictures after them. */
const lastly: readonly Shot[] = [
  { name: 'scheduled-us-light', locale: 'en-US', arrange: sendingLater(true) },
  {
    name: 'scheduled-760-ru-dark',
    width: 760,
    height: 700,
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: sendingLater(true),
  },
]

export const shots: readonly Shot[] = [
  ...chats,
  ...inspectors,
  ...dialogs,
  ...waiting,
  ...others,
  ...trouble,
  ...told,
  ...adding,
  ...changing,
  ...lastly,
]
