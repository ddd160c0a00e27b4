import type { FailureReason, MessageProgram, MessageStatus, UncertainCause } from '../../../../contract/index.ts'

/** Tone of a bubble and what a person can do about its message. */
export type MessageAction =
  | 'changeTime'
  | 'sendNow'
  | 'sendAlone'
  | 'retry'
  | 'release'
  | 'delete'
  | 'checkAgain'
  | 'sendAgain'
  | 'why'
  | 'dismiss'
  | 'cancel'
  | 'undo'
  | 'edit'
  | 'copyText'

type MessageTone = 'plain' | 'scheduled' | 'held' | 'bad' | 'warn'

/** The sentence below a bubble, as data. */
export type StatusExplanation =
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly text: string | null }
  /** The text is as it was before the last edit. `text`: why, in the service's words. */
  | { readonly kind: 'editFailed'; readonly text: string | null }
  /** `why`: null where nothing is known of it. `text`: the service's words. */
  | { readonly kind: 'uncertain'; readonly why: UncertainCause | null; readonly text: string | null }
  | { readonly kind: 'sameId' }
  | { readonly kind: 'expired' | 'cleared' }
  | { readonly kind: 'held'; readonly heldUntil: number }
  | { readonly kind: 'paced'; readonly position: number | null; readonly expectedAt: number | null }
  | { readonly kind: 'scheduled' | 'pastDue'; readonly at: number; readonly zone: string }
  | { readonly kind: 'undoable' }
  | { readonly kind: 'waitsForPerson' | 'answeredFirst' }
  | { readonly kind: 'lane' | 'offline' | 'teamAway' | 'paused' | 'programsPaused' | 'tokenMissing' }
  | { readonly kind: 'programPaused'; readonly name: string }
  | { readonly kind: 'rateLimited' | 'starting' | 'uploadStalled'; readonly retryAt: number }

export interface MessageProblem {
  readonly tone: MessageTone
  readonly explanation: StatusExplanation | null
  readonly actions: readonly MessageAction[]
}

const plain: MessageProblem = { tone: 'plain', explanation: null, actions: [] }

/**
 * The line under a bubble, from the message's status, else from its last edit. Never more than is known (architecture 6
 * and 7).
 */
export function problemOf(
  status: MessageStatus | null,
  editFailed: string | null = null,
  program: MessageProgram | null = null,
  areProgramsPaused = false,
): MessageProblem {
  const pause = pauseOf(program, areProgramsPaused)
  const problem = pause !== null && isHeldByPause(status) ? heldBy(pause, status) : ofStatus(status)
  if (editFailed === null || problem.explanation !== null) return problem
  return { ...problem, explanation: { kind: 'editFailed', text: editFailed || null } }
}

/** Nothing else stops it that a person would have to know first. */
const isHeldByPause = (status: MessageStatus | null): status is MessageStatus =>
  status?.kind === 'queued' && [undefined, 'lane', 'paced'].includes(status.waitReason?.kind)

/** Messages that a program sent itself wait while it is paused, or all are, unless a person sent them on. */
function pauseOf(program: MessageProgram | null, areAllPaused: boolean): StatusExplanation | null {
  if (program?.how !== 'sent' || program.hold === 'released') return null
  if (areAllPaused) return { kind: 'programsPaused' }
  return program.hold === 'paused' ? { kind: 'programPaused', name: program.name } : null
}

const heldBy = (explanation: StatusExplanation, { changeable }: MessageStatus): MessageProblem => ({
  tone: 'held',
  explanation,
  actions: changeable ? ['sendNow', 'edit', 'cancel'] : [],
})

function ofStatus(status: MessageStatus | null): MessageProblem {
  // The person dismissed it: only the status mark remains.
  if (!status || status.waitReason?.kind === 'dismissed') return plain
  const change: readonly MessageAction[] = status.changeable ? ['edit', 'cancel'] : []
  switch (status.kind) {
    case 'failed':
      return {
        tone: 'bad',
        explanation: { kind: 'failed', reason: status.reason ?? 'failed', text: status.text ?? null },
        // Messages of another program or the phone can't be sent again from here.
        actions: [...waysOutOf(status), 'delete'],
      }
    case 'expired':
      return {
        tone: 'bad',
        explanation: { kind: status.waitReason?.kind === 'cleared' ? 'cleared' : 'expired' },
        actions: ['retry', 'copyText', 'delete'],
      }
    case 'uncertain':
      return {
        tone: 'warn',
        explanation:
          status.waitReason?.kind === 'sameId'
            ? { kind: 'sameId' }
            : { kind: 'uncertain', why: causeOf(status), text: status.text ?? null },
        actions: ['checkAgain', 'sendAgain', 'dismiss'],
      }
    case 'scheduled':
    case 'queued':
    case 'sending':
    case 'accepted':
    case 'pending':
      return waiting(status, change)
    case 'sent':
    case 'delivered':
    case 'read':
    case 'unknown':
    case 'none':
      return plain
  }
}

/** A message that the messenger refused is sent again only after a question. */
function waysOutOf({ reason, retriable }: MessageStatus): readonly MessageAction[] {
  if (reason === 'heldBack') return retriable ? ['why', 'sendAgain'] : ['why']
  const again: readonly MessageAction[] = retriable ? ['retry'] : []
  return reason === 'noActiveSession' ? ['why', ...again] : again
}

function causeOf({ waitReason }: MessageStatus): UncertainCause | null {
  switch (waitReason?.kind) {
    case 'noAnswer':
    case 'connectionBroke':
    case 'answerUnclear':
    case 'programEnded':
    case 'otherRun':
    case 'repaired':
      return waitReason.kind
    default:
      return null
  }
}

function waiting(status: MessageStatus, change: readonly MessageAction[]): MessageProblem {
  const { waitReason } = status
  if (!waitReason) return { tone: 'plain', explanation: null, actions: [] }
  switch (waitReason.kind) {
    case 'scheduled':
      return { tone: 'scheduled', explanation: waitReason, actions: ['changeTime', 'sendNow', ...change] }
    case 'pastDue':
      return { tone: 'held', explanation: waitReason, actions: ['sendNow', 'changeTime', ...change] }
    case 'held':
      return { tone: 'held', explanation: waitReason, actions: change }
    case 'undoable':
      return { tone: 'plain', explanation: { kind: 'undoable' }, actions: status.changeable ? ['undo'] : [] }
    case 'paced':
      return {
        tone: 'plain',
        explanation: {
          kind: 'paced',
          position: waitReason.position ?? null,
          expectedAt: waitReason.expectedAt ?? null,
        },
        actions: change,
      }
    case 'waitsForPerson':
    case 'answeredFirst':
      return { tone: 'held', explanation: waitReason, actions: ['release', ...change] }
    case 'dismissed':
    case 'noAnswer':
    case 'connectionBroke':
    case 'answerUnclear':
    case 'programEnded':
    case 'otherRun':
    case 'repaired':
    case 'sameId':
    case 'cleared':
      return plain
    case 'teamAway':
      return { tone: 'held', explanation: waitReason, actions: ['sendAlone', ...change] }
    case 'lane':
    case 'offline':
    case 'paused':
    case 'tokenMissing':
    case 'rateLimited':
    case 'starting':
    case 'uploadStalled':
      return { tone: 'held', explanation: waitReason, actions: change }
  }
}
