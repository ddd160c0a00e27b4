import type { MessagePort } from 'node:worker_threads'
import type { StoreChange } from '../tx.ts'
import type { FromWorker, Reply } from '../store-protocol.ts'
import { toWireError } from '../wire-error.ts'

/** Answers calls. A value that can't cross is an error of its own call only, and never the end of the worker. */
export function postReplies(port: MessagePort, replies: readonly Reply[], changes: readonly StoreChange[] = []): void {
  const post = (some: readonly Reply[], storeChanges: readonly StoreChange[]) =>
    port.postMessage({ kind: 'replies', replies: some, changes: storeChanges } satisfies FromWorker)
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
