import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { joinTeamFrom } from '../core/hosting/join-team.ts'
import { createTempDir } from '../core/testing/temp-dir.ts'
import { createMemoryVault } from '../core/vault/memory-vault.ts'
import { createSharedScene, passphrase } from './testing/team-scene.ts'
import type { CallContext, CoreCallName, Input, Output } from '../contract/index.ts'
import { createCore } from '../core/create-core.ts'
import { createRestartableCore } from '../core/restartable-core.ts'
import { plainHost } from '../core/testing/plain-host.ts'
import { createAgeKey } from '../core/testing/cheap-key.ts'
import { watchedEntries } from '../core/testing/watched-entries.ts'
import { openTeam } from './open-team.ts'

test('a desk without a window whose vault keeps nothing over a restart joins again by its file, and receives', async () => {
  const scene = await createSharedScene()
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  const desk = () => scene.desk('Ines', 'member', { dataDir: dir.path, vault: createMemoryVault() })
  const before = await desk()
  const file = path.join(dir.path, 'team.json')
  writeFileSync(file, JSON.stringify({ ...before.line.address, name: 'Ines', passphrase }))
  await joinTeamFrom(file, before.core.handlers)
  const { desk: id } = await before.joined()
  await before.core.stop()

  const after = await desk()
  expect(await after.call('team.status', {})).toEqual({ kind: 'locked' })
  await joinTeamFrom(file, after.core.handlers)
  expect(await after.joined()).toMatchObject({ desk: id, name: 'Ines' })
  const lena = scene.instance.person('79990001122')
  lena.says('after the restart')
  await after.waitFor('it is there', async () => (await after.texts(lena.chatId)).length === 1)
})

const context: CallContext = { signal: new AbortController().signal }

function tempDir(): string {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  return dir.path
}

/** Another computer, with a program that has nothing yet. */
function createComputer() {
  const [dataDir, vault] = [tempDir(), createMemoryVault()]
  const core = createRestartableCore((life) =>
    createCore({ dataDir, vault, entries: watchedEntries(), host: plainHost, openTeam, ...life }),
  )
  onTestFinished(() => core.stop())
  return <Name extends CoreCallName>(name: Name, input: Input<Name>) =>
    (core.handlers[name] as (given: unknown, from: CallContext) => Promise<Output<Name>>)(input, context)
}

/** A desk that wrote something without its team, was backed up then, and is restored on another computer. */
async function restoreElsewhere({ ends }: { readonly ends: boolean }) {
  const { second, instance, database } = await createSharedScene({
    services: ['receiving', 'history', 'team', 'sending'],
  })
  const anna = instance.person('79990001122', { name: 'Anna' })
  anna.says('Good morning')
  const list = { scope: null, filter: 'all', offset: 0, limit: 10 } as const
  const { rows } = await second.until('chats.list', list, ({ total }) => total === 1)
  const chat = rows[0]?.key ?? (0 as never)
  const folder = tempDir()
  const { identity, recipient } = await createAgeKey()
  await second.call('backup.set', { folder, secret: recipient, every: 'never', generations: 2, withTokens: true })
  second.line.cut(true)
  await second.call('messages.send', { chat, text: 'Waits for the team' })
  await second.call('backup.make', {})
  if (ends) await second.stop()
  second.line.cut(false)

  const call = createComputer()
  const [found] = await call('backup.find', { folder })
  await call('backup.restore', { folder, id: found?.id ?? '', secret: identity, receives: true })
  const window = { chat, anchor: { kind: 'newest' }, before: 10, after: 0 } as const
  const shown = async () =>
    (await call('messages.window', window)).rows.map(({ content, status }) => ({
      text: 'text' in content ? content.text : '',
      status: status?.kind,
    }))
  const status = async () => JSON.stringify(await call('team.status', {}))
  await expect.poll(status, { timeout: 60_000 }).toContain('"joined"')
  anna.says('Are you there?')
  const texts = async () => (await shown()).map(({ text }) => text)
  await expect.poll(texts, { timeout: 60_000 }).toContain('Are you there?')
  const members = async () => (await database.run('select name from switchboard.member order by name')).length
  expect(await members(), 'it is the same member').toBe(2)
  const waiting = async () => (await shown()).flatMap((row) => (row.text === 'Waits for the team' ? [row.status] : []))
  return { second, instance, call, status, waiting }
}

test('a desk of a team that is restored on another computer goes on as it, and sends nothing by itself', async () => {
  const { instance, waiting } = await restoreElsewhere({ ends: true })
  expect(await waiting()).toEqual(['uncertain'])
  expect(instance.sends).toEqual([])
})

test('a desk that is restored while it still runs elsewhere takes what went there for what waited here', async () => {
  const { second, instance, call, status, waiting } = await restoreElsewhere({ ends: false })
  await second.waitFor('the message went', () => instance.sends.length === 1)
  // Two runs of one desk: the one that was there goes on, until a person takes over here.
  await expect.poll(status, { timeout: 60_000 }).toContain('otherRun')
  await call('team.takeOver', {})
  await expect.poll(waiting, { timeout: 60_000 }).toEqual([expect.not.stringMatching('uncertain')])
  expect(instance.sends).toHaveLength(1)
})
