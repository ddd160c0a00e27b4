import type { WaitReason } from '../../../../contract/statuses.ts'

/** A wait reason as the outbox stores it. All null: nothing holds the message back. */
export interface WaitReasonColumns {
  readonly wait_kind: string | null
  /** Until when, epoch ms. */
  readonly wait_until: number | null
  /** In the service's queue, from 1. */
  readonly wait_position: number | null
}

export const noWaitReason: WaitReasonColumns = { wait_kind: null, wait_until: null, wait_position: null }

export function waitReasonColumns(waitReason: WaitReason | null): WaitReasonColumns {
  if (waitReason === null) return noWaitReason
  switch (waitReason.kind) {
    case 'rateLimited':
    case 'starting':
    case 'uploadStalled':
      return { ...noWaitReason, wait_kind: waitReason.kind, wait_until: Math.round(waitReason.retryAt) }
    case 'undoable':
      return { ...noWaitReason, wait_kind: waitReason.kind, wait_until: Math.round(waitReason.until) }
    case 'held':
      return { ...noWaitReason, wait_kind: waitReason.kind, wait_until: Math.round(waitReason.heldUntil) }
    case 'paced': {
      const until = waitReason.expectedAt === undefined ? null : Math.round(waitReason.expectedAt)
      return { wait_kind: waitReason.kind, wait_until: until, wait_position: waitReason.position ?? null }
    }
    default:
      return { ...noWaitReason, wait_kind: waitReason.kind }
  }
}

/** A kind that this version does not know reads as no reason: a later version may have written it. */
export function readWaitReason(row: WaitReasonColumns): WaitReason | null {
  const { wait_kind: kind, wait_until: until, wait_position: position } = row
  switch (kind) {
    case 'rateLimited':
    case 'starting':
    case 'uploadStalled':
      return { kind, retryAt: until ?? 0 }
    case 'undoable':
      return { kind, until: until ?? 0 }
    case 'held':
      return { kind, heldUntil: until ?? 0 }
    case 'paced':
      return { kind, ...(position === null ? {} : { position }), ...(until === null ? {} : { expectedAt: until }) }
    case 'lane':
    case 'offline':
    case 'paused':
    case 'teamAway':
    case 'tokenMissing':
    case 'noAnswer':
    case 'connectionBroke':
    case 'answerUnclear':
    case 'programEnded':
    case 'otherRun':
    case 'repaired':
    case 'sameId':
    case 'waitsForPerson':
    case 'answeredFirst':
    case 'dismissed':
    case 'cleared':
      return { kind }
    default:
      return null
  }
}

export const isSameWaitReason = (a: WaitReasonColumns, b: WaitReasonColumns): boolean =>
  a.wait_kind === b.wait_kind && a.wait_until === b.wait_until && a.wait_position === b.wait_position
