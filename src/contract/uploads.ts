import { z } from 'zod'
import { command, query } from './define.ts'
import { chatKey, messageKey, quickReplyKey } from './ids.ts'
import type { MediaRef } from './media.ts'
import { mostFiles, type FileKind } from './values.ts'

export const uploadId = z.string().min(1).max(64)

/** A file in the composer, until it is sent. Core has it, or a part of it, on the disk. */
export interface TrayFile {
  readonly upload: string
  /** The name under which it is sent. */
  readonly name: string
  readonly bytes: number
  readonly kind: FileKind
  readonly caption: string
  /** Sent as a file although it is an image, video or audio. */
  readonly asFile: boolean
  /** Its address at the window's origin; null: incomplete, has to be chosen again. */
  readonly ref: MediaRef | null
}

/** A file to send, in its order. */
const outgoingFile = z.object({ upload: uploadId, caption: z.string().max(20_000), asFile: z.boolean() })
export type OutgoingFile = z.infer<typeof outgoingFile>
export const outgoingFiles = z.array(outgoingFile).min(1).max(mostFiles)

export const uploadQueries = {
  /** Files in the composer of a chat, in order. */
  'uploads.tray': query<readonly TrayFile[]>()(z.object({ chat: chatKey })),
  /** Upload progress of an own message's file, bytes; null while it is not uploading. */
  'uploads.progress': query<{ readonly sent: number; readonly total: number } | null>()(
    z.object({ message: messageKey }),
  ),
}

export const uploadCommands = {
  /**
   * Announces a file. `address`: where the window's origin accepts its bytes: `PUT <address>?offset=N` with a piece of
   * at most `sliceBytes`, one after another, each answered with `{"stored": bytes}`, the bytes on the disk; 409 with
   * the same if the offset differs. Valid until the file is complete or core ends. Errors: fileEmpty, fileTooLarge,
   * tooManyFiles, spoolFull.
   */
  'uploads.begin': command<{ readonly upload: string; readonly address: string; readonly name: string }>()(
    z.object({
      chat: chatKey,
      /** As on the person's system. */
      name: z.string().max(5000),
      /** MIME type from the browser; '' if unknown. */
      type: z.string().max(255),
      bytes: z.int().min(0),
      /** True: it is sent as a document, which has other limits. */
      asFile: z.boolean().optional(),
    }),
  ),
  /**
   * Puts the files of a quick reply behind those in the composer; returns how many. Errors: tooManyFiles, fileTooLarge,
   * notFound.
   */
  'uploads.addFromReply': command<{ readonly files: number }>()(z.object({ chat: chatKey, reply: quickReplyKey })),
  /** Removes files from the composer. Files already sent are not affected. */
  'uploads.discard': command<void>()(z.object({ uploads: z.array(uploadId).max(1000) })),
  /** Stores the order and captions of the files. */
  'uploads.arrange': command<void>()(z.object({ chat: chatKey, files: z.array(outgoingFile).max(mostFiles) })),
}
