import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { operationNames, operations, type Operation, type OperationName } from '../../../api/operations.ts'
import type { ApiError } from '../../../api/answers/api-error.ts'
import { usedUpLimit } from '../../../api/schema/error-body.ts'
import type { AccountQuota } from '../../../contract/values.ts'
import { monthEnd, noCalls, spenders, type CallUse, type Spender } from './call-use.ts'
import {
  callsElsewhere,
  callsOfMonth,
  countAttempt,
  countedQuotas,
  learnFromColleagues,
  ownCalls,
  planOf,
  publishedUse,
  restBefore,
} from './call-budget.ts'
import type { BudgetScene } from './call-budget.ts'

const dayMs = 86_400_000
const november = Date.UTC(2026, 10, 1)
const december = Date.UTC(2026, 11, 1)
const at = Date.UTC(2026, 10, 20, 12)
/** Until background work tries a refused operation again. */
const retryMs = 6 * 3_600_000
const scene = (more: Partial<BudgetScene> = {}): BudgetScene => ({
  ...{ family: 'whatsapp', chosen: null, desks: 1, colleagues: [], now: at, sinceMs: null },
  ...more,
})
const refusal = (operation: OperationName, used?: number, total?: number): ApiError => ({
  ...{ operation, kind: 'quota', status: 466, text: '' },
  ...{ method: operation.toLowerCase(), used, total },
})
const spend = (
  use: CallUse,
  operation: OperationName,
  spender: Spender,
  times: number,
  error: ApiError | null = null,
  when = at,
): CallUse => {
  let after = use
  for (let n = 0; n < times; n++) after = countAttempt(after, { operation, spender, at: when, error })
  return after
}
const limited = operationNames.filter((name) => {
  const { developerMonth }: Operation = operations[name]
  return developerMonth !== undefined
})

