import { expect, test } from '../support/test.ts'
import { chatRow, conversation, details, log, message, openChat } from '../support/window.ts'

test('every kind of message is shown for what it is', async ({ app, orderDesk }) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  const account = orderDesk.phone
  const plan = anna.says('The plan for today 🚚 https://example.com/plan')
  anna.sendsLink({ text: 'See the schedule', title: 'Dock schedule', description: 'Bay times', previewType: 'link' })
  anna.sendsDocument({ fileName: 'Routes.pdf', mimeType: 'application/pdf' })
  anna.sendsImage({ caption: 'Bay 3 is loaded' })
  anna.sendsVideo({ caption: 'Gate camera' })
  anna.sendsAudio()
  anna.sendsSticker()
  anna.sendsLocation({
    nameLocation: 'North gate',
    address: '12 Harbour Road',
    latitude: 54.70921,
    longitude: 25.28713,
  })
  anna.sendsContact({
    displayName: 'Service garage',
    vcard: 'BEGIN:VCARD\nVERSION:3.0\nFN:Service garage\nTEL;TYPE=work:+10000000172\nEND:VCARD',
  })
  anna.asksPoll('When does the second run leave?', ['15:30', '16:00'], { multipleAnswers: true })
  anna.says('Road works', { forwardingScore: 7 })
  anna.says('I asked this', { quotes: plan })
  anna.sendsUnsupported('interactiveButtons', { title: 'Pick one' })
  anna.says('{{SWE002}}')
  anna.reacts(plan, '👍')
  const wrong = anna.says('Gate code 12')
  anna.edits(wrong, 'Gate code 34')
  anna.deletes(anna.says('Never mind'))
  account.says('Written on the phone', { to: anna })
  const page = await app.open({ instances: [orderDesk] })
  await expect(chatRow(page, 'Anna')).toContainText('Written on the phone')
  await openChat(page, 'Anna')
  // While the queue drains it may open at the first unread message; from here on it is read from the end.
  await expect(log(page).getByRole('article').first()).toBeVisible()
  await expect(async () => {
    await log(page).focus()
    await page.keyboard.press('End')
    await expect(message(page, 'Written on the phone')).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 20_000 })

  const step = async (text: string | RegExp) => {
    const bubble = message(page, text).first()
    await expect(async () => {
      if (!(await bubble.isVisible())) {
        await log(page).hover()
        await page.mouse.wheel(0, -300)
      }
      await expect(bubble).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 20_000 })
    return bubble
  }
  await expect(message(page, 'This message was deleted')).toBeVisible()
  await expect(message(page, 'Never mind')).toHaveCount(0)
  await expect(message(page, 'Gate code 34')).toContainText('edited')
  await step('it is too large for the service')
  await expect((await step('This kind of message cannot be shown yet')).getByText('interactiveButtons')).toBeVisible()
  await expect((await step('I asked this')).getByRole('button', { name: /The plan for today/ })).toBeVisible()
  await step('Forwarded many times')
  await expect(await step('When does the second run leave?')).toContainText('Several answers allowed')
  await expect(await step('Service garage')).toContainText('000')
  const place = await step('North gate')
  await expect(place).toContainText('54.70921, 25.28713')
  await expect(place.getByRole('link', { name: 'Open in maps' })).toBeAttached()
  await step('Gate camera')
  await step('Bay 3 is loaded')
  await expect(await step('Routes.pdf')).toContainText('PDF')
  await expect(await step('Dock schedule')).toContainText('Bay times')
  await log(page).focus()
  await page.keyboard.press('Home')
  const first = message(page, 'The plan for today').filter({ hasNotText: 'I asked this' })
  await expect(first.getByRole('link', { name: 'https://example.com/plan' })).toBeAttached()
  await expect(first.getByRole('button', { name: '👍, 1' })).toBeAttached()
})

// Many messages come through the queue, one after the other.
test.describe.configure({ timeout: 120_000 })

const hostile = [
  '<img src=x onerror="window.hostile=1"><script>window.hostile=1</script>',
  '"><svg onload=window.hostile=1>',
  '\u202Egpj.exe\u202E and \u2066\u2067isolates',
  'zero\u200B\u200C\u200D\uFEFFwidth',
  `Z${'\u0301\u0334\u0336'.repeat(80)}algo`,
  'W'.repeat(5000),
  'javascript:window.hostile=1',
  '${window.hostile=1} {{7*7}} %s %n',
  '\u0007\u001b[31mbell',
  'ﷺ'.repeat(120),
]

test('hostile texts run nothing and break nothing, wherever they stand', async ({ app, orderDesk }) => {
  const group = orderDesk.group('-10000000482113', {
    subject: hostile.join(' ').slice(0, 900),
    description: hostile.join('\n'),
  })
  hostile.forEach((text, index) => {
    const person = orderDesk.person(`7999000${String(index).padStart(4, '0')}`, { name: text.slice(0, 800) })
    group.add(person.chatId)
    const to = { to: group }
    person.says(text, to)
    person.sendsLink({ text, title: text, description: text, previewType: 'link' }, to)
    person.sendsDocument({ fileName: text, caption: text, ...to })
    person.sendsImage({ caption: text, ...to })
    person.sendsLocation({ nameLocation: text, address: text }, to)
    person.sendsContact(
      { displayName: text, vcard: `BEGIN:VCARD\nVERSION:3.0\nFN:${text}\nORG:${text}\nTEL:${text}\nEND:VCARD` },
      to,
    )
    person.asksPoll(text, [text, `${text} again`], to)
    person.sendsUnsupported(text.slice(0, 200), { text }, to)
  })
  orderDesk.person('79990009999', { name: 'Long' }).says('x'.repeat(100_000), { to: group })
  const page = await app.open({ instances: [orderDesk] })
  await chatRow(page, '').first().click()
  await conversation(page).waitFor()
  await expect(log(page).getByRole('article').first()).toBeVisible()
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  await expect(details(page)).toBeVisible()

  for (let turn = 0; turn < 25; turn += 1) {
    const seen = await page.evaluate(() => {
      const element = document.querySelector('[role="log"]')
      if (element === null) return null
      element.scrollTop -= element.clientHeight
      return {
        sideways: element.scrollWidth - element.clientWidth,
        page: document.documentElement.scrollWidth - innerWidth,
        broken: element.textContent?.includes('This message could not be drawn') ?? false,
        hostile: 'hostile' in window,
      }
    })
    expect(seen).toEqual({ sideways: 0, page: 0, broken: false, hostile: false })
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  }
})
