import { expect, type Page } from '@playwright/test'
import { beginPairing } from './proposal-stage.ts'
import { at, chat, inBoth, inTwo, settings, type Shot } from './shot.ts'

const inView = async (page: Page): Promise<void> => {
  await at(page, '#/programs/all')
  await page.locator('.is-programs .tbl-row').nth(1).waitFor()
}

/** A program beside the table. */
const open = (name: string) => async (page: Page) => {
  await inView(page)
  await page.getByRole('row').filter({ hasText: name }).click()
  await page.getByRole('complementary').locator('.backlog, .sect').first().waitFor()
}

const openedToEnd = (name: string) => async (page: Page) => {
  await open(name)(page)
  await page.getByRole('complementary').locator('.dead').waitFor()
  await page
    .getByRole('complementary')
    .locator('.body')
    .evaluate((body) => body.scrollTo(0, body.scrollHeight))
}

/** The buttons by their places: the words change with the language. */
const adding = (kind: number | null) => async (page: Page) => {
  await inView(page)
  await page.locator('.toolbar .btn-primary').click()
  await page.locator('.kinds').waitFor()
  if (kind === null) return
  await page.locator('.kind').nth(kind).click()
  await page.locator('.d-foot .btn-primary').click()
  await page.locator('.p-some').first().waitFor()
}

/** The last step, after which the program is there; each has a name of its own. */
const added = (kind: number, name: string) => async (page: Page) => {
  await adding(kind)(page)
  await page.locator('.dialog .input').first().fill(name)
  const address = page.locator('.dialog input[type="url"]')
  if (await address.isVisible()) await address.fill('http://127.0.0.1:48124/webhook/labels')
  await page.locator('.d-foot .btn-primary').click()
  await page.locator('.secret-box').waitFor()
}

export const programsOff: readonly Shot[] = [
  ...inBoth((scheme) => [
    {
      name: `programs-off-${scheme}`,
      arrange: async (page) => {
        await at(page, '#/programs/all')
        await page.locator('.is-programs .empty').waitFor()
      },
    },
  ]),
  { name: 'settings-programs-light', arrange: settings('programs') },
  { name: 'settings-programs-420-ru-dark', width: 420, scheme: 'dark', locale: 'ru-RU', arrange: settings('programs') },
]

export const programs: readonly Shot[] = [
  ...inBoth((scheme) => [{ name: `programs-${scheme}`, on: 'programs', arrange: open('Shop orders') }]),
  { name: 'programs-table-light', on: 'programs', arrange: inView },
  { name: 'programs-paused-light', on: 'programs', arrange: open('Stock sync') },
  { name: 'programs-dead-letters-light', on: 'programs', arrange: openedToEnd('Accounting') },
  { name: 'programs-bot-ru-dark', scheme: 'dark', locale: 'ru-RU', on: 'programs', arrange: open('Order bot') },
  { name: 'programs-1240-ru-light', width: 1240, locale: 'ru-RU', on: 'programs', arrange: open('Shop orders') },
  { name: 'programs-700-light', width: 700, on: 'programs', arrange: inView },
  { name: 'programs-700-ru-dark', width: 700, scheme: 'dark', locale: 'ru-RU', on: 'programs', arrange: inView },
  { name: 'programs-420-light', width: 420, on: 'programs', arrange: inView },
  { name: 'programs-open-420-ru-light', width: 420, locale: 'ru-RU', on: 'programs', arrange: open('Shop orders') },
  ...inTwo('programs-add', { on: 'programs', arrange: adding(null) }),
  ...inTwo('programs-add-scope', { on: 'programs', arrange: adding(0) }),
  { name: 'programs-add-webhook-light', height: 1100, on: 'programs', arrange: added(0, 'Shipping labels') },
  { name: 'programs-add-bot-light', on: 'programs', arrange: added(1, 'Survey bot'), busy: true },
  { name: 'programs-add-n8n-ru-light', locale: 'ru-RU', on: 'programs', arrange: added(2, 'Возвраты'), busy: true },
  {
    name: 'programs-add-script-420-ru-dark',
    width: 420,
    scheme: 'dark',
    locale: 'ru-RU',
    on: 'programs',
    arrange: added(3, 'Цены'),
    busy: true,
  },
]

/** Both switch programs on in the world, whose port the other stage has. */
export const programsSwitchedOn: readonly Shot[] = [
  {
    name: 'programs-failed-light',
    arrange: async (page) => {
      await at(page, '#/programs/all')
      await page.getByRole('button', { name: 'Let programs connect' }).click()
      await page.locator('.p-failed').waitFor()
    },
  },
  {
    name: 'programs-empty-light',
    arrange: async (page) => {
      await at(page, '#/programs/all')
      const failed = page.locator('.p-failed')
      await failed.getByRole('textbox', { name: 'Port' }).fill('47812')
      await failed.getByRole('button', { name: 'Use this port' }).click()
      await failed.waitFor({ state: 'hidden' })
    },
  },
]

/** The chat with its proposal. */
const proposed = (title: string) => async (page: Page) => {
  await chat(title)(page)
  await page.locator('.proposal').waitFor()
}

const editing = async (page: Page) => {
  await proposed('Marta Ruiz')(page)
  await page.locator('.proposal-acts .btn-primary').click()
  await page.locator('.proposal textarea').waitFor()
}

/** The filter is there while something waits. */
const toApproveOf = (scope: string) => async (page: Page) => {
  await at(page, `#/chats/${scope}`)
  await page.getByRole('radio', { name: /^(To approve|На одобрение)/ }).click()
  await page.locator('[data-proposal]').first().waitFor()
}

