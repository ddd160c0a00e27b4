import { describe, expect, it } from 'vitest'
import { nextLife, stateOfLife, type StoreLife, type StoreLifeEvent } from './store-life.ts'

const working = (state: 'ok' | 'full' | 'readOnly' | 'failing'): StoreLife => ({ kind: 'working', state })
const closed = (state: 'ok' | 'full' | 'failing' | 'damaged'): StoreLife => ({ kind: 'closed', state })
const opening: StoreLife = { kind: 'opening' }
const restarting: StoreLife = { kind: 'restarting' }
const salvaging: StoreLife = { kind: 'salvaging' }

const events = {
  ready: { kind: 'writerReady' },
  full: { kind: 'writerState', state: 'full' },
  damaged: { kind: 'writerState', state: 'damaged' },
  ended: { kind: 'writerEnded' },
  damageFound: { kind: 'damageFound' },
  salvaged: { kind: 'salvaged' },
  close: { kind: 'closed' },
} as const satisfies Record<string, StoreLifeEvent>

/** Null: the event has no meaning then, and changes nothing. */
const table: readonly (readonly [StoreLife, Readonly<Record<keyof typeof events, StoreLife | null>>])[] = [
  [
    opening,
    {
      ready: working('ok'),
      full: working('full'),
      damaged: salvaging,
      // The start itself fails: nobody would close a writer that is started again.
      ended: null,
      damageFound: salvaging,
      salvaged: null,
      close: closed('ok'),
    },
  ],
  [
    working('ok'),
    {
      ready: null,
      full: working('full'),
      damaged: salvaging,
      ended: restarting,
      damageFound: salvaging,
      salvaged: null,
      close: closed('ok'),
    },
  ],
  [
    working('full'),
    {
      ready: null,
      full: null,
      damaged: salvaging,
      ended: restarting,
      damageFound: salvaging,
      salvaged: null,
      close: closed('full'),
    },
  ],
  [
    restarting,
    {
      ready: working('ok'),
      full: working('full'),
      damaged: salvaging,
      ended: null,
      damageFound: salvaging,
      salvaged: null,
      close: closed('failing'),
    },
  ],
  [
    salvaging,
    {
      ready: null,
      full: null,
      damaged: null,
      ended: null,
      damageFound: null,
      salvaged: working('ok'),
      close: closed('damaged'),
    },
  ],
  [
    closed('ok'),
    {
      ready: null,
      full: closed('full'),
      damaged: closed('damaged'),
      ended: null,
      damageFound: closed('damaged'),
      salvaged: null,
      close: null,
    },
  ],
  [
    closed('damaged'),
    {
      ready: null,
      full: closed('full'),
      damaged: null,
      ended: null,
      damageFound: null,
      salvaged: closed('ok'),
      close: null,
    },
  ],
]

describe('the life of a store', () => {
  const rows = table.flatMap(([life, row]) =>
    (Object.keys(events) as (keyof typeof events)[]).map((event) => [life, event, row[event]] as const),
  )
  it.each(rows)('%o, on %s: %o', (life, event, next) => {
    expect(nextLife(life, events[event])).toEqual(next ?? life)
  })

  it.each([
    [opening, 'ok'],
    [working('readOnly'), 'readOnly'],
    [restarting, 'failing'],
    [salvaging, 'damaged'],
    [closed('full'), 'full'],
  ] as const)('%o is shown as %s', (life, state) => {
    expect(stateOfLife(life)).toBe(state)
  })
})
