import { cp } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { InstanceKey } from '../contract/ids.ts'
import { createSystemClock } from '../core/base/system-clock.ts'
import type { Store } from '../core/intents.ts'
import { createTempDir } from '../core/testing/temp-dir.ts'
import { createMemoryVault } from '../core/vault/memory-vault.ts'
import { createTeamDatabase } from './testing/team-database.ts'
import { createSharedScene, type SceneDesk, type TeamScene } from './testing/team-scene.ts'

const services = ['receiving', 'history', 'sending', 'team'] as const
const keyOf = async (desk: SceneDesk): Promise<InstanceKey> => {
  const [row] = await desk.call('instances.list', {})
  if (row === undefined) throw new Error('The desk has no instance.')
  return row.key
}
/** How often the service was given this text. */
const timesSent = ({ emulator }: TeamScene, text: string) =>
  emulator
    .snapshot()
    .instances.flatMap(({ chats }) => chats.flatMap(({ messages }) => messages))
    .filter((message) => message.direction === 'outgoing' && message.text === text).length
const sendStates = ({ database }: TeamScene) =>
  database.run(`select request::json ->> 'message' as text, state from switchboard.send order by seq`)

test('a send that the database lost is entered again as what became of it, and one that it holds open is closed', async () => {
  const scene = await createSharedScene({ services })
  const { instance, first, second, database } = scene
  const lena = instance.person('79990001122')
  lena.says('a question')
  await second.waitFor('it is there', async () => (await second.texts(lena.chatId)).length === 1)
  const chat = await second.chat(await keyOf(second), lena.chatId)
  const standby = await database.copy()
  await second.call('messages.send', { chat, text: 'answer one' })
  await second.waitFor('it is accepted', async () => (await sendStates(scene))[0]?.['state'] === 'accepted')
  await first.waitFor('a colleague has it', async () => (await first.texts(lena.chatId)).includes('answer one'))
  await database.swapWith(standby)
  await second.waitFor('it is entered again', async () => (await sendStates(scene))[0]?.['state'] === 'accepted')
  // As if the failover had lost only what became of it.
  await database.run(`update switchboard.send set state = 'sending', changed_at = now() - interval '2 min'`)
  await second.call('messages.send', { chat, text: 'answer two' })
  await second.waitFor('both went', async () =>
    (await sendStates(scene)).every(({ state }) => state === 'accepted') ? timesSent(scene, 'answer two') === 1 : false,
  )
  expect(timesSent(scene, 'answer one')).toBe(1)
})

test('a send that the database holds as waiting since it went back, and that went, is entered as what became of it', async () => {
  const scene = await createSharedScene({ services })
  const { instance, first, second, database } = scene
  const lena = instance.person('79990001122')
  lena.says('a question')
  await second.waitFor('it is there', async () => (await second.texts(lena.chatId)).length === 1)
  const chat = await second.chat(await keyOf(second), lena.chatId)
  const backup = await database.copy()
  await second.call('messages.send', { chat, text: 'answer one' })
  await second.waitFor('it is accepted', async () => (await sendStates(scene))[0]?.['state'] === 'accepted')
  await first.waitFor('a colleague has it', async () => (await first.texts(lena.chatId)).includes('answer one'))
  // The backup was made when the text waited.
  const [sent] = await database.run('select json_agg(s)::text as rows from switchboard.send s')
  await backup.run(`insert into switchboard.send (id, instance, chat_id, operation, request, state, attempt, author, desk)
    select id, instance, chat_id, operation, request, 'queued', 0, author, desk
    from json_populate_recordset(null::switchboard.send, '${String(sent?.['rows']).replaceAll("'", "''")}')`)
  await database.swapWith(backup)
  await second.waitFor('it is accepted', async () => (await sendStates(scene))[0]?.['state'] === 'accepted')
  expect(timesSent(scene, 'answer one')).toBe(1)
})

