import { describe, expect, it } from 'vitest'
import type { LoginState } from '../../../contract/administration.ts'
import { nextLogin, pollOf, type LoginEvent } from './login-state.ts'

const idle: LoginState = { kind: 'idle' }
const done: LoginState = { kind: 'done' }
const asking: LoginState = { kind: 'asking', until: 300 }
const qr: LoginState = { kind: 'qr', image: 'A', goodUntil: 20, until: 300 }
const phoneCode: LoginState = { kind: 'phoneCode', code: 'ABCD1234' }
const codeWanted: LoginState = { kind: 'codeWanted' }
const passwordWanted: LoginState = { kind: 'passwordWanted', refused: null }
const stopped: LoginState = { kind: 'stopped', why: 'timeUp', text: '' }

const events = {
  codesWanted: { kind: 'codesWanted', until: 300 },
  qr: { kind: 'qr', image: 'A', goodUntil: 20 },
  otherMethod: { kind: 'otherMethod' },
  phoneCode: { kind: 'phoneCode', code: 'ABCD1234' },
  codeSent: { kind: 'codeSent' },
  passwordWanted: { kind: 'passwordWanted', refused: null },
  stopped: { kind: 'stopped', why: 'timeUp', text: '' },
  authorized: { kind: 'authorized' },
  givenUp: { kind: 'givenUp' },
  reset: { kind: 'reset' },
} as const satisfies Record<string, LoginEvent>

/** What each state becomes by the events above, in their order; null: nothing changes. */
const table: readonly (readonly [LoginState, ReturnType<typeof pollOf>, readonly (LoginState | null)[]])[] = [
  [idle, null, [asking, null, null, phoneCode, codeWanted, passwordWanted, stopped, done, null, null]],
  [asking, 'codes', [null, qr, idle, phoneCode, codeWanted, passwordWanted, stopped, done, idle, idle]],
  [qr, 'codes', [null, null, idle, phoneCode, codeWanted, passwordWanted, stopped, done, idle, idle]],
  [phoneCode, 'state', [asking, null, idle, null, codeWanted, passwordWanted, stopped, done, idle, idle]],
  [codeWanted, null, [asking, null, null, phoneCode, null, passwordWanted, stopped, done, idle, idle]],
  [passwordWanted, null, [asking, null, null, phoneCode, codeWanted, null, stopped, done, idle, idle]],
  [stopped, null, [asking, null, null, phoneCode, codeWanted, passwordWanted, null, done, idle, idle]],
  [done, null, [asking, null, idle, phoneCode, null, passwordWanted, stopped, null, null, idle]],
]

describe('the state of a login', () => {
  const rows = table.flatMap(([state, , next]) =>
    (Object.keys(events) as (keyof typeof events)[]).map((event, n) => [state, event, next[n] ?? state] as const),
  )
  it.each(rows)('%o, on %s: %o', (state, event, next) => {
    expect(nextLogin(state, events[event])).toEqual(next)
  })

  it.each(table)('in %o polls %s', (state, poll) => {
    expect(pollOf(state)).toBe(poll)
  })
})
