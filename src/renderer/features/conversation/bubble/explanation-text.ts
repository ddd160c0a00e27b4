import type { FailureReason } from '../../../../contract/index.ts'
import type { Times } from '../../../lib/time/times.ts'
import { timeInZone } from '../../../lib/time/local-time.ts'
import type { MessageId, Translate } from '../../../lib/translations.ts'
import type { StatusExplanation } from './message-problem.ts'

const reasons: Readonly<Record<FailureReason, MessageId>> = {
  refused: 'conversation.failed.refused',
  wrongToken: 'conversation.failed.wrongToken',
  wrongInstance: 'conversation.failed.wrongInstance',
  operationMissing: 'conversation.failed.operationMissing',
  suspended: 'conversation.failed.suspended',
  quotaExceeded: 'conversation.failed.quotaExceeded',
  tooLarge: 'conversation.failed.tooLarge',
  fileGone: 'conversation.failed.fileGone',
  teamRefused: 'conversation.failed.teamRefused',
  failed: 'conversation.failed.failed',
  noAccount: 'conversation.failed.noAccount',
  notInGroup: 'conversation.failed.notInGroup',
  heldBack: 'conversation.failed.heldBack',
  noActiveSession: 'conversation.failed.noActiveSession',
}

/** The sentence under a bubble. */
export function explanationText(t: Translate, times: Times, now: number, explanation: StatusExplanation): string {
  switch (explanation.kind) {
    case 'failed':
      // The service's own text is shown beside it.
      return t(
        explanation.reason === 'failed' && explanation.text
          ? 'conversation.failed.failedBecause'
          : reasons[explanation.reason],
      )
    case 'editFailed':
      return t(
        explanation.text === null
          ? 'conversation.explanation.editFailed'
          : 'conversation.explanation.editFailedBecause',
      )
    case 'uncertain':
      return t('conversation.explanation.uncertain', { why: explanation.why ?? 'unknown' })
    case 'sameId':
      return t('conversation.explanation.sameId')
    case 'expired':
      return t('conversation.explanation.expired')
    case 'cleared':
      return t('conversation.explanation.cleared')
    case 'held':
      return t('conversation.explanation.held', { until: times.sentence(explanation.heldUntil, now) })
    case 'paced':
      return explanation.expectedAt !== null
        ? t('conversation.explanation.pacedAt', { time: times.clock(explanation.expectedAt) })
        : explanation.position !== null
          ? t('conversation.explanation.pacedPosition', { position: explanation.position })
          : t('conversation.explanation.paced')
    case 'rateLimited':
      return t('conversation.explanation.rateLimited', { time: times.seconds(explanation.retryAt) })
    case 'starting':
      return t('conversation.explanation.starting', { time: times.seconds(explanation.retryAt) })
    case 'uploadStalled':
      return t('conversation.explanation.uploadStalled', { time: times.seconds(explanation.retryAt) })
    case 'scheduled':
    case 'pastDue': {
      const there = timeInZone(explanation.at, explanation.zone, times)
      const time = times.sentence(explanation.at, now)
      // Only a removed instance or a damaged archive stops a message ahead of its time.
      const kind = explanation.kind === 'pastDue' && explanation.at > now ? 'stopped' : explanation.kind
      return there === null
        ? t(`conversation.explanation.${kind}`, { time })
        : t(`conversation.explanation.${kind}Elsewhere`, { time, there, zone: explanation.zone })
    }
    case 'undoable':
      return t('conversation.explanation.undoable')
    case 'waitsForPerson':
      return t('conversation.explanation.waitsForPerson')
    case 'answeredFirst':
      return t('conversation.explanation.answeredFirst')
    case 'lane':
      return t('conversation.explanation.lane')
    case 'offline':
      return t('conversation.explanation.offline')
    case 'teamAway':
      return t('conversation.explanation.teamAway')
    case 'programsPaused':
      return t('conversation.explanation.programsPaused')
    case 'programPaused':
      return t('conversation.explanation.programPaused', { name: explanation.name })
    case 'paused':
      return t('conversation.explanation.paused')
    case 'tokenMissing':
      return t('conversation.explanation.tokenMissing')
  }
}
