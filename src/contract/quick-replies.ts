import { z } from 'zod'
import type { ExportedFile } from './app.ts'
import { command, query } from './define.ts'
import type { InstanceKey, QuickReplyKey } from './ids.ts'
import { instanceKey, quickReplyKey, scope } from './ids.ts'

/** A text stored under a name. `{name}`, `{instance}` and `{time}` in it are filled in where it is used. */
export interface QuickReply {
  readonly key: QuickReplyKey
  /** Its instance; null: all instances. */
  readonly instance: InstanceKey | null
  readonly name: string
  readonly text: string
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
   * Creates one, or changes the one with `key`. Errors: quickReplyNameEmpty, quickReplyNameTaken, quickReplyTooMany,
   * quickReplyVariable (details.text), textBlank, textTooLong, textBroken, notFound.
   */
  'quickReplies.save': command<{ readonly key: QuickReplyKey }>()(
    z.object({
      key: quickReplyKey.optional(),
      instance: instanceKey.nullable(),
      name: z.string().max(1000),
      text: z.string().max(1_000_000),
    }),
  ),
  'quickReplies.remove': command<void>()(z.object({ key: quickReplyKey })),
  /** Imports a file; existing quick replies stay unchanged. */
  'quickReplies.import': command<QuickReplyImport>()(z.object({ format, text: z.string().max(40_000_000) })),
  'quickReplies.export': command<ExportedFile>()(z.object({ format })),
}
