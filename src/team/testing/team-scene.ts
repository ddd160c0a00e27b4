import { onTestFinished } from 'vitest'
import type { ChatKey } from '../../contract/ids.ts'
import type { TeamStatus } from '../../contract/team.ts'
import { checkedText, sealText } from '../../core/team/membership/sealed-token.ts'
import { deriveCheapKey } from '../../core/testing/cheap-key.ts'
import { startTestCore, unlimited, type TestCore, type TestCoreOptions } from '../../core/testing/start-test-core.ts'
import { createTempDir } from '../../core/testing/temp-dir.ts'
import { readStore, worldDifferences } from '../../core/testing/world-differences.ts'
import { createMemoryVault } from '../../core/vault/memory-vault.ts'
import { createEmulator, type EmulatorOptions } from '../../emulator/create-emulator.ts'
import { openTeam } from '../open-team.ts'
import { createLine, type Line } from './line.ts'
import { createTeamDatabase, type Role } from './team-database.ts'

export const passphrase = 'a phrase that the team knows'

export interface SceneDesk extends TestCore {
  readonly line: Line
  /** Cuts its line. Afterwards the database takes nothing that the desk said before. */
  cutOff(): Promise<void>
  join(given?: { readonly name?: string; readonly passphrase?: string }): Promise<void>
  joined(): Promise<Extract<TeamStatus, { kind: 'joined' }>>
  /** Resolves when this desk receives for the instance. */
  untilReader(): Promise<void>
  /** Resolves when this desk knows so many members by their names, itself included. */
  untilMembers(count: number): Promise<void>
  /** Everything that the archive has otherwise than the emulated world. */
  differences(): readonly string[]
  /** Of a chat of the scene's instance, or of another one. */
  texts(chatId: string, idInstance?: string): Promise<readonly string[]>
}

interface SceneOptions extends Pick<EmulatorOptions, 'limits'> {
  /** False: the first administrator who joins makes the team's passphrase. */
  readonly hasPassphrase?: boolean
}

/** One emulated instance, one team without desks. */
export async function createTeamScene({ limits = 'off', hasPassphrase = true }: SceneOptions = {}) {
  const emulator = createEmulator({ limits })
  await emulator.start()
  onTestFinished(() => emulator.stop())
  const instance = emulator.addInstance({
    ...{ idInstance: '1101000001', token: 'token-one' },
    // A test of a team waits for its desks, not for the pace of the service.
    settings: { delaySendMessagesMilliseconds: 100 },
  })
  const account = { apiUrl: emulator.url, idInstance: instance.idInstance, token: instance.token }
  const database = await createTeamDatabase()
  if (hasPassphrase) await database.run(`update switchboard.team set check_value = '${await cheapCheckValue()}'`)

  /** A desk that runs and has not joined; with `accounts`, on its own until then. */
  const desk = async (name: string, role: Role = 'member', given: TestCoreOptions = {}): Promise<SceneDesk> => {
    const dir = createTempDir()
    onTestFinished(() => dir[Symbol.dispose]())
    const login = await database.login(role)
    const line = await createLine(login)
    onTestFinished(line.close)
    const core = await startTestCore({
      dataDir: dir.path,
      services: ['receiving', 'history', 'team'],
      limitClasses: unlimited,
      vault: createMemoryVault(),
      openTeam,
      ...given,
    })
    onTestFinished(() => core.stop())
    const joined = async () => {
      const status = await core.call('team.status', {})
      if (status.kind !== 'joined') throw new Error(`The desk is ${status.kind}.`)
      return status
    }
    return {
      ...core,
      line,
      joined,
      async cutOff() {
        line.cut(true)
        await core.waitFor('the database has ended its connections', async () => {
          const open = await database.run(`select from pg_stat_activity where usename = '${login.user}'`)
          return open.length === 0
        })
      },
      async join(typed) {
        await core.call('team.join', { ...line.address, name, passphrase, create: true, ...typed })
      },
      async untilReader() {
        await core.until(
          'team.status',
          {},
          (status) => status.kind === 'joined' && status.instances[0]?.isThis === true,
        )
      },
      async untilMembers(count) {
        await core.until('team.status', {}, (status) => status.kind === 'joined' && status.members.length === count)
      },
      differences() {
        const world = emulator.snapshot().instances[0]
        if (world === undefined) throw new Error('There is no world.')
        return readStore(dir.path, (tx) => worldDifferences(tx, world))
      },
      async texts(chatId, wanted = account.idInstance) {
        const [row] = (await core.call('instances.list', {})).filter(({ idInstance }) => idInstance === wanted)
        if (row === undefined) return []
        const found = await core.store.read('chats.find', { instance: row.key, chatId })
        return found === null ? [] : textsIn(core, found.chat)
      },
    }
  }
  return { emulator, instance, account, database, desk }
}

export type TeamScene = Awaited<ReturnType<typeof createTeamScene>>

/**
 * An administrator's desk that gave its instance to the team, and another one that joined. The first one receives, and
 * both know each other's names.
 */
export async function createSharedScene(options: TestCoreOptions = {}, sceneOptions: SceneOptions = {}) {
  const scene = await createTeamScene(sceneOptions)
  const first = await scene.desk('Yara', 'administrator', { ...options, instances: [scene.account] })
  await giveToken(first, scene)
  await first.join()
  await first.call('team.share', { instance: first.firstKey() })
  await first.untilReader()
  const second = await scene.desk('Anna', 'member', options)
  await second.join()
  for (const desk of [first, second]) await desk.untilMembers(2)
  return { ...scene, first, second }
}

/** The check value of {@link passphrase}: each desk that joins derives the key again. */
const cheapCheckValue = async (): Promise<string> => sealText(await deriveCheapKey(passphrase), checkedText)

/** The vault has the token as if it was typed. */
export async function giveToken(desk: SceneDesk, { account }: TeamScene): Promise<void> {
  await desk.call('instances.setToken', { instance: desk.firstKey(), token: account.token, storeToken: true })
}

const textsIn = async (core: TestCore, chat: ChatKey) => {
  const { rows } = await core.store.read('messages.window', { chat, anchor: { kind: 'newest' }, before: 600, after: 0 })
  return rows.map(({ content }) => ('text' in content ? content.text : content.kind))
}
