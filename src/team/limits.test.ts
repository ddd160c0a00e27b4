import { expect, test } from 'vitest'
import { createTeamScene, giveToken, type SceneDesk } from './testing/team-scene.ts'

/**
 * Whether a desk has read the chats that there are. The sync itself goes on until the service has been quiet for
 * minutes.
 */
const isSynced = async (desk: SceneDesk, idInstance: string): Promise<boolean> => {
  const instance = desk.instances.list().find(({ row }) => row().idInstance === idInstance)
  if (instance === undefined) return false
  const { rows } = await desk.call('chats.list', { scope: instance.key, filter: 'all', offset: 0, limit: 10 })
  return rows.filter(({ preview }) => preview !== null).length === 2
}

test('three desks that read the same histories at once take turns, since the service counts them as one', async () => {
  const scene = await createTeamScene({ limits: 'field' })
  const { account, emulator, desk } = scene
  const first = await desk('Yara', 'administrator', { instances: [account], limitClasses: {} })
  await giveToken(first, scene)
  await first.join()
  await first.call('team.share', { instance: first.firstKey() })
  const others = []
  for (const name of ['Anna', 'Tom', 'Ines']) {
    const other = await desk(name, 'member', { limitClasses: {} })
    await other.join()
    others.push(other)
  }
  for (const each of [first, ...others]) await each.untilMembers(4)

  const busy = emulator.addInstance({ idInstance: '1101000002', token: 'token-two' })
  const { idInstance, token } = busy
  for (const number of ['79990001122', '79990001133']) busy.person(number).says(`from ${number}`)
  const key = await first.addInstance({ apiUrl: account.apiUrl, idInstance, token: null })
  await first.call('instances.setToken', { instance: key, token, storeToken: true })
  await first.waitFor('the first desk has all', () => isSynced(first, idInstance))
  await first.waitFor('the last second that it asked in alone is over', () =>
    first.instances.list().every(({ limiter }) => limiter.levels().every(({ available }) => available > 0)),
  )
  // Who joins while others ask changes everybody's part: that moment is not what is told here.
  emulator.clearViolations()
  await first.call('team.share', { instance: key })
  for (const other of others) await other.waitFor('it has all', () => isSynced(other, idInstance))
  // None, unless the one process that they share here stalls for half a second; without turns there are four and more.
  expect(emulator.violations().length).toBeLessThanOrEqual(2)
})

test('background work of all desks together keeps to a third of a Developer month, and they agree what is used', async () => {
  const scene = await createTeamScene()
  const { account, emulator, desk } = scene
  const developer = emulator.addInstance({ idInstance: '1101000003', token: 'token-three', family: 'whatsapp' })
  const first = await desk('Yara', 'administrator', {
    services: ['team', 'administration'],
    instances: [{ ...account, idInstance: developer.idInstance, token: developer.token, family: 'whatsapp' }],
  })
  await first.call('instances.setToken', { instance: first.firstKey(), token: developer.token, storeToken: true })
  await first.join()
  await first.call('team.share', { instance: first.firstKey() })
  const used = () => developer.planUse.used('getContacts')
  /** Reads contacts in the background until the budget holds it back. */
  const spend = async ({ instances }: SceneDesk): Promise<void> => {
    const run = instances.list()[0]?.run()
    if (!run) throw new Error('The instance does not run.')
    const options = { priority: 'background', purpose: 'directory', signal: run.signal } as const
    for (let answer = null; answer === null || answer.ok;) answer = await run.api.call('getContacts', {}, options)
  }
  const quotaOf = async (of: SceneDesk) => {
    const { quotas } = await of.call('account.state', { instance: of.instances.list()[0]?.key ?? (0 as never) })
    return quotas.find(({ method }) => method === 'getContacts')
  }
  const counts = (of: SceneDesk, colleagues: number) =>
    of.waitFor('it has the others’ calls', async () => {
      await of.call('team.tryNow', {})
      return (await quotaOf(of))?.colleagues === colleagues
    })
  await spend(first)
  const alone = used()
  expect(alone).toBeGreaterThan(100)
  expect(alone).toBeLessThanOrEqual(1000 / 3)

  const second = await desk('Anna', 'member', { services: ['team', 'administration'] })
  await second.join()
  for (const each of [first, second]) await each.untilMembers(2)
  await second.waitFor('it has the instance', () => second.instances.list()[0]?.run() != null)
  await first.call('team.tryNow', {})
  await counts(second, alone)
  await spend(second)
  // One becomes free in two hours.
  expect(used() - alone).toBeLessThanOrEqual(1)

  // What the service refuses to one desk, no other asks for.
  developer.planUse.useElsewhere('getContacts', 1000 - used())
  await first.instances.list()[0]?.run()?.api.call('getContacts', {}, { priority: 'view', purpose: 'contacts' })
  await second.waitFor('it knows of the refusal', async () => {
    for (const each of [first, second]) await each.call('team.tryNow', {})
    return (await quotaOf(second))?.usedUpUntil != null
  })
})
