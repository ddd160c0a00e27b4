import type { TrayFile } from '../../src/contract/uploads.ts'
import { ContractError } from '../../src/contract/errors.ts'
import { chatRow, composer, conversation, openChat, views } from '../support/window.ts'
import { expect, holdScript, sendHeld, test } from './window-test.ts'

const lamp: TrayFile = {
  ...{ upload: 'upload-1', name: 'lamp.png', bytes: 10, kind: 'image', caption: '', asFile: false },
  ref: 'lamp' as never,
}

test('a proposal that a person rewrites keeps the words over a switch, Escape and its end', async ({
  desk,
  open,
  pipe,
}) => {
  const anna = desk.customer('Anna')
  desk.customer('Boris')
  desk.proposes(anna, 'The other one')
  const proposal = desk.proposes(anna, 'It is ready')
  const page = await open()
  await openChat(page, 'Anna')
  const card = conversation(page).locator('.proposal')
  const text = card.getByRole('textbox')
  await card.getByRole('button', { name: 'Next' }).click()
  await expect(card).toContainText('It is ready')
  await card.getByRole('button', { name: 'Edit' }).click()
  await text.fill('It is ready at noon')

  await test.step('a switch to another chat and back', async () => {
    await openChat(page, 'Boris')
    await expect(card).toHaveCount(0)
    await openChat(page, 'Anna')
    await expect(text).toHaveValue('It is ready at noon')
  })
  await test.step('a return long after, which takes no letters from the answer', async () => {
    // What is not on the screen is forgotten after five minutes, which end here at once.
    await page.evaluate(() => {
      const { setTimeout } = globalThis
      Object.assign(globalThis, {
        setTimeout: (run: () => void, ms?: number) => setTimeout(run, ms === 300_000 ? 0 : ms),
      })
    })
    await openChat(page, 'Boris')
    await expect(card).toHaveCount(0)
    const letGo = pipe.hold('proposals.shown')
    await openChat(page, 'Anna')
    await expect(composer(page)).toBeFocused()
    await page.keyboard.type('Hel')
    await expect(card).toHaveCount(0)
    letGo()
    await expect(text).toHaveValue('It is ready at noon')
    await page.keyboard.type('lo')
    await expect(composer(page)).toHaveValue('Hello')
    await composer(page).clear()
  })
  await test.step('Escape puts it aside', async () => {
    await text.press('Escape')
    await expect(text).toHaveCount(0)
    await card.getByRole('button', { name: 'Edit' }).click()
    await expect(text).toHaveValue('It is ready at noon')
  })
  await test.step('a colleague dismisses it', async () => {
    desk.closeProposal(proposal)
    await expect(composer(page)).toHaveValue('It is ready at noon')
    await expect(card).toContainText('The other one')
  })
})

test('what was typed just before a reload is there after it, in whatever field', async ({ desk, open }) => {
  const anna = desk.customer('Anna')
  let files: readonly TrayFile[] = [lamp]
  desk.answer('uploads.tray', () => files)
  desk.answer('uploads.arrange', ({ files: [arranged] }) => {
    files = [{ ...lamp, caption: arranged?.caption ?? '' }]
  })
  const page = await open()
  await openChat(page, 'Anna')
  for (const text of ['Ready', 'Ready at noon 🚀 ']) {
    await composer(page).fill(text)
    await page.reload()
    await expect(composer(page)).toHaveValue(text)
    expect(desk.chat(anna).draft.draftText).toBe(text)
  }
  const caption = page.getByRole('textbox', { name: 'Caption of picture 1' })
  // A draft is stored after a pause, which never ends here, and when its field is left.
  await page.evaluate(() => {
    const { setTimeout } = globalThis
    Object.assign(globalThis, { setTimeout: (run: () => void, ms: number) => (ms === 300 ? 0 : setTimeout(run, ms)) })
  })
  await composer(page).fill('Ready at one')
  await caption.focus()
  await expect.poll(() => desk.chat(anna).draft.draftText).toBe('Ready at one')
  await caption.fill('The lamp')
  await page.reload()
  await expect(caption).toHaveValue('The lamp')
  // Saved when it is left, and a page that goes leaves nothing.
  await views(page)
    .getByRole('link', { name: /Settings/ })
    .click()
  await page.getByRole('combobox', { name: 'Proxy', exact: true }).selectOption('This address')
  const proxy = page.getByRole('textbox', { name: 'Address of the proxy' })
  await proxy.fill('http://proxy.example:3128')
  await page.reload()
  await expect(proxy).toHaveValue('http://proxy.example:3128')
})

test('a send that is refused after its chat was left says so, and the text waits there', async ({
  desk,
  open,
  pipe,
}) => {
  const anna = desk.customer('Anna')
  desk.customer('Boris')
  desk.answer('messages.send', () => {
    throw new ContractError('storeFull')
  })
  const page = await open()
  const letGo = await sendHeld(page, pipe, 'Ready at noon')
  await chatRow(page, 'Boris').click()
  await expect(composer(page)).toHaveValue('')
  letGo()
  const notice = page.getByRole('alert').filter({ hasText: 'Not sent to Anna' })
  await notice.getByRole('button', { name: 'Show' }).click()
  await expect(composer(page)).toHaveValue('Ready at noon')
  expect(desk.chat(anna).draft.draftText).toBe('Ready at noon')
})

