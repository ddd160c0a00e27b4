import { z } from 'zod'
import { command, query } from './define.ts'
import { chatKey, messageKey } from './ids.ts'
import type { MediaRef } from './media.ts'
import { mostFiles } from './values.ts'
import type { FileKind } from './values.ts'

const uploadId = z.string().min(1).max(64)

/** A file that a person put to what they write, until it is sent: core has it, or a part of it, on the disk. */
export interface TrayFile {
  readonly upload: string
  /** The name under which it goes. */
  readonly name: string
  readonly bytes: number
  readonly kind: FileKind
  readonly caption: string
  /** Sent as a file although it is a picture, a film or a sound. */
  readonly asFile: boolean
  /** Where the window's origin serves it; null: it never came whole, and has to be chosen again. */
  readonly ref: MediaRef | null
}

/** A file as it is to go, at its place among the others. */
const outgoingFile = z.object({ upload: uploadId, caption: z.string().max(20_000), asFile: z.boolean() })
export type OutgoingFile = z.infer<typeof outgoingFile>
export const outgoingFiles = z.array(outgoingFile).min(1).max(mostFiles)

export const uploadQueries = {
  /** What waits in the composer of a chat, in its order. */
  'uploads.tray': query<readonly TrayFile[]>()(z.object({ chat: chatKey })),
  /** How far the file of an own message is on its way to the service, bytes; null while it is not under way. */
  'uploads.progress': query<{ readonly sent: number; readonly total: number } | null>()(
    z.object({ message: messageKey }),
  ),
}

export const uploadCommands = {
  /**
   * A file is to come. `address` is where the window's own origin takes its bytes: `PUT <address>?offset=N` with a
   * piece of at most `sliceBytes`, one after another, each answered with `{"stored": bytes}`, what is on the disk; 409
   * with the same where the offset is another one. Good until the file is whole or core ends. Errors: fileEmpty,
   * fileTooLarge, tooManyFiles, spoolFull.
   */
  'uploads.begin': command<{ readonly upload: string; readonly address: string; readonly name: string }>()(
    z.object({
      chat: chatKey,
      /** As the person's system has it. */
      name: z.string().max(5000),
      /** MIME type as the browser says; '' where it does not know. */
      type: z.string().max(255),
      bytes: z.int().min(0),
    }),
  ),
  /** Takes files out of what is written. Those that are sent already are left alone. */
  'uploads.discard': command<void>()(z.object({ uploads: z.array(uploadId).max(1000) })),
  /** The order and captions of what waits, as they stand. */
  'uploads.arrange': command<void>()(z.object({ chat: chatKey, files: z.array(outgoingFile).max(mostFiles) })),
}
