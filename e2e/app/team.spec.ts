import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { createLine } from '../../src/team/testing/line.ts'
import { startTeamDatabase, type TeamLogin } from '../../tools/postgres/team-database.ts'
import { startInBrowser } from '../support/running-app.ts'
import { makeTempDir, removeTempDir } from '../support/temp-dir.ts'
import { expect, passphrase, test } from '../support/test.ts'
import { chatList, chatRow, composer, conversation, details, message, rail, views } from '../support/window.ts'

const teamPhrase = 'what the team knows'
const addressOf = ({ user, host, port, database }: TeamLogin) => `postgres://${user}@${host}:${port}/${database}`

const openTeamSettings = async (page: Page) => {
  const link = views(page).getByRole('link', { name: 'Settings' })
  if ((await link.count()) > 0) await link.click()
  else await page.goto(`${new URL(page.url()).href.split('#')[0]}#/settings/all/team`)
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Team' }).click()
  return page.getByRole('region', { name: 'Team', exact: true })
}

const fillJoin = async (page: Page, typed: Readonly<Record<string, string>>) => {
  const form = page.getByRole('form', { name: 'Join a team' })
  for (const [label, value] of Object.entries(typed)) await form.getByLabel(label, { exact: true }).fill(value)
  return form
}

test('two desks on one number: they join, share, see each other, and lose nothing when one is killed or the database goes', async ({
  app,
  browser,
  cheapVault,
  contextOptions,
  emulator,
  orderDesk,
}) => {
  const database = await startTeamDatabase([
    { name: 'Yara', role: 'administrator' },
    { name: 'Anna', role: 'member' },
  ])
  const [yaraLogin, annaLogin] = database.logins
  if (yaraLogin === undefined || annaLogin === undefined) throw new Error('There are no logins.')
  const line = await createLine(yaraLogin)
  const dir = await makeTempDir()
  const data = path.join(dir, 'data')
  await mkdir(data, { mode: 0o700 })
  await writeFile(path.join(data, 'vault.json'), cheapVault, { mode: 0o600 })
  const startSecond = () =>
    startInBrowser(
      browser,
      { dataDir: data, env: { SWITCHBOARD_PASSPHRASE: passphrase, TZ: 'UTC' } },
      { ...contextOptions, locale: 'en-GB', timezoneId: 'UTC', viewport: { width: 1440, height: 900 } },
    )
  const lena = orderDesk.person('79990001122', { name: 'Lena' })
  lena.says('Is the chair ready?')
  const yara = await app.open({ instances: [orderDesk] })
  let second = await startSecond()
  let anna = second.page
  const sentTexts = () =>
    emulator
      .snapshot()
      .instances.flatMap(({ chats }) => chats.flatMap(({ messages }) => messages))
      .flatMap(({ direction, text }) => (direction === 'outgoing' ? [text] : []))
  try {
    await test.step('what is wrong is said where it was typed, and nothing was joined', async () => {
      await openTeamSettings(yara)
      const form = await fillJoin(yara, {
        'Address of the database': 'https://db.example.net/desk',
        Password: 'another',
        'Your name': 'Yara',
        'Team passphrase': teamPhrase,
      })
      await form.getByRole('button', { name: 'Join' }).click()
      await expect(form).toContainText('This is not the address of a database.')
      await fillJoin(yara, { 'Address of the database': addressOf(line.address) })
      await form.getByRole('button', { name: 'Join' }).click()
      await expect(form).toContainText('The database refused this login or its password.')
      await expect(form.getByLabel('Password', { exact: true })).toBeFocused()
      const steps = form.getByRole('list', { name: 'Joining' }).getByRole('listitem')
      await expect(steps).toHaveText([/The database could not be reached/])
      await fillJoin(yara, { Password: yaraLogin.password })
      await form.getByRole('button', { name: 'Join' }).click()
      await expect(form).toContainText('This database has no team yet, so you create it.')
      await expect(steps).toHaveCount(0)
      await fillJoin(yara, { 'Passphrase again': 'something else' })
      await form.getByRole('button', { name: 'Create the team' }).click()
      await expect(form).toContainText('The two passphrases differ.')
      await fillJoin(yara, { 'Passphrase again': teamPhrase })
      await form.getByRole('button', { name: 'Create the team' }).click()
      await expect(form).toBeHidden()
      await yara.getByRole('button', { name: 'Share Order desk with the team' }).click()
      await expect(yara.getByRole('table', { name: 'Who receives what' })).toContainText('This desk')
    })

    await test.step('the second desk needs the passphrase, and then has the instance with its token', async () => {
      await openTeamSettings(anna)
      const form = await fillJoin(anna, {
        'Address of the database': addressOf(annaLogin),
        Password: annaLogin.password,
        'Your name': 'Anna',
        'Team passphrase': 'not the one',
      })
      await form.getByRole('button', { name: 'Join' }).click()
      await expect(form).toContainText('This passphrase does not open the team’s tokens.')
      await expect(form.getByRole('list', { name: 'Joining' }).getByRole('listitem')).toHaveText([
        /Connected to a database on this computer/,
        /The database holds a team; your role: Member/,
        /The passphrase does not open the team’s tokens/,
      ])
      await fillJoin(anna, { 'Team passphrase': teamPhrase })
      await form.getByRole('button', { name: 'Join' }).click()
      await expect(anna.getByRole('table', { name: 'Who receives what' })).toContainText('Yara’s desk')
      await expect(anna.getByRole('list', { name: 'Members' })).toContainText('Administrator')
      await expect(rail(anna).getByRole('link', { name: /Order desk.*received by Yara’s desk/ })).toBeVisible()
    })

    await test.step('a customer writes, and both see it', async () => {
      for (const page of [yara, anna]) {
        await views(page).getByRole('link', { name: 'Chats' }).click()
        await chatRow(page, 'Lena').click()
        await expect(message(page, 'Is the chair ready?')).toBeVisible()
      }
      lena.says('And the table?')
      for (const page of [yara, anna]) await expect(message(page, 'And the table?')).toBeVisible()
    })

    await test.step('one takes the chat over by a key, the other sees it and where the first one is', async () => {
      await yara.keyboard.press('Alt+a')
      await expect(conversation(yara).getByRole('button', { name: /Mine/ })).toBeVisible()
      await expect(conversation(anna).getByRole('button', { name: /Yara/ })).toBeVisible()
      await expect(chatRow(anna, 'Lena').getByRole('img', { name: 'Assigned to Yara' })).toBeVisible()
      await chatList(yara).getByRole('radio', { name: /Mine/ }).click()
      await expect(chatRow(yara, 'Lena')).toBeVisible()
      await expect(conversation(anna).getByText('Yara is looking at this chat')).toBeVisible()
      await expect(conversation(anna).getByRole('note').filter({ hasText: 'Seen by Yara' })).toBeVisible()
    })

    await test.step('what one notes and labels the other sees, with who it was, and finds', async () => {
      const notesOf = (page: Page) => details(page).getByRole('region', { name: 'Notes' })
      const toggle = async () => {
        for (const page of [yara, anna])
          await conversation(page).getByRole('button', { name: 'Details', exact: true }).click()
      }
      await toggle()
      await notesOf(yara).getByRole('button', { name: 'Add note' }).click()
      await yara.keyboard.type('Wants the green chair')
      await notesOf(yara).getByRole('button', { name: 'Save note' }).click()
      await expect(notesOf(anna).getByRole('listitem')).toContainText('Wants the green chair')
      await expect(notesOf(anna).getByRole('listitem')).toContainText('Yara')
      await yara.keyboard.press('Alt+l')
      const labels = yara.getByRole('dialog', { name: 'Labels of Lena' })
      await expect(labels).toContainText('Everyone in the team sees them.')
      await labels.getByRole('searchbox').fill('Urgent')
      await yara.keyboard.press('Enter')
      await expect(labels.getByRole('checkbox', { name: 'Urgent' })).toBeChecked()
      await yara.keyboard.press('Enter')
      await expect(labels).toBeHidden()
      await expect(chatRow(anna, 'Lena')).toContainText('Urgent')
      await notesOf(anna).getByRole('button', { name: 'Change' }).click()
      await notesOf(anna).getByRole('textbox', { name: 'Note' }).fill('Wants the blue chair')
      await notesOf(anna).getByRole('button', { name: 'Save note' }).click()
      await expect(notesOf(yara).getByRole('listitem')).toContainText('Wants the blue chair')
      await toggle()
    })

    await test.step('both begin to answer: who comes second is shown what was answered, once', async () => {
      await composer(yara).fill('Yes, take it along')
      await expect(conversation(anna).getByText('Yara is writing')).toBeVisible()
      await expect(chatRow(anna, 'Lena')).toContainText('Yara is writing')
      await composer(anna).fill('The chair is ready on Monday')
      await anna.keyboard.press('Enter')
      const theirs = message(yara, 'The chair is ready on Monday')
      await expect(theirs).toContainText('Anna')
      await composer(yara).press('Enter')
      const guard = yara.getByRole('dialog', { name: 'Anna answered while you were writing' })
      await expect(guard).toContainText('The chair is ready on Monday')
      await guard.getByRole('button', { name: 'Keep as draft' }).click()
      await expect(guard).toBeHidden()
      await expect(composer(yara)).toHaveValue('Yes, take it along')
      await expect.poll(() => orderDesk.sends.length).toBe(1)
      await composer(yara).press('Enter')
      await expect(message(anna, 'Yes, take it along')).toContainText('Yara')
      await expect.poll(() => orderDesk.sends.length).toBe(2)
    })

    await test.step('a desk that is killed while it sends leaves no answer: the other one says that it is not known', async () => {
      emulator.fault({ kind: 'delay', ms: 3_600_000 }, { operation: 'sendMessage', count: 1 })
      await composer(anna).fill('Monday at nine?')
      await anna.keyboard.press('Enter')
      await expect(conversation(yara).getByText('Anna is sending this.')).toBeVisible()
      // A desk that is killed before its request has come leaves the delay to whoever sends next.
      const asked = () => emulator.recorder.list({ operation: 'sendMessage' }).map(({ body }) => body)
      await expect.poll(asked).toContainEqual(expect.stringContaining('Monday at nine?'))
      await second.kill()
      // The database's clock decides: its marks are moved, so that nobody waits for it.
      await database.run(
        `update switchboard.member set seen_at = now() - interval '2 min' where name = 'Anna';
         update switchboard.send set changed_at = now() - interval '2 min' where state = 'sending';
         select switchboard.doubt_sends(); notify switchboard, 'member'`,
      )
      const unknown = conversation(yara).getByRole('note').filter({ hasText: 'Monday at nine?' })
      await expect(unknown).toContainText('Anna’s desk was sending this')
      await expect(unknown).toContainText('It may or may not be sent.')
      await unknown.getByRole('button', { name: 'Dismiss' }).click()
      await expect(unknown).toBeHidden()
    })

    await test.step('without the database nothing is taken and sends wait, until a person sends without the team', async () => {
      line.cut(true)
      await expect(
        yara.getByRole('alert').filter({ hasText: 'The team’s database has been unreachable since' }),
      ).toBeVisible()
      await expect(yara.getByRole('banner')).toContainText('Receiving stopped, no team database')
      lena.says('Are you there?')
      await composer(yara).fill('The driver rings first')
      await yara.keyboard.press('Enter')
      const waits = message(yara, 'The driver rings first')
      await expect(waits).toContainText('Waiting for the team’s database')
      expect(sentTexts()).not.toContain('The driver rings first')
      await waits.getByRole('button', { name: 'Send without the team' }).click()
      await expect.poll(sentTexts).toContain('The driver rings first')
      // A history may have brought it to the window; what is promised is that nobody has taken it from the queue.
      expect(JSON.stringify(orderDesk.notifications.list())).toContain('Are you there?')
      line.cut(false)
      await expect(message(yara, 'Are you there?')).toBeVisible()
      await expect(yara.getByText('The team’s database has been unreachable since')).toBeHidden()
      await expect
        .poll(() => database.run(`select state from switchboard.send where request like '%driver rings%'`))
        .toEqual([{ state: 'accepted' }])
    })

    await test.step('a viewer reads and can’t send: the window says so, and the database refuses it', async () => {
      await database.run('revoke switchboard_member from anna; grant switchboard_viewer to anna')
      second = await startSecond()
      anna = second.page
      await chatRow(anna, 'Lena').click()
      await expect(message(anna, 'Are you there?')).toBeVisible()
      await expect(composer(anna)).toBeDisabled()
      await expect(composer(anna)).toHaveAttribute('placeholder', 'You can read here')
      await expect(
        database.run(
          `set role anna; select switchboard.put_send(gen_random_uuid(), 1, '1@c.us', 'sendMessage', '{}', gen_random_uuid(), null, null, null)`,
        ),
      ).rejects.toThrow('permission denied')
    })
  } finally {
    await second.stop().catch(() => undefined)
    line.close()
    await database.stop()
    await removeTempDir(dir)
  }
})
