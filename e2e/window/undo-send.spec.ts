import type { Page } from '@playwright/test'
import { chatList, chatRow, composer, message, openChat, views } from '../support/window.ts'
import { expect, test } from './window-test.ts'

/** The five seconds to undo a send do not pass: a busy machine may take longer to press. */
const stopUndoTime = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const [at, own] = [Date.now(), window.setTimeout]
    const withoutLong = (run: () => void, ms = 0): number => (ms > 3000 ? 0 : own(run, ms))
    window.setTimeout = Object.assign(withoutLong, own)
    Date.now = () => at
  })

test('what was sent comes back into the composer, by key, from another chat and by the button below it', async ({
  desk,
  open,
  pipe,
}) => {
  desk.customer('Boris')
  const lena = desk.customer('Lena')
  const page = await open()
  await stopUndoTime(page)
  const toast = page.getByRole('region', { name: 'Program messages' })
  await views(page).getByRole('link', { name: 'Settings' }).click()
  const setting = page.getByRole('switch', { name: 'Undo send' })
  await expect(setting).not.toBeChecked()
  await setting.click()
  await expect(setting).toBeChecked()
  await views(page).getByRole('link', { name: 'Chats' }).click()
  await openChat(page, 'Lena')
  const bubble = message(page, 'To the wrong person')

  await test.step('by key, in the empty field', async () => {
    await composer(page).fill('To the wrong person')
    await page.keyboard.press('Enter')
    await expect(composer(page)).toHaveValue('')
    await page.keyboard.press('Control+z')
    await expect(composer(page)).toHaveValue('To the wrong person')
    await expect(composer(page)).toBeFocused()
    await expect(toast.getByText('Message goes out')).toHaveCount(0)
  })

  await test.step('from another chat, which it leads back from', async () => {
    await page.keyboard.press('Enter')
    await expect(composer(page)).toHaveValue('')
    await chatRow(page, 'Boris').click()
    await expect(page.getByRole('heading', { name: 'Boris', exact: true })).toBeVisible()
    await expect(toast).toContainText('Message goes out in 5 seconds')
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('heading', { name: 'Lena', exact: true })).toBeVisible()
    await expect(composer(page)).toHaveValue('To the wrong person')
  })

  await test.step('below the bubble, by mouse', async () => {
    await page.keyboard.press('Enter')
    await expect(bubble).toContainText('Goes out in a few seconds')
    await expect(composer(page)).toHaveValue('')
    await bubble.getByRole('button', { name: 'Undo' }).click()
    await expect(composer(page)).toHaveValue('To the wrong person')
    await expect(bubble).toHaveCount(0)
    // Nothing goes out any more, and nothing is left to undo.
    await expect(toast.getByText('Message goes out')).toHaveCount(0)
  })

  await test.step('below the bubble, while the person goes on writing elsewhere', async () => {
    const search = chatList(page).getByRole('searchbox', { name: 'Search', exact: true })
    const takeBackLate = async (): Promise<() => void> => {
      const letGo = pipe.hold('messages.cancel')
      await composer(page).click()
      // A draft that is being saved does not follow core.
      await expect.poll(() => pipe.isIdle).toBe(true)
      await page.keyboard.press('Enter')
      await expect(bubble).toBeVisible()
      await expect.poll(() => pipe.isIdle).toBe(true)
      await bubble.getByRole('button', { name: 'Undo' }).click()
      return letGo
    }
    const letFirstGo = await takeBackLate()
    await search.click()
    await page.keyboard.type('Le')
    letFirstGo()
    await expect(composer(page)).toHaveValue('To the wrong person')
    await page.keyboard.type('na')
    await expect(search).toHaveValue('Lena')
    await expect(composer(page)).toHaveValue('To the wrong person')
    await search.clear()

    // The draft has it before the answer comes, and is written on.
    const letSecondGo = await takeBackLate()
    await expect(composer(page)).toHaveValue('To the wrong person')
    await composer(page).press('Home')
    await page.keyboard.type('Not ')
    letSecondGo()
    await expect.poll(() => pipe.isIdle).toBe(true)
    await page.keyboard.type('sent ')
    await expect(composer(page)).toHaveValue('Not sent To the wrong person')
    await composer(page).clear()
  })

  await test.step('of several that were forwarded, those that were not taken back in their chats', async () => {
    const status = { kind: 'queued', changeable: true, waitReason: { kind: 'undoable', until: Infinity } } as const
    desk.answer('messages.forward', ({ chats }) => ({
      messages: chats.map((chat) => desk.sent(chat, 'To both', { status })),
    }))
    await message(page, 'Hello from Lena').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Forward' }).click()
    const dialog = page.getByRole('dialog')
    for (const name of ['Boris', 'Lena']) await dialog.getByRole('checkbox', { name }).check()
    await dialog.getByRole('button', { name: 'Forward', exact: true }).click()
    await expect(toast).toContainText('2 messages go out')
    await message(page, 'To both').getByRole('button', { name: 'Undo' }).click()
    await expect(message(page, 'To both')).toHaveCount(0)
    const toBoris = desk.newestSent()
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => desk.inputs('messages.undoSend').at(-1)).toEqual({ messages: [toBoris] })
  })

  await test.step('below the bubble, while an answer is begun that nobody has but this window', async () => {
    await composer(page).fill('To the wrong person')
    await page.keyboard.press('Enter')
    const letDraftsGo = (['chats.details', 'chats.saveDraft'] as const).map((name) => pipe.hold(name))
    const letGo = pipe.hold('messages.cancel')
    await bubble.getByRole('button', { name: 'Undo' }).click()
    await composer(page).click()
    await page.keyboard.type('Good d')
    await expect.poll(() => desk.chat(lena).draft.draftText).toContain('Good d')
    letGo()
    await expect(composer(page)).toHaveValue('Good d\nTo the wrong person')
    await page.keyboard.type('ay')
    await expect(composer(page)).toHaveValue('Good day\nTo the wrong person')
    for (const letDraftGo of letDraftsGo) letDraftGo()
    await expect.poll(() => desk.chat(lena).draft.draftText).toBe('Good day\nTo the wrong person')
    await page.keyboard.type(', Lena')
    await expect.poll(() => desk.chat(lena).draft.draftText).toBe('Good day, Lena\nTo the wrong person')
    await expect(composer(page)).toHaveValue('Good day, Lena\nTo the wrong person')
  })
})

