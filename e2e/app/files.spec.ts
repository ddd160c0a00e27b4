import type { Page } from '@playwright/test'
import { isLong } from '../support/marathon.ts'
import { expect, test } from '../support/test.ts'
import { composer, conversation, log, message, openChat, views } from '../support/window.ts'

const tray = (page: Page) => conversation(page).getByRole('group', { name: 'Attachments' })
const sendButton = (page: Page, name: string | RegExp) => conversation(page).getByRole('button', { name })
const picker = (page: Page) => page.locator('input[data-attach]')
/** One pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: pixel })
const paper = (name: string, bytes = 2_000) => ({ name, mimeType: 'application/pdf', buffer: Buffer.alloc(bytes, 'x') })

/** Drops or pastes files that the page makes itself; `plain` is the text beside them. */
async function hand(
  page: Page,
  how: 'drop' | 'paste',
  files: readonly { name: string; bytes: number; type?: string }[],
  plain = '',
) {
  await page.evaluate(
    ({ how: kind, files: wanted, plain: text }) => {
      const transfer = new DataTransfer()
      for (const { name, bytes, type = '' } of wanted)
        transfer.items.add(new File([new Uint8Array(bytes)], name, { type }))
      if (text !== '') transfer.setData('text/plain', text)
      const field = document.querySelector('textarea[data-write]')
      const event =
        kind === 'drop'
          ? new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer })
          : new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: transfer })
      const place = kind === 'drop' ? document.querySelector('[role=log]') : field
      place?.dispatchEvent(event)
    },
    { how, files: [...files], plain },
  )
}

test('files are attached, captioned, put in order, kept over a reload, sent in their places before the text, and read; a film is fetched and played @host', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  anna.says('What does it look like?')
  const page = await app.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')
  await picker(page).setInputFiles([paper('Exchange 4821.pdf'), picture('chair.png')])
  await expect(tray(page).getByRole('listitem')).toHaveCount(2)
  await expect(tray(page)).toContainText('2 files go as 2 messages in this order')
  await expect(sendButton(page, 'Send 2 messages')).toBeEnabled()
  await tray(page).getByRole('textbox', { name: 'Caption of picture 2' }).fill('The chair today')
  await tray(page).getByRole('textbox', { name: 'Caption of picture 2' }).press('ControlOrMeta+ArrowLeft')
  await expect(tray(page).getByRole('listitem', { name: '1 of 2, picture, chair.png' })).toBeVisible()

  await test.step('they are there after a reload', async () => {
    await composer(page).fill('As promised')
    await composer(page).blur()
    await expect(sendButton(page, 'Send 3 messages')).toBeEnabled()
    await page.reload()
    await expect(tray(page).getByRole('listitem', { name: '1 of 2, picture, chair.png' })).toBeVisible()
    await expect(tray(page).getByRole('textbox', { name: 'Caption of picture 1' })).toHaveValue('The chair today')
    await expect(composer(page)).toHaveValue('As promised')
  })

  await sendButton(page, 'Send 3 messages').click()
  await emulator.untilSent('As promised')
  expect(
    orderDesk.sends.map(({ content }) =>
      content.kind === 'file' ? [content.as, content.fileName, content.caption] : content.kind,
    ),
  ).toEqual([['image', 'chair.png', 'The chair today'], ['document', 'Exchange 4821.pdf', ''], 'text'])
  await expect(tray(page)).toHaveCount(0)
  await expect(composer(page)).toHaveValue('')
  await expect(message(page, 'The chair today').getByRole('img').first()).toBeVisible()
  await expect(message(page, 'As promised').getByRole('img', { name: 'Read' })).toBeVisible()

  await test.step('a film is fetched and then played by a click on the mark in its middle', async () => {
    anna.sendsVideo({ caption: 'Gate camera' })
    const film = message(page, 'Gate camera')
    await film.getByRole('button', { name: /^Download/ }).click()
    await film.getByRole('button', { name: /^Open/ }).click()
    const player = page.getByRole('dialog', { name: 'Picture' }).locator('video')
    await expect
      .poll(() => player.evaluate((video) => (video instanceof HTMLVideoElement ? video.currentTime : 0)))
      .toBeGreaterThan(0)
  })
})

