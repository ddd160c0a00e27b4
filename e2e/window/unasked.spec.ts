import type { Page } from '@playwright/test'
import { ContractError } from '../../src/contract/errors.ts'
import type { MediaState, MessageKey } from '../../src/contract/index.ts'
import { composer, conversation, openChat } from '../support/window.ts'
import type { ScriptedDesk } from './scripted-desk.ts'
import { expect, holdScript, sendHeld, test } from './window-test.ts'

test('the command line asks by a notice, which takes no letter and answers nothing by a Space', async ({
  desk,
  open,
}) => {
  desk.customer('Anna')
  desk.settings = { ...desk.settings, programs: true }
  desk.answer('programs.list', () => ({ listener: { kind: 'off' } as never, rows: [], team: null }))
  const page = await open()
  await openChat(page, 'Anna')
  await expect(composer(page)).toBeFocused()
  await page.keyboard.type('Your order ')
  desk.pairing = { id: 1, code: 'ABCD', name: 'switchboardctl', expiresAt: Date.now() + 60_000 }
  desk.changed({ kind: 'programs' })
  const notice = page.getByRole('status').filter({ hasText: 'ABCD' })
  await expect(notice).toBeVisible()
  await page.keyboard.type('is ready')
  await expect(composer(page)).toHaveValue('Your order is ready')
  await notice.getByRole('button', { name: 'Answer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Let the command line connect?' })
  await expect(dialog.getByRole('button', { name: 'Don’t allow' })).toBeFocused()
  desk.pairing = null
  desk.changed({ kind: 'programs' })
  await expect(dialog).toBeHidden()
  await expect(notice).toHaveCount(0)
})

const answeredByYara = (desk: ScriptedDesk): void =>
  desk.answer('messages.send', () => {
    throw new ContractError('answeredMeanwhile', { details: { name: 'Yara', text: 'On Monday', at: Date.now() } })
  })

const question = (page: Page) => page.getByRole('dialog', { name: 'Yara answered while you were writing' })

test('what is typed under the question about a colleague’s answer is in the draft, and no such key answers it', async ({
  desk,
  open,
  pipe,
}) => {
  desk.customer('Anna')
  answeredByYara(desk)
  const page = await open()
  const letGo = await sendHeld(page, pipe, 'On Tuesday')
  const guard = question(page)
  const field = page.locator('textarea[data-write]')
  await page.keyboard.type(' at nine')
  letGo()
  await expect(guard).toBeFocused()

  await test.step('after a pause of any length', async () => {
    await page.keyboard.type(' or tem')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('n')
    await expect(guard.locator('.is-mine')).toHaveText('On Tuesday at nine or ten')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    await expect(field).toHaveValue('On Tuesday at nine or ten ')
  })
  await test.step('until the person moves to a button', async () => {
    const keep = guard.getByRole('button', { name: 'Keep as draft' })
    await expect
      .poll(async () => {
        await page.keyboard.press('Shift+Tab')
        return keep.evaluate((button) => button === document.activeElement)
      })
      .toBe(true)
    await page.keyboard.type('x')
    await expect(guard).toBeVisible()
    await page.keyboard.press('Space')
    await expect(guard).toBeHidden()
    await expect(composer(page)).toBeFocused()
    await expect(field).toHaveValue('On Tuesday at nine or ten ')
  })
  expect(desk.inputs('messages.send')).toHaveLength(1)
})

test('keys that come before the question about a colleague’s answer was seen neither send nor close it', async ({
  desk,
  open,
  pipe,
}) => {
  desk.customer('Anna')
  answeredByYara(desk)
  const page = await open()
  const bring = await holdScript(page, 'guard-dialog')
  const asked = page.waitForRequest(/guard-dialog/)
  // As soon as it is in the page, before it can be drawn.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('.guard') === null) return
      observer.disconnect()
      for (const key of ['Escape', 'Enter', 'Tab'])
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }).observe(document.body, { childList: true, subtree: true })
  })
  const letGo = await sendHeld(page, pipe, 'On Tuesday')
  letGo()
  await asked
  await page.keyboard.press('Enter')
  await bring()
  await expect(question(page)).toBeFocused()
  expect(desk.inputs('messages.send')).toHaveLength(1)
})

