import { z } from 'zod'
import type { ExportedFile } from './app.ts'
import { command, query } from './define.ts'
import type { InstanceKey, QuickReplyKey } from './ids.ts'
import { instanceKey, quickReplyKey, scope } from './ids.ts'

/** A text that is written often. `{name}`, `{instance}` and `{time}` in it are filled in where it is used. */
export interface QuickReply {
  readonly key: QuickReplyKey
  /** Whose it is; null: for all instances. */
  readonly instance: InstanceKey | null
  readonly name: string
  readonly text: string
}

/** Why a quick reply of a file was left out. `line` counts from 1: a line of the CSV, an entry of the JSON. */
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
  /** The variable or instance that nobody knows; '' otherwise. */
  readonly value: string
}

export type QuickReplyImport =
  | {
      readonly kind: 'read'
      readonly added: number
      /** Those that were here already, word for word. */
      readonly same: number
      readonly skipped: readonly SkippedReply[]
    }
  /** Nothing was taken: no columns `name` and `text` (`found` are those there are), or JSON that is none. */
  | { readonly kind: 'unreadable'; readonly why: 'columns' | 'json' | 'quote'; readonly found: readonly string[] }

const format = z.enum(['csv', 'json'])

export const quickReplyQueries = {
  /** By name: those of an instance and those for all, or with null every one. */
  'quickReplies.list': query<readonly QuickReply[]>()(z.object({ scope })),
}

export const quickReplyCommands = {
  /**
   * Keeps one, or with `key` changes it. Errors: quickReplyNameEmpty, quickReplyNameTaken, quickReplyTooMany,
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
  /** Adds what a file holds; what is here already stays as it is. */
  'quickReplies.import': command<QuickReplyImport>()(z.object({ format, text: z.string().max(40_000_000) })),
  'quickReplies.export': command<ExportedFile>()(z.object({ format })),
}
