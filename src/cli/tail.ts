import { escapeJson, escapeText } from './escape-text.ts'
import type { Io } from './io.ts'
import { write } from './io.ts'
import { formOf } from './output.ts'
import type { EventLine } from './read-events.ts'
import { readEvents } from './read-events.ts'
import { numberOf } from './read-arguments.ts'
import type { Arguments } from './read-arguments.ts'
import { accessOf } from './run-table-command.ts'

/** `tail`: prints events as they come. What was printed counts as read. */
export async function tail(io: Io, given: Arguments): Promise<void> {
  const form = formOf(io, { json: given.values['json'] === true, jsonl: given.values['jsonl'] === true })
  const isJson = form === 'json' || form === 'jsonl'
  const count = numberOf(given, 'count', 1) ?? null
  const access = accessOf(io, given)
  const after = given.values['after']
  await readEvents(io, access, {
    after: typeof after === 'string' ? after : null,
    count,
    isFollowing: given.values['no-follow'] !== true,
    handle: (line) =>
      write(io.stdout, `${isJson ? escapeJson(line.text) : cellsOf(line).join(form === 'table' ? '  ' : '\t')}\n`),
  })
}

/** Of an event: when and where, its kind, and its body. */
function cellsOf({ gap, position, receivedAt = '', instanceId = '', body }: EventLine): readonly string[] {
  if (gap !== undefined) return ['gap', gap.first, gap.last, `${gap.events} events are not in the journal any more`]
  let kind = ''
  try {
    const { typeWebhook } = JSON.parse(body) as { typeWebhook?: unknown }
    if (typeof typeWebhook === 'string') kind = typeWebhook
  } catch {
    // Printed as it is.
  }
  return [receivedAt, position, instanceId, kind, body].map(escapeText)
}
