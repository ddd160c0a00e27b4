import { expect, onTestFinished, test } from 'vitest'
import { createSystemClock } from '../core/base/system-clock.ts'
import { answering } from './testing/answering.ts'
import { createSharedScene, createTeamScene, giveToken, type TeamScene, type SceneDesk } from './testing/team-scene.ts'

/** The desk has taken something as the team's reader, and waits for the next. */
async function untilWaiting({ instance }: TeamScene, desk: SceneDesk): Promise<void> {
  const lena = instance.person('79990001122')
  lena.says('before')
  await desk.waitFor('it is there', async () => (await desk.texts(lena.chatId)).includes('before'))
  await desk.waitFor('the reader waits at the queue', () => instance.notifications.waiting === 1)
}

/** The receive that waits at the queue. One that is not given up ends by itself after 25 s. */
function waitAt({ emulator }: TeamScene) {
  const wait = emulator.recorder.list({ operation: 'receiveNotification' }).find(({ endedAt }) => endedAt === undefined)
  if (wait === undefined) throw new Error('Nobody waits.')
  return wait
}

test('who gives the queue away ends its wait there first, so that one desk waits at a queue', async () => {
  const scene = await createSharedScene()
  const { instance, first, second } = scene
  await untilWaiting(scene, first)
  for (const desk of [second, first]) {
    const wait = waitAt(scene)
    const [row] = await desk.call('instances.list', {})
    await desk.call('team.receiveHere', { instance: row?.key ?? first.firstKey() })
    await desk.untilReader()
    await desk.waitFor('one desk waits', () => instance.notifications.waiting === 1)
    expect(wait).toMatchObject({ aborted: true })
  }
  expect(scene.emulator.violations()).toEqual([])
})

test('a wait that began while a desk received alone ends when a team shares the instance, by this desk or another one', async () => {
  const leased = Promise.withResolvers<void>()
  const scene = await createTeamScene()
  const { instance, account } = scene
  const waits = () => instance.notifications.waiting
  const first = await scene.desk('Yara', 'administrator', {
    instances: [account],
    openTeam: answering((team) => ({
      // Until then nobody receives for the team.
      takeLease: async (...given) => {
        await leased.promise
        return team.takeLease(...given)
      },
    })),
  })
  await giveToken(first, scene)
  await first.join()
  await first.waitFor('it waits alone', () => waits() === 1)
  const wait = waitAt(scene)
  await first.call('team.share', { instance: first.firstKey() })
  await first.waitFor('nobody waits', () => waits() === 0)
  expect(wait).toMatchObject({ aborted: true })
  leased.resolve()
  await first.untilReader()
  await first.waitFor('the reader waits', () => waits() === 1)
  const second = await scene.desk('Anna', 'member', { instances: [account] })
  await second.waitFor('it waits alone beside the reader', () => waits() === 2)
  await second.join()
  await second.waitFor('the reader alone waits', () => waits() === 1)
  expect((await first.joined()).instances.map(({ isThis }) => isThis)).toEqual([true])
})

test('a reader that is cut off ends its wait at the queue when the database is away, and begins none before a renewal', async () => {
  const scene = await createSharedScene()
  const { instance, first, second, database } = scene
  await untilWaiting(scene, first)
  const wait = waitAt(scene)
  first.line.cut(true)
  await first.waitFor('nobody waits', () => instance.notifications.waiting === 0)
  expect(wait).toMatchObject({ aborted: true })
  await database.run(`update switchboard.lease set beat_at = now() - interval '11 s'; notify switchboard, 'lease'`)
  await second.untilReader()
  await second.waitFor('the next reader waits', () => instance.notifications.waiting === 1)
  first.line.cut(false)
  await first.until('team.status', {}, (status) => status.kind === 'joined' && status.state === 'live')
  expect(instance.notifications.waiting).toBe(1)
})

test('a lease that was not renewed for 10 s by the own clock is over, whatever the database says meanwhile', async () => {
  const system = createSystemClock()
  let passedMs = 0
  let isStuck = false
  const answer = Promise.withResolvers<void>()
  const scene = await createSharedScene({
    clock: { ...system, monotonic: () => system.monotonic() + passedMs },
    openTeam: answering((team) => ({
      // An answer that does not come.
      beHere: async (...given) => {
        if (isStuck) await answer.promise
        return team.beHere(...given)
      },
    })),
  })
  // Also where this fails: a desk that ends waits for its answer.
  onTestFinished(() => answer.resolve())
  const { instance, first } = scene
  await untilWaiting(scene, first)
  const wait = waitAt(scene)
  isStuck = true
  passedMs = 10_001
  await first.waitFor('nobody waits', () => instance.notifications.waiting === 0)
  expect(wait).toMatchObject({ aborted: true })
  instance.person('79990003344').says('after it')
  expect(instance.notifications.size).toBe(1)
})

test('a desk that takes an instance out of the team receives it alone, also where its lease ends before it knows', async () => {
  const removed = Promise.withResolvers<void>()
  const scene = await createSharedScene({
    // The database has done it, and its answer is still on the way.
    openTeam: answering((team) => ({
      removeInstance: async (...given) => {
        await team.removeInstance(...given)
        await removed.promise
      },
    })),
  })
  const { instance, first } = scene
  await untilWaiting(scene, first)
  const unshared = first.call('team.unshare', { instance: first.firstKey() })
  await first.waitFor('nobody waits', () => instance.notifications.waiting === 0)
  removed.resolve()
  await unshared
  const lena = instance.person('79990001122')
  lena.says('alone')
  await first.waitFor('it is there', async () => (await first.texts(lena.chatId)).includes('alone'))
  expect((await first.joined()).instances).toEqual([])
})
