import { expect, test } from 'vitest'
import { ContractError } from '../../../contract/errors.ts'
import { createJoinSteps } from './join-steps.ts'
import type { SharedTeam } from '../../sharing/shared-team.ts'

function scene() {
  let now = 0
  const reportedSteps: string[] = []
  const { begin, steps } = createJoinSteps({
    clock: { now: () => now } as Parameters<typeof createJoinSteps>[0]['clock'],
    emit: (event) => reportedSteps.push(JSON.stringify(event)),
  })
  const after = async <Result>(ms: number, result: Result): Promise<Result> => {
    now += ms
    return Promise.resolve(result)
  }
  return { begin, steps, after, reportedSteps }
}
const team = { isSecure: true, role: 'member' } as SharedTeam

test('each step of joining is told as it ends, with how long it took, and another run is not told of it', async () => {
  const { begin, steps, after, reportedSteps } = scene()
  const attempt = begin('one')
  await attempt.open(after(200, team))
  expect(steps('one')).toEqual([
    { step: 'reach', ok: true, isSecure: true, tookMs: 200 },
    { step: 'schema', ok: true, role: 'member', tookMs: null },
  ])
  await attempt.at('passphrase', after(400, 'key'))
  await attempt.at('enter', after(30, 'in'), () => ({ instances: 3 }))
  expect(steps('one').slice(2)).toEqual([
    { step: 'passphrase', ok: true, tookMs: 400 },
    { step: 'enter', ok: true, instances: 3, tookMs: 30 },
  ])
  expect(reportedSteps).toEqual(
    Array.from({ length: 3 }, () => '{"type":"changed","change":{"kind":"check","run":"one"}}'),
  )
  expect(steps('two')).toEqual([])
  begin('two')
  expect(steps('one')).toEqual([])
})

test('the step that failed is named: a database that was not reached, one that holds no team, a wrong passphrase', async () => {
  const { begin, steps } = scene()
  const failed = async (trouble: string) => {
    const error = new ContractError('teamTrouble', { details: { trouble } })
    await expect(begin('run').open(Promise.reject(error))).rejects.toBe(error)
    return steps('run').map(({ step, ok }) => `${step} ${ok}`)
  }
  for (const trouble of [
    'unreachable',
    'refused',
    'noTls',
    'certificate',
    'noDatabase',
    'tooManyConnections',
    'failed',
  ])
    expect(await failed(trouble)).toEqual(['reach false'])
  for (const trouble of ['notATeam', 'otherProgram', 'olderSchema', 'newerSchema', 'notAllowed'])
    expect(await failed(trouble)).toEqual(['reach true', 'schema false'])
  const wrong = new ContractError('passphraseWrong')
  await expect(begin('run').at('passphrase', Promise.reject(wrong))).rejects.toBe(wrong)
  expect(steps('run')).toMatchObject([{ step: 'passphrase', ok: false }])
})
