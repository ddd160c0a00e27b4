import { z } from 'zod'
import * as schema from './schemas.ts'
import type { Right } from './schemas.ts'

/** How an answer is written: one JSON value, a line of JSON for each item, server-sent events, or a file's bytes. */
type AnswerForm = 'json' | 'lines' | 'stream' | 'file'

/** A tool's annotations for models (MCP). */
export interface Tool {
  readonly name: string
  readonly readOnly: boolean
  /** Repeating it changes nothing more. */
  readonly idempotent: boolean
  /** Reaches people outside of this computer. */
  readonly openWorld: boolean
  /** Where a model is offered less than a program. */
  readonly input?: z.ZodObject
}

/**
 * A public operation. Its HTTP route, its part of the OpenAPI document, the command of
 * `switchboardctl` and the MCP tool are all made from this row. Fields of `input` that the path does not name are
 * parameters of a GET or DELETE, and of what takes a file; else the body of a POST or PUT.
 */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly right: Right
  readonly input: z.ZodObject
  readonly output: z.ZodType
  /** The body is the bytes of a file. */
  readonly takes?: 'file'
  readonly form?: AnswerForm
  /** Headers that the operation reads besides the key. None is required: some generated clients leave headers out. */
  readonly headers?: Readonly<Record<string, z.ZodType>>
  /** Status of an answer that begins something; 200 where nothing is said. */
  readonly status?: 202
  /** Words after `switchboardctl`; null: it has none, and `noCommand` says why. */
  readonly command: string | null
  readonly noCommand?: string
  readonly tool: Tool | null
}

export const define = <Row extends Operation>(row: Row): Row => row

/** A tool that changes nothing, and asks nobody outside. */
export const reads = (name: string): Tool => ({ name, readOnly: true, idempotent: true, openWorld: false })

export const chatPath = { instanceId: schema.instanceId, chatId: schema.chatId }
export const page = { limit: schema.limit, cursor: schema.cursor.optional() }
export const nothing = z.strictObject({})
export const done = z.object({ done: z.literal(true) })
