import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createLine } from '../../src/team/testing/line.ts'
import { startTeamDatabase } from '../../tools/postgres/team-database.ts'
import type { RunningApp } from '../support/running-app.ts'
import { startInWorker } from '../support/start-in-worker.ts'
import { makeTempDir, removeTempDir } from '../support/temp-dir.ts'
import { expect, passphrase, test } from '../support/test.ts'
import { chatList, chatRow, composer, conversation, message, rail, views } from '../support/window.ts'

const teamPhrase = 'what the team knows'

test('two desks on one number: they share it, see each other, answer a customer once, and lose nothing when the database goes', async ({
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
  const lena = orderDesk.person('79990001122', { name: 'Lena' })
  lena.says('Is the chair ready?')
  const yara = await app.open({ instances: [orderDesk] })
  const sentTexts = () =>
    emulator
      .snapshot()
      .instances.flatMap(({ chats }) => chats.flatMap(({ messages }) => messages))
      .flatMap(({ direction, text }) => (direction === 'outgoing' ? [text] : []))
  let second: RunningApp | undefined
  try {
    await test.step('the first one creates the team and shares the instance', async () => {
      await views(yara).getByRole('link', { name: 'Settings' }).click()
      await yara.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Team' }).click()
      const form = yara.getByRole('form', { name: 'Join a team' })
      const fill = (label: string, value: string) => form.getByLabel(label, { exact: true }).fill(value)
      const { user, host, port, database: name } = line.address
      await fill('Address of the database', `postgres://${user}@${host}:${port}/${name}`)
      await fill('Password', yaraLogin.password)
      await fill('Your name', 'Yara')
      await fill('Team passphrase', teamPhrase)
      await form.getByRole('button', { name: 'Join' }).click()
      await fill('Passphrase again', teamPhrase)
      await form.getByRole('button', { name: 'Create the team' }).click()
      await yara.getByRole('button', { name: 'Share Order desk with the team' }).click()
      await expect(yara.getByRole('table', { name: 'Who receives what' })).toContainText('This desk')
    })
    const joinTeam = path.join(dir, 'team.json')
    await writeFile(joinTeam, JSON.stringify({ ...annaLogin, name: 'Anna', passphrase: teamPhrase }))
    second = await startInWorker(
      browser,
      { dataDir: data, joinTeam, env: { SWITCHBOARD_PASSPHRASE: passphrase } },
      { ...contextOptions, locale: 'en-GB', viewport: { width: 1440, height: 900 } },
    )
    const anna = second.page
    await expect(rail(anna).getByRole('link', { name: /Order desk.*received by Yara’s desk/ })).toBeVisible()

    await test.step('a customer writes, and both see it', async () => {
      await views(yara).getByRole('link', { name: 'Chats' }).click()
      for (const page of [yara, anna]) {
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
    })

    await test.step('without the database nothing is taken and sends wait, until a person sends without the team', async () => {
      line.cut(true)
      await expect(
        yara.getByRole('alert').filter({ hasText: 'The team’s database has been unreachable since' }),
      ).toBeVisible()
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
  } finally {
    await second?.stop().catch(() => undefined)
    line.close()
    await database.stop()
    await removeTempDir(dir)
  }
})
