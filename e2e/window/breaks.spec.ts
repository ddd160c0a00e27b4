import { sized } from '../support/marathon.ts'
import { chatList, chatRow, composer, conversation, details, message, openChat, send } from '../support/window.ts'
import { answerOutgoing, outgoingRow } from './outgoing-rows.ts'
import { expect, test } from './window-test.ts'

const moments = sized(5, 20)

test('a connection that breaks at any moment of opening, typing, sending and saving takes no letter @long', async ({
  desk,
  open,
  pipe,
}) => {
  const anna = desk.customer('Anna')
  const page = await open()
  for (let moment = 0; moment < moments; moment += 1) {
    const name = `Boris ${String.fromCharCode(97 + moment)}`
    const boris = desk.customer(name)
    // She stays among the rows that are drawn.
    desk.says(anna, `News ${moment}`)
    const written = (): string => {
      const sent = desk
        .chat(boris)
        .messages.flatMap(({ direction, content }) =>
          direction === 'outgoing' && content.kind === 'text' ? [content.text] : [],
        )
      return [...sent, desk.chat(boris).draft.draftText].join('|')
    }
    await test.step(`at message ${moment} of ${moments}`, async () => {
      await openChat(page, 'Anna')
      await expect(composer(page)).toBeFocused()
      await expect(chatRow(page, name)).toBeVisible()
      pipe.delayMs = 20
      pipe.cutAfter(Math.floor((moment * 24) / moments))
      await chatRow(page, name).click()
      await page.keyboard.type('Your order ')
      await page.keyboard.type('is ready')
      await page.keyboard.press('Enter')
      await page.keyboard.type('At noon')
      // What did not come this far is cut now.
      if (!pipe.isCut) pipe.cut()
      pipe.mend()
      await expect(conversation(page).getByRole('heading', { name })).toBeVisible()
      await expect.poll(written).toMatch(/^Your order is ready\|?At noon$/)
      const field = await composer(page).inputValue()
      expect(['At noon', 'Your order is readyAt noon']).toContain(field)
      pipe.delayMs = 0
      await expect(chatList(page).getByRole('searchbox')).toHaveValue('')
    })
  }

  await test.step('and a note whose save was lost stands where it was written, and is one when it is saved again', async () => {
    await page.keyboard.press('Control+.')
    const notes = details(page).getByRole('region', { name: 'Notes' })
    for (const lost of ['call', 'answer'] as const) {
      const text = `Note of a lost ${lost}`
      await notes.getByRole('button', { name: 'Add note' }).click()
      await notes.getByRole('textbox').fill(text)
      pipe.cutAt('notes.add', lost)
      await notes.getByRole('button', { name: 'Save note' }).click()
      await expect(notes.getByRole('alert')).toContainText('was lost')
      await expect(notes.getByRole('textbox')).toHaveValue(text)
      pipe.mend()
      await notes.getByRole('button', { name: 'Save note' }).click()
      await expect(notes.getByRole('textbox')).toHaveCount(0)
      expect(desk.notes.filter((note) => note.text === text)).toHaveLength(1)
    }
  })
})

