import type { ChatKey } from '../../../contract/ids.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { applyEdit } from './merge.ts'
import type { MessageFacts } from './merge.ts'
import type { RecordSource, StoredVote } from '../rules/record.ts'
import type { TextVersion } from './text-versions.ts'

/**
 * Edits, deletions and votes are kept by the id of the message they speak of, so that it makes no difference whether
 * they come before or after it (ADR 0011). Statuses wait in the same way (statuses/tx/observe.ts).
 */

/** The facts with every edit and deletion that is known for this id. */
export function withEffects(tx: Tx, chat: ChatKey, idMessage: string, facts: MessageFacts): MessageFacts {
  let result = facts
  const edits = tx.all<{ text: string; at: number }>(
    'select text, at from edit where chat = ? and target_id = ? order by at, tie',
    [chat, idMessage],
  )
  let before: { readonly at: number; readonly rank: number } | null = null
  for (const { text, at } of edits) {
    // The service's times are whole seconds: within one the ids decide, which grow.
    const rank: number = before?.at === at ? Math.min(before.rank + 1, 999) : 0
    result = applyEdit(result, text, at + rank)
    before = { at, rank }
  }
  const deletion = tx.get('select at from deletion where chat = ? and target_id = ?', [chat, idMessage])
  return deletion === undefined || result.deleted ? result : { ...result, deleted: true }
}

/** True when it was new. */
export function keepEdit(
  tx: Tx,
  chat: ChatKey,
  edit: {
    readonly targetId: string
    readonly text: string
    readonly at: number
    readonly tie: string
    readonly source: RecordSource | 'app'
  },
): boolean {
  // One edit may be told by several; of different words for it the larger text stands, of equal ones one fixed source.
  return (
    tx.run(
      `insert into edit (chat, target_id, tie, text, at, source) values (?, ?, ?, ?, ?, ?)
       on conflict do update set text = excluded.text, source = excluded.source
       where (excluded.text, excluded.source) > (edit.text, edit.source)`,
      [chat, edit.targetId, edit.tie, edit.text, edit.at, edit.source],
    ).changes > 0
  )
}

/** The edits of a message, oldest first. */
export const editsOf = (tx: Pick<ReadTx, 'all'>, chat: ChatKey, idMessage: string): readonly TextVersion[] =>
  tx.all<TextVersion>('select text, at, source from edit where chat = ? and target_id = ? order by at, tie', [
    chat,
    idMessage,
  ])

/** True when it was new. */
export const keepChangeEvent = (tx: Tx, chat: ChatKey, idMessage: string): boolean =>
  tx.run('insert into change_event (chat, id_message) values (?, ?) on conflict do nothing', [chat, idMessage])
    .changes > 0

/**
 * A record of an edit or deletion that doesn't say of which message stands in the chat as one that can't be shown, until
 * another source tells what it is. Ids may be used for both: what has content of its own stays.
 */
export const isChangeEvent = (
  tx: Pick<Tx, 'get'>,
  chat: ChatKey,
  idMessage: string,
  facts: Pick<MessageFacts, 'content' | 'typeMessage'>,
): boolean =>
  facts.content.kind === 'unsupported' &&
  changeKinds.has(facts.typeMessage) &&
  tx.get('select 1 as one from change_event where chat = ? and id_message = ?', [chat, idMessage]) !== undefined

const changeKinds: ReadonlySet<string> = new Set(['', 'editedMessage', 'deletedMessage'])

/** The earliest word of a deletion stands. True when it was new. */
export function keepDeletion(tx: Tx, chat: ChatKey, targetId: string, at: number): boolean {
  return (
    tx.run(
      `insert into deletion (chat, target_id, at) values (?, ?, ?)
       on conflict do update set at = excluded.at where excluded.at < deletion.at`,
      [chat, targetId, at],
    ).changes > 0
  )
}

/** The newest count of a poll's votes stands: each names all voters. True when it was new. */
export function keepVotes(
  tx: Tx,
  chat: ChatKey,
  votes: {
    readonly targetId: string
    readonly votes: readonly StoredVote[]
    readonly at: number
    readonly tie: string
  },
): boolean {
  return (
    tx.run(
      `insert into poll_vote (chat, target_id, votes_json, at, tie) values (?, ?, ?, ?, ?)
       on conflict do update set votes_json = excluded.votes_json, at = excluded.at, tie = excluded.tie
       where (excluded.at, excluded.tie) > (poll_vote.at, poll_vote.tie)`,
      [chat, votes.targetId, JSON.stringify(votes.votes), votes.at, votes.tie],
    ).changes > 0
  )
}