test('a name after a slash or a colon that is typed faster than these names are read is never sent as it stands', async ({
  desk,
  open,
  pipe,
}) => {
  desk.customer('Anna')
  desk.quickReply('Greeting', 'Hello {name}')
  const letGo = pipe.hold('quickReplies.list')
  const page = await open()
  await openChat(page, 'Anna')
  await expect(composer(page)).toBeFocused()
  await test.step('of a quick reply', async () => {
    await page.keyboard.type('/gre')
    await page.keyboard.press('Enter')
    await expect(composer(page)).toHaveValue('/gre')
    letGo()
    await expect(composer(page)).toHaveValue('Hello Anna')
  })
  await test.step('of an emoji', async () => {
    await composer(page).fill('')
    const bring = await holdScript(page, 'data')
    await page.keyboard.type(':rocket')
    await page.keyboard.press('Enter')
    await expect(composer(page)).toHaveValue(':rocket')
    await bring()
    await expect(composer(page)).toHaveValue('🚀 ')
  })
  expect(desk.inputs('messages.send')).toEqual([])
})

test('a text is not given a time once another window has paused its instance, and that is said', async ({
  desk,
  open,
}) => {
  desk.customer('Anna')
  const page = await open()
  await openChat(page, 'Anna')
  await composer(page).fill('Good morning')
  await page.keyboard.press('Control+Shift+Enter')
  const dialog = page.getByRole('dialog', { name: 'Send later' })
  await expect(dialog.getByRole('status')).toContainText('Will be sent tomorrow')
  const at = Date.now()
  desk.setInstance({ pausedAt: at, connection: { kind: 'paused', since: at, receiving: false } })
  await expect(conversation(page).locator('textarea')).toBeDisabled()
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('The instance is paused.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(composer(page)).toHaveValue('Good morning')
  expect(desk.inputs('messages.send')).toEqual([])
})

test('two windows that type into one chat keep every letter, where each saw its cursor', async ({
  desk,
  open,
  openAnother,
  pipe,
}) => {
  const rounds = [
    [0, 'Anna'],
    [1500, 'Boris'],
  ] as const
  const chats = rounds.map(([delayMs, name]) => {
    const chat = desk.customer(name)
    desk.chat(chat).draft = { ...desk.chat(chat).draft, draftText: 'Your order' }
    return { delayMs, name, chat }
  })
  const page = await open()
  const other = await openAnother()
  for (const { delayMs, name, chat } of chats) {
    await test.step(`over a pipe of ${delayMs} ms`, async () => {
      pipe.delayMs = 0
      for (const one of [page, other]) {
        await openChat(one, name)
        await expect(composer(one)).toHaveValue('Your order')
        await expect(composer(one)).toBeFocused()
      }
      pipe.delayMs = delayMs
      await composer(page).press('Home')
      for (const [here, there] of [
        ['Hello', ' is'],
        [', there', ' ready'],
        ['. ', ' at noon'],
      ] as const) {
        await page.keyboard.type(here)
        await other.keyboard.type(there)
      }
      const both = 'Hello, there. Your order is ready at noon'
      await expect(composer(page)).toHaveValue(both)
      await expect(composer(other)).toHaveValue(both)
      await expect.poll(() => desk.chat(chat).draft.draftText).toBe(both)

      await test.step('and the cursor stays at its letters while the other window writes behind it', async () => {
        await composer(page).press('Home')
        await other.keyboard.type('!')
        await expect(composer(page)).toHaveValue(`${both}!`)
        await page.keyboard.type('Oh. ')
        await expect(composer(page)).toHaveValue(`Oh. ${both}!`)
        await expect(composer(other)).toHaveValue(`Oh. ${both}!`)
      })
      await test.step('and what is typed on in one of them while the other sends is left', async () => {
        const sent = () => desk.inputs('messages.send').flatMap((send) => (send.chat === chat ? [send.text] : []))
        await other.keyboard.type(' or at one')
        await composer(page).press('Enter')
        await expect.poll(sent).toEqual([`Oh. ${both}!`])
        await expect.poll(() => desk.chat(chat).draft.draftText.trim()).toBe('or at one')
        for (const one of [page, other]) await expect(composer(one)).toHaveValue(/^ ?or at one$/)
      })
    })
  }
})

test('a word that is written again here while another window removes it is stored as it is shown', async ({
  desk,
  open,
}) => {
  const anna = desk.customer('Anna')
  desk.chat(anna).draft = { ...desk.chat(anna).draft, draftText: 'Hi' }
  const page = await open()
  await openChat(page, 'Anna')
  await expect(composer(page)).toHaveValue('Hi')
  await expect(composer(page)).toBeFocused()
  // What the other window did is not known here yet.
  desk.chat(anna).draft = { ...desk.chat(anna).draft, draftText: '' }
  await page.keyboard.type('Hi')
  await expect.poll(() => desk.inputs('chats.saveDraft').length).toBeGreaterThan(0)
  await expect.poll(() => desk.chat(anna).draft.draftText).toBe('Hi')
  await expect(composer(page)).toHaveValue('Hi')
})

test('a caption that is typed after Enter goes into the next message', async ({ desk, open, pipe }) => {
  const anna = desk.customer('Anna')
  let files: readonly TrayFile[] = [lamp]
  desk.answer('uploads.tray', () => files)
  desk.answer('uploads.arrange', () => undefined)
  desk.answer('messages.sendFiles', () => {
    files = []
    return { messages: [desk.sent(anna, 'lamp.png')] }
  })
  const page = await open()
  await openChat(page, 'Anna')
  const caption = page.getByRole('textbox', { name: 'Caption of picture 1' })
  await caption.fill('The lamp')
  const letGo = pipe.hold('messages.sendFiles')
  await composer(page).press('Enter')
  await expect.poll(() => desk.inputs('messages.sendFiles').length).toBe(1)
  await caption.press('End')
  await page.keyboard.type(' in green')
  letGo()
  await expect(composer(page)).toHaveValue(' in green')
  await expect.poll(() => desk.chat(anna).draft.draftText).toBe(' in green')
  expect(desk.inputs('messages.sendFiles')).toMatchObject([{ files: [{ caption: 'The lamp' }] }])
})
