import { z } from 'zod'
import { command, query } from './define.ts'
import { instanceKey, messageKey } from './ids.ts'

/**
 * Name of a cached file that the window's own origin serves at `media/<ref>` (relative URL in both hosts;
 * `?download=<name>` makes the browser host answer as an attachment). Content-addressed: its bytes never change.
 */
export type MediaRef = string

export type MediaState =
  | { readonly kind: 'absent' }
  | { readonly kind: 'loading'; readonly received: number; readonly total: number | null }
  | { readonly kind: 'ready'; readonly ref: MediaRef; readonly bytes: number; readonly mimeType: string }
  | {
      readonly kind: 'failed'
      readonly code:
        | 'linkExpired'
        | 'linkRefused'
        | 'fileTooLarge'
        | 'unreachable'
        | 'fileWrongType'
        | 'storeFull'
        | 'cancelled'
        /** Of a call: the service has none, or is not done with it. */
        | 'noRecording'
        | 'recordingPending'
      readonly text?: string
    }

export const mediaQueries = {
  'media.state': query<MediaState>()(z.object({ message: messageKey })),
}

export const mediaCommands = {
  /** Fetches the file of a message into the cache. Progress comes as `media` changes. Cancellable. */
  'media.fetch': command<MediaState>()(z.object({ message: messageKey })),
  'media.cancel': command<void>()(z.object({ message: messageKey })),
  /** Reads an avatar again, whatever its age. */
  'media.refreshOwnAvatar': command<void>()(z.object({ instance: instanceKey })),
}
