import type { Locator, Page } from '@playwright/test'
import { choiceOf, invitationOf, menuOf, orderOf, orderReply } from '../../src/emulator/world/business-kinds.ts'
import type { Message } from '../../src/emulator/world/message.ts'
import { wheel } from '../support/log-anchor.ts'
import { expect, test } from '../support/test.ts'
import { isLong } from '../support/marathon.ts'
import { chatRow, details, log, message, openChat } from '../support/window.ts'

const naturalWidth = (picture: Locator) =>
  picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))

/** Twice what the service takes as a text. */
const long = 40_000
const hostile = [
  '<img src=x onerror="window.hostile=1"><script>window.hostile=1</script>',
  '"><svg onload=window.hostile=1>',
  '\u202Egpj.exe\u202E and \u2066\u2067isolates',
  'zero\u200B\u200C\u200D\uFEFFwidth',
  `Z${'\u0301\u0334\u0336'.repeat(80)}algo`,
  'W'.repeat(long),
  'two words '.repeat(long / 10),
  'javascript:window.hostile=1',
  '${window.hostile=1} {{7*7}} %s %n',
  '\u0007\u001b[31mbell',
  'ﷺ'.repeat(120),
]

/**
 * What hostile texts did to the messages that are drawn: nothing ran, nothing is wider than its place, and no message
 * is as tall as a tower.
 */
const harm = (page: Page) =>
  page.evaluate(() => ({
    shown: [...document.querySelectorAll<HTMLElement>('[role="log"] [data-message]')].map(
      (article) => article.dataset['message'] ?? '',
    ),
    ran: 'hostile' in window,
    broken: document.body.textContent?.includes('This message could not be shown') ?? false,
    page: document.documentElement.scrollWidth - innerWidth,
    sideways: [...document.querySelectorAll('.scroll, [role="log"], [role="dialog"], aside')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.className),
    towers: [...document.querySelectorAll('article, [role="listitem"]')]
      .filter((element) => element.getBoundingClientRect().height > 2400)
      .map((element) => element.textContent?.slice(0, 60)),
  }))
const harmless = { shown: expect.any(Array), ran: false, broken: false, page: 0, sideways: [], towers: [] }

