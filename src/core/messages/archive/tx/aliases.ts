import type { ChatKey, InstanceKey } from '../../../../contract/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { phoneDigitsOf, twinOf } from '../rules/chat-id.ts'

/** What shows that two ids are one chat: the service answered one with the other. */
export type JoinEvidence = 'checkAccount' | 'echo' | 'history'

/**
 * How an id came to its chat. `id`: the service said it first; `form`: the service said it, and it differs from a known
 * one in its suffix only; `typed`: only a person did; else the service answered it with another id.
 */
export type AliasEvidence = 'id' | 'form' | 'typed' | JoinEvidence

export interface Alias {
  readonly alias: string
  readonly evidence: AliasEvidence
}

/**
 * What each evidence replaces. Messages under an id are the service's own word for it, an answer of checkAccount is
 * not.
 */
const weakerThan: Readonly<Record<AliasEvidence, readonly AliasEvidence[]>> = {
  typed: [],
  checkAccount: ['typed'],
  id: ['typed', 'checkAccount'],
  form: ['typed', 'checkAccount'],
  echo: ['typed', 'checkAccount', 'id', 'form'],
  history: ['typed', 'checkAccount', 'id', 'form'],
}

const isLid = (id: string): boolean => id.endsWith('@lid')

const isJoined = ({ evidence }: Alias) => evidence !== 'id' && evidence !== 'form' && evidence !== 'typed'

/**
 * Keeps an id of a chat. The service's word for it replaces a person's, and an answer with another id replaces both.
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
 * The id to call a chat by: one that the service uses itself, rather than one that it answers with another; never a
 * `@lid` where there is a number, since a wrong one can stop the service's queue (service 11.1); of two forms the
 * shorter one, which is the service's own on v3. Depends on the ids alone, never on the order they came in.
 */
export function bestAlias(aliases: readonly Alias[]): string | undefined {
  const joined = new Set(aliases.filter(isJoined).flatMap(({ alias }) => [alias, twinOf(alias) ?? alias]))
  const own = aliases.filter(({ alias }) => !joined.has(alias))
  const said = own.filter(({ evidence }) => evidence !== 'typed')
  const candidates = said.length > 0 ? said : own.length > 0 ? own : aliases
  return candidates
    .map(({ alias }) => alias)
    .toSorted((a, b) => Number(isLid(a)) - Number(isLid(b)) || a.length - b.length || (a < b ? -1 : 1))[0]
}

/** Digits of the chat's number as far as its ids show one: rather one that the service answered with another id. */
export function phoneOfAliases(aliases: readonly Alias[]): string | null {
  const numbers = (from: readonly Alias[]) =>
    from.map(({ alias }) => phoneDigitsOf(alias)).find((digits) => digits !== '')
  return numbers(aliases.filter(isJoined)) ?? numbers(aliases) ?? null
}

/** Calls the chat by its best id, after its ids changed. */
export function refreshChatId(tx: Tx, chat: ChatKey): void {
  const best = bestAlias(aliasesOf(tx, chat))
  if (best !== undefined) tx.run('update chat set chat_id = ? where key = ?', [best, chat])
}
