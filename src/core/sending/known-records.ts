import { hash } from 'node:crypto'
import { isJsonObject, type Json } from '../../api/json.ts'
import { retryPolicy } from './rules/retry-policy.ts'

/** Records of earlier answers: a day's journal is read again and again, and hardly anything in it is new. */
export interface KnownRecords {
  /** The records of an answer that differ from the last answer; call `merged` when the archive has them. */
  sift(records: readonly Json[]): { readonly fresh: readonly Json[]; merged(): void }
}

const mostKnown = 20_000

/** @param now epoch ms */
export function createKnownRecords(now: () => number): KnownRecords {
  /**
   * A short hash of each, by chat and id: with their thumbnails the records themselves would fill the memory. Latest
   * shown last.
   */
  const known = new Map<string, { readonly digest: string; readonly shownAt: number }>()
  return {
    sift(records) {
      const shown = records.map((record) => ({ record, name: nameOf(record), digest: digestOf(record) }))
      return {
        fresh: shown.filter(({ name, digest }) => known.get(name)?.digest !== digest).map(({ record }) => record),
        merged() {
          const shownAt = now()
          for (const { name, digest } of shown) {
            known.delete(name)
            known.set(name, { digest, shownAt })
          }
          for (const [name, last] of known) {
            if (known.size <= mostKnown && last.shownAt > shownAt - retryPolicy.knownRecord) break
            known.delete(name)
          }
        },
      }
    },
  }
}

const nameOf = (record: Json): string =>
  isJsonObject(record) ? `${String(record['chatId'])} ${String(record['idMessage'])}` : ''

const digestOf = (record: Json): string => hash('sha256', JSON.stringify(record), 'base64url').slice(0, 22)