const toApprove = toApproveOf('1')

/** The second of two proposals of a chat. */
const approving = async (page: Page) => {
  await toApprove(page)
  await page.locator('[data-proposal]').filter({ hasText: 'Assistant' }).click()
  await page.locator('.proposal').waitFor()
}

/** The list of chats while none is open. */
const listed = async (page: Page) => {
  await at(page, '#/chats/1')
  await page.locator('.chat .is-proposal').first().waitFor()
}

const outgoing = async (page: Page) => {
  await at(page, '#/outgoing/1')
  await page.locator('.tbl-row').first().waitFor()
}

/** A message that a program proposed and a person changed, with what was proposed. */
const sentProposal = async (page: Page) => {
  await outgoing(page)
  // Narrow rows have no text.
  await page.locator('.filterbar input').fill('ask for Ines')
  await expect(page.locator('.tbl-body .tbl-row')).toHaveCount(1)
  await page.locator('.tbl-body .tbl-row').click()
  await page.locator('.inspector [aria-expanded]').click()
}

const paired = async (page: Page) => {
  await at(page, '#/chats/1')
  await beginPairing()
  await page.locator('.toast .btn-text').click()
  await page.locator('.pair-code').waitFor()
}

/** A chat in which messages of a program wait, while all programs are paused. */
const allPaused = async (page: Page) => {
  await at(page, '#/programs/all')
  await page.locator('.is-programs .tbl-row').nth(1).waitFor()
  const pause = page.locator('.is-programs .toolbar .end .btn').first()
  if ((await page.locator('.banner').count()) === 0) await pause.click()
  await page.locator('.banner').waitFor()
  await chat('Driver 7')(page)
}

const pausedInSettings = async (page: Page) => {
  await allPaused(page)
  await settings('programs')(page)
}

/** What waits while all programs are paused, from the banner. */
const heldMessages = async (page: Page) => {
  await allPaused(page)
  await page.locator('.banner .btn').first().click()
  await page.locator('.tbl-row').first().waitFor()
}

/** A proposal that was dismissed a moment ago. */
const dismissed = async (page: Page) => {
  await proposed('Bakery Linde')(page)
  await page.locator('.proposal-acts .btn-ghost').click()
  await page.locator('.toast').waitFor()
}

export const proposals: readonly Shot[] = [
  ...inTwo('proposal', { on: 'proposals', arrange: proposed('Lena Fischer') }),
  ...inTwo('proposal-since', { on: 'proposals', arrange: proposed('Marta Ruiz') }),
  { name: 'proposal-dark', scheme: 'dark', on: 'proposals', arrange: proposed('Bakery Linde') },
  { name: 'proposal-700-light', width: 700, on: 'proposals', arrange: proposed('Bakery Linde') },
  { name: 'proposal-editing-light', on: 'proposals', arrange: editing },
  ...inTwo('proposals-listed', { on: 'proposals', arrange: listed }),
  ...inTwo('proposals-to-approve', { on: 'proposals', arrange: toApprove }),
  ...inTwo('proposals-to-approve-all', { on: 'proposals', arrange: toApproveOf('all') }),
  { name: 'proposals-approving-dark', scheme: 'dark', on: 'proposals', arrange: approving },
  { name: 'proposals-to-approve-us-light', locale: 'en-US', on: 'proposals', arrange: toApprove },
  { name: 'proposals-to-approve-700-light', width: 700, on: 'proposals', arrange: toApprove },
  {
    name: 'proposals-to-approve-420-ru-light',
    width: 420,
    locale: 'ru-RU',
    on: 'proposals',
    arrange: toApproveOf('all'),
  },
  { name: 'proposals-to-approve-zoomed-light', width: 720, height: 450, zoom: 2, on: 'proposals', arrange: toApprove },
  ...inTwo('sent-by-program', { on: 'proposals', arrange: chat('Driver 7') }),
  { name: 'outgoing-sent-by-light', on: 'proposals', arrange: outgoing },
  {
    name: 'outgoing-sent-by-1000-ru-dark',
    width: 1000,
    scheme: 'dark',
    locale: 'ru-RU',
    on: 'proposals',
    arrange: outgoing,
  },
  ...inTwo('outgoing-proposed', { on: 'proposals', arrange: sentProposal }),
  { name: 'outgoing-proposed-us-dark', locale: 'en-US', scheme: 'dark', on: 'proposals', arrange: sentProposal },
  { name: 'outgoing-proposed-700-light', width: 700, on: 'proposals', arrange: sentProposal },
  { name: 'outgoing-proposed-420-ru-light', width: 420, locale: 'ru-RU', on: 'proposals', arrange: sentProposal },
  { name: 'outgoing-proposed-zoomed-light', width: 720, height: 450, zoom: 2, on: 'proposals', arrange: sentProposal },
  { name: 'pairing-light', on: 'proposals', arrange: paired },
  ...inTwo('programs-all-paused', { on: 'proposals', arrange: allPaused }),
  { name: 'programs-all-paused-700-us-light', width: 700, locale: 'en-US', on: 'proposals', arrange: allPaused },
  { name: 'settings-programs-paused-light', on: 'proposals', arrange: pausedInSettings },
  {
    name: 'settings-programs-paused-ru-dark',
    scheme: 'dark',
    locale: 'ru-RU',
    on: 'proposals',
    arrange: pausedInSettings,
  },
  { name: 'outgoing-held-light', on: 'proposals', arrange: heldMessages },
  ...inTwo('proposal-dismissed', { on: 'proposals', arrange: dismissed }),
]