test('only the desk of a text may claim it, and with the words that its person wrote', async () => {
  const database = await createTeamDatabase()
  const boss = await database.desk('Boss', 'administrator')
  const instance = await boss.team.putInstance({
    ...{ apiUrl: 'https://api.example.test', idInstance: '1101', family: 'v3', prefix: '/v3' },
    ...{ name: 'Shop', colour: 'teal', token: 'sealed', countsFrom: 0, answerTargetMs: 3_600_000 },
  })
  const [anna, yara] = [await database.desk('Anna'), await database.desk('Yara')]
  const id = crypto.randomUUID()
  await anna.team.putSend(
    { id, instance, chatId: '1@c.us', operation: 'sendMessage', request: '{"message":"hers"}' },
    null,
  )
  expect(await yara.team.claimSend(id, '{"message":"invented"}')).toMatchObject({ outcome: 'closed' })
  expect(await database.run('select state, request from switchboard.send')).toEqual([
    { state: 'queued', request: '{"message":"hers"}' },
  ])
  expect(await anna.team.claimSend(crypto.randomUUID(), '{}')).toMatchObject({ outcome: 'unknown' })
  expect(await anna.team.claimSend(id, '{"message":"hers"}')).toMatchObject({ outcome: 'claimed', attempt: 1 })
})

test('of a data directory that was copied one run acts: a text goes once, the other run is refused, and takes over when it is told to', async () => {
  const scene = await createSharedScene({ services })
  const { instance, emulator } = scene
  const lena = instance.person('79990001122')
  const options = { services, vault: createMemoryVault() }
  const ines = await scene.desk('Ines', 'member', options)
  await ines.join()
  lena.says('a question')
  await ines.waitFor('it is there', async () => (await ines.texts(lena.chatId)).length === 1)
  ines.line.cut(true)
  const chat = await ines.chat(await keyOf(ines), lena.chatId)
  await ines.call('messages.send', { chat, text: 'sent once' })
  await ines.core.stop()
  const copied = createTempDir()
  onTestFinished(() => copied[Symbol.dispose]())
  await cp(ines.dataDir, copied.path, { recursive: true })
  ines.line.cut(false)
  const stateOf = async (run: SceneDesk) => (await run.joined()).trouble?.kind ?? (await run.joined()).state
  const first = await scene.desk('Ines', 'member', { ...options, dataDir: ines.dataDir })
  await ines.waitFor('the first acts', async () => (await stateOf(first)) === 'live')
  const second = await scene.desk('Ines', 'member', { ...options, dataDir: copied.path })
  const runs = [first, second]
  const states = () => Promise.all(runs.map(stateOf))
  await ines.waitFor('one acts and one is refused', async () => (await states()).toSorted().join() === 'live,otherRun')
  await ines.waitFor('it went', () => timesSent(scene, 'sent once') === 1)
  const before = await states()
  const refused = runs[before.indexOf('otherRun')]
  // A machine that stands still for long lets the second take over. Who receives was never said to one that never
  // acted: nobody is not the same.
  const neverActed = { reader: null, isKnown: false }
  const known = refused === second ? (await second.joined()).instances : [neverActed]
  expect(known).toMatchObject([neverActed])
  await refused?.call('team.takeOver', {})
  await ines.waitFor('they changed places', async () => (await states()).join() === before.toReversed().join())
  expect(timesSent(scene, 'sent once')).toBe(1)
  expect(emulator.violations()).toEqual([])
})

/** When the other run of a copied data directory begins. */
const beginnings = ['runs beside it', 'starts after that']
test.each(beginnings)(
  'what another run of a copied data directory sent before the database was restored is not sent again by the one that %s',
  async (when) => {
    const scene = await createSharedScene({ services })
    const { instance, emulator, database } = scene
    const lena = instance.person('79990001122')
    const options = { services, vault: createMemoryVault() }
    const ines = await scene.desk('Ines', 'member', options)
    await ines.join()
    lena.says('a question')
    await ines.waitFor('it is there', async () => (await ines.texts(lena.chatId)).length === 1)
    ines.line.cut(true)
    const chat = await ines.chat(await keyOf(ines), lena.chatId)
    const { message } = await ines.call('messages.send', { chat, text: 'sent once' })
    await ines.core.stop()
    const copied = createTempDir()
    onTestFinished(() => copied[Symbol.dispose]())
    await cp(ines.dataDir, copied.path, { recursive: true })
    const backup = await database.copy()
    ines.line.cut(false)
    const copy = await scene.desk('Ines', 'member', { ...options, dataDir: copied.path })
    await copy.waitFor('the copy sent it', () => timesSent(scene, 'sent once') === 1)
    const start = () => scene.desk('Ines', 'member', { ...options, dataDir: ines.dataDir })
    const beside = when === 'runs beside it' ? await start() : null
    await beside?.waitFor('the original is refused', async () => (await beside.joined()).trouble?.kind === 'otherRun')
    ines.line.cut(true)
    await copy.core.stop()
    await database.swapWith(backup)
    ines.line.cut(false)
    const original = beside ?? (await start())
    await original.waitFor('the original acts', async () => (await original.joined()).state === 'live')
    // What it became later may have been told to the copy, and went with the database.
    const found: readonly unknown[] = ['sent', 'delivered', 'read']
    await original.waitFor('it is found at the service', async () =>
      found.includes((await original.call('messages.details', { message })).message.status?.kind),
    )
    expect(await original.texts(lena.chatId)).toEqual(['a question', 'sent once'])
    expect(timesSent(scene, 'sent once')).toBe(1)
    expect(emulator.violations()).toEqual([])
  },
)

