import type { Locator } from '@playwright/test'
import { expect, test } from '../support/test.ts'
import { message, openChat } from '../support/window.ts'

const naturalWidth = (picture: Locator) =>
  picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))

test('pictures in full size, a sticker without a preview and two voice messages', async ({ app, orderDesk }) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  anna.sendsImage({ caption: 'The bay', at: orderDesk.now() - 120_000 })
  anna.sendsImage({ media: 'receipt', caption: 'The receipt', at: orderDesk.now() - 60_000 })
  orderDesk.person('79990003344', { name: 'Boris' }).sendsSticker({ jpegThumbnail: null })
  const clara = orderDesk.person('79990005566', { name: 'Clara' })
  clara.sendsAudio()
  clara.sendsAudio()
  const page = await app.open({ instances: [orderDesk] })
  await test.step('a click beside a picture in full size leads back to the chat', async () => {
    await openChat(page, 'Anna')
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
    await openChat(page, 'Boris')
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
})
