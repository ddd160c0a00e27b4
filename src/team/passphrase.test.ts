import { expect, test } from 'vitest'
import { ContractError } from '../contract/errors.ts'
import { TeamError } from '../core/sharing/team-error.ts'
import type { SharedTeam } from '../core/sharing/shared-team.ts'
import type { TestCoreOptions } from '../core/testing/start-test-core.ts'
import { answering } from './testing/answering.ts'
import { createTeamDatabase } from './testing/team-database.ts'
import { createSharedScene, passphrase, type SceneDesk, type TeamScene } from './testing/team-scene.ts'

const next = 'correct horse battery staple violin'
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ContractError ? [error.code, error.data.details?.['trouble']] : error),
  )
const noticesOf = async (desk: SceneDesk) => (await desk.joined()).notices
const untilNotices = (desk: SceneDesk, ...kinds: readonly string[]) =>
  desk.waitFor(
    `notices: ${kinds.join()}`,
    async () => (await noticesOf(desk)).map(({ kind }) => kind).join() === kinds.join(),
  )
const sealedAt = async ({ database }: Pick<TeamScene, 'database'>) => {
  const tokens = await database.run('select id, token, token_id from switchboard.instance order by id')
  const team = await database.run('select check_value from switchboard.team')
  return { tokens, check: team[0]?.['check_value'] }
}
/** A team's database whose changes of the passphrase are led elsewhere. */
const leading = (led: (team: SharedTeam) => SharedTeam['changePassphrase']): Pick<TestCoreOptions, 'openTeam'> => ({
  openTeam: answering((team) => ({ changePassphrase: led(team) })),
})

test('another passphrase seals every token anew: desks go on, are told, and enter it; newcomers need it', async () => {
  const scene = await createSharedScene()
  const { instance, first, second, desk } = scene
  const before = await sealedAt(scene)
  const change = (current: string, wanted: string) =>
    refusal(first.call('team.changePassphrase', { current, passphrase: wanted }))
  expect(await change('another phrase', next)).toEqual(['passphraseWrong', undefined])
  expect(await change(passphrase, 'password')).toEqual(['passphraseWeak', undefined])
  expect(await refusal(second.call('team.changePassphrase', { current: passphrase, passphrase: next }))).toEqual([
    ...['teamTrouble', 'notAllowed'],
  ])
  expect(await sealedAt(scene)).toEqual(before)

  expect(await change(passphrase, next)).toBeNull()
  const after = await sealedAt(scene)
  expect(after.check).not.toBe(before.check)
  expect(after.tokens[0]?.['token']).not.toBe(before.tokens[0]?.['token'])
  // The token itself is the same, so no desk takes it for one that was renewed.
  expect(after.tokens[0]?.['token_id']).toBe(before.tokens[0]?.['token_id'])

  await untilNotices(second, 'passphraseChanged')
  expect(await noticesOf(first)).toEqual([])
  const lena = instance.person('79990001122')
  lena.says('meanwhile')
  for (const one of [first, second])
    await one.waitFor('it is received', async () => (await one.texts(lena.chatId)).includes('meanwhile'))
  expect(await refusal(second.call('team.enterPassphrase', { passphrase }))).toEqual(['passphraseWrong', undefined])
  await second.call('team.enterPassphrase', { passphrase: next })
  await untilNotices(second)

  const ines = await desk('Ines')
  expect(await refusal(ines.join())).toEqual(['passphraseWrong', undefined])
  await ines.join({ passphrase: next })
  await ines.waitFor('the token is here', () => ines.instances.list().some(({ key }) => ines.instances.hasToken(key)))
  expect(await noticesOf(ines)).toEqual([])
})