test('a text that came back by an undo whose answer was lost stays when the answers of the next send are lost too', async ({
  desk,
  open,
  pipe,
}) => {
  const lena = desk.customer('Lena')
  desk.settings = { ...desk.settings, undoSend: true }
  const page = await open()
  await stopUndoTime(page)
  await openChat(page, 'Lena')
  await composer(page).fill('To the wrong person')
  await page.keyboard.press('Enter')
  await expect(composer(page)).toHaveValue('')
  pipe.cutAt('messages.undoSend', 'answer')
  await page.keyboard.press('Control+z')
  await expect.poll(() => pipe.isCut).toBe(true)
  // The first save of it never arrives, and letters of it stand in what returned.
  pipe.cutAt('chats.saveDraft', 'call')
  await page.keyboard.type('Sorry')
  pipe.mend()
  await expect.poll(() => pipe.isCut).toBe(true)
  // What the next save of it found in the draft never comes here.
  const letGo = pipe.hold('chats.saveDraft')
  pipe.cutAt('messages.send', 'answer')
  await page.keyboard.press('Enter')
  pipe.mend()
  await expect.poll(() => pipe.isCut).toBe(true)
  letGo()
  pipe.mend()
  await expect(composer(page)).toHaveValue(/^\n?To the wrong person$/)
  await expect(message(page, 'Sorry')).toHaveCount(1)
  await expect.poll(() => desk.chat(lena).draft.draftText.trim()).toBe('To the wrong person')
})
