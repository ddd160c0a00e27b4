import { describe, expect, it } from 'vitest'
import { ContractError } from '../../../contract/errors.ts'
import { nextSubmission, noSubmission, type Submission, type SubmissionEvent } from './submission.ts'

const broken = new ContractError('disconnected')
const paused = new ContractError('instancePaused')
const by = { name: 'Ann', text: 'Done', at: 1, sent: true }
const answered = { by, sendAt: undefined }

const failed = { ...noSubmission, error: paused }
const asked = { ...noSubmission, isGuarded: true, answered }
const going = { kind: 'going', error: null, isGuarded: false, sent: 'one', pressedWith: null } as const
const waiting = { ...going, error: broken }
const pressed = { ...going, pressedWith: 'one two' }
const confirmed = { ...going, isGuarded: true }

const events = {
  began: { kind: 'began', text: 'one' },
  pressedAgain: { kind: 'pressedAgain', text: 'one two' },
  disconnected: { kind: 'disconnected', error: broken },
  refused: { kind: 'refused', error: paused },
  answeredMeanwhile: { kind: 'answeredMeanwhile', ...answered },
  sent: { kind: 'sent' },
  ended: { kind: 'ended' },
  typed: { kind: 'typed' },
  emptied: { kind: 'emptied' },
  dialogClosed: { kind: 'dialogClosed' },
} as const satisfies Record<string, SubmissionEvent>

const follow = { sent: 'one', pressedWith: 'one two' }

/** Events that are not named have no meaning in a state, and change nothing. */
const table: readonly (readonly [string, Submission, Readonly<Partial<Record<keyof typeof events, Submission>>>])[] = [
  ['idle', noSubmission, { began: going }],
  ['refused before', failed, { began: { ...going, error: paused }, typed: noSubmission }],
  [
    'asked about an answer',
    asked,
    { began: confirmed, emptied: { ...asked, isGuarded: false }, dialogClosed: { ...asked, answered: null } },
  ],
  [
    'under way',
    going,
    {
      pressedAgain: pressed,
      disconnected: waiting,
      refused: failed,
      answeredMeanwhile: asked,
      sent: noSubmission,
      ended: noSubmission,
    },
  ],
  [
    'waiting for the connection',
    waiting,
    {
      pressedAgain: { ...pressed, error: broken },
      refused: failed,
      // The notice of the lost connection does not stay beside the question.
      answeredMeanwhile: asked,
      sent: noSubmission,
      ended: { ...noSubmission, error: broken },
      typed: going,
    },
  ],
  [
    'under way, with Enter pressed again',
    pressed,
    {
      disconnected: { ...pressed, error: broken },
      refused: { ...failed, follow },
      answeredMeanwhile: asked,
      sent: { ...noSubmission, follow },
      ended: { ...noSubmission, follow },
    },
  ],
  [
    'under way, after the person was asked',
    confirmed,
    {
      pressedAgain: { ...pressed, isGuarded: true },
      disconnected: { ...waiting, isGuarded: true },
      refused: { ...failed, isGuarded: true },
      answeredMeanwhile: asked,
      sent: noSubmission,
      ended: { ...noSubmission, isGuarded: true },
      emptied: going,
    },
  ],
]

describe('a submission', () => {
  const rows = table.flatMap(([name, state, row]) =>
    (Object.keys(events) as (keyof typeof events)[]).map((event) => [name, event, state, row[event] ?? state] as const),
  )
  it.each(rows)('%s, on %s', (_name, event, state, next) => {
    expect(nextSubmission(state, events[event])).toEqual(next)
  })
})
