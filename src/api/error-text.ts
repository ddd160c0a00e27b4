import type { BodyForm } from './api-error.ts'
import { parseJson } from './parse-json.ts'
import type { JsonReading } from './parse-json.ts'
import { errorBody } from './schema/error-body.ts'

/** An answer's body, looked at once. */
export interface BodyView {
  readonly form: BodyForm
  readonly reading: JsonReading
  /** The words in it, whatever form they came in; '' when there are none. */
  readonly words: string
}

/** Longer words are cut: they are for a line on the screen. */
const MAX_WORDS = 1000

export function viewBody(body: string): BodyView {
  if (body.trim() === '') return { form: 'empty', reading: { kind: 'notJson', text: body }, words: '' }
  const reading = parseJson(body)
  if (reading.kind !== 'notJson') return { form: 'json', reading, words: wordsOf(reading).slice(0, MAX_WORDS) }
  if (/^\s*<|<\/?(?:html|body|head)\b/i.test(body.slice(0, 2000)))
    return { form: 'html', reading, words: wordsOfHtml(body).slice(0, MAX_WORDS) }
  return { form: 'text', reading, words: body.trim().slice(0, MAX_WORDS) }
}

function wordsOf(reading: Exclude<JsonReading, { kind: 'notJson' }>): string {
  if (typeof reading.value === 'string') return reading.value.trim()
  const body = errorBody.safeParse(reading.value)
  if (!body.success) return ''
  const { message, reason, error, description, invokeStatus, status } = body.data
  const said = message ?? reason ?? description ?? error ?? invokeStatus?.description ?? invokeStatus?.status
  return said ?? (typeof status === 'string' ? status : '')
}

function wordsOfHtml(html: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1]
  const source = title ?? html.slice(0, 20_000).replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
  return source
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
