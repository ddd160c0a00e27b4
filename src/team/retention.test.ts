import { expect, test } from 'vitest'
import { createSharedScene } from './testing/team-scene.ts'

test('how long messages of shared instances are kept is set by the owner of the database, for every desk', async () => {
  const { first, second, database } = await createSharedScene()
  const always = { days: null, instances: [], labels: [] }
  const own = { days: 30, instances: [{ instance: first.firstKey(), days: 5 }], labels: [] }
  const until = (days: number | null) =>
    Promise.all(
      [first, second].map((desk) =>
        desk.waitFor(`the desk keeps them for ${days}`, async () => {
          const [shown] = await desk.call('retention.preview', own)
          return shown?.isTeams === true && shown.days === days
        }),
      ),
    )
  // Nobody set it: what a desk says of its own instances is not meant.
  await until(null)
  await database.run('update switchboard.team set keep_days = 90')
  await until(90)
  expect(await second.call('retention.preview', always)).toMatchObject([{ days: 90, isTeams: true }])
  await expect(database.run('update switchboard.team set keep_days = 0')).rejects.toThrow('keep_days')
  await database.run('update switchboard.team set keep_days = null')
  await until(null)
})