describe('the calls of a month', () => {
  test('background work of any kind spends no more than a third of a Developer month, however many desks come', () => {
    const attempt = fc.tuple(fc.constantFrom(...spenders), fc.nat(2 * 3_600_000), fc.nat(3), fc.nat(300))
    fc.assert(
      fc.property(
        fc.constantFrom(...limited),
        fc.array(attempt, { maxLength: 2000, minLength: 1000 }),
        (name, tries) => {
          let now = november
          let background = 0
          const uses = [noCalls]
          for (const [spender, ms, turn, coming] of tries) {
            now = Math.min(december - 1, now + ms)
            if (coming === 300 && uses.length < 4) uses.push(noCalls)
            if (spender === 'person' || spender === 'programs') continue
            const desk = turn % uses.length
            const use = uses[desk] ?? noCalls
            const colleagues = uses.toSpliced(desk, 1)
            if (restBefore(name, spender, use, scene({ desks: uses.length, colleagues, now })) > 0) continue
            uses[desk] = countAttempt(use, { operation: name, spender, at: now, error: null, colleagues })
            background += 1
          }
          const { developerMonth = 0 }: Operation = operations[name]
          expect(background).toBeLessThanOrEqual(developerMonth / 3)
        },
      ),
      // A shorter list of tries says nothing more, and finding one takes minutes.
      { numRuns: 30, endOnFailure: true },
    )
  })

  test('a rest that is over lets the call through', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...limited),
        fc.constantFrom('statuses', 'openChat', 'list', 'absence'),
        fc.nat(400),
        fc.integer({ min: november, max: december - 1 }),
        (name, spender, times, now) => {
          const use = spend(noCalls, name, spender, times, null, now)
          const rest = restBefore(name, spender, use, scene({ now, sinceMs: 0 }))
          const later = now + Math.ceil(rest)
          if (later >= december) return
          expect(restBefore(name, spender, use, scene({ now: later, sinceMs: Math.ceil(rest) }))).toBe(0)
        },
      ),
    )
  })

  test('people and the customer’s programs are never held back, and leave background work less', () => {
    const used = spend(noCalls, 'lastOutgoingMessages', 'person', 670)
    expect(restBefore('lastOutgoingMessages', 'person', used, scene())).toBe(0)
    expect(restBefore('lastOutgoingMessages', 'programs', used, scene())).toBe(0)
    expect(restBefore('lastOutgoingMessages', 'statuses', used, scene())).toBe(december - at)
  })

  test('statuses may be asked for when lists may not any more', () => {
    const used = spend(noCalls, 'lastOutgoingMessages', 'list', 120)
    expect(restBefore('lastOutgoingMessages', 'list', used, scene())).toBeGreaterThan(dayMs)
    expect(restBefore('lastOutgoingMessages', 'statuses', used, scene())).toBe(0)
  })

  test('a plan that the person set decides what may be asked for', () => {
    const used = spend(noCalls, 'lastOutgoingMessages', 'list', 120)
    expect(restBefore('lastOutgoingMessages', 'list', used, scene({ chosen: 'larger' }))).toBe(0)
    expect(restBefore('lastOutgoingMessages', 'list', used, scene())).toBeGreaterThan(0)
  })

  test('desks tell each other what the service refused, answered since, and showed of the plan', () => {
    const refused = publishedUse(spend(noCalls, 'getMessage', 'person', 1, refusal('getMessage', 1000, 1000)), at)
    const learned = learnFromColleagues(spend(noCalls, 'getMessage', 'statuses', 3), [refused], at)
    expect(restBefore('getMessage', 'statuses', learned, scene())).toBe(retryMs)
    expect(planOf(learned, null)).toBe('developer')
    const answered = publishedUse(spend(refused, 'getMessage', 'person', 1), at)
    const lifted = learnFromColleagues(learned, [answered], at)
    expect(callsOfMonth(lifted, at)).toMatchObject([
      ['getMessage', { calls: { statuses: 3 }, refused: { holds: false } }],
    ])
    // What a colleague has of before takes nothing back, and a clock that is ahead says nothing.
    expect(learnFromColleagues(lifted, [refused], at)).toBe(lifted)
    const ahead = spend(noCalls, 'getMessage', 'person', 1, refusal('getMessage', 9, 9), at + dayMs)
    expect(learnFromColleagues(noCalls, [ahead], at)).toBe(noCalls)
  })

  test('the calls of all desks together show a larger plan, and are shown', () => {
    const colleagues = [publishedUse(spend(noCalls, 'getMessage', 'person', 700), at)]
    const use = spend(noCalls, 'getMessage', 'person', 300)
    expect(countedQuotas(use, { ...scene(), colleagues })).toMatchObject([{ own: { people: 300 }, colleagues: 700 }])
    expect(restBefore('getMessage', 'statuses', use, scene({ colleagues }))).toBe(december - at)
    const attempt = { operation: 'getMessage', spender: 'person', at, error: null } as const
    expect(planOf(countAttempt(use, attempt), null)).toBeNull()
    expect(planOf(countAttempt(use, { ...attempt, colleagues }), null)).toBe('larger')
  })

  test.for<[string, CallUse, Partial<BudgetScene>, number]>([
    ['another family has no such plan', noCalls, { family: 'telegram' }, 0],
    ['a call beyond the plan was answered', spend(noCalls, 'lastOutgoingMessages', 'person', 1001), {}, 0],
    ['exactly the plan', spend(noCalls, 'lastOutgoingMessages', 'person', 1000), {}, december - at],
    ['a refusal', spend(noCalls, 'lastOutgoingMessages', 'list', 1, refusal('lastOutgoingMessages')), {}, retryMs],
    [
      'a refusal, and a call since without an answer',
      spend(noCalls, 'lastOutgoingMessages', 'list', 1, refusal('lastOutgoingMessages'), at - 2 * retryMs),
      { sinceMs: 1000 },
      retryMs - 1000,
    ],
    [
      'a refusal, and a larger plan set by hand since',
      spend(noCalls, 'lastOutgoingMessages', 'list', 1, refusal('lastOutgoingMessages', 1000, 1000)),
      { chosen: 'larger' },
      0,
    ],
    [
      'a refusal of another family',
      spend(noCalls, 'lastOutgoingMessages', 'list', 1, refusal('lastOutgoingMessages', 5, 5)),
      { family: 'v3' },
      retryMs,
    ],
    [
      'a refusal, and an answer since',
      spend(
        spend(noCalls, 'lastOutgoingMessages', 'person', 1, refusal('lastOutgoingMessages', 1000, 1000)),
        'lastOutgoingMessages',
        'person',
        1,
      ),
      {},
      0,
    ],
  ])('%s', ([, use, more, rest]) => {
    expect(restBefore('lastOutgoingMessages', 'list', use, scene(more))).toBe(rest)
  })

  test('a refusal tells the plan, and how much others used', () => {
    const own = spend(noCalls, 'getMessage', 'person', 420)
    const refused = spend(own, 'getMessage', 'person', 1, refusal('getMessage', 1000, 1000))
    const [, row] = callsOfMonth(refused, at)[0] ?? []
    expect(row && [ownCalls(row), callsElsewhere(row, at)]).toEqual([420, 580])
    expect(planOf(refused, null)).toBe('developer')
    const [, less] = callsOfMonth(spend(own, 'getMessage', 'person', 1, refusal('getMessage', 5, 1000)), at)[0] ?? []
    expect(less && callsElsewhere(less, at)).toBe(0)
    expect(planOf(spend(own, 'getMessage', 'person', 1, refusal('getMessage', 30_000, 30_000)), null)).toBe('larger')
  })

  const journal = 'lastIncomingMessages'
  const early = december + 2 * 3_600_000
  /** Rest of background work at a time, and the numbers that a person sees then. */
  type Then = readonly [now: number, rest: number, shown: readonly Partial<AccountQuota>[]]
  const untilDecember = (shown: Partial<AccountQuota>): readonly Then[] => [
    [at, retryMs, [{ ...shown, usedUpUntil: december }]],
    [at + retryMs, 0, [{ ...shown, usedUpUntil: december }]],
    [december - 1, 0, [{ ...shown, usedUpUntil: december }]],
    [december + dayMs, 0, []],
  ]
  test.for<[string, OperationName, Readonly<Record<string, unknown>>, number, readonly Then[]]>([
    ['used larger than total', journal, { used: 1200, total: 1000 }, at, untilDecember({ used: 1200 })],
    ['numbers as text', journal, { used: ' 700', total: '700' }, at, untilDecember({ used: 700, total: 700 })],
    ['text for numbers', journal, { used: 'many', total: '1,000' }, at, untilDecember({ used: null, total: 1000 })],
    ['no numbers', journal, {}, at, untilDecember({ used: null, total: 1000 })],
    ['negative numbers', journal, { used: -1, total: -1 }, at, untilDecember({ used: null, total: 1000 })],
    ['a total of nothing', journal, { used: 3, total: 0 }, at, untilDecember({ used: 3, total: 1000 })],
    ['inexact numbers', journal, { used: 2 ** 60, total: 2 ** 60 }, at, untilDecember({ used: null, total: 1000 })],
    [
      'an operation without a known limit',
      'getAvatar',
      { used: 9, total: 9 },
      at,
      untilDecember({ used: 9, total: 9 }),
    ],
    ['neither a limit nor numbers', 'getAvatar', {}, at, untilDecember({ used: null, total: null })],
    [
      'a month that turns at midnight of another time zone',
      journal,
      { used: 1000, total: 1000 },
      early,
      [
        [early + retryMs - 1000, 1000, [{ used: 1000, usedUpUntil: december + dayMs / 2 }]],
        [december + dayMs / 2, 0, [{ used: null, total: 1000, usedUpUntil: null }]],
      ],
    ],
    [
      'a clock that is set back over the 1st, and put right again',
      journal,
      { used: 1000, total: 1000 },
      december + dayMs,
      [
        [at, 0, []],
        [december + dayMs + 1000, retryMs - 1000, [{ used: 1000, usedUpUntil: monthEnd(december) }]],
      ],
    ],
    [
      'a clock that is set back to before the refusal',
      journal,
      { used: 1000, total: 1000 },
      at,
      [[at - dayMs, 0, [{ used: null, usedUpUntil: null }]]],
    ],
  ])('a refusal with %s', ([, name, limits, when, then]) => {
    const { used, total } = usedUpLimit({ quotaData: { ...limits } }) ?? {}
    const use = spend(noCalls, name, 'list', 1, { ...refusal(name, used, total) }, when)
    for (const [now, rest, shown] of then) {
      expect(restBefore(name, 'list', use, scene({ now }))).toBe(rest)
      expect(countedQuotas(use, { ...scene(), now })).toMatchObject(shown)
    }
  })

  test('a clock that is set back over the 1st finds the calls of the month that it left', () => {
    const before = spend(noCalls, 'getChatHistory', 'openChat', 60)
    const after = spend(before, 'getChatHistory', 'openChat', 1, null, december + dayMs)
    expect(restBefore('getChatHistory', 'openChat', after, scene({ now: december + dayMs }))).toBe(0)
    expect(restBefore('getChatHistory', 'openChat', after, scene())).toBe(december - at)
  })

  test('only what the service counted counts', () => {
    const counted = (error: ApiError) => spend(noCalls, 'getMessage', 'list', 1, error) !== noCalls
    const answered = (kind: 'rateLimited' | 'wrongToken' | 'messageNotFound' | 'server', status: number): ApiError => ({
      ...{ operation: 'getMessage', kind, status, text: '' },
    })
    const failed = (mayHaveLeft: boolean): ApiError => ({
      ...{ operation: 'getMessage', kind: 'network', reason: 'reset', mayHaveLeft },
    })
    expect([answered('rateLimited', 429), answered('wrongToken', 401), failed(false)].map(counted)).toEqual([
      ...[false, false, false],
    ])
    expect([answered('messageNotFound', 400), answered('server', 500), failed(true)].map(counted)).toEqual([
      ...[true, true, true],
    ])
    expect(spend(noCalls, 'receiveNotification', 'list', 3)).toBe(noCalls)
  })
})