test('what one of two copies of a data directory sent at its time is not sent by the other one', async () => {
  const scene = await createSharedScene({ services })
  const lena = scene.instance.person('79990001122')
  const options = { services, vault: createMemoryVault() }
  const ines = await scene.desk('Ines', 'member', options)
  await ines.join()
  lena.says('a question')
  await ines.waitFor('it is there', async () => (await ines.texts(lena.chatId)).length === 1)
  const chat = await ines.chat(await keyOf(ines), lena.chatId)
  const sendAt = { at: Date.now() + 3_600_000, zone: 'Europe/Berlin' }
  const { message } = await ines.call('messages.send', { chat, text: 'at its time', sendAt })
  await ines.core.stop()
  const copied = createTempDir()
  onTestFinished(() => copied[Symbol.dispose]())
  await cp(ines.dataDir, copied.path, { recursive: true })
  /** Starts a run at the time of the message. */
  const start = (dataDir: string) => {
    const system = createSystemClock()
    const aheadMs = sendAt.at - system.now()
    return scene.desk('Ines', 'member', {
      ...options,
      dataDir,
      clock: { ...system, now: () => system.now() + aheadMs },
    })
  }
  const copy = await start(copied.path)
  await copy.waitFor('the copy sent it', () => timesSent(scene, 'at its time') === 1)
  await copy.core.stop()
  const original = await start(ines.dataDir)
  await original.waitFor('it knows, and asks nobody to send it', async () => {
    const { status } = (await original.call('messages.details', { message })).message
    return ['pending', 'accepted', 'sent', 'delivered', 'read'].includes(status?.kind ?? '')
  })
  expect((await original.texts(lena.chatId)).filter((text) => text === 'at its time')).toHaveLength(1)
  expect(timesSent(scene, 'at its time')).toBe(1)
})

test('what was claimed before a computer slept is claimed anew, and does not go where a colleague closed the question', async () => {
  const system = createSystemClock()
  let sleptMs = 0
  let sleep: (() => Promise<void>) | null = null
  // The computer sleeps right before the request is made, after everything that stands before it.
  const watchStore = (store: Store): Store => ({
    ...store,
    write: async (...given) => {
      const result = await store.write(...given)
      if (given[0] === 'sending.takeDue' && sleep !== null && JSON.stringify(result).includes('attempt')) {
        const now = sleep
        sleep = null
        await now()
      }
      return result
    },
  })
  const scene = await createSharedScene({ services })
  const { instance, first, database } = scene
  const lena = instance.person('79990001122')
  const ines = await scene.desk('Ines', 'member', {
    services,
    watchStore,
    clock: { ...system, now: () => system.now() + sleptMs },
  })
  await ines.join()
  lena.says('a question')
  await ines.waitFor('it is there', async () => (await ines.texts(lena.chatId)).length === 1)
  sleep = async () => {
    await database.run(`update switchboard.send set state = 'uncertain', changed_at = now() - interval '2 min'`)
    await database.run(`update switchboard.send set state = 'dismissed'`)
    sleptMs = 90_000
  }
  const chat = await ines.chat(await keyOf(ines), lena.chatId)
  await ines.call('messages.send', { chat, text: 'too late' })
  await ines.waitFor('it rests for the person', () => sleptMs > 0)
  const theirs = await first.chat(first.firstKey(), lena.chatId)
  await first.call('messages.send', { chat: theirs, text: 'the answer' })
  await first.waitFor('the colleague answered', () => timesSent(scene, 'the answer') === 1)
  await ines.waitFor(
    'it is asked about',
    async () =>
      (await ines.store.read('sending.chatsWithQueuedMessages', { instance: await keyOf(ines) })).length === 0,
  )
  expect(timesSent(scene, 'too late')).toBe(0)
})
