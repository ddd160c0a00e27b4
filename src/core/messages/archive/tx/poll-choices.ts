import type { ChatKey, MessageKey } from '../../../../contract/ids.ts'
import { isOwnId, type OwnIds } from '../../rules/own-ids.ts'
import { z } from 'zod'
import { readStored } from '../../../base/rules/stored-json.ts'
import type { ReadTx, Tx } from '../../../store/tx.ts'
import { bareUserId, twinOf } from '../rules/chat-id.ts'
import type { ArchiveItem, StoredVote } from '../rules/record.ts'
import { aliasesOf } from './aliases.ts'

/** Names of options. */
const choicesSchema = z.array(z.string())

/** The target of an update that names its poll by the question alone. */
const byName = (question: string): string => `name:${question.trim()}`

/** Of two sources for one person's choice, an update wins over the poll's list, then the later one wins. */
const isNewer = `(excluded.is_event, excluded.at, coalesce(excluded.queue_order, 0), excluded.tie)
    > (poll_choice.is_event, poll_choice.at, coalesce(poll_choice.queue_order, 0), poll_choice.tie)`
const onSameVoter = `on conflict do update set choices_json = excluded.choices_json, is_event = excluded.is_event, at = excluded.at,
  queue_order = excluded.queue_order, tie = excluded.tie where ${isNewer}`

/**
 * Stores the voters of an update or of a poll's own record (service 10.5). Every named voter gets these choices; an
 * update's sender who is not named has none. Choices of others stay. True if something changed.
 */
export function storeVotes(tx: Tx, chat: ChatKey, item: Extract<ArchiveItem, { kind: 'votes' }>): boolean {
  const choices = new Map<string, string[]>()
  if (item.voter !== null) choices.set(bareUserId(item.voter), [])
  for (const { optionName, optionVoters } of item.votes) {
    for (const voter of new Set(optionVoters.map(bareUserId))) {
      const chosen = choices.get(voter)
      if (chosen === undefined) choices.set(voter, [optionName])
      else chosen.push(optionName)
    }
  }
  let changes = 0
  for (const [voter, chosen] of choices) {
    changes += tx.run(
      `insert into poll_choice (chat, target_id, voter, choices_json, is_event, at, queue_order, tie)
       values (:chat, :target, :voter, :choices, :isEvent, :at, :queue, :tie) ${onSameVoter}`,
      {
        chat,
        target: item.targetId === '' ? byName(item.question ?? '') : item.targetId,
        voter,
        choices: JSON.stringify(chosen),
        isEvent: item.voter !== null,
        at: item.at,
        queue: item.order?.queue,
        tie: item.tie,
      },
    ).changes
  }
  return changes > 0
}

/** The poll that an update speaks of, as far as it is here. */
export const pollOf = (
  tx: Pick<ReadTx, 'get'>,
  chat: ChatKey,
  item: Extract<ArchiveItem, { kind: 'votes' }>,
): MessageKey | undefined =>
  item.targetId === ''
    ? tx.get<{ key: MessageKey }>(
        "select key from message where chat = ? and text = ? and content_kind = 'poll' and at <= ? order by at desc limit 1",
        [chat, item.question ?? '', item.at],
      )?.key
    : tx.get<{ key: MessageKey }>('select key from message where chat = ? and id_message = ?', [chat, item.targetId])
        ?.key

/** Moves the choices of a chat that was joined with another one. */
export function movePollChoices(tx: Tx, keep: ChatKey, gone: ChatKey): void {
  tx.run(
    `insert into poll_choice (chat, target_id, voter, choices_json, is_event, at, queue_order, tie)
       select ?, target_id, voter, choices_json, is_event, at, queue_order, tie from poll_choice where chat = ? ${onSameVoter}`,
    [keep, gone],
  )
}

/** The votes of a poll by option. A person with several ids votes once: the latest word of any of them counts. */
export function readVotes(
  tx: ReadTx,
  chat: ChatKey,
  poll: { readonly idMessage: string; readonly question: string; readonly at: number },
): readonly StoredVote[] {
  const found = tx.all<{ target: string; voter: string; choices: string; isEvent: number; at: number }>(
    `select target_id as target, voter, choices_json as choices, is_event as isEvent, at from poll_choice
     where chat = ? and target_id in (?, ?) order by is_event, at, coalesce(queue_order, 0), tie`,
    [chat, poll.idMessage, byName(poll.question)],
  )
  if (found.length === 0) return []
  const next = found.some(({ target }) => target !== poll.idMessage) ? nextOfName(tx, chat, poll) : Infinity
  const own = tx.get<OwnIds>(
    'select wid, own_id as ownId from instance where key = (select instance from chat where key = ?)',
    [chat],
  ) ?? { wid: null, ownId: null }
  const peer = aliasesOf(tx, chat).map(({ alias }) => alias)
  const personOf = (voter: string) => {
    if (voter === '' || isOwnId(own, voter)) return ''
    return peer.includes(voter) || peer.includes(twinOf(voter) ?? voter) ? (peer[0] ?? voter) : voter
  }
  const latest = new Map<string, { readonly voter: string; readonly choices: readonly string[] }>()
  for (const { target, voter, choices, at } of found) {
    if (target !== poll.idMessage && (at < poll.at || at >= next)) continue
    latest.set(personOf(voter), { voter, choices: readStored(choices, choicesSchema, []) })
  }
  const byOption = new Map<string, string[]>()
  const ofOthersFirst = [...latest].toSorted(([a], [b]) => Number(a === '') - Number(b === ''))
  for (const [person, { voter, choices }] of ofOthersFirst) {
    const id = person === '' ? (own.ownId ?? own.wid ?? voter) : voter
    for (const option of choices) byOption.set(option, [...(byOption.get(option) ?? []), id])
  }
  return [...byOption].map(([optionName, optionVoters]) => ({ optionName, optionVoters }))
}

/** Time of the next poll with the same question, epoch ms. */
const nextOfName = (tx: ReadTx, chat: ChatKey, poll: { readonly question: string; readonly at: number }): number =>
  tx.get<{ at: number | null }>(
    "select min(at) as at from message where chat = ? and text = ? and content_kind = 'poll' and at > ?",
    [chat, poll.question, poll.at],
  )?.at ?? Infinity
