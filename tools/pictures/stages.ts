import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { damageIndex, repairCopyOf } from '../../e2e/support/damage-store.ts'
import { endProcess, endStoreWorkerAt, startWebHost, type WebHostProcess } from '../../e2e/support/running-app.ts'
import type { Instance } from '../../src/emulator/world/instance.ts'
import { addTeamWebhook, serveTeamWebhook, startPrograms } from './program-stage.ts'
import { startProposals } from './proposal-stage.ts'
import { addScriptReplies, sayInScripts } from './script-shots.ts'
import type { Stage } from './shot.ts'
import { buildPlainWorld, buildShops, inputOf, type Staging } from './world.ts'
import { startTeamDatabase } from '../postgres/team-database.ts'

/** Starts the product in the state that a stage is about. */
export async function startStage(stage: Stage, staging: Staging): Promise<WebHostProcess> {
  switch (stage) {
    case 'world':
    case 'trouble':
      return startWith(stage, staging, staging.inputs[stage])
    case 'empty':
    case 'adding':
      return startWith(stage, staging, [])
    case 'shops':
    case 'tokens':
      return startShops(stage, staging)
    case 'scripts':
      return startScripts(staging)
    case 'quota':
      return startWithoutQuota(staging)
    case 'failing':
      return startFailing(staging)
    case 'damaged':
    case 'repaired':
      return startDamaged(stage, staging)
    case 'programs':
      return startPrograms(staging, (instances) => startWith('programs', staging, instances))
    case 'proposals':
      return startProposals(staging, (instances) => startWith('proposals', staging, instances))
    case 'team':
    case 'teamAway':
    case 'teamCopy':
    case 'teamHeld':
    case 'teamBoth':
      return startTeam(stage, staging)
  }
}

function startWith(
  stage: Stage,
  { dir, env }: Staging,
  instances: readonly object[],
  more: Readonly<Record<string, string | undefined>> = {},
): Promise<WebHostProcess> {
  const addInstances = path.join(dir, `${stage}.json`)
  writeFileSync(addInstances, JSON.stringify(instances))
  return startWebHost({ dataDir: path.join(dir, stage), addInstances, env: { ...env, ...more } })
}

const annaIsThere = (page: Page): Promise<void> =>
  expect(page.locator('.chats [data-chat]').filter({ hasText: 'Anna' })).toBeVisible({ timeout: 60_000 })

async function startShops(stage: 'shops' | 'tokens', staging: Staging): Promise<WebHostProcess> {
  const { emulator, dir, env } = staging
  const shops = buildShops(emulator, stage)
  const inputs = shops.map((shop, index) => inputOf(emulator, shop, index))
  const noPassphrase = { SWITCHBOARD_PASSPHRASE: undefined }
  const first = await startWith(stage, staging, inputs, noPassphrase)
  if (stage === 'shops') return first
  await endProcess(first.child, 'SIGTERM')
  return startWebHost({ dataDir: path.join(dir, stage), env: { ...env, ...noPassphrase } })
}

async function startScripts(staging: Staging): Promise<WebHostProcess> {
  const instance = buildPlainWorld(staging.emulator, 'scripts')
  sayInScripts(instance)
  const host = await startWith('scripts', staging, [inputOf(staging.emulator, instance, 0)])
  await staging.visit(host.url, async (page) => {
    await annaIsThere(page)
    await addScriptReplies(page)
  })
  return host
}

function startWithoutQuota(staging: Staging): Promise<WebHostProcess> {
  const instance = buildPlainWorld(staging.emulator, 'quota')
  instance.notify('quotaExceeded', {
    quotaData: { method: 'sendMessage', used: 3, total: 3, description: 'Only 3 chats are allowed on this plan' },
  })
  // The customer's other programs have used up the histories of the month.
  instance.planUse.useElsewhere('getChatHistory', 300)
  return startWith('quota', staging, [inputOf(staging.emulator, instance, 0)])
}

async function startFailing(staging: Staging): Promise<WebHostProcess> {
  const { emulator, dir, env, visit } = staging
  const sign = path.join(dir, 'end-store-worker')
  const instances = [inputOf(emulator, buildPlainWorld(emulator, 'failing'), 0)]
  const host = await startWith('failing', staging, instances, endStoreWorkerAt(sign, env['NODE_OPTIONS']))
  await visit(host.url, annaIsThere)
  writeFileSync(sign, '')
  return host
}

async function startDamaged(stage: 'damaged' | 'repaired', staging: Staging): Promise<WebHostProcess> {
  const { emulator, dir, env, visit } = staging
  const instance = buildPlainWorld(emulator, stage)
  const first = await startWith(stage, staging, [inputOf(emulator, instance, 0)])
  await visit(first.url, annaIsThere)
  await expect.poll(() => instance.notifications.size, { timeout: 60_000 }).toBe(0)
  await endProcess(first.child, 'SIGTERM')

  const dataDir = path.join(dir, stage)
  const store = path.join(dataDir, 'switchboard.db')
  damageIndex(store, 'inbox_body')
  const host = await startWebHost({ dataDir, env })
  if (stage === 'damaged') mkdirSync(repairCopyOf(store))
  instance.person('46700900141').says('Hello?')
  return host
}

