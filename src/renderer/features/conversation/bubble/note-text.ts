import type { FailureReason } from '../../../../contract/index.ts'
import type { Times } from '../../../lib/time/times.ts'
import { timeInZone } from '../../../lib/time/local-time.ts'
import type { MessageId, Translate } from '../../../lib/translations.ts'
import type { MessageNote } from './message-problem.ts'

const reasons: Readonly<Record<FailureReason, MessageId>> = {
  refused: 'conversation.failed.refused',
  wrongToken: 'conversation.failed.wrongToken',
  wrongInstance: 'conversation.failed.wrongInstance',
  operationMissing: 'conversation.failed.operationMissing',
  suspended: 'conversation.failed.suspended',
  quotaExceeded: 'conversation.failed.quotaExceeded',
  tooLarge: 'conversation.failed.tooLarge',
  fileGone: 'conversation.failed.fileGone',
  failed: 'conversation.failed.failed',
  noAccount: 'conversation.failed.noAccount',
  notInGroup: 'conversation.failed.notInGroup',
  heldBack: 'conversation.failed.heldBack',
  noActiveSession: 'conversation.failed.noActiveSession',
}

/** The sentence under a bubble. */
export function noteText(t: Translate, times: Times, now: number, note: MessageNote): string {
  switch (note.kind) {
    case 'failed':
      // The service's own words stand beside it.
      return t(note.reason === 'failed' && note.text ? 'conversation.failed.failedBecause' : reasons[note.reason])
    case 'editFailed':
      return t(note.text === null ? 'conversation.note.editFailed' : 'conversation.note.editFailedBecause')
    case 'uncertain':
      return t('conversation.note.uncertain', { why: note.why ?? 'unknown' })
    case 'sameId':
      return t('conversation.note.sameId')
    case 'expired':
      return t('conversation.note.expired')
    case 'cleared':
      return t('conversation.note.cleared')
    case 'held':
      return t('conversation.note.held', { until: times.sentence(note.heldUntil, now) })
    case 'paced':
      return note.expectedAt !== null
        ? t('conversation.note.pacedAt', { time: times.clock(note.expectedAt) })
        : note.position !== null
          ? t('conversation.note.pacedPosition', { position: note.position })
          : t('conversation.note.paced')
    case 'rateLimited':
      return t('conversation.note.rateLimited', { time: times.seconds(note.retryAt) })
    case 'starting':
      return t('conversation.note.starting', { time: times.seconds(note.retryAt) })
    case 'uploadStalled':
      return t('conversation.note.uploadStalled', { time: times.seconds(note.retryAt) })
    case 'scheduled':
    case 'pastDue': {
      const there = timeInZone(note.at, note.zone, times)
      const time = times.sentence(note.at, now)
      // Only removing its instance stops a message ahead of its time.
      const kind = note.kind === 'pastDue' && note.at > now ? 'stopped' : note.kind
      return there === null
        ? t(`conversation.note.${kind}`, { time })
        : t(`conversation.note.${kind}Elsewhere`, { time, there, zone: note.zone })
    }
    case 'waitsForPerson':
      return t('conversation.note.waitsForPerson')
    case 'answeredFirst':
      return t('conversation.note.answeredFirst')
    case 'lane':
      return t('conversation.note.lane')
    case 'offline':
      return t('conversation.note.offline')
    case 'teamAway':
      return t('conversation.note.teamAway')
    case 'paused':
      return t('conversation.note.paused')
    case 'tokenMissing':
      return t('conversation.note.tokenMissing')
  }
}
