import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { joinTeamFrom } from '../core/hosting/join-team.ts'
import { createTempDir } from '../core/testing/temp-dir.ts'
import { createMemoryVault } from '../core/vault/memory-vault.ts'
import { createSharedScene, passphrase } from './testing/team-scene.ts'

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
