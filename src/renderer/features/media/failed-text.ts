import type { MediaState } from '../../../contract/index.ts'
import type { MessageId } from '../../lib/translations.ts'

type FailureCode = Extract<MediaState, { kind: 'failed' }>['code']

/** Why a file is not there, in words. */
export const downloadFailureText: Readonly<Record<FailureCode, MessageId>> = {
  linkExpired: 'media.failed.linkExpired',
  linkRefused: 'media.failed.linkRefused',
  fileTooLarge: 'media.failed.fileTooLarge',
  unreachable: 'media.failed.unreachable',
  fileWrongType: 'media.failed.fileWrongType',
  storeFull: 'media.failed.storeFull',
  cancelled: 'media.failed.cancelled',
  noRecording: 'media.failed.noRecording',
  recordingPending: 'media.failed.recordingPending',
}

/** Another try can help. */
export const canRetry = (code: FailureCode): boolean =>
  ['unreachable', 'storeFull', 'cancelled', 'fileTooLarge', 'noRecording', 'recordingPending'].includes(code)
