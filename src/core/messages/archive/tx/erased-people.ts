import { createHmac } from 'node:crypto'
import { parseJson } from '../../../../api/answers/parse-json.ts'
import { isJsonObject } from '../../../../api/json.ts'
import type { InstanceKey, JournalKey } from '../../../../contract/ids.ts'
import { setMeta } from '../../../store/sql.ts'
import type { ReadTx, Tx } from '../../../store/tx.ts'
import { bareId } from '../rules/chat-id.ts'
import { findChat } from './chat-of.ts'

/** SQL for the salt of the digests; null while nobody was ever erased, so that receiving looks for nobody. */
export const erasedSalt = `(select value from meta where name = 'erasedSalt')`

const saltOf = (tx: ReadTx): string | null =>
  tx.get<{ salt: string | null }>(`select ${erasedSalt} as salt`)?.salt ?? null

const nameOf = (salt: string, instance: InstanceKey, id: string): string =>
  `erased:${createHmac('sha256', salt)
    .update(`${instance} ${bareId(id)}`)
    .digest('base64url')}`

/**
 * Remembers that all of a person was erased, so that what the service shows of the time before stays out: it gives
 * histories and lists again and again. Only digests are stored, which name nobody; whoever holds the store and guesses
 * a number can confirm it.
 * @param salt new random text, used if there is none yet
 * @param until epoch ms by the service's clock
 */
export function rememberErased(
  tx: Tx,
  ids: readonly (readonly [InstanceKey, string])[],
  { salt, until }: { readonly salt: string; readonly until: (instance: InstanceKey) => number },
): void {
  const used = saltOf(tx) ?? salt
  setMeta(tx, 'erasedSalt', used)
  for (const [instance, id] of ids) setMeta(tx, nameOf(used, instance, id), String(until(instance)))
}

/**
 * Up to when what is known of an id was erased: epoch ms by the service's clock, 0 for never. `salt`: as the store has
 * it (`erasedSalt`).
 */
export function erasedUntil(tx: ReadTx, salt: string, instance: InstanceKey, id: string): number {
  if (id === '') return 0
  const row = tx.get<{ value: string }>('select value from meta where name = ?', [nameOf(salt, instance, id)])
  return Number(row?.value ?? 0)
}

/** Whether an id without a chat is somebody's who was erased: lists of the service and a team do not bring it back. */
export function isErasedChat(tx: ReadTx, instance: InstanceKey, chatId: string): boolean {
  const salt = saltOf(tx)
  return salt !== null && erasedUntil(tx, salt, instance, chatId) > 0 && findChat(tx, instance, chatId) === null
}

/** SQL: the name in `meta` of an erased notification whose delete is not confirmed: its key, by its body's hash. */
export const erasedBodyName = `'erasedBody:' || cast(:instance as integer) || ' ' || :hash`

/**
 * A notification is erased with the person it is of, and the service may hand it out again: then it is nothing new.
 * Only its hash is stored, which can be confirmed by who has the whole body.
 */
export const rememberErasedBody = (tx: Tx, instance: InstanceKey, hash: string, key: number): void =>
  setMeta(tx, `erasedBody:${instance} ${hash}`, String(key))

/** Stands in the inbox for the body of an erased notification: stores that are set aside have the inbox as well. */
export const withoutContent = '{}'

/** Whether a notification is an erased one that was handed out again. */
export const isErasedBody = (
  tx: ReadTx,
  { instance, hash }: { readonly instance: InstanceKey; readonly hash: string },
): boolean => tx.get(`select 1 from meta where name = ${erasedBodyName}`, { instance, hash }) !== undefined

/** Names in `meta` of what no request of the log may hold: work of erasing, which is woken with it. */
export const eraseRequestsPrefix = 'eraseRequests:'

/**
 * The service's answer with a notification is in the log of requests too: it goes from there once it turns out that the
 * notification was erased. `raw`: as it came.
 */
export function eraseAnswerWith(tx: Tx, key: JournalKey, raw: string): void {
  const reading = parseJson(raw)
  const id = reading.kind === 'json' && isJsonObject(reading.value) ? reading.value['idMessage'] : undefined
  setMeta(tx, `${eraseRequestsPrefix}again ${key}`, JSON.stringify([typeof id === 'string' && id !== '' ? id : raw]))
}
