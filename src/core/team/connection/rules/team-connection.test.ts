import { describe, expect, it } from 'vitest'
import { nextConnection, type TeamConnection, type TeamConnectionEvent } from './team-connection.ts'

type Connection = TeamConnection<string, string>
const away = { trouble: { kind: 'refused' }, since: 1 } as const
const removed = { trouble: { kind: 'removed' }, since: 2 } as const
const idle: Connection = { kind: 'idle', failure: null }
const takenOut: Connection = { kind: 'idle', failure: removed }
const connecting: Connection = { kind: 'connecting', attempt: 'first', failure: null }
const failing: Connection = { kind: 'connecting', attempt: 'first', failure: away }
const live: Connection = { kind: 'live', session: 'one' }

const events = {
  attemptBegan: { kind: 'attemptBegan', attempt: 'first' },
  failed: { kind: 'failed', trouble: { kind: 'refused' }, at: 1 },
  failedOtherwise: { kind: 'failed', trouble: { kind: 'full' }, at: 3 },
  attemptEnded: { kind: 'attemptEnded' },
  opened: { kind: 'opened', session: 'two' },
  sessionEnded: { kind: 'sessionEnded' },
  removed: { kind: 'removed', at: 2 },
  left: { kind: 'left' },
} as const satisfies Record<string, TeamConnectionEvent<string, string>>

const opened: Connection = { kind: 'live', session: 'two' }
const full = { trouble: { kind: 'full' }, since: 3 } as const

/** Events that are not named have no meaning in a state, and change nothing. */
const table: readonly (readonly [string, Connection, Readonly<Partial<Record<keyof typeof events, Connection>>>])[] = [
  ['idle', idle, { attemptBegan: connecting, opened }],
  ['taken out', takenOut, { attemptBegan: { ...connecting, failure: removed }, opened, left: idle }],
  [
    'connecting',
    connecting,
    { failed: failing, failedOtherwise: { ...failing, failure: full }, attemptEnded: idle, opened },
  ],
  [
    'failing',
    failing,
    { failedOtherwise: { ...failing, failure: full }, attemptEnded: { kind: 'idle', failure: away }, opened },
  ],
  ['live', live, { sessionEnded: idle, removed: takenOut }],
]

describe('the connection to a team', () => {
  const rows = table.flatMap(([name, state, row]) =>
    (Object.keys(events) as (keyof typeof events)[]).map((event) => [name, event, state, row[event] ?? state] as const),
  )
  it.each(rows)('%s, on %s', (_name, event, state, next) => {
    expect(nextConnection(state, events[event])).toEqual(next)
  })

  it('keeps the time at which a trouble began while it goes on', () => {
    expect(nextConnection(failing, { kind: 'failed', trouble: { kind: 'refused' }, at: 9 })).toBe(failing)
  })
})