test('a send whose call or answer is lost with the connection goes once when it is back', async ({
  desk,
  open,
  pipe,
}) => {
  const page = await open()
  for (const [lost, name, otherName] of [
    ['call', 'Anna', 'Boris'],
    ['answer', 'Clara', 'Dora'],
  ] as const) {
    const chat = desk.customer(name)
    desk.customer(otherName)
    const arrived = () =>
      desk
        .chat(chat)
        .messages.flatMap(({ direction, content }) =>
          direction === 'outgoing' && content.kind === 'text' ? [content.text] : [],
        )
    const loseSend = async (text: string): Promise<void> => {
      pipe.cutAt('messages.send', lost)
      await send(page, text)
      await expect.poll(() => pipe.isCut).toBe(true)
    }
    await openChat(page, name)

    await test.step(`the ${lost}: by itself; until then the text stays, and it is too late to give it a time`, async () => {
      await loseSend('Ready at noon')
      await expect(composer(page)).toHaveValue('Ready at noon')
      await expect(page.getByRole('button', { name: 'Send later' })).toBeDisabled()
      pipe.mend()
      await expect(composer(page)).toHaveValue('')
      await expect(message(page, 'Ready at noon')).toHaveCount(1)
      expect(arrived()).toEqual(['Ready at noon'])
    })
    await test.step('and who writes on while core is slow has sent both, and is not called back from elsewhere', async () => {
      const letGo = pipe.hold('messages.send')
      await send(page, 'At the counter')
      await send(page, 'Until five')
      await expect(composer(page)).toHaveValue('Until five')
      const search = chatList(page).getByRole('searchbox')
      await search.focus()
      letGo()
      await expect.poll(arrived).toEqual(['Ready at noon', 'At the counter', 'Until five'])
      await expect(composer(page)).toHaveValue('')
      await expect(search).toBeFocused()
    })
    await test.step('and who sends what was written on before core has said that its beginning went sends that once', async () => {
      const before = arrived().length
      for (const [first, more] of [
        ['By bus', ' At ten'],
        ['By tram', ' '],
      ] as const) {
        await loseSend(first)
        await composer(page).press('End')
        await page.keyboard.type(more)
        const letGo = pipe.hold('chats.saveDraft')
        pipe.mend()
        await expect(page.getByRole('button', { name: 'Send later' })).toBeEnabled()
        const saves = desk.inputs('chats.saveDraft').length
        await page.keyboard.press('Enter')
        await expect.poll(() => desk.inputs('chats.saveDraft').length).toBeGreaterThan(saves)
        letGo()
        await expect(composer(page)).toHaveValue(/^\s*$/)
        await expect(conversation(page).getByRole('alert')).toHaveCount(0)
      }
      const byBus = lost === 'call' ? ['By bus At ten'] : ['By bus', 'At ten']
      expect(arrived().slice(before)).toEqual([...byBus, lost === 'call' ? 'By tram ' : 'By tram'])
      desk.chat(chat).messages.splice(-(arrived().length - before))
    })
    await test.step('also from another chat, which shows what was read of it before', async () => {
      await openChat(page, otherName)
      await expect(message(page, `Hello from ${otherName}`)).toBeVisible()
      await openChat(page, name)
      await loseSend('On Monday')
      await chatRow(page, otherName).click()
      await expect(message(page, `Hello from ${otherName}`)).toBeVisible()
      pipe.mend()
      await expect.poll(arrived).toEqual(['Ready at noon', 'At the counter', 'Until five', 'On Monday'])
      await openChat(page, name)
      await expect(composer(page)).toHaveValue('')
      await expect(message(page, 'On Monday')).toHaveCount(1)
    })
    await test.step('and a page that is loaded anew loses and doubles nothing', async () => {
      await loseSend('At nine')
      // A page that is connected again sends it by itself.
      await page.reload()
      pipe.mend()
      await expect(message(page, 'On Monday')).toBeVisible()
      if (lost === 'call') {
        await expect(composer(page)).toHaveValue('At nine')
        await page.getByRole('button', { name: 'Send', exact: true }).click()
      }
      await expect(composer(page)).toHaveValue('')
      await expect(message(page, 'At nine')).toHaveCount(1)
      expect(arrived()).toEqual(['Ready at noon', 'At the counter', 'Until five', 'On Monday', 'At nine'])
    })
  }
})

test('a chat is read once its newest message is seen, whatever is still asked for, and though its mark was lost', async ({
  desk,
  open,
  pipe,
}) => {
  const anna = desk.customer('Anna')
  const boris = desk.customer('Boris')
  const page = await open()
  await openChat(page, 'Anna')
  const letGo = pipe.hold('messages.window', '"newest"')
  await openChat(page, 'Boris')
  await expect(message(page, 'Hello from Boris')).toBeVisible()
  const isHeld = () =>
    desk.inputs('messages.window').some(({ chat, anchor }) => chat === boris && anchor.kind === 'newest')
  await expect.poll(isHeld).toBe(true)
  await expect(chatRow(page, 'Boris').getByRole('img', { name: /unread/ })).toHaveCount(0)
  letGo()
  desk.says(anna, 'Are you there?')
  await expect(chatRow(page, 'Anna').getByRole('img', { name: '1 unread' })).toBeVisible()
  pipe.cutAt('chats.markRead', 'call')
  await openChat(page, 'Anna')
  await expect.poll(() => pipe.isCut).toBe(true)
  pipe.mend()
  await expect(chatRow(page, 'Anna').getByRole('img', { name: /unread/ })).toHaveCount(0)
})

