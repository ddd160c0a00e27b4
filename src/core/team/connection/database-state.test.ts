import { expect, test } from 'vitest'
import { TeamError } from '../../sharing/team-error.ts'
import { createDatabaseState } from './database-state.ts'

test('a database that was full is written to again after a while, also when the clock was set back meanwhile', async () => {
  let [now, monotonic] = [Date.UTC(2026, 10, 20), 0]
  const state = createDatabaseState({
    clock: {
      now: () => now,
      monotonic: () => monotonic,
      setTimer: () => () => undefined,
      sleep: async () => undefined,
    },
    logger: { info: () => undefined } as never,
    onChange: () => undefined,
    ending: new AbortController().signal,
  })
  await expect(state.keeping(Promise.reject(new TeamError({ kind: 'full' })))).rejects.toMatchObject({
    trouble: { kind: 'full' },
  })
  expect(state.mayWrite()).toBe(false)
  monotonic += 3_600_000
  now -= 86_400_000
  expect(state.mayWrite()).toBe(true)
})

/** A database, and what it told. */
function open() {
  const calls: string[] = []
  const state = createDatabaseState({
    clock: { now: () => 0, monotonic: () => 0, setTimer: () => () => undefined, sleep: async () => undefined },
    logger: { info: () => undefined } as never,
    onChange: () => calls.push('changed'),
    ending: new AbortController().signal,
  })
  state.opened.listen(() => calls.push('opened'))
  return { state, calls }
}

test('a call that is answered says that the database is there, except where only the beat can tell', () => {
  const { state, calls } = open()
  state.answered(new TeamError({ kind: 'unreachable', code: 'ECONNREFUSED' }))
  expect([state.trouble()?.kind, state.mayWrite()]).toEqual(['unreachable', false])
  state.answered(null)
  expect([state.trouble(), state.mayWrite()]).toEqual([null, true])
  expect(calls).toEqual(['changed', 'changed', 'opened'])

  state.answered(new TeamError({ kind: 'removed' }))
  state.answered(null)
  state.answered(new TeamError({ kind: 'notAllowed' }))
  expect(state.trouble()?.kind).toBe('removed')
  state.entered()
  expect(state.trouble()).toBeNull()
})

test('only a full or read-only database stays so until something is written', async () => {
  const { state } = open()
  const write = (error: TeamError | null) =>
    state.keeping(error === null ? Promise.resolve() : Promise.reject(error)).catch(() => undefined)
  await write(new TeamError({ kind: 'readOnly' }))
  state.answered(null)
  expect([state.trouble()?.kind, state.mayWrite()]).toEqual(['readOnly', false])
  await write(null)
  expect([state.trouble(), state.mayWrite()]).toEqual([null, true])
  await write(new TeamError({ kind: 'unreachable', code: 'ECONNRESET' }))
  expect(state.trouble()?.kind).toBe('unreachable')
  state.answered(null)
  expect(state.mayWrite()).toBe(true)
})
