import { z } from 'zod'
import type { ExportedFile } from './app.ts'
import { command, query } from './define.ts'
import { instanceKey, quickReplyKey, scope, type InstanceKey, type QuickReplyKey } from './ids.ts'
import type { FileKind } from './values.ts'

/** A text stored under a name. Its variables are filled in where it is used (`quick-reply-text.ts`). */
export interface QuickReply {
  readonly key: QuickReplyKey
  /** Its instance; null: all instances. */
  readonly instance: InstanceKey | null
  readonly name: string
  readonly text: string
  /**
   * Whether a team's desks share it: `waiting` until the team has it as it is here, `refused` where its database does
   * not take it. Null: only this desk has it.
   */
  readonly shared: 'shared' | 'waiting' | 'refused' | null
  /** Go with it into the composer. They stay on this computer, also where a team shares the text. */
  readonly files: readonly ReplyFile[]
}

export interface ReplyFile {
  readonly id: string
  readonly name: string
  readonly bytes: number
  readonly kind: FileKind
  /** False: its bytes did not all come; it is not sent. */
  readonly isWhole: boolean
}

/**
 * A quick reply of a file that was left out, and why. `line` counts from 1: a line of the CSV, an entry of the JSON.
 */
export interface SkippedReply {
  readonly line: number
  readonly name: string
  readonly why:
    | 'nameEmpty'
    | 'nameTooLong'
    | 'nameTaken'
    | 'textBlank'
    | 'textTooLong'
    | 'textBroken'
    | 'variable'
    | 'instance'
    | 'tooMany'
    | 'shape'
  /** The unknown variable or instance; '' otherwise. */
  readonly value: string
}

export type QuickReplyImport =
  | {
      readonly kind: 'read'
      readonly added: number
      /** Number of quick replies that already existed unchanged. */
      readonly same: number
      readonly skipped: readonly SkippedReply[]
    }
  /**
   * Nothing was imported: the columns `name` and `text` are missing (`found`: the columns present), or the JSON is not
   * valid.
   */
  | { readonly kind: 'unreadable'; readonly why: 'columns' | 'json' | 'quote'; readonly found: readonly string[] }

const format = z.enum(['csv', 'json'])

export const quickReplyQueries = {
  /** Sorted by name: those of the instance and those for all instances; null: every one. */
  'quickReplies.list': query<readonly QuickReply[]>()(z.object({ scope })),
}

export const quickReplyCommands = {
  /**
   * Creates one, or changes what is given of the one with `key`. Errors: quickReplyNameEmpty, quickReplyNameTaken,
   * quickReplyTooMany, quickReplyVariable (details.text), textBlank, textTooLong, textBroken; notFound: `key` is gone,
   * and a colleague may have removed it; teamMissing: `shared` without a team.
   */
  'quickReplies.save': command<{ readonly key: QuickReplyKey }>()(
    z.object({
      key: quickReplyKey.optional(),
      instance: instanceKey.nullable().optional(),
      name: z.string().max(1000).optional(),
      text: z.string().max(1_000_000).optional(),
      /** All desks of the team have it; for all instances. Default: only this desk. */
      shared: z.boolean().optional(),
    }),
  ),
  /**
   * Announces a file that is kept with a quick reply; its bytes go the way of `uploads.begin`. Errors: fileEmpty,
   * fileTooLarge, tooManyFiles, spoolFull, notFound.
   */
  'quickReplies.addFile': command<{ readonly upload: string; readonly address: string; readonly name: string }>()(
    z.object({
      key: quickReplyKey,
      /** As on the person's system. */
      name: z.string().max(5000),
      /** MIME type from the browser; '' if unknown. */
      type: z.string().max(255),
      bytes: z.int().min(0),
    }),
  ),
  'quickReplies.removeFiles': command<void>()(z.object({ files: z.array(z.string().min(1).max(64)).max(100) })),
  'quickReplies.remove': command<void>()(z.object({ key: quickReplyKey })),
  /** Imports a file; existing quick replies stay unchanged. */
  'quickReplies.import': command<QuickReplyImport>()(z.object({ format, text: z.string().max(40_000_000) })),
  'quickReplies.export': command<ExportedFile>()(z.object({ format })),
}