test('a chat that is open while the person is elsewhere stays unread until they come back', async ({ desk, open }) => {
  const anna = desk.customer('Anna')
  const page = await open()
  await openChat(page, 'Anna')
  const unread = (name: RegExp) => chatRow(page, 'Anna').getByRole('img', { name })
  await expect(unread(/unread/)).toHaveCount(0)
  const marks = desk.inputs('chats.markRead').length
  const showFocus = (isThere: boolean) =>
    page.evaluate((is) => {
      document.hasFocus = () => is
      dispatchEvent(new Event(is ? 'focus' : 'blur'))
    }, isThere)
  await showFocus(false)
  for (const text of ['Are you there?', 'Hello?']) {
    desk.says(anna, text)
    await expect(message(page, text)).toBeVisible()
  }
  await expect(unread(/^2 unread$/)).toBeVisible()
  expect(desk.inputs('chats.markRead')).toHaveLength(marks)
  await showFocus(true)
  await expect(unread(/unread/)).toHaveCount(0)
})

test('two windows that do the same at once show the same in the end', async ({ desk, open, openAnother, pipe }) => {
  for (const name of ['Eva', 'Dora', 'Carl', 'Boris', 'Anna']) desk.customer(name)
  const page = await open()
  const other = await openAnother()
  const focus = (one: typeof page) =>
    chatList(one).getByRole('listitem').filter({ hasText: 'Carl' }).getByRole('button')
  for (const one of [page, other]) await focus(one).first().focus()
  pipe.delayMs = 300
  const rows = (one: typeof page) => chatList(one).getByRole('listitem').allInnerTexts()
  for (const key of ['Alt+p', 'Alt+m', 'Alt+u', 'Alt+e']) {
    await test.step(key, async () => {
      await Promise.all([page.keyboard.press(key), other.keyboard.press(key)])
      await expect.poll(async () => JSON.stringify(await rows(page)) === JSON.stringify(await rows(other))).toBe(true)
    })
  }
  expect(desk.titles()[0]).toBe('Carl')
})

test('a chat that a colleague took is not taken from them by an older screen', async ({ desk, open, pipe }) => {
  const anna = desk.customer('Anna')
  const boris = desk.customer('Boris')
  desk.joinTeam()
  const page = await open()
  for (const [chat, name] of [
    [anna, 'Anna'],
    [boris, 'Boris'],
  ] as const) {
    await chatList(page).getByRole('listitem').filter({ hasText: name }).getByRole('button').first().focus()
    pipe.delayMs = 300
    desk.assignToYara(chat)
    await page.keyboard.press('Alt+a')
    await expect(page.getByRole('alert').filter({ hasText: 'This was changed elsewhere' }).first()).toBeVisible()
    expect(desk.chat(chat).row.assignee?.name).toBe('Yara')
    pipe.delayMs = 0
  }
})

test('a chat that is taken or closed twice, because the first time does not show yet, is so once', async ({
  desk,
  open,
  pipe,
}) => {
  const anna = desk.customer('Anna')
  desk.joinTeam()
  const page = await open()
  await chatRow(page, 'Anna').getByRole('button').first().focus()
  for (const [index, [key, call]] of (
    [
      ['Alt+a', 'team.assign'],
      ['Alt+e', 'chats.setDone'],
    ] as const
  ).entries()) {
    const letGo = [pipe.holdNews(), pipe.hold(call)]
    for (let press = 0; press < 2; press += 1) await page.keyboard.press(key)
    await page.keyboard.press('Alt+p')
    await expect.poll(() => desk.inputs('chats.setPinned')).toHaveLength(index + 1)
    expect(desk.inputs(call)).toHaveLength(1)
    for (const go of letGo) go()
    await expect(chatRow(page, 'Anna').getByRole('img', { name: 'Assigned to you' })).toBeVisible()
  }
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(desk.chat(anna).row).toMatchObject({ assignee: { isThis: true }, waitingSince: null })
})

test('a list that moves at every key: each act is of the chat that had the focus', async ({ desk, open, pipe }) => {
  const keys = new Map(['Eva', 'Dora', 'Carl', 'Boris', 'Anna'].map((name) => [name, desk.customer(name)]))
  const page = await open()
  await chatList(page).getByRole('listitem').filter({ hasText: 'Carl' }).getByRole('button').first().focus()
  pipe.delayMs = 50
  const names = [...keys.keys()]
  for (let key = 0; key < 15; key += 1) {
    desk.says(keys.get(names[(key * 2) % names.length] ?? '') ?? desk.customer('Nobody'), `News ${key}`)
    if (key % 3 === 0) await page.keyboard.press(key % 2 === 0 ? 'ArrowDown' : 'ArrowUp')
    const focused = await page.evaluate(() => document.activeElement?.closest('[role=listitem], li')?.textContent ?? '')
    const [name = '', chat] = [...keys].find(([one]) => focused.includes(one)) ?? []
    const before = desk.inputs('chats.setPinned').length
    await page.keyboard.press('Alt+p')
    await expect.poll(() => desk.inputs('chats.setPinned').length).toBe(before + 1)
    expect(desk.inputs('chats.setPinned').at(-1)?.chat, `${name}, key ${key}`).toBe(chat)
  }
  await expect(message(page, 'News')).toHaveCount(0)
})

