import type { Page, WebSocketRoute } from '@playwright/test'
import { manualStatus } from '../../src/emulator/world/behaviour.ts'
import type { Instance } from '../../src/emulator/world/instance.ts'
import { expect, test } from '../support/test.ts'
import { chatList, chatRow, composer, log, message, openChat, send } from '../support/window.ts'

/** Where on its way a call is lost: before it reaches the host, or after the host has answered it. */
type Lost = 'call' | 'answer'

/**
 * The pipe between the page and the host, which breaks while the next call of a name is under way. It stays broken for
 * whoever connects until it is mended.
 */
interface Pipe {
  breakAt(name: string, lost: Lost): void
  mend(): void
  /** Keeps the answer of the next call of that name, and with those words in it, back until it is let go. */
  holdAnswer(name: string, words?: string): { letGo(): void }
  /** Resolves once the pipe has broken. */
  broken(): Promise<void>
}

async function holdPipe(page: Page): Promise<Pipe> {
  let wanted: { readonly name: string; readonly lost: Lost } | null = null
  let down = false
  let resolveBroken = (): void => undefined
  let broken = Promise.resolve()
  let held: { name: string; words: string; id?: number | undefined; send?: () => void; go: boolean } | null = null
  const open = new Set<WebSocketRoute>()
  await page.routeWebSocket(/\/rpc$/, (near) => {
    if (down) return void near.close()
    const far = near.connectToServer()
    open.add(near)
    let awaited: number | null = null
    const cut = (): void => {
      down = true
      wanted = null
      open.delete(near)
      void far.close()
      void near.close()
      resolveBroken()
    }
    near.onMessage((text) => {
      const { id, name } = JSON.parse(String(text)) as { readonly id?: number; readonly name?: string }
      if (held && held.name === name && held.id === undefined && String(text).includes(held.words)) held.id = id
      if (wanted === null || name !== wanted.name) return far.send(text)
      if (wanted.lost === 'call') return cut()
      awaited = id ?? null
      far.send(text)
    })
    far.onMessage((text) => {
      const { id, kind } = JSON.parse(String(text)) as { readonly id?: number; readonly kind: string }
      if (awaited !== null && id === awaited && kind === 'reply') return cut()
      if (held && !held.go && kind === 'reply' && id === held.id) held.send = () => near.send(text)
      else near.send(text)
    })
  })
  return {
    breakAt(name, lost) {
      wanted = { name, lost }
      broken = new Promise((resolve) => {
        resolveBroken = resolve
      })
    },
    mend() {
      down = false
    },
    holdAnswer(name, words = '') {
      const one: NonNullable<typeof held> = { name, words, go: false }
      held = one
      return {
        letGo: () => {
          one.go = true
          one.send?.()
        },
      }
    },
    broken: () => broken,
  }
}

/** What the service took over, in order. */
const taken = (desk: Instance): readonly string[] =>
  desk.sends.map(({ content }) => ('text' in content ? content.text : ''))

test.beforeEach(({ orderDesk }) => {
  orderDesk.behave({ autoStatus: manualStatus })
  orderDesk.person('79990001122', { name: 'Anna' }).says('Is it ready?')
  orderDesk.person('79990003344', { name: 'Boris' }).says('Good day')
})

