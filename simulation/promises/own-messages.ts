import type { Snapshot } from '../../src/emulator/snapshot.ts'
import { sendIdOf, type Sent } from '../desk/person.ts'
import type { Setting } from '../plan/steps.ts'
import type { OutboxRow } from './store-file.ts'

type WorldInstance = Snapshot['instances'][number]

/**
 * Sending: never twice, never lost, nothing that was taken back, and a status that is true in the end.
 * @param now epoch ms
 */
export function brokenSendingPromises(
  rows: readonly OutboxRow[],
  /** Texts of all own messages that the chats show. */
  shown: readonly string[],
  /** Sends that were taken back, also where nobody was told because the process died. */
  cancelled: ReadonlySet<string>,
  world: WorldInstance,
  sent: ReadonlyMap<number, Sent>,
  setting: Setting,
  now: number,
  /** The desk had the instance all the time: histories show the last status, which is not always the furthest. */
  hasAllEvents: boolean,
): readonly string[] {
  const broken: string[] = []
  const inWorld = world.chats.flatMap(({ messages }) => messages.filter(({ sendByApi }) => sendByApi))
  if (world.outgoing.length > 0) broken.push(`${world.outgoing.length} messages wait in the service's queue`)
  for (const [text, times] of counts(inWorld.map(({ text }) => text)))
    if (times > 1) broken.push(`sent ${times} times: ${text}`)
  const stored = counts(rows.map(({ sendId }) => sendId))
  for (const [id, times] of stored) if (times > 1) broken.push(`stored ${times} times: ${id}`)
  for (const [text, times] of counts(shown)) if (times > 1) broken.push(`shown ${times} times: ${text}`)
  const takenBack = new Set<string>()
  for (const [send, { text, message, isTakenBack }] of sent) {
    if (isTakenBack) takenBack.add(text)
    else if (!stored.has(sendIdOf(send)) && !cancelled.has(sendIdOf(send)))
      broken.push(message === null ? `not stored yet: ${text}` : `lost: ${text}`)
  }
  const worldOf = new Map(inWorld.map((message) => [message.text, message]))
  for (const text of takenBack) if (worldOf.has(text)) broken.push(`taken back and sent: ${text}`)
  for (const row of rows) broken.push(...brokenOfRow(row, worldOf.get(row.text), setting, now, hasAllEvents))
  return broken
}

function brokenOfRow(
  row: OutboxRow,
  message: WorldInstance['chats'][number]['messages'][number] | undefined,
  setting: Setting,
  now: number,
  hasAllEvents: boolean,
): readonly string[] {
  const reason = row.reason === null ? '' : `, ${row.reason}`
  const name = `"${row.text}" (${row.state}, shown as ${row.status}, id ${row.idMessage ?? 'unknown'}${reason})`
  if (row.state === 'queued' && row.dueAt !== null && row.dueAt > now) return []
  if (row.state === 'queued' || row.state === 'sending') return [`${name} is left in between`]
  if (message === undefined) return row.state === 'accepted' ? [`${name} is shown as sent and is not in the world`] : []
  if (row.state !== 'accepted') return [`${name} is in the world as ${message.idMessage}`]
  const broken: string[] = []
  if (row.idMessage !== message.idMessage) broken.push(`${name} is ${message.idMessage} in the world`)
  if (!hasAllEvents && setting.statusOrder === 'reversed') return broken
  const status = furthestStatus(setting) ?? message.status
  if (status !== row.status) broken.push(`${name} is ${message.status} in the world`)
  return broken
}

/** A status only moves forward: where the service reports them backwards, the first one is the furthest. */
const furthestStatus = ({ statusOrder, readAfterMs }: Setting): string | null => {
  if (statusOrder !== 'reversed') return null
  return readAfterMs === null ? 'delivered' : 'read'
}

function counts(texts: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>()
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1)
  return times
}
