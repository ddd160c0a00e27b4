import type { ChatKey, InstanceKey } from '../../../../contract/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { isLid, phoneDigitsOf, twinOf } from '../rules/chat-id.ts'

/** Evidence that two ids belong to one chat: the service answered a request for one with the other. */
export type JoinEvidence = 'checkAccount' | 'echo' | 'history'

/**
 * The evidence of an alias. `id`: the service used the id; `form`: the service used it, and it differs from a known id
 * in its suffix only; `typed`: only a person entered it; else the service answered a request for another id with it.
 */
export type AliasEvidence = 'id' | 'form' | 'typed' | JoinEvidence

export interface Alias {
  readonly alias: string
  readonly evidence: AliasEvidence
}

/**
 * The evidence that each one replaces. Messages under an id show that the service uses it; an answer of checkAccount
 * does not.
 */
const weakerThan: Readonly<Record<AliasEvidence, readonly AliasEvidence[]>> = {
  typed: [],
  checkAccount: ['typed'],
  id: ['typed', 'checkAccount'],
  form: ['typed', 'checkAccount'],
  echo: ['typed', 'checkAccount', 'id', 'form'],
  history: ['typed', 'checkAccount', 'id', 'form'],
}

const isJoined = ({ evidence }: Alias) => evidence !== 'id' && evidence !== 'form' && evidence !== 'typed'

/**
 * Stores an alias of a chat. Evidence from the service replaces a typed id, and an answer with another id replaces
 * both.
 */
export function addAlias(tx: Tx, instance: InstanceKey, chat: ChatKey, { alias, evidence }: Alias): void {
  const { [evidence]: weaker } = weakerThan
  tx.run(
    `insert into chat_alias (instance, alias, chat, evidence) values (:instance, :alias, :chat, :evidence)
     on conflict do update set evidence = excluded.evidence
       where chat_alias.evidence in (select value from json_each(:weaker))`,
    { instance, alias, chat, evidence, weaker: JSON.stringify(weaker) },
  )
}

export function aliasesOf(tx: Pick<Tx, 'all'>, chat: ChatKey): readonly Alias[] {
  return tx.all<{ alias: string; evidence: AliasEvidence }>(
    'select alias, evidence from chat_alias where chat = ? order by alias',
    [chat],
  )
}

/**
 * The id that represents a chat. An id that the service uses is preferred over one from an answer to another id; a
 * number over a `@lid`, because a wrong `@lid` stops the queue of a service before 5.44.39.34 (service 11.1); the
 * shorter of two forms, which v3 uses. Independent of the order of arrival.
 */
export function bestAlias(aliases: readonly Alias[]): string | undefined {
  const joined = new Set(aliases.filter(isJoined).flatMap(({ alias }) => [alias, twinOf(alias) ?? alias]))
  const own = aliases.filter(({ alias }) => !joined.has(alias))
  const fromService = own.filter(({ evidence }) => evidence !== 'typed')
  const candidates = fromService.length > 0 ? fromService : own.length > 0 ? own : aliases
  return candidates
    .map(({ alias }) => alias)
    .toSorted((a, b) => Number(isLid(a)) - Number(isLid(b)) || a.length - b.length || (a < b ? -1 : 1))[0]
}

/** Digits of the chat's phone number, if an id contains one; ids from answers to another id are preferred. */
export function phoneOfAliases(aliases: readonly Alias[]): string | null {
  const numbers = (from: readonly Alias[]) =>
    from.map(({ alias }) => phoneDigitsOf(alias)).find((digits) => digits !== '')
  return numbers(aliases.filter(isJoined)) ?? numbers(aliases) ?? null
}

/** Stores the id that represents the chat, after its aliases changed. */
export function refreshChatId(tx: Tx, chat: ChatKey): void {
  const best = bestAlias(aliasesOf(tx, chat))
  if (best !== undefined) tx.run('update chat set chat_id = ? where key = ?', [best, chat])
}