test('of two sounds the one that was asked for last plays, and a picture that is deleted elsewhere stays in sight', async ({
  desk,
  open,
}) => {
  const anna = desk.customer('Anna')
  const media = (kind: 'audio' | 'image', file: MediaState) =>
    ({
      ...{ kind, caption: '', fileName: '', mimeType: kind === 'audio' ? 'audio/ogg' : 'image/png', thumbnail: null },
      ...{ animated: false, hasLink: true, file, width: null, height: null },
    }) as const
  const absent = { kind: 'absent' } as const
  const ready = (ref: string) => ({ kind: 'ready', ref, bytes: 10, mimeType: 'image/png' }) as unknown as MediaState
  desk.answer('media.fetch', () => absent)
  desk.answer('media.state', ({ message }) => {
    const content = desk.chat(anna).messages.find(({ key }) => key === message)?.content
    return content !== undefined && 'file' in content ? content.file : absent
  })
  const [first, second] = [1, 2].map(() => desk.says(anna, '', { content: media('audio', absent) }))
  const pictures = ['One', 'Two', 'Three'].map((caption) =>
    desk.says(anna, '', { content: { ...media('image', ready(caption)), caption } }),
  )
  const page = await open()
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await page.route(/\/media\//, (route) =>
    route.fulfill({ contentType: 'image/png', body: Buffer.from(png, 'base64') }),
  )
  await page.evaluate(() => {
    const played: string[] = []
    Object.assign(globalThis, { played })
    HTMLMediaElement.prototype.play = function play() {
      played.push(this.src.split('/').at(-1) ?? '')
      return Promise.resolve()
    }
  })
  await openChat(page, 'Anna')
  await test.step('sounds', async () => {
    const comes = (message: MessageKey | undefined, ref: string): void => {
      const chat = desk.chat(anna)
      chat.messages = chat.messages.map((one) =>
        one.key === message ? { ...one, content: media('audio', ready(ref)) } : one,
      )
      desk.changed({ kind: 'messages', instance: desk.instance.key, chat: anna, messages: message ? [message] : [] })
    }
    const play = conversation(page).getByRole('button', { name: 'Play voice message' })
    await play.first().click()
    await play.last().click()
    await expect.poll(() => desk.inputs('media.fetch').map(({ message }) => message)).toEqual([first, second])
    comes(first, 'first')
    await expect(conversation(page).locator('audio')).toHaveCount(1)
    comes(second, 'second')
    await expect(conversation(page).locator('audio')).toHaveCount(2)
    expect(await page.evaluate(() => (globalThis as unknown as { played: string[] }).played)).toEqual(['second'])
  })
  await test.step('pictures', async () => {
    const viewer = page.locator('.viewer')
    await conversation(page).getByRole('button', { name: /^Open/ }).nth(1).click()
    await expect(viewer).toContainText('Two')
    await page.keyboard.press('ArrowRight')
    await expect(viewer).toContainText('Three')
    const chat = desk.chat(anna)
    chat.messages = chat.messages.flatMap((one) =>
      one.key === pictures[2] ? [] : one.key === pictures[1] ? [{ ...one, edited: true }] : [one],
    )
    desk.changed({ kind: 'messages', instance: desk.instance.key, chat: anna, messages: [...pictures] })
    await expect(page.locator(`[data-message="${pictures[2]}"]`)).toHaveCount(0)
    await expect(conversation(page).getByText('edited')).toHaveCount(1)
    await expect(viewer).toContainText('Three')
    await page.keyboard.press('Escape')
    await page.unroute(/\/media\//)
  })
})
