import type { Locator } from '@playwright/test'
import { expect, test } from '../support/test.ts'
import { message, openChat } from '../support/window.ts'

const naturalWidth = (picture: Locator) =>
  picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))

test('a film is fetched and then played by a click on the mark in its middle @host', async ({ app, orderDesk }) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  anna.sendsVideo({ caption: 'Gate camera' })
  const page = await app.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')
  const film = message(page, 'Gate camera')
  await film.getByRole('button', { name: /^Download/ }).click()
  await film.getByRole('button', { name: /^Open/ }).click()
  const player = page.getByRole('dialog', { name: 'Picture' }).locator('video')
  await expect
    .poll(() => player.evaluate((video) => (video instanceof HTMLVideoElement ? video.currentTime : 0)))
    .toBeGreaterThan(0)
})

test('a picture in full size, a sticker without a preview and two voice messages', async ({ app, orderDesk }) => {
  orderDesk.person('79990001122', { name: 'Anna' }).sendsImage({ caption: 'The bay' })
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