test('what is dropped or pasted is attached, what can not go is refused in its place, and an upload shows how far it is and is cancelled @long', async ({
  app,
  emulator,
  orderDesk,
}) => {
  orderDesk.person('79990001122', { name: 'Anna' }).says('Which one?')
  const page = await app.open({ instances: [orderDesk] })
  await openChat(page, 'Anna')
  await composer(page).fill('A word')

  await hand(page, 'drop', [
    { name: 'list', bytes: 10, type: 'text/plain' },
    { name: 'empty.pdf', bytes: 0 },
    { name: `${'x'.repeat(300)}\u202e.png`, bytes: 10 },
  ])
  const items = tray(page).getByRole('listitem')
  await expect(items).toHaveCount(3)
  await expect(tray(page).getByRole('listitem', { name: /document, list\.txt$/ })).toContainText('renamed')
  await expect(tray(page).getByRole('listitem', { name: 'Refused, empty.pdf' })).toContainText('0 bytes')
  await expect(tray(page).getByRole('listitem', { name: /picture, x+\.png$/ })).toContainText('renamed')
  await expect(tray(page)).toContainText('1 refused')
  await expect(composer(page)).toHaveValue('A word')
  for (const name of [/^Remove list/, /^Remove empty/, /^Remove xxx/])
    await tray(page).getByRole('button', { name }).click()
  await expect(tray(page)).toHaveCount(0)

  await test.step('a hundred files at once, and not two hundred', async () => {
    await hand(
      page,
      'drop',
      Array.from({ length: 200 }, (_, index) => ({ name: `${index}.txt`, bytes: 3 })),
    )
    await expect(tray(page)).toContainText('100 files were left out')
    // The short form does not wait until all hundred are whole.
    if (isLong) await expect(sendButton(page, 'Send 101 messages')).toBeEnabled()
    await tray(page).getByRole('button', { name: 'Remove all' }).click()
    await expect(tray(page)).toHaveCount(0)
  })

  await test.step('a screenshot is attached, a text with its picture is text', async () => {
    await hand(page, 'paste', [{ name: 'image.png', bytes: 10, type: 'image/png' }], 'Quarter 3')
    await expect(tray(page)).toHaveCount(0)
    await hand(page, 'paste', [{ name: 'image.png', bytes: 10, type: 'image/png' }])
    await expect(tray(page).getByRole('listitem', { name: '1 of 1, picture, image.png' })).toBeVisible()
    await expect(tray(page)).toContainText('the text is its caption')
    await tray(page).getByRole('textbox', { name: 'Caption of picture 1' }).fill('Quarter 3')
  })

  await test.step('its upload is cancelled, and the text after it goes', async () => {
    emulator.fault({ kind: 'hang' }, { operation: 'uploadFile', count: 1 })
    await composer(page).fill('Never mind')
    await sendButton(page, 'Send 2 messages').click()
    await expect(log(page).getByRole('progressbar', { name: 'Upload' })).toBeVisible()
    await expect(message(page, 'Never mind')).toContainText('Waiting for the message before it')
    await log(page).getByRole('button', { name: 'Cancel the upload' }).click()
    await emulator.untilSent('Never mind')
    expect(orderDesk.sends.map(({ content }) => content.kind)).toEqual(['text'])
  })

  await test.step('what is cleaned up in Settings is attached no more, and the text beside it stays', async () => {
    await picker(page).setInputFiles([paper('Exchange 4821.pdf')])
    await composer(page).fill('As promised')
    await expect(sendButton(page, 'Send 2 messages')).toBeEnabled()
    await views(page).getByRole('link', { name: 'Settings' }).click()
    const row = page.locator('.opt').filter({ has: page.getByRole('button', { name: 'Clean up' }) })
    await expect(row).toContainText('2 kB wait now')
    await row.getByRole('button', { name: 'Clean up' }).click()
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await expect(dialog).toContainText('Files of drafts and of failed messages are deleted')
    await dialog.getByRole('button', { name: 'Clear' }).click()
    await expect(row).toContainText('0 B wait now')
    await views(page).getByRole('link', { name: 'Chats' }).click()
    await expect(composer(page)).toHaveValue('As promised')
    await expect(tray(page)).toHaveCount(0)
  })
})
