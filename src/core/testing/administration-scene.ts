import { onTestFinished } from 'vitest'
import type { LoginState } from '../../contract/administration.ts'
import { ContractError } from '../../contract/errors.ts'
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
import type { Instance, InstanceInit } from '../../emulator/world/instance.ts'
import type { Vault } from '../base/ports.ts'
import { createBorrowedClock } from './borrowed-clock.ts'
import { startTestCore, unlimited, type TestCore } from './start-test-core.ts'

export const administered = { idInstance: '1101000001', token: 'secret-token-of-the-administered' } as const

export interface AdministrationScene {
  readonly emulator: Emulator
  readonly instance: Instance
  readonly core: TestCore
  /** Moves the one time of service and core. */
  pass(ms: number): Promise<void>
  /** Moves time in steps until the login stands so. */
  passUntilLogin(fits: (state: LoginState) => boolean, stepMs?: number): Promise<LoginState>
  /** How often the service was asked for an operation. */
  asked(operation: string): number
}

const familyOf = (init: Partial<InstanceInit>) =>
  init.family === 'whatsapp' || init.family === 'telegram' ? init.family : 'v3'

/** One instance at the service, and a core that asks nothing by itself but what administration does. */
export async function openAdministration(
  init: Partial<InstanceInit> = {},
  more: {
    readonly vault?: Vault
    readonly services?: readonly ('accounts' | 'administration' | 'receiving' | 'sending')[]
    readonly dataDir?: string
  } = {},
): Promise<AdministrationScene> {
  const emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20, 12) } })
  const apiUrl = await emulator.start()
  const instance = emulator.addInstance({ ...administered, ...init })
  const core = await startTestCore({
    services: more.services ?? ['administration'],
    limitClasses: unlimited,
    clock: createBorrowedClock(emulator.clock),
    instances: [{ apiUrl, ...administered, family: familyOf(init) }],
    ...(more.vault === undefined ? {} : { vault: more.vault }),
    ...(more.dataDir === undefined ? {} : { dataDir: more.dataDir }),
  })
  onTestFinished(async () => {
    await core.stop()
    await emulator.stop()
  })
  const pass = async (ms: number) => {
    emulator.clock.advance(ms)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return {
    emulator,
    instance,
    core,
    pass,
    passUntilLogin: (fits, stepMs = 1000) =>
      core.waitFor('the login', async () => {
        const state = await core.call('login.state', { instance: core.firstKey() })
        if (fits(state)) return state
        await pass(stepMs)
        return null
      }),
    asked: (operation) => emulator.recorder.list({ operation }).length,
  }
}

/** The code, or the details, of what a call rejects with. */
export async function refusalOf(work: Promise<unknown>): Promise<ContractError['data'] | null> {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof ContractError) return error.data
    throw error
  }
}

/** A vault that outlives a run of the program: what it holds is given in. */
export function createStoredVault(
  values: Map<string, string>,
  beforeEach: (what: string) => Promise<void> | void = () => undefined,
  isOpen: () => boolean = () => true,
): Vault {
  return {
    get: async (key) => (isOpen() ? (values.get(key) ?? null) : null),
    async set(key, value) {
      await beforeEach(`set ${key}`)
      values.set(key, value)
    },
    async delete(key) {
      await beforeEach(`delete ${key}`)
      values.delete(key)
    },
    where: (key) => Promise.resolve(values.has(key) ? (isOpen() ? 'vault' : 'waiting') : 'missing'),
    status: () => ({ backend: 'passphraseFile', state: 'usable', persistent: true }),
    unlock: () => Promise.resolve(),
    acceptWeak: () => Promise.resolve(),
    onChange: () => () => undefined,
  }
}
