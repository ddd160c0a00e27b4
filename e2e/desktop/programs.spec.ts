import { addProgram, freePort, letProgramsConnect } from '../support/program-side.ts'
import { chatRow, views } from '../support/window.ts'
import { expect, test, withTray } from './shell-test.ts'

test('the tray pauses and resumes what programs send, and the palette knows it', async ({ shell, orderDesk }) => {
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  anna.says('Is it ready?')
  const { app, page } = await shell.open({ instances: [orderDesk], env: withTray })
  await expect(chatRow(page, 'Anna')).toBeVisible()
  await views(page)
    .getByRole('link', { name: /^Settings/ })
    .click()
  await page.getByRole('combobox', { name: 'When the window is closed' }).selectOption('Keep running')
  const labels = async () => {
    const [tray] = (await app.trigger('tray:state')) as { menu: { type: string; label: string }[] | null }[]
    return tray?.menu?.flatMap(({ type, label }) => (type === 'separator' ? [] : [label]))
  }
  await expect.poll(labels).toEqual(['Open Switchboard', 'Quit Switchboard'])

  const port = await freePort()
  await letProgramsConnect(page, port)
  await expect.poll(labels).toEqual(['Open Switchboard', 'Pause all programs', 'Quit Switchboard'])
  const ready = await addProgram(page, 'Your own script', 'Tracker', async (dialog) => {
    await dialog.getByText('Send messages by itself').click()
  })
  const key = await ready.getByLabel('Key').textContent()
  // Closed unread, the key would be lost: copied, it is asked about no more.
  await ready.getByRole('button', { name: 'Copy', exact: true }).click()
  await ready.getByRole('button', { name: 'Done' }).click()
  await expect(ready).toBeHidden()
  const send = async (sendId: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sendId, text: sendId, instanceId: orderDesk.idInstance, chatId: anna.chatId }),
    })
    return response.status
  }

  await app.trigger('tray:menu', { label: 'Pause all programs' })
  await expect(page.getByText('All programs are paused')).toBeVisible()
  await expect.poll(labels).toEqual(['Open Switchboard', 'Resume programs', 'Quit Switchboard'])
  expect(await send('while-paused')).toBe(503)

  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Search or jump' })
  await palette.getByRole('combobox').fill('programs')
  await expect(palette.getByRole('option', { name: 'Resume programs' })).toBeVisible()
  await expect(palette.getByRole('option', { name: 'Pause all programs' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await app.trigger('tray:menu', { label: 'Resume programs' })
  await expect(page.getByText('All programs are paused')).toBeHidden()
  await expect.poll(labels).toEqual(['Open Switchboard', 'Pause all programs', 'Quit Switchboard'])
  expect(await send('after-resume')).toBe(202)
  await expect.poll(() => orderDesk.sends.length).toBe(1)
})