test('an arrow at the end of a list waits for nothing: what comes later takes no focus', async ({ desk, open }) => {
  const [anna, boris] = [desk.customer('Anna'), desk.customer('Boris')]
  const page = await open()
  await openChat(page, 'Anna')
  await conversation(page).getByRole('article').last().focus()
  for (let key = 0; key < 2; key += 1) await page.keyboard.press('ArrowDown')
  await composer(page).click()
  await page.keyboard.type('Half a ')
  desk.says(anna, 'News')
  await expect(message(page, 'News')).toBeVisible()
  await page.keyboard.type('thought')
  await expect(composer(page)).toHaveText('Half a thought')

  const last = chatList(page).getByRole('listitem').last().getByRole('button').first()
  const name = (await last.textContent())?.includes('Boris') === true ? 'Boris' : 'Anna'
  await last.focus()
  for (let key = 0; key < 2; key += 1) await page.keyboard.press('ArrowDown')
  desk.says(name === 'Boris' ? boris : anna, 'It moves to the top')
  await expect(chatList(page).getByRole('listitem').first()).toContainText('It moves to the top')
  await expect(chatRow(page, name).getByRole('button').first()).toBeFocused()
})

test('a chat is read although the connection broke when it was marked so', async ({ desk, open, pipe }) => {
  const anna = desk.customer('Anna')
  const page = await open()
  await expect(chatRow(page, 'Anna')).toBeVisible()
  pipe.cutAt('chats.markRead', 'call')
  await openChat(page, 'Anna')
  await expect.poll(() => pipe.isCut).toBe(true)
  pipe.mend()
  await expect.poll(() => desk.chat(anna).row.unread).toBe(0)
})

test('a panel that is opened while the window reads everything anew stays open', async ({ desk, open, pipe }) => {
  const anna = desk.customer('Anna')
  const page = await open()
  await openChat(page, 'Anna')
  await expect(message(page, 'Hello from Anna')).toBeVisible()
  const letGo = pipe.hold('app.preference')
  const asked = desk.inputs('app.preference').length
  pipe.resync()
  await expect.poll(() => desk.inputs('app.preference').length).toBeGreaterThan(asked)
  await page.keyboard.press('Control+.')
  await expect(details(page)).toBeVisible()
  letGo()
  // The window has the answers of before by the time it shows this.
  desk.says(anna, 'Is it ready?')
  await expect(message(page, 'Is it ready?')).toBeVisible()
  await expect(details(page)).toBeVisible()
})

test('what a key did to a chat of the list shows at once, and a second press takes it back', async ({
  desk,
  open,
  pipe,
}) => {
  const anna = desk.customer('Anna')
  desk.change(anna, { unread: 0 })
  const page = await open()
  const row = chatRow(page, 'Anna')
  await row.getByRole('button').first().focus()
  const names = ['chats.setPinned', 'chats.setMuted', 'chats.markUnread', 'chats.markRead', 'chats.list'] as const
  const letGo = names.map((name) => pipe.hold(name))
  for (const [key, mark] of [
    ['Alt+p', 'Pinned'],
    ['Alt+m', 'Muted'],
    ['Alt+u', 'Marked as unread'],
  ] as const) {
    await test.step(mark, async () => {
      await page.keyboard.press(key)
      await expect(row.getByRole('img', { name: mark })).toBeVisible()
      await page.keyboard.press(key)
      await expect(row.getByRole('img', { name: mark })).toBeHidden()
    })
  }
  expect(desk.inputs('chats.setPinned').map(({ pinned }) => pinned)).toEqual([true, false])
  expect(desk.inputs('chats.setMuted').map(({ mutedUntil }) => mutedUntil)).toEqual(['forever', null])
  expect([desk.inputs('chats.markUnread'), desk.inputs('chats.markRead')]).toMatchObject([
    [{ chat: anna }],
    [{ chat: anna }],
  ])
  await test.step('and a later change of another window is shown', async () => {
    for (const go of letGo) go()
    desk.change(anna, { pinned: true })
    await expect(row.getByRole('img', { name: 'Pinned' })).toBeVisible()
    await expect(row.getByRole('img', { name: /Muted|unread/ })).toHaveCount(0)
  })
})

