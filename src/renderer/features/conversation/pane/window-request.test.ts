import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message, MessageKey } from '../../../../contract/index.ts'
import type { WindowRequest } from './window-request.ts'
import { dateRequest, firstUnreadRequest, messageRequest, newestRequest, nextRequest } from './window-request.ts'

/** An archive of rows 1 to `total`, answering like messages.window. */
function answer(total: number, request: WindowRequest) {
  const { anchor } = request
  const at =
    anchor.kind === 'message' ? (anchor.message as number) : anchor.kind === 'newest' ? total : Math.ceil(total / 2)
  const from = Math.max(1, at - request.before)
  const to = Math.min(total, at + request.after)
  const rows = Array.from(
    { length: Math.max(0, to - from + 1) },
    (_, i) => ({ key: (from + i) as MessageKey }) as Message,
  )
  return { rows, hasOlder: from > 1, hasNewer: to < total }
}

const key = (n: number) => n as MessageKey

/**
 * Scrolls row by row to one end of the archive; tells whether a window was too large and how many seen rows got lost.
 */
function scrollToEdge(total: number, first: WindowRequest, up: boolean, seen: number) {
  let request = first.anchor.kind === 'message' ? messageRequest(key(Math.min(total, first.anchor.message))) : first
  let loaded = answer(total, request)
  let top = loaded.rows[Math.floor(loaded.rows.length / 2)]?.key ?? key(1)
  let tooLarge = false
  let lost = 0
  for (let step = 0; step < 4000; step += 1) {
    const at = loaded.rows.findIndex((row) => row.key === top)
    const visible = { first: at, last: Math.min(at + seen, loaded.rows.length - 1) }
    const next = nextRequest(request, loaded, visible)
    if (next) {
      const shown = loaded.rows.slice(visible.first, visible.last + 1)
      request = next
      loaded = answer(total, request)
      tooLarge ||= next.before + next.after > 600
      lost += shown.filter((row) => !loaded.rows.some((other) => other.key === row.key)).length
      continue
    }
    const moved = loaded.rows[up ? at - 1 : Math.min(at + 1, loaded.rows.length - 1 - seen)]
    if (!moved || moved.key === top) break
    top = moved.key
  }
  return { tooLarge, lost, atEdge: up ? !loaded.hasOlder : !loaded.hasNewer }
}

describe('nextRequest', () => {
  it('stays while there are rows on both sides', () => {
    const loaded = answer(1000, messageRequest(key(500)))
    expect(nextRequest(messageRequest(key(500)), loaded, { first: 70, last: 85 })).toBeNull()
  })

  it('slides round the first visible row at the older edge', () => {
    const loaded = answer(1000, newestRequest)
    expect(nextRequest(newestRequest, loaded, { first: 10, last: 25 })).toEqual({
      anchor: { kind: 'message', message: loaded.rows[10]?.key },
      before: 250,
      after: 250,
    })
  })

  it('becomes a window that follows appends once the newest row is seen', () => {
    const request = messageRequest(key(990))
    const loaded = answer(1000, request)
    const next = nextRequest(request, loaded, { first: loaded.rows.length - 12, last: loaded.rows.length - 1 })
    expect(next?.anchor).toEqual({ kind: 'newest' })
  })

  it('reaches both ends of any archive, never shows a hole and never asks for more than 600 rows', () => {
    const start = fc.oneof(
      fc.constant(newestRequest),
      fc.constant(firstUnreadRequest),
      fc.constant(dateRequest(1)),
      fc.integer({ min: 1, max: 3000 }).map((n) => messageRequest(key(n))),
    )
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3000 }),
        start,
        fc.boolean(),
        fc.integer({ min: 1, max: 20 }),
        (total, first, up, seen) => {
          const walk = scrollToEdge(total, first, up, seen)
          expect(walk).toEqual({ tooLarge: false, lost: 0, atEdge: true })
        },
      ),
      { numRuns: 60 },
    )
  })
})
