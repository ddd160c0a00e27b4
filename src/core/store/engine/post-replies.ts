import type { EngineHost } from './engine-host.ts'
import type { StoreChange } from '../tx.ts'
import type { Reply } from '../store-protocol.ts'
import { toWireError } from '../wire-error.ts'

/** Answers calls. A value that can't cross is an error of its own call only, and never the end of the worker. */
export function postReplies(
  { post: send }: Pick<EngineHost, 'post'>,
  replies: readonly Reply[],
  changes: readonly StoreChange[] = [],
): void {
  const post = (some: readonly Reply[], storeChanges: readonly StoreChange[]) =>
    send({ kind: 'replies', replies: some, changes: storeChanges })
  try {
    post(replies, changes)
  } catch {
    post([], changes)
    for (const reply of replies) {
      try {
        post([reply], [])
      } catch (error) {
        post([{ id: reply.id, ok: false, error: toWireError(error) }], [])
      }
    }
  }
}
