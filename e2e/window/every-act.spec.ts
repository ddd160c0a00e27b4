import type { CommandName } from '../../src/contract/index.ts'
import { sized } from '../support/marathon.ts'
import { chatList, chatRow, composer, openChat } from '../support/window.ts'
import { acts, type Act } from './acts.ts'
import { expect, test } from './window-test.ts'

/** Where the connection is while the person presses: slow by so many ms in each direction, or cut. */
const conditions = [
  { delayMs: 300, lost: null },
  { delayMs: 300, lost: 'answer' },
  { delayMs: 300, lost: 'call' },
  { delayMs: 1500, lost: null },
  { delayMs: 0, lost: null },
] as const

const tried = Object.entries(acts).filter((one): one is [CommandName, Act] => typeof one[1] !== 'string')

/** By day the acts take turns with the first two, by night each is tried under all. */
const conditionsOf = (index: number) => conditions.slice(sized(index % 2, 0), sized((index % 2) + 1, conditions.length))

/** A page serves so many acts: its load costs more than they do. By night each is tried more often. */
const actsOfPage = sized(16, 9)
const pages = Array.from({ length: Math.ceil(tried.length / actsOfPage) }, (_, page) => page * actsOfPage)

for (const first of pages) {
  const last = Math.min(first + actsOfPage, tried.length)
  test(`acts ${first + 1} to ${last} are of what was on the screen @long`, async ({ desk, open, pipe }) => {
    const page = await open()
    for (const [index, [name, { ready, repeats }]] of [...tried.entries()].slice(first, last)) {
      for (const { delayMs, lost } of conditionsOf(index)) {
        await test.step(`${name} (${delayMs} ms${lost === null ? '' : `, ${lost} lost`})`, async () => {
          desk.reset()
          // Words of their own tell these chats from those of the act before, which are shown until the list is read.
          const words = `(${name}, ${delayMs}, ${lost})`
          const clara = desk.customer('Clara', `Hello from Clara ${words}`)
          const boris = desk.customer('Boris', `Hello from Boris ${words}`)
          const anna = desk.customer('Anna', `Hello from Anna ${words}`)
          for (const [one, { answer }] of tried) desk.fallBack(one, answer)
          pipe.resync()
          await expect(chatList(page).getByRole('listitem').filter({ hasText: words })).toHaveCount(3)
          await openChat(page, 'Anna')
          await expect(composer(page)).toBeFocused()
          const { wanted, press, written } = await ready({ desk, page, anna, boris, clara })
          const before = desk.inputs(name).length
          pipe.delayMs = delayMs
          if (lost !== null) pipe.cutAt(name, lost)

          // Customers write and another window changes the same, which is not on the screen yet.
          const letGo = pipe.holdNews()
          desk.says(clara, 'News')
          desk.says(boris, 'News')
          desk.changeElsewhere()
          await press()

          const made = () => desk.inputs(name).slice(before)
          await expect.poll(() => pipe.isCut || made().length > 0).toBe(true)
          letGo()
          if (lost === null && repeats === true) {
            await expect.poll(() => made().at(-1)).toEqual(expect.objectContaining(wanted))
          } else if (lost === null) {
            await expect.poll(made).toEqual([expect.objectContaining(wanted)])
          } else {
            if (repeats !== true)
              await expect(page.getByText('The connection to Switchboard’s core was lost').first()).toBeVisible()
            if (written !== undefined) await expect(written[0]).toHaveValue(written[1])
            await expect.poll(() => pipe.isCut).toBe(true)
            pipe.delayMs = 0
            pipe.mend()
            if (repeats === true) await expect.poll(() => made().at(-1)).toEqual(expect.objectContaining(wanted))
            else expect(made()).toHaveLength(lost === 'call' ? 0 : 1)
          }
          pipe.delayMs = 0
          // An answer that comes later would say of the next act what was done by this one.
          await expect.poll(() => pipe.isIdle).toBe(true)
          // What is open above the chats hides them from everybody.
          for (let open = 0; open < 4; open += 1) await page.keyboard.press('Escape')
          await page.goto(`${page.url().split('#')[0]}#/`)
          await expect
            .poll(() => chatList(page).getByRole('listitem').allInnerTexts())
            .toEqual(desk.titles().map((title) => expect.stringContaining(title)))
          await expect(chatRow(page, 'Anna').or(composer(page)).first()).toBeVisible()
          // What it said is not said of the next act.
          await page
            .locator('.toast .icon-btn')
            .evaluateAll((all) => all.forEach((close) => close instanceof HTMLElement && close.click()))
          await expect(page.locator('.toast')).toHaveCount(0)
        })
      }
    }
  })
}
