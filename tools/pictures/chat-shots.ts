import { expect, type Page } from '@playwright/test'
import { answering, attaching, dropping, forwarding, sendingLater, sendingMore, uploading } from './composer-acts.ts'
import { at, chat, group, inBoth, type Shot } from './shot.ts'

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

const searching =
  (text: string) =>
  async (page: Page): Promise<void> => {
    await at(page, '#/chats/all')
    await page.locator('.chats').getByRole('searchbox').fill(text)
    await page.locator('.hit mark').first().waitFor()
  }

/** Which labels a chat has. */
const labelling = async (page: Page): Promise<void> => {
  await chat('Anna Lindqvist')(page)
  await page.keyboard.press('Alt+l')
  await page.locator('.label-list input').first().waitFor()
}

const changingLabel = async (page: Page): Promise<void> => {
  await labelling(page)
  await page.locator('.label-list .icon-btn').first().click()
  await page.locator('.label-hues').waitFor()
}

/** A second note, being written over the first one. */
const writingNote = async (page: Page): Promise<void> => {
  await chat('Anna Lindqvist')(page)
  await page.locator('.conv .head .btn-ghost').click()
  await page.locator('.note-item').waitFor()
  await page.locator('.note-item').scrollIntoViewIfNeeded()
  await page.locator('section:has(> .notes) > h3 button').click()
  await page.locator('.note-form textarea').fill('Prefers to be called after three.')
}

/** The chats of one label. */
const filtering = async (page: Page): Promise<void> => {
  await at(page, '#/chats/1')
  await page.locator('.chats-bar .fbtn').click()
  await page.getByRole('menuitemcheckbox').nth(1).click()
  await page.locator('.fbtn.is-set').waitFor()
}

const listAlone = (scope: string) => async (page: Page) => {
  await at(page, `#/chats/${scope}`)
  await page.locator('.chats [data-chat]').nth(3).waitFor()
}

export const chats: readonly Shot[] = [
  ...inBoth((scheme) => [
    { name: `chats-${scheme}`, arrange: chat(group, { details: true }) },
    { name: `every-kind-${scheme}`, height: 4100, arrange: chat('Every kind') },
    { name: `catalogue-${scheme}`, height: 1500, arrange: chat('Café Linden') },
    { name: `calls-${scheme}`, arrange: chat('Bakery Linde') },
  ]),
  { name: 'chats-all-light', arrange: chat(group, { scope: 'all' }) },
  { name: 'waiting-light', arrange: waitingChats('all') },
  { name: 'waiting-dark', scheme: 'dark', arrange: waitingChats('1') },
  { name: 'waiting-1100-ru-light', width: 1100, locale: 'ru-RU', arrange: waitingChats('all') },
  { name: 'waiting-760-dark', width: 760, height: 700, scheme: 'dark', arrange: waitingChats('all') },
  { name: 'send-later-us-light', locale: 'en-US', arrange: sendingLater(false) },
  { name: 'chats-1100-ru-light', width: 1100, locale: 'ru-RU', arrange: chat(group) },
  {
    name: 'chats-1280-ru-details-dark',
    width: 1280,
    height: 820,
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: chat(group, { details: true, scope: 'all' }),
  },
  { name: 'chats-1100-ru-details-light', width: 1100, locale: 'ru-RU', arrange: chat(group, { details: true }) },
  { name: 'chats-760-dark', width: 760, height: 700, scheme: 'dark', arrange: chat(group) },
  { name: 'chats-zoom-200-light', width: 760, height: 560, zoom: 2, arrange: chat(group) },
  {
    name: 'every-kind-760-ru-dark',
    width: 760,
    height: 4300,
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: chat('Every kind'),
  },
  {
    name: 'catalogue-700-ru-dark',
    width: 700,
    height: 1500,
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: chat('Café Linden'),
  },
  { name: 'calls-700-ru-dark', width: 700, scheme: 'dark', locale: 'ru-RU', arrange: chat('Bakery Linde') },
  ...(['light', 'dark'] as const).map((scheme): Shot => ({
    name: `order-read-${scheme}`,
    scheme,
    height: 2000,
    ...(scheme === 'dark' ? { locale: 'ru-RU', width: 1100 } : {}),
    arrange: async (page) => {
      await chat('Café Linden')(page)
      const order = page.getByRole('article').filter({ hasText: '4978' })
      await order.getByRole('button', { name: /Read the order|Прочитать заказ/ }).click()
      await order.getByRole('listitem').first().waitFor()
    },
  })),
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
      const written = page.getByRole('article').filter({ hasText: 'They say the pallet' })
      await written.hover()
      await written.getByRole('button', { name: 'React' }).click()
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
      await page.locator('mark').first().waitFor()
    },
  },
  ...(['light', 'dark'] as const).map((scheme): Shot => ({
    name: `search-everything-${scheme}`,
    scheme,
    arrange: searching('pallet'),
  })),
  {
    name: 'search-760-ru-dark',
    width: 760,
    height: 700,
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: searching('pallet'),
  },
  { name: 'search-us-light', locale: 'en-US', arrange: searching('order') },
  ...(['light', 'dark'] as const).map((scheme): Shot => ({ name: `labels-${scheme}`, scheme, arrange: labelling })),
  { name: 'labels-760-ru-light', width: 760, height: 560, locale: 'ru-RU', arrange: labelling },
  { name: 'label-change-dark', scheme: 'dark', arrange: changingLabel },
  { name: 'notes-light', height: 1000, arrange: writingNote },
  { name: 'notes-us-dark', height: 1000, scheme: 'dark', locale: 'en-US', arrange: writingNote },
  { name: 'notes-760-ru-light', width: 760, height: 700, locale: 'ru-RU', arrange: writingNote },
  { name: 'label-filter-light', arrange: filtering },
  { name: 'list-760-light', width: 760, height: 700, arrange: listAlone('all') },
  { name: 'list-760-dark', width: 760, height: 560, scheme: 'dark', arrange: listAlone('1') },
  { name: 'list-760-ru-light', width: 760, height: 560, locale: 'ru-RU', arrange: listAlone('1') },
  { name: 'list-us-light', width: 760, height: 560, locale: 'en-US', arrange: listAlone('1') },
  { name: 'chats-760-ru-light', width: 760, height: 560, locale: 'ru-RU', arrange: chat('Anna Lindqvist') },
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
      await page.getByRole('dialog').getByRole('combobox').first().fill('+46 70 090 01 98')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'new-message-by-name-760-ru-dark',
    width: 760,
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: async (page) => {
      await chat(group)(page)
      await page.keyboard.press('Control+n')
      await page.getByRole('dialog').getByRole('combobox').first().fill('an')
      await page.getByRole('option').first().waitFor()
    },
  },
]