test('a change of the passphrase that breaks off leaves every token readable, with the old one or with the new one', async () => {
  let whole = false
  const scene = await createSharedScene(
    leading((team) => async (...given) => {
      // The desk, or its way to the database, is gone before or after the database carries it out.
      if (whole) await team.changePassphrase(...given)
      throw new TeamError({ kind: 'unreachable', code: 'cut' })
    }),
  )
  const { first, desk } = scene
  const before = await sealedAt(scene)
  const change = () => refusal(first.call('team.changePassphrase', { current: passphrase, passphrase: next }))
  expect(await change()).toEqual(['teamTrouble', 'unreachable'])
  expect(await sealedAt(scene)).toEqual(before)
  await (await desk('Ines')).join()

  whole = true
  expect(await change()).toEqual(['teamTrouble', 'unreachable'])
  await untilNotices(first, 'passphraseChanged')
  await first.call('team.enterPassphrase', { passphrase: next })
  await untilNotices(first)
  await (await desk('Marek')).join({ passphrase: next })
})

test('a passphrase is replaced with all tokens or not at all, and nothing is sealed with the old one afterwards', async () => {
  const database = await createTeamDatabase()
  const { team } = await database.desk('Boss', 'administrator')
  await team.setCheckValue('old')
  const account = {
    apiUrl: 'https://api.example.test',
    family: 'v3',
    prefix: '/v3',
    colour: 'teal',
    token: 'one',
    countsFrom: 0,
    answerTargetMs: 3_600_000,
  }
  const put = (idInstance: string, check: string) =>
    team.putInstance({ ...account, idInstance, name: 'Shop' }, check).catch((error: unknown) => String(error))
  for (const idInstance of ['1101', '1102']) await put(idInstance, 'old')
  const [one, two] = (await team.instances()).map(({ id }) => ({ id, was: 'one', token: 'anew' }))
  if (one === undefined || two === undefined) throw new Error('There are no instances.')
  const before = await sealedAt({ database })
  expect(await team.changePassphrase('old', 'new', [one], [])).toBe('changed')
  expect(await team.changePassphrase('old', 'new', [one, { ...two, was: 'older' }], [])).toBe('changed')
  expect(await team.changePassphrase('older', 'new', [one, two], [])).toBe('other')
  const webhook = { id: crypto.randomUUID(), name: 'Till', settings: '{}', secretId: crypto.randomUUID() }
  expect(await team.putWebhook({ ...webhook, secret: 'secret', base: 0, check: 'old', from: null })).toBe('done')
  const secret = { id: webhook.id, was: 'secret', secret: 'secret anew' }
  for (const seen of [[], [{ ...secret, was: 'older' }]])
    expect(await team.changePassphrase('old', 'new', [one, two], seen)).toBe('changed')
  const tooLong = { ...two, token: 'x'.repeat(10_001) }
  await expect(team.changePassphrase('old', 'new', [one, tooLong], [secret])).rejects.toThrow('badValue')
  expect(await sealedAt({ database })).toEqual(before)
  expect(await team.changePassphrase('old', 'new', [one, { ...two, token: null }], [secret])).toBe('done')
  expect(await team.webhookSecret(webhook.id)).toBe('secret anew')
  expect((await team.instances()).map(({ token }) => token)).toEqual(['anew', 'one'])
  expect(await put('1103', 'old')).toContain('passphraseChanged')
  expect(await team.renewToken(one.id, 'renewed', 'old')).toBe(false)
  expect(await team.renewToken(one.id, 'renewed', 'new')).toBe(true)
  expect((await team.instances()).map(({ token }) => token)).toEqual(['renewed', 'one'])
})

test('an instance whose token is sealed with another passphrase is named, and the others go on', async () => {
  const scene = await createSharedScene()
  const { first, second, database } = scene
  const other = await createSharedScene()
  const [theirs] = await other.database.run('select token from switchboard.instance')
  await database.run(
    `update switchboard.instance set token = '${String(theirs?.['token'])}'; notify switchboard, 'instance'`,
  )
  const [row] = await second.call('instances.list', {})
  for (const desk of [first, second]) await untilNotices(desk, 'sealedOtherwise')
  expect(await noticesOf(second)).toEqual([{ kind: 'sealedOtherwise', names: [row?.name] }])
  expect(second.instances.list().map(({ key }) => second.instances.hasToken(key))).toEqual([true])
})
