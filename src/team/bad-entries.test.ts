import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createSystemClock } from '../core/base/system-clock.ts'
import { createSharedScene, type SceneDesk, type TeamScene } from './testing/team-scene.ts'

/** What a member does with psql. */
async function asMember({ database }: TeamScene, sql: (desk: string, instance: number) => string) {
  const ines = await database.desk('Ines')
  const [row] = await database.run('select id::int from switchboard.instance')
  const { host, port, database: name, user, password } = ines.address
  const client = new Client({ host, port, database: name, user, password })
  await client.connect()
  try {
    return await client.query(sql(ines.id, Number(row?.['id']))).then(
      () => 'done',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
  } finally {
    await client.end()
  }
}
const has = (desk: SceneDesk, chatId: string, text: string) =>
  desk.waitFor(`${text} is there`, async () => (await desk.texts(chatId)).includes(text))

test('a done mark of no time is refused by the database, and one that got in holds up no desk', async () => {
  const scene = await createSharedScene()
  const { instance, first, second, database } = scene
  for (const until of ['9223372036854775807', '-1'])
    expect(
      await asMember(
        scene,
        (desk, id) => `select switchboard.mark_chat(${id}, '79990001122@c.us', ${until}, '${desk}')`,
      ),
    ).toMatch(/check/)
  // As a database of before let it in.
  await database.run(`
    update switchboard.lease set last_n = last_n + 1;
    select switchboard.add_entry(instance, last_n, 'chat',
      '{"chatId": "79990001122@c.us", "assignee": null, "doneUntil": 9223372036854775807}', true, null, '', false, null, null)
      from switchboard.lease`)
  const lena = instance.person('79990001122')
  lena.says('after it')
  for (const desk of [first, second]) await has(desk, lena.chatId, 'after it')
})

test('an entry that is no JSON, or whose content fails to apply, is put aside and said, and everything behind it goes on', async () => {
  const scene = await createSharedScene()
  const { instance, first, second, database } = scene
  await database.run(`
    update switchboard.lease set last_n = last_n + 1;
    select switchboard.add_entry(instance, last_n, 'chat', 'no json', true, null, '', false, null, null) from switchboard.lease;
    update switchboard.lease set last_n = last_n + 1;
    select switchboard.add_entry(instance, last_n, 'notification', 'no json', false, '1', 'x', true, null, null) from switchboard.lease;
    update switchboard.lease set last_n = last_n + 1;
    select switchboard.add_entry(instance, last_n, 'send', '[', true, null, '', false, null, null) from switchboard.lease`)
  const lena = instance.person('79990001122')
  lena.says('after it')
  for (const desk of [first, second]) {
    await has(desk, lena.chatId, 'after it')
    const status = await desk.until('team.status', {}, (now) => now.kind === 'joined' && now.notices.length > 0)
    expect(status).toMatchObject({ state: 'live', notices: [{ kind: 'unapplied', entries: 1 }] })
  }
})

test('a desk that can not follow the journal says so, and the reader takes nothing more from the queue', async () => {
  const system = createSystemClock()
  let passedMs = 0
  const clock = { ...system, monotonic: () => system.monotonic() + passedMs }
  const { instance, first, second, database } = await createSharedScene({ clock })
  const lena = instance.person('79990001122')
  lena.says('before')
  for (const desk of [first, second]) await has(desk, lena.chatId, 'before')
  await database.run('revoke select on switchboard.journal from switchboard_viewer')
  for (const desk of [first, second]) {
    await desk.until('team.status', {}, (status) => status.kind === 'joined' && status.trouble?.kind === 'notAllowed')
  }
  passedMs = 31_000
  for (const desk of [first, second]) {
    await desk.until('team.status', {}, (status) => status.kind === 'joined' && status.trouble?.kind === 'notFollowed')
  }
  lena.says('meanwhile')
  // A renewal would let the reader go on, if it did not stop for the journal.
  for (let beat = 0; beat < 2; beat += 1) {
    const [before] = await database.run('select beat_at::text from switchboard.lease')
    await first.waitFor('the lease is renewed', async () => {
      const [now] = await database.run('select beat_at::text from switchboard.lease')
      return now?.['beat_at'] !== before?.['beat_at']
    })
  }
  expect(instance.notifications.size).toBe(1)
  await database.run('grant select on switchboard.journal to switchboard_viewer')
  for (const desk of [first, second]) await has(desk, lena.chatId, 'meanwhile')
})