test('every kind of message is shown for what it is; pictures in full size, a sticker without a preview and two voice messages; hostile texts run nothing and break nothing, wherever they stand @long', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  const account = orderDesk.phone
  let minutesAgo = 31
  const next = () => ({ at: orderDesk.now() - minutesAgo-- * 60_000 })
  const plan = anna.says('The plan for today 🚚 https://example.com/plan', next())
  anna.sendsLink(
    { text: 'See the schedule', title: 'Dock schedule', description: 'Bay times', previewType: 'link' },
    next(),
  )
  anna.sendsDocument({ fileName: 'Routes.pdf', mimeType: 'application/pdf', ...next() })
  anna.sendsImage({ caption: 'Bay 3 is loaded', ...next() })
  anna.sendsVideo({ caption: 'Gate camera', ...next() })
  anna.sendsAudio(next())
  anna.sendsSticker(next())
  anna.sendsLocation(
    { nameLocation: 'North gate', address: '12 Harbour Road', latitude: 54.70921, longitude: 25.28713 },
    next(),
  )
  anna.sendsContact(
    {
      displayName: 'Service garage',
      vcard: 'BEGIN:VCARD\nVERSION:3.0\nFN:Service garage\nTEL;TYPE=work:+10000000172\nEND:VCARD',
    },
    next(),
  )
  anna.asksPoll('When does the second run leave?', ['15:30', '16:00'], { multipleAnswers: true, ...next() })
  anna.sendsUnsupported('textMessage', { textMessageData: {} }, next())
  anna.says('Road works', { forwardingScore: 7, ...next() })
  anna.says('I asked this', { quotes: plan, ...next() })
  anna.sendsUnsupported('productMessage', { productMessage: 'none' }, next())
  anna.sendsUnsupported('eventMessage', { eventMessage: { name: 'Open day', place: 'Harbour Road 12' } }, next())
  anna.sendsUnsupported(
    ...orderOf({ orderId: '4977', token: 'AR5k', totalPrice: '15300', currency: 'EUR', sellerJid: '', itemCount: 3 }),
    next(),
  )
  anna.sendsUnsupported(...orderOf({ orderId: '4978', token: 'AR5k', totalPrice: '24500', sellerJid: '' }), next())
  // Its menu is from before the first notification.
  anna.sendsUnsupported(
    'buttonsResponseMessage',
    { buttonsResponseMessage: { stanzaId: '3EB0C0FFEE', selectedButtonId: '2', selectedButtonText: 'After lunch' } },
    next(),
  )
  const buttons = [
    { type: 'reply', buttonId: 'mon', buttonText: 'On Monday' },
    { type: 'url', buttonId: 'all', buttonText: 'See all dates', url: 'https://shop.example/dates' },
  ] as const
  const [monday] = buttons
  const menu = account.sendsUnsupported(
    ...menuOf({ titleText: '', contentText: 'Which day suits you?', footerText: 'We deliver until 18:00', buttons }),
    { to: anna, ...next() },
  )
  anna.sendsUnsupported(...choiceOf(menu.id, monday, 0), { quotes: menu, ...next() })
  anna.sendsUnsupported(
    ...invitationOf({
      groupJid: '1@g.us',
      inviteCode: 'AbCd',
      groupName: 'Café buyers',
      caption: 'Please join',
      inviteExpiration: '0',
    }),
    next(),
  )
  anna.sendsVideo({ isRound: true, caption: 'Round and round', ...next() })
  anna.calls('declined', { id: 'CALL-1', ...next() })
  anna.isCalled('pickUp', { id: 'CALL-2', isVideo: true, duration: 192, ...next() })
  anna.says('{{SWE002}}', next())
  anna.reacts(plan, '👍', next())
  const wrong = anna.says('Gate code 12', next())
  anna.edits(wrong, 'Gate code 34')
  anna.deletes(anna.says('Never mind', next()))
  orderDesk.behave({ editFlags: true })
  account.says('Written on the phone', { to: anna, ...next() })
  const dora = orderDesk.person('79990007788', { name: 'Dora' })
  dora.sendsImage({ caption: 'The bay', at: orderDesk.now() - 120_000 })
  dora.sendsImage({ media: 'receipt', caption: 'The receipt', at: orderDesk.now() - 60_000 })
  orderDesk.person('79990009911', { name: 'Yan' }).sendsSticker({ jpegThumbnail: null })
  const clara = orderDesk.person('79990008822', { name: 'Clara' })
  clara.sendsAudio()
  clara.sendsAudio()
  const page = await app.open({ instances: [orderDesk] })
  // So tall that all of them are drawn.
  await page.setViewportSize({ width: 1440, height: 3200 })
  // The queue is empty. What was written on the phone is the newest, so nothing is unread: the chat opens at its end.
  await emulator.untilWaiting(orderDesk.idInstance)
  await expect(chatRow(page, 'Anna')).toContainText('Written on the phone')
  await expect(chatRow(page, 'Anna').getByRole('img', { name: /unread/ })).toHaveCount(0)
  await openChat(page, 'Anna')
  await expect(message(page, 'Written on the phone')).toBeInViewport()

  await expect(message(page, 'This message was deleted')).toBeVisible()
  await expect(message(page, 'Never mind')).toHaveCount(0)
  await expect(message(page, 'Gate code 34')).toContainText('edited')
  await expect(message(page, 'it is too large for the service')).toBeVisible()
  const unknown = message(page, 'Message of an unknown kind')
  await expect(unknown.getByText('eventMessage')).toBeVisible()
  await expect(unknown).toContainText('Open day')
  await expect(unknown.getByRole('button', { name: 'View raw' })).toBeVisible()
  const unreadable = message(page, 'Product (can’t be read)')
  await expect(unreadable).toContainText('none')
  await expect(message(page, 'Message without text')).toBeVisible()
  await expect(message(page, 'Order 4977')).toContainText('3 items, total €153.00')
  await expect(message(page, 'Order 4978')).toContainText('Total 24,500 in minor units, no currency given')
  orderDesk.behave({ optionalOperations: [...orderDesk.behaviour.optionalOperations, 'getOrderDetails'] })
  orderDesk.journals.orders.set('4978', {
    token: 'AR5k',
    reply: orderReply(orderDesk.now(), 'JPY', [{ name: 'Linen curtain', price: '12250', quantity: 2 }], '24500'),
  })
  await message(page, 'Order 4978').getByRole('button', { name: 'Read the order' }).click()
  const items = message(page, 'Order 4978').getByRole('list', { name: 'Items' })
  await expect(items.getByRole('listitem')).toHaveText('Linen curtain2 × JP¥12,250')
  await expect(message(page, 'Order 4978')).toContainText('Total JP¥24,500')
  await expect(message(page, 'Order 4978')).toContainText(/Items read \d/)
  await expect(message(page, 'After lunch').getByRole('button', { name: 'Quoted message' })).toContainText(
    'Not in the archive',
  )
  const options = message(page, 'We deliver until 18:00').getByRole('list', { name: 'Options' })
  await expect(options.getByRole('listitem').first()).toContainText(/On MondayAnna, \d/)
  await expect(options.getByRole('link', { name: 'shop.example/dates' })).toBeVisible()
  await expect(options.getByRole('button')).toHaveCount(0)
  const round = message(page, 'Round and round').getByRole('button', { name: 'Round video' }).first()
  await expect(round).toBeVisible()
  const [width, height, radius] = await round.evaluate((button) => {
    const { width, height } = button.parentElement?.getBoundingClientRect() ?? { width: 0, height: 1 }
    return [width, height, getComputedStyle(button.parentElement ?? button).borderRadius]
  })
  expect([width, radius]).toEqual([height, '50%'])
  await expect(message(page, 'Missed call')).toContainText('Nobody answered')
  await expect(message(page, 'Video call')).toContainText('Answered, 3 min 12 s')
  const choice = message(page, 'Chosen from a menu')
  await expect(choice.getByRole('button', { name: /Which day suits you/ })).toBeVisible()
  await expect(message(page, 'Invitation to Café buyers')).toContainText('Does not expire')
  await expect(message(page, 'I asked this').getByRole('button', { name: /The plan for today/ })).toBeVisible()
  await expect(message(page, 'Forwarded many times')).toBeVisible()
  await expect(message(page, 'When does the second run leave?')).toContainText('Several answers allowed')
  await expect(message(page, 'Service garage')).toContainText('000')
  await message(page, 'Service garage').getByRole('button', { name: 'Actions', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: /^Copy \+1/ })).toBeVisible()
  await page.getByRole('menuitem', { name: /^Write to \+1/ }).click()
  await expect(page.getByRole('combobox', { name: 'Name, number or chat ID' })).toHaveValue('+10000000172')
  await page.keyboard.press('Escape')
  const place = message(page, 'North gate')
  await expect(place).toContainText('54.70921, 25.28713')
  await expect(place.getByRole('link', { name: 'Open in maps' })).toBeAttached()
  await expect(message(page, 'Gate camera')).toBeVisible()
  await expect(message(page, 'Bay 3 is loaded')).toBeVisible()
  await expect(message(page, 'Routes.pdf')).toContainText('PDF')
  await expect(message(page, 'Dock schedule')).toContainText('Bay times')
  const first = message(page, 'The plan for today').filter({ hasNotText: 'I asked this' })
  await expect(first.getByRole('link', { name: 'https://example.com/plan' })).toBeAttached()
  await expect(first.getByRole('button', { name: '👍, 1' })).toBeAttached()
  await page.setViewportSize({ width: 1440, height: 900 })

  await test.step('a click beside a picture in full size leads back to the chat', async () => {
    await openChat(page, 'Dora')
    await message(page, 'The bay').getByRole('button', { name: /^Open/ }).click()
    const viewer = page.getByRole('dialog', { name: 'Picture' })
    const picture = viewer.getByRole('img', { name: 'The bay' })
    await expect.poll(() => naturalWidth(picture)).toBeGreaterThan(200)
    await picture.click()
    await expect(viewer).toBeVisible()
    const box = await picture.boundingBox()
    await page.mouse.click((box?.x ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2)
    await expect(viewer).toBeHidden()
  })

  await test.step('a picture opens large and sharp; keys zoom, move and leaf, and Escape leads back', async () => {
    const open = message(page, 'The receipt').getByRole('button', { name: /^Open/ })
    await open.focus()
    await page.keyboard.press('Enter')
    const viewer = page.getByRole('dialog', { name: 'Picture' })
    const picture = viewer.getByRole('img', { name: 'The receipt' })
    const width = () => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))
    // The preview is some seventy pixels wide.
    await expect.poll(width).toBeGreaterThan(200)
    await expect(viewer.getByRole('button', { name: 'Save as' })).toBeVisible()

    await expect(picture).toBeInViewport({ ratio: 1 })

    const before = await picture.boundingBox()
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    await expect.poll(async () => (await picture.boundingBox())?.width).toBeGreaterThan((before?.width ?? 0) * 1.5)
    await page.keyboard.press('0')
    await expect.poll(() => picture.boundingBox()).toEqual(before)

    await page.keyboard.press('ArrowLeft')
    const other = viewer.getByRole('img', { name: 'The bay' })
    await expect
      .poll(() => other.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
      .toBeGreaterThan(200)
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
    await expect(open).toBeFocused()
  })

  await test.step('a sticker without a preview shows what it is and is fetched by a click', async () => {
    await openChat(page, 'Yan')
    const sticker = page.getByRole('log').getByRole('article')
    await sticker.getByRole('button', { name: 'Download Sticker' }).click()
    await expect.poll(() => naturalWidth(sticker.getByRole('img', { name: 'Sticker' }))).toBeGreaterThan(100)
  })

  await test.step('a voice message that makes way for another before its first sound is not said to be unplayable', async () => {
    await openChat(page, 'Clara')
    const voices = page.getByRole('log').getByRole('article')
    const play = voices.getByRole('button', { name: /^Play/ })
    for (const voice of [voices.first(), voices.last()]) {
      await voice.getByRole('button', { name: /^Play/ }).click()
      await voice.getByRole('button', { name: 'Pause' }).click()
      await expect(play).toHaveCount(2)
    }
    // The files come only after both were pressed.
    await page.route(/\/media\//, () => undefined)
    await page.reload()
    await expect(play).toHaveCount(2)
    for (const voice of [voices.first(), voices.last()]) await voice.getByRole('button', { name: /^Play/ }).click()
    await page.unroute(/\/media\//)
    await expect(voices.last().getByRole('button', { name: 'Pause' })).toBeVisible()
    await expect(voices.first()).not.toContainText('This sound cannot be played here.')
  })

  await test.step('hostile texts run nothing and break nothing, wherever they stand', async () => {
    // Hundreds of messages are received, drawn and looked at: on a busy machine that takes minutes.
    const group = orderDesk.group('-10000000482113', {
      subject: `Everything ${hostile.join(' ')}`,
      description: hostile.join('\n'),
    })
    let written = 0
    const count = (message: Message) => {
      written += 1
      return message
    }
    hostile.forEach((text, index) => {
      const phone = `7999000${String(index).padStart(4, '0')}`
      const person = orderDesk.person(phone, { name: text, contactName: index % 2 === 0 ? text : '' })
      group.add(person.chatId)
      const before = { at: orderDesk.now() - 60_000 }
      person.says(text, before)
      orderDesk.group(`-1000000048300${index}`, { subject: text }).add(person.chatId)
      person.says(text, { to: `-1000000048300${index}`, ...before })
      const to = { to: group }
      const kinds = [
        () => {
          const written = count(person.says(text, to))
          count(person.says(text, { ...to, quotes: written }))
          person.reacts(written, text.slice(0, 1000))
        },
        () => count(person.sendsLink({ text, title: text, description: text, previewType: 'link' }, to)),
        () => count(person.sendsDocument({ fileName: text, caption: text, mimeType: text.slice(0, 1000), ...to })),
        () => count(person.sendsImage({ caption: text, ...to })),
        () => count(person.sendsVideo({ caption: text, ...to })),
        () => count(person.sendsLocation({ nameLocation: text, address: text }, to)),
        () =>
          count(
            person.sendsContact(
              { displayName: text, vcard: `BEGIN:VCARD\nVERSION:3.0\nFN:${text}\nORG:${text}\nTEL:${text}\nEND:VCARD` },
              to,
            ),
          ),
        () => {
          const poll = count(person.asksPoll(text, [text, `${text} again`], to))
          person.votes(poll, [text])
        },
        () => count(person.sendsUnsupported(text.slice(0, 1000), { text }, to)),
      ]
      // The short form has each text in three of the kinds, and each kind with several of the texts.
      kinds.filter((_, kind) => isLong || (kind + index) % 3 === 0).forEach((say) => say())
    })
    await expect(chatRow(page, 'Everything')).toBeVisible()
    await emulator.untilWaiting(orderDesk.idInstance, { withinMs: 90_000 })
    expect(await harm(page)).toEqual(harmless)

    // The group with everything in it, from its end to its beginning, with its details at its side.
    await openChat(page, 'Everything')
    await expect(log(page).getByRole('article').first()).toBeVisible()
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    await expect(details(page).getByRole('listitem').first()).toBeVisible()
    const seen = new Set<string>()
    await log(page).focus()
    await page.keyboard.press('End')
    // The walk goes up: what comes after it began would lie below it.
    const last = log(page)
      .getByRole('article')
      .filter({ hasText: hostile.at(-1) ?? '' })
    await expect(last.filter({ hasText: 'Unknown kind' })).toBeInViewport()
    for (let step = 0; step < 300 && seen.size < written; step += 1) {
      const found = await harm(page)
      expect(found).toEqual(harmless)
      found.shown.forEach((key) => seen.add(key))
      await wheel(page, -600, 1)
    }
    expect(seen.size).toBe(written)
  })
})