/** What is sent waits at the service, behind what another program sent; the plan's quotas are known. */
function holdQueue(instance: Instance): void {
  instance.set({ delaySendMessagesMilliseconds: 600_000 })
  const anna = instance.chat('46700900141')
  for (const text of ['Gone', 'Your code for the locker is 4471', 'You are welcome.'])
    instance.apiSends.accept(anna, text)
  for (const [method, used, total] of [
    ['checkAccount', 96, 100],
    ['sendFileByUrl', 218, 1000],
  ] as const)
    instance.notify('quotaExceeded', { quotaData: { method, used, total, description: '' } })
}

/**
 * Two desks of one team, of which the first one is drawn: the other one has answered, and writes. Away: its database is
 * gone. Copy: a copy of the first one's folder runs beside it and is drawn. Both: the first one answered as well, at
 * the same moment, and the team has a webhook.
 */
async function startTeam(stage: Stage & `team${string}`, staging: Staging): Promise<WebHostProcess> {
  const { dir, env, emulator, atEnd, visit } = staging
  const database = await startTeamDatabase([
    { name: 'Yara', role: 'administrator' },
    { name: 'Marek', role: 'member' },
  ])
  atEnd(database.stop)
  const instance = buildPlainWorld(emulator, stage)
  if (stage === 'teamHeld') holdQueue(instance)
  const list = path.join(dir, `${stage}.json`)
  writeFileSync(list, JSON.stringify([inputOf(emulator, instance, 0)]))
  const folderOf = (name: string): string => path.join(dir, `${stage}-${name}`)
  const start = (name: string, index: number): Promise<WebHostProcess> => {
    const file = path.join(dir, `${stage}-${name}.json`)
    const isFirst = index === 0
    const share = isFirst ? [instance.idInstance] : []
    const team = {
      ...database.logins[index],
      name,
      passphrase: 'a phrase that the pictures know',
      create: isFirst,
      share,
    }
    writeFileSync(file, JSON.stringify(team))
    const more = isFirst ? { addInstances: list } : {}
    return startWebHost({ dataDir: folderOf(name), env, ...more }, ['--join-team', file])
  }
  const yara = await start('Yara', 0)
  const marek = await start('Marek', 1)
  atEnd(() => endProcess(marek.child, 'SIGTERM'))
  await visit(yara.url, async (page) => {
    await page.locator('.chats [data-chat]').first().click()
    await page.getByRole('button', { name: 'Unassigned' }).waitFor()
    await page.keyboard.press('Alt+a')
    await page.getByRole('region', { name: 'Conversation' }).getByRole('button', { name: 'Mine' }).waitFor()
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('It is, and will be there on Monday')
    await expect(page.locator('.chats')).toContainText('Anna Lindqvist')
  })
  const answer = (host: WebHostProcess, text: string): Promise<void> =>
    visit(host.url, async (page) => {
      await page.locator('.chats [data-chat]').first().click()
      await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(page.getByRole('log')).toContainText(text)
    })
  // First, or Marek's answer would be shown before this one goes.
  if (stage === 'teamHeld') await answer(yara, 'The driver rings before he comes.')
  if (stage === 'teamBoth') {
    // Until the table is free, neither desk can enter its answer.
    const locked = database.run('begin; lock table switchboard.send; select pg_sleep(10); commit')
    await Promise.all([answer(yara, 'It did, an hour ago.'), answer(marek, 'Yes, it left our house this morning.')])
    await locked
  } else await answer(marek, 'Yes, it left our house this morning.')
  if (stage === 'teamHeld') {
    await expect.poll(() => instance.outgoing.list().length, { timeout: 60_000 }).toBe(5)
    instance.becomes('notAuthorized')
    return yara
  }
  // His page is closed, and would take back what is said for him below.
  await expect
    .poll(
      () =>
        database.run(
          `select 1 from switchboard.presence p join switchboard.member m on m.id = p.member where m.name = 'Marek' and p.until > now()`,
        ),
      {
        timeout: 60_000,
      },
    )
    .toHaveLength(0)
  // What a page would say every few seconds.
  await database.run(
    `insert into switchboard.presence (member, instance, chat_id, what, until)
     select m.id, s.instance, s.chat_id, 'writing', now() + interval '1 h'
     from switchboard.member m, (select instance, chat_id from switchboard.send order by seq desc limit 1) s where m.name = 'Marek'
     on conflict (member) do update set what = excluded.what, until = excluded.until, chat_id = excluded.chat_id;
     notify switchboard, 'presence'`,
  )
  if (stage === 'teamBoth') {
    atEnd(await serveTeamWebhook())
    await visit(yara.url, addTeamWebhook)
  }
  if (stage === 'teamAway') await database.stop()
  if (stage === 'teamCopy') {
    await endProcess(yara.child, 'SIGTERM')
    cpSync(folderOf('Yara'), folderOf('Copy'), { recursive: true })
    const original = await startWebHost({ dataDir: folderOf('Yara'), env })
    atEnd(() => endProcess(original.child, 'SIGTERM'))
    await visit(original.url, annaIsThere)
    return startWebHost({ dataDir: folderOf('Copy'), env })
  }
  return yara
}
