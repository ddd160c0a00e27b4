import type { BodyForm } from './api-error.ts'
import { parseJson, type JsonReading } from './parse-json.ts'
import { readAs } from '../schema/lenient.ts'
import { errorBody, usedUpLimit } from '../schema/error-body.ts'

/** An answer's body, parsed once. */
export interface BodyView {
  readonly form: BodyForm
  readonly reading: JsonReading
  /** The text of an error, in whatever form it came; '' if there is none. Read each time it is asked for. */
  readonly text: string
}

/** Longer texts are cut: they are shown on one line. */
const maxTextLength = 1000

export function viewBody(body: string): BodyView {
  if (body.trim() === '') return { form: 'empty', reading: { kind: 'notJson', text: body }, text: '' }
  const reading = parseJson(body)
  if (reading.kind !== 'notJson') {
    return {
      form: 'json',
      reading,
      // Only errors have one, and most answers are none.
      get text() {
        return textOfReading(reading).slice(0, maxTextLength)
      },
    }
  }
  if (/^\s*<|<\/?(?:html|body|head)\b/i.test(body.slice(0, 2000)))
    return { form: 'html', reading, text: textOfHtml(body).slice(0, maxTextLength) }
  return { form: 'text', reading, text: body.trim().slice(0, maxTextLength) }
}

function textOfReading(reading: Exclude<JsonReading, { kind: 'notJson' }>): string {
  if (typeof reading.value === 'string') return reading.value.trim()
  const body = readAs(errorBody, reading.value)
  if (body === undefined) return ''
  const { message, reason, error, description, status, data } = body
  const limit = usedUpLimit(reading.value)
  const text = message ?? reason ?? description ?? error ?? limit?.description ?? limit?.status ?? data?.reason
  return text ?? (typeof status === 'string' ? status : '')
}

/** The rest of a longer page is ignored: its message is at the beginning. */
const longestPage = 20_000

/**
 * The title, else all text of the page; also where the title is "Error", below which Express names an unknown path.
 * Linear, and bounded by {@link longestPage}, because anybody may have sent the page.
 */
function textOfHtml(html: string): string {
  const page = html.slice(0, longestPage)
  const lower = page.toLowerCase()
  const title = titleOf(page, lower)
  const text = title === undefined || title.trim() === 'Error' ? withoutTags(page, lower) : title
  return text.replace(/\s+/g, ' ').trim()
}

function titleOf(page: string, lower: string): string | undefined {
  const tag = lower.indexOf('<title')
  const start = tag === -1 ? -1 : page.indexOf('>', tag)
  const end = start === -1 ? -1 : page.indexOf('<', start)
  return end !== -1 && lower.startsWith('</title>', end) ? page.slice(start + 1, end) : undefined
}

/** Elements whose content is no text. */
const wordless = ['script', 'style']

function withoutTags(page: string, lower: string): string {
  let text = ''
  let at = 0
  for (;;) {
    const open = page.indexOf('<', at)
    const close = open === -1 ? -1 : page.indexOf('>', open)
    if (close === -1) return text + page.slice(at)
    text += `${page.slice(at, open)} `
    const element = wordless.find((name) => lower.startsWith(name, open + 1))
    const end = element === undefined ? open : lower.indexOf(`</${element}`, close)
    if (end === -1) return text
    at = element === undefined ? close + 1 : end
  }
}
