import type { Applied } from '../receiving/tx/apply-notification.ts'
import { receivingWrites } from '../receiving/tx/receiving-intents.ts'
import type { ReceivedBody } from '../receiving/tx/inbox.ts'
import type { Store } from '../intents.ts'
import type { Tx } from '../store/tx.ts'

export interface TakenBody extends ReceivedBody {
  /** Of the program. */
  readonly version: string
}

const all = { limit: 1000, budgetMs: Infinity }

const last = (applied: readonly Applied[]): Applied => {
  const one = applied.at(-1)
  if (one === undefined) throw new Error('Nothing was kept.')
  return one
}

/** Keeps a notification and applies it, as the receive loop and the follower do one after the other. */
export function takeNotification(tx: Tx, { version, ...received }: TakenBody): Applied {
  receivingWrites['receiving.persist'](tx, { ...received, deleted: [] })
  return last(receivingWrites['receiving.applyInbox'](tx, { version, ...all }).applied)
}

/** The same over the store's own ways. */
export async function takeIntoStore(store: Store, { version, ...received }: TakenBody): Promise<Applied> {
  await store.write('receiving.persist', { ...received, deleted: [] })
  return last((await store.write('receiving.applyInbox', { version, ...all }, { deferred: true })).applied)
}
