import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ContractError } from '../../contract/errors.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { joinTeamFrom } from './join-team.ts'

const secrets = { password: 'a password of anna', passphrase: 'a passphrase of the team' }

function teamFile(more: object = {}): string {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  const file = path.join(dir.path, 'team.json')
  writeFileSync(
    file,
    JSON.stringify({
      host: 'db.example.test',
      port: 5432,
      database: 'team',
      user: 'anna',
      name: 'Anna',
      ...secrets,
      ...more,
    }),
  )
  return file
}

/** A desk by its four answers; a database is in src/team. */
function deskThat({ kind = 'none', fails }: { readonly kind?: string; readonly fails?: ContractError }) {
  const calls: string[] = []
  const handlers = {
    'team.status': () => Promise.resolve({ kind }),
    'team.join': () => {
      calls.push('join')
      return fails === undefined ? Promise.resolve() : Promise.reject(fails)
    },
    'team.share': ({ instance }: { readonly instance: InstanceKey }) => {
      calls.push(`share ${instance}`)
      return Promise.resolve()
    },
    'instances.list': () =>
      Promise.resolve([
        { key: 7, idInstance: '1101' },
        { key: 8, idInstance: '1102' },
      ]),
  } as unknown as Parameters<typeof joinTeamFrom>[1]
  return { calls, handlers }
}

test('a desk whose vault forgot the team joins it again, and one that is in it stays', async () => {
  for (const [kind, calls] of [
    ['none', ['join']],
    ['locked', ['join']],
    ['joined', []],
  ] as const) {
    const desk = deskThat({ kind })
    await joinTeamFrom(teamFile(), desk.handlers)
    expect(desk.calls, kind).toEqual(calls)
  }
})

test('what stops joining is a sentence with what to do, and holds no code word and no secret', async () => {
  const failures = [
    new ContractError('teamNew'),
    new ContractError('teamTrouble', { details: { trouble: 'refused' } }),
    new ContractError('teamTrouble', { details: { trouble: 'unreachable', code: 'ECONNREFUSED' } }),
    new ContractError('teamTrouble', { details: { trouble: 'otherRun' } }),
  ]
  for (const fails of failures) {
    const failure = await joinTeamFrom(teamFile(), deskThat({ fails }).handlers).catch((error: unknown) =>
      String(error),
    )
    expect(failure).toMatch(/^Error: The team was not joined: [a-z][^.]+\./)
    for (const hidden of ['teamNew', 'teamTrouble', 'ECONN', ...Object.values(secrets)])
      expect(failure).not.toContain(hidden)
  }
})

test('an instance to share that the desk lacks is named before anything is joined', async () => {
  const desk = deskThat({})
  await expect(joinTeamFrom(teamFile({ share: ['1101', '9909'] }), desk.handlers)).rejects.toThrow('no instance 9909')
  expect(desk.calls).toEqual([])
  await joinTeamFrom(teamFile({ share: ['1101'] }), desk.handlers)
  expect(desk.calls).toEqual(['join', 'share 7'])
})
