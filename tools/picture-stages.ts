import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { damageIndex, repairCopyOf } from '../e2e/support/damage-store.ts'
import type { WebHostProcess } from '../e2e/support/running-app.ts'
import { endProcess, endStoreWorkerAt, startWebHost } from '../e2e/support/running-app.ts'
import type { Emulator } from '../src/emulator/create-emulator.ts'
import type { Stage } from './picture-shots.ts'
import { buildPlainWorld, inputOf } from './picture-world.ts'

export interface Staging {
  readonly emulator: Emulator
  /** What to add to those that need no more than that. */
  readonly inputs: Readonly<Record<'world' | 'trouble', readonly object[]>>
  /** Folder for the data of all stages. */
  readonly dir: string
  readonly env: Readonly<Record<string, string>>
  /** Looks at a running product in a page of its own. */
  readonly look: (url: string, at: (page: Page) => Promise<void>) => Promise<void>
}

/** Starts the product in the state that a stage is about. */
export async function startStage(stage: Stage, staging: Staging): Promise<WebHostProcess> {
  switch (stage) {
    case 'world':
    case 'trouble':
      return startWith(stage, staging, staging.inputs[stage])
    case 'empty':
    case 'adding':
      return startWith(stage, staging, [])
    case 'quota':
      return startWithoutQuota(staging)
    case 'failing':
      return startFailing(staging)
    case 'damaged':
      return startDamaged(staging)
  }
}

function startWith(
  stage: Stage,
  { dir, env }: Staging,
  instances: readonly object[],
  more: Readonly<Record<string, string>> = {},
): Promise<WebHostProcess> {
  const addInstances = path.join(dir, `${stage}.json`)
  writeFileSync(addInstances, JSON.stringify(instances))
  return startWebHost({ dataDir: path.join(dir, stage), addInstances, env: { ...env, ...more } })
}

const annaIsThere = (page: Page): Promise<void> =>
  expect(page.locator('.chats [data-chat]').filter({ hasText: 'Anna' })).toBeVisible({ timeout: 60_000 })

function startWithoutQuota(staging: Staging): Promise<WebHostProcess> {
  const instance = buildPlainWorld(staging.emulator, 'quota')
  instance.notify('quotaExceeded', {
    quotaData: { method: 'sendMessage', used: 3, total: 3, description: 'Only 3 chats are allowed on this plan' },
  })
  return startWith('quota', staging, [inputOf(staging.emulator, instance, 0)])
}

async function startFailing(staging: Staging): Promise<WebHostProcess> {
  const { emulator, dir, env, look } = staging
  const sign = path.join(dir, 'end-store-worker')
  const instances = [inputOf(emulator, buildPlainWorld(emulator, 'failing'), 0)]
  const host = await startWith('failing', staging, instances, endStoreWorkerAt(sign, env['NODE_OPTIONS']))
  await look(host.url, annaIsThere)
  writeFileSync(sign, '')
  return host
}

async function startDamaged(staging: Staging): Promise<WebHostProcess> {
  const { emulator, dir, env, look } = staging
  const instance = buildPlainWorld(emulator, 'damaged')
  const first = await startWith('damaged', staging, [inputOf(emulator, instance, 0)])
  await look(first.url, annaIsThere)
  await expect.poll(() => instance.notifications.size, { timeout: 60_000 }).toBe(0)
  await endProcess(first.child, 'SIGTERM')

  const dataDir = path.join(dir, 'damaged')
  const store = path.join(dataDir, 'switchboard.db')
  damageIndex(store, 'inbox_body')
  const host = await startWebHost({ dataDir, env })
  mkdirSync(repairCopyOf(store))
  instance.person('46700900141').says('Hello?')
  return host
}