test('a slash and a name typed faster than the quick replies are read are never sent as they stand', async ({
  app,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122')
  const page = await app.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')
  await composer(page).fill('Hello {name}')
  await page.getByRole('button', { name: 'Quick replies' }).click()
  await page.getByRole('button', { name: 'New from this text' }).click()
  await page.getByRole('dialog', { name: 'New quick reply' }).getByLabel('Name').fill('Greeting')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved “Greeting”')).toBeVisible()
  const pipe = await holdPipe(page)
  await page.reload()
  await openChat(page, 'Anna')
  const replies = pipe.holdAnswer('quickReplies.list')
  await composer(page).fill('')
  await composer(page).pressSequentially('/gre')
  await page.keyboard.press('Enter')
  await expect(composer(page)).toHaveValue('/gre')
  replies.letGo()
  await expect(composer(page)).toHaveValue('Hello Anna')
  expect(orderDesk.sends).toHaveLength(0)

  await test.step('a chat is read once its newest message is seen, whatever is still asked for', async () => {
    const rows = pipe.holdAnswer('messages.window', '"newest"')
    await openChat(page, 'Boris')
    await expect(message(page, 'Good day')).toBeVisible()
    await expect(chatRow(page, 'Boris').getByRole('img', { name: /unread/ })).toHaveCount(0)
    rows.letGo()
  })

  await test.step('and so is one whose mark was lost with the pipe, once that is back', async () => {
    anna.says('Are you there?')
    await expect(chatRow(page, 'Anna').getByRole('img', { name: '1 unread' })).toBeVisible()
    pipe.breakAt('chats.markRead', 'call')
    await openChat(page, 'Anna')
    await pipe.broken()
    pipe.mend()
    await expect(chatRow(page, 'Anna').getByRole('img', { name: /unread/ })).toHaveCount(0)
  })
})

for (const lost of ['call', 'answer'] as const) {
  test(
    `the pipe breaks in the middle of a send (the ${lost} is lost) and comes back: it goes out once, by itself`,
    { tag: lost === 'answer' ? '@nightly' : [] },
    async ({ app, emulator, orderDesk }) => {
      const page = await app.open({ instances: [orderDesk] })
      const pipe = await holdPipe(page)
      await page.reload()
      await openChat(page, 'Anna')
      pipe.breakAt('messages.send', lost)
      await send(page, 'Ready at noon')
      await pipe.broken()
      // Until it is known what became of it, the text stays where it was written, and it is too late to give it a time.
      await expect(composer(page)).toHaveValue('Ready at noon')
      await expect(page.getByRole('button', { name: 'Send later' })).toBeDisabled()
      pipe.mend()
      await expect(composer(page)).toHaveValue('')
      await expect(message(page, 'Ready at noon')).toHaveCount(1)
      // Who writes on and presses Enter while core is slow to answer has sent both, each once.
      const answer = pipe.holdAnswer('messages.send')
      await send(page, 'At the counter')
      await send(page, 'Until five')
      await expect(composer(page)).toHaveValue('Until five')
      // Who goes elsewhere meanwhile is not called back.
      const search = chatList(page).getByRole('searchbox')
      await search.focus()
      answer.letGo()
      await emulator.untilSent('Until five')
      await expect(composer(page)).toHaveValue('')
      await expect(search).toBeFocused()
      expect(taken(orderDesk)).toEqual(['Ready at noon', 'At the counter', 'Until five'])
    },
  )

  test(`the pipe breaks in the middle of a send (the ${lost} is lost) and the page is loaded anew: nothing is lost or doubled @nightly`, async ({
    app,
    emulator,
    orderDesk,
  }) => {
    const page = await app.open({ instances: [orderDesk] })
    const pipe = await holdPipe(page)
    await page.reload()
    await openChat(page, 'Anna')
    pipe.breakAt('messages.send', lost)
    await send(page, 'Ready at noon')
    await pipe.broken()
    pipe.mend()
    await page.reload()
    await expect(log(page)).toBeVisible()
    if (lost === 'call') {
      await expect(composer(page)).toHaveValue('Ready at noon')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
    }
    await expect(composer(page)).toHaveValue('')
    await expect(message(page, 'Ready at noon')).toHaveCount(1)
    await send(page, 'At the counter')
    await emulator.untilSent('At the counter')
    expect(taken(orderDesk)).toEqual(['Ready at noon', 'At the counter'])
  })
}

test('a send whose answer was lost is not made twice by another chat, a reload and Send @nightly', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const page = await app.open({ instances: [orderDesk] })
  const pipe = await holdPipe(page)
  await page.reload()
  await openChat(page, 'Boris')
  await expect(message(page, 'Good day')).toBeVisible()
  await openChat(page, 'Anna')
  pipe.breakAt('messages.send', 'answer')
  await send(page, 'Ready at noon')
  await pipe.broken()
  await chatRow(page, 'Boris').click()
  // What was read of it before is shown until the pipe is back.
  await expect(message(page, 'Good day')).toBeVisible()
  pipe.mend()
  await expect(composer(page)).toHaveValue('')
  await openChat(page, 'Anna')
  await expect(message(page, 'Ready at noon')).toHaveCount(1)
  await page.reload()
  await expect(log(page)).toBeVisible()
  await expect(composer(page)).toHaveValue('')
  await send(page, 'At the counter')
  await emulator.untilSent('At the counter')
  expect(taken(orderDesk)).toEqual(['Ready at noon', 'At the counter'])
})
