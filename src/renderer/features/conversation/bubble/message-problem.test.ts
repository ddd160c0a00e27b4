import { describe, expect, it } from 'vitest'
import type { MessageStatus } from '../../../../contract/index.ts'
import { createTimes } from '../../../lib/time/times.ts'
import { problemOf } from './message-problem.ts'
import { explanationText } from './explanation-text.ts'

const status = (partial: Partial<MessageStatus> & Pick<MessageStatus, 'kind'>): MessageStatus => ({
  changeable: false,
  ...partial,
})

describe('problemOf', () => {
  it('offers to retry or delete what certainly failed', () => {
    expect(problemOf(status({ kind: 'failed', reason: 'noAccount', retriable: true }))).toEqual({
      tone: 'bad',
      explanation: { kind: 'failed', reason: 'noAccount', text: null },
      actions: ['retry', 'delete'],
    })
  })

  it('says of a program’s message that programs are paused, unless something else holds it or a person sent it on', () => {
    const queued = status({ kind: 'queued', changeable: true })
    const bot = { how: 'sent', name: 'Order bot' } as const
    const held = { tone: 'held', explanation: { kind: 'programsPaused' }, actions: ['sendNow', 'edit', 'cancel'] }
    expect(problemOf(queued, null, bot, true)).toEqual(held)
    expect(problemOf({ ...queued, waitReason: { kind: 'lane' } }, null, bot, true)).toEqual(held)
    expect(problemOf(queued, null, bot).explanation).toBeNull()
    expect(problemOf(queued, null, { ...bot, how: 'proposed' }, true).explanation).toBeNull()
    expect(problemOf(queued, null, null, true).explanation).toBeNull()
    expect(problemOf({ ...queued, waitReason: { kind: 'offline' } }, null, bot, true).explanation?.kind).toBe('offline')
    expect(problemOf(status({ kind: 'accepted' }), null, bot, true).explanation).toBeNull()
    expect(problemOf(queued, null, { ...bot, hold: 'paused' })).toEqual({
      ...held,
      explanation: { kind: 'programPaused', name: 'Order bot' },
    })
    expect(problemOf(queued, null, { ...bot, hold: 'released' }, true).explanation).toBeNull()
  })

  it('offers no retry of what was not sent from here', () => {
    expect(problemOf(status({ kind: 'failed', reason: 'failed' })).actions).toEqual(['delete'])
  })

  it('explains what the messenger refused, and asks before it is sent again', () => {
    expect(problemOf(status({ kind: 'failed', reason: 'heldBack', retriable: true })).actions).toEqual([
      'why',
      'sendAgain',
      'delete',
    ])
    expect(problemOf(status({ kind: 'failed', reason: 'heldBack' })).actions).toEqual(['why', 'delete'])
  })

  it('never offers a plain retry of what may have been sent', () => {
    const { tone, actions } = problemOf(status({ kind: 'uncertain' }))
    expect(tone).toBe('warn')
    expect(actions).toEqual(['checkAgain', 'sendAgain', 'dismiss'])
  })

  it('asks nothing more once the person dismissed it', () => {
    expect(problemOf(status({ kind: 'uncertain', waitReason: { kind: 'dismissed' } }))).toEqual({
      tone: 'plain',
      explanation: null,
      actions: [],
    })
  })

  it('lets a queued message be edited and cancelled only while it is ours', () => {
    const waitReason = { kind: 'offline' } as const
    expect(problemOf(status({ kind: 'queued', waitReason, changeable: true })).actions).toEqual(['edit', 'cancel'])
    expect(problemOf(status({ kind: 'sending', waitReason })).actions).toEqual([])
  })

  it('waits for the person after an hour without a connection', () => {
    expect(
      problemOf(status({ kind: 'queued', waitReason: { kind: 'waitsForPerson' }, changeable: true })).actions,
    ).toEqual(['release', 'edit', 'cancel'])
  })

  it('says until when an accepted message is kept', () => {
    const held = { kind: 'held', heldUntil: 1 } as const
    expect(problemOf(status({ kind: 'accepted', waitReason: held }))).toEqual({
      tone: 'held',
      explanation: held,
      actions: [],
    })
  })

  it.each(['sent', 'delivered', 'read', 'unknown', 'none'] as const)('says nothing about %s', (kind) => {
    expect(problemOf(status({ kind }))).toEqual({ tone: 'plain', explanation: null, actions: [] })
  })
})

it.each([
  [999, 'conversation.explanation.stopped'],
  [1000, 'conversation.explanation.pastDue'],
])('what waits for a word at %i, due at 1000, says whether its time has come', (now, wording) => {
  const t = (id: string) => id
  expect(explanationText(t, createTimes('en', t), now, { kind: 'pastDue', at: 1000, zone: '' })).toBe(wording)
})