test('a label, a pin and a mute show at once what was wanted, and a second press takes it back', async ({
  desk,
  open,
  pipe,
}) => {
  const anna = desk.customer('Anna')
  const label = desk.label('Urgent')
  const page = await open()
  await openChat(page, 'Anna')
  await page.keyboard.press('Control+.')
  await expect(details(page).getByRole('button', { name: 'Pin', exact: true })).toBeVisible()
  const letGo = ['chats.setPinned', 'labels.set', 'chats.details'].map((name) => pipe.hold(name))

  await test.step('the pin', async () => {
    await details(page).getByRole('button', { name: 'Pin', exact: true }).click()
    await details(page).getByRole('button', { name: 'Unpin' }).click()
    await expect(details(page).getByRole('button', { name: 'Pin', exact: true })).toBeVisible()
    expect(desk.inputs('chats.setPinned')).toEqual([
      { chat: anna, pinned: true },
      { chat: anna, pinned: false },
    ])
  })
  await test.step('the label', async () => {
    await page.keyboard.press('Alt+l')
    const tick = page.getByRole('checkbox', { name: 'Urgent' })
    await tick.focus()
    await page.keyboard.press('Space')
    await expect(tick).toBeChecked()
    await page.keyboard.press('Space')
    await expect(tick).not.toBeChecked()
    expect(desk.inputs('labels.set').map(({ label: set, on }) => [set, on])).toEqual([
      [label, true],
      [label, false],
    ])
  })
  await test.step('and a later change of another window is shown', async () => {
    for (const go of letGo) go()
    desk.change(anna, { labels: [label] })
    await expect(page.getByRole('checkbox', { name: 'Urgent' })).toBeChecked()
  })
  await test.step('a refused one shows what is', async () => {
    pipe.cutAt('labels.set', 'call')
    await page.keyboard.press('Space')
    await expect(page.getByText('was lost').first()).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Urgent' })).toBeChecked()
    pipe.mend()
  })
})

test('Enter in Outgoing opens the chat of the row that stood there, though another came above it', async ({
  desk,
  open,
  pipe,
}) => {
  const anna = desk.customer('Anna')
  const dora = desk.customer('Dora')
  const rows = [
    outgoingRow(anna, 'Anna', desk.sent(anna, 'It is ready'), 'It is ready'),
    outgoingRow(dora, 'Dora', desk.sent(dora, 'Not yet'), 'Not yet'),
  ]
  answerOutgoing(desk, rows)
  const page = await open()
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: /Outgoing/ })
    .click()
  const row = page.getByRole('row').filter({ hasText: 'It is ready' })
  await row.click()
  await expect(row).toHaveAttribute('aria-selected', 'true')
  const letGo = pipe.hold('outgoing.list')
  const clara = desk.customer('Clara')
  rows.unshift(outgoingRow(clara, 'Clara', desk.sent(clara, 'Not yet'), 'Not yet'))
  const asked = desk.inputs('outgoing.indexOf').length
  desk.changed({ kind: 'messages', instance: 1 as never, chat: clara })
  // Where the row stands now is known before the rows are, and drawn.
  await expect.poll(() => desk.inputs('outgoing.indexOf').length).toBeGreaterThan(asked)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await page.keyboard.press('Enter')
  await expect(conversation(page).getByRole('heading', { name: 'Anna' })).toBeVisible()
  letGo()
  await expect(conversation(page).getByRole('heading', { name: 'Anna' })).toBeVisible()
})

test('a script that cannot be loaded is said, takes nothing else along, and is asked for again', async ({
  desk,
  open,
}) => {
  desk.customer('Anna')
  answerOutgoing(desk, [])
  const page = await open()
  await openChat(page, 'Anna')
  await composer(page).pressSequentially('Half a ')
  const shortcuts = page.getByRole('dialog', { name: 'Shortcuts' })
  const scripts = /\/assets\/[^/]+\.js$/
  await page.route(scripts, (route) => route.abort())

  await page.keyboard.press('Control+/')
  await expect(page.getByText('A part of the window failed. Try again, or reload the window.')).toBeVisible()
  await page.keyboard.type('thought')
  await expect(composer(page)).toHaveText('Half a thought')
  await page.getByRole('link', { name: 'Outgoing' }).click()
  await expect(page.getByRole('heading', { name: 'This view stopped working' })).toBeVisible()

  await page.unroute(scripts)
  await page.getByRole('button', { name: 'Reload this view' }).click()
  await expect(page.getByRole('heading', { name: 'Outgoing' })).toBeVisible()
  await page.keyboard.press('Control+/')
  await expect(shortcuts).toBeVisible()
})
