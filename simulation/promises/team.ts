import type { ReadTx } from '../../src/core/store/tx.ts'
import type { Snapshot } from '../../src/emulator/snapshot.ts'
import { outboxRows } from './store-file.ts'

/**
 * What a desk shows of the chats of the team's instance, and what everybody wrote about them. A chat in which nothing
 * arrived is that of the desk that tried.
 */
export interface SharedView {
  readonly chats: readonly string[]
  readonly waiting: readonly string[]
  readonly notes: readonly string[]
  readonly labels: readonly string[]
  readonly events: readonly string[]
  /** What became of each proposal, by its sendId. */
  readonly proposals: ReadonlyMap<string, string>
  /** The texts of what this desk sends or has sent. */
  readonly written: readonly string[]
  /** Those of `waiting` whose chat this desk answered when it had entries that the database lost. */
  readonly answeredFromLost: readonly string[]
  /** Those of `waiting` whose chat this desk answered when a history had shown it what the journal brought later. */
  readonly answeredAhead: readonly string[]
  /** Those of `events` that another event equals byte for byte. */
  readonly equalEvents: readonly string[]
}

export function sharedView(tx: ReadTx): SharedView {
  const lines = (sql: string) => tx.all<{ line: string }>(sql).map(({ line }) => line)
  const chats = (line: string, where: string) =>
    lines(
      `select min(a.alias) || ' ' || ${line} as line from chat c join chat_alias a on a.chat = c.key
       where exists (select 1 from message m where m.chat = c.key and m.id_message is not null) and ${where}
       group by c.key order by 1`,
    )
  const waiting = `coalesce(c.waiting_at, '-')`
  const events = (where: string) =>
    lines(
      `select shared_id || ' ' || state as line from journal j
       where shared_id is not null and repeat_of is null and ${where} order by 1`,
    )
  return {
    chats: chats(`coalesce(c.assignee, '-') || ' ' || c.done_at`, '1'),
    waiting: chats(waiting, '1'),
    notes: lines(`select id || ' ' || text as line from note order by 1`),
    labels: lines(
      `select min(a.alias) || ' ' || l.name as line
       from chat_label s join label l on l.key = s.label join chat_alias a on a.chat = s.chat
       group by s.chat, l.key order by 1`,
    ),
    events: events('1'),
    proposals: new Map(
      tx
        .all<{ id: string; state: string }>('select send_id as id, state from proposal')
        .map(({ id, state }) => [id, state]),
    ),
    written: outboxRows(tx).map(({ text }) => text),
    answeredFromLost: chats(
      waiting,
      `exists (select 1 from outbox o where o.chat = c.key and o.seen_key is not coalesce(
         (select j.key from journal j where j.instance = o.instance and j.shared_n <= o.seen_n order by j.shared_n desc limit 1), 0))`,
    ),
    answeredAhead: chats(
      waiting,
      `exists (select 1 from outbox o join message m on m.chat = o.chat
         where o.chat = c.key and m.direction = 'incoming' and m.key < o.message and m.queue_order > o.seen_key)`,
    ),
    equalEvents: events(
      `raw in (select raw from journal where shared_id is not null group by raw having count(*) > 1)`,
    ),
  }
}

/** What a desk still has of a team although it left it, or the team does not share the instance any more. */
export const leftOfTeam = (tx: ReadTx): readonly string[] =>
  tx
    .all<{ what: string }>(
      `select 'what colleagues send (' || id || ')' as what from team_send s
         where message is null and state in ('queued', 'sending', 'uncertain')
           and not exists (select 1 from team_instance t where t.instance = s.instance)
       union all select 'an assignee' from chat c
         where assignee is not null and not exists (select 1 from team_instance t where t.instance = c.instance)
       union all select 'changes to upload' from team_pending_change p join chat c on c.key = p.chat
         where not exists (select 1 from team_instance t where t.instance = c.instance)
       union all select 'the days for which messages are kept' from meta where name = 'teamKeepDays' and ${hasNoTeam}
       union all select 'the program ' || name from program where team_id is not null and ${hasNoTeam}`,
    )
    .map(({ what }) => what)

const hasNoTeam = `not exists (select 1 from meta where name = 'team')`

/**
 * Events, marks, assignments, notes, labels and who waits since when are the same at all desks. Who answers what only a
 * history has shown them yet closes it at their own desk.
 * @param inDatabase ids of the notifications that somebody who joins gets: all that a desk has
 * @param isRestored the database went back in time: docs/team.md says what may differ then
 * @param closedApart chats that were closed at a desk while the team did not share them with it: nobody tells the team
 */
export function brokenTeamPromises(
  views: readonly SharedView[],
  isRestored: boolean,
  inDatabase: ReadonlyMap<string, string>,
  closedApart: ReadonlySet<string>,
): readonly string[] {
  const broken: string[] = []
  const [first] = views
  const chatOf = (line: string) => line.split(' ')[0] ?? ''
  const answeredFromLost = new Set(views.flatMap((view) => view.answeredFromLost.map(chatOf)))
  const answeredAhead = new Set(views.flatMap((view) => view.answeredAhead.map(chatOf)))
  const equalEvents = new Set(views.flatMap((view) => view.equalEvents))
  const mayDiffer = (part: keyof SharedView, line: string): boolean =>
    (part === 'waiting' && answeredAhead.has(chatOf(line))) ||
    ((part === 'waiting' || part === 'chats') && closedApart.has(chatOf(line))) ||
    (isRestored &&
      ((part === 'waiting' && answeredFromLost.has(chatOf(line))) || (part === 'events' && equalEvents.has(line))))
  for (const [desk, { events }] of views.entries())
    for (const event of events)
      if (!inDatabase.has(event.split(' ')[0] ?? ''))
        broken.push(`the database lacks "${event}", which desk ${desk} has`)
  for (const [desk, view] of views.entries())
    for (const part of ['chats', 'waiting', 'notes', 'labels', 'events'] as const) {
      const expected = first?.[part] ?? []
      for (const one of expected)
        if (!view[part].includes(one) && !mayDiffer(part, one))
          broken.push(`desk 0 alone has "${one}", not desk ${desk}`)
      for (const one of view[part])
        if (!expected.includes(one) && !mayDiffer(part, one)) broken.push(`desk ${desk} alone has "${one}", not desk 0`)
    }
  return broken
}

/**
 * A proposal is the same at all desks, and shown as sent where it is a message of one of them, and nowhere else. A desk
 * that first hears of it when it is closed does not have it.
 */
export function brokenProposalPromises(
  views: readonly SharedView[],
  isRestored: boolean,
  proposed: ReadonlyMap<string, { readonly isAnswered: boolean }>,
): readonly string[] {
  const broken: string[] = []
  for (const [text, { isAnswered }] of proposed) {
    if (!isAnswered) broken.push(`"${text}" was not answered`)
    const states = new Set(views.map(({ proposals }) => proposals.get(text) ?? 'missing'))
    if (!states.has('open') && states.size > 1) states.delete('missing')
    const isWritten = views.some(({ written }) => written.includes(text))
    const shown = [...states].join(' and ')
    if (states.size > 1 && !isRestored) broken.push(`"${text}" is ${shown}`)
    if (states.has('sent') !== isWritten)
      broken.push(`"${text}" is ${shown}, and was ${isWritten ? '' : 'not '}written`)
  }
  return broken
}

interface NotifiedMessage {
  readonly typeWebhook: string
  readonly timestamp: number
  readonly idMessage: string
}

/**
 * The webhook gets each message that came since it was there, those of a chat in their order, and each event under the
 * id of its entry.
 */
export function brokenWebhookPromises(
  world: Snapshot['instances'][number],
  isRestored: boolean,
  inDatabase: ReadonlyMap<string, string>,
  /** Bodies by the ids of their events, in the order in which they first came. */
  got: ReadonlyMap<string, string>,
  since: number,
): readonly string[] {
  const broken: string[] = []
  const messageOf = (raw: string) => JSON.parse(raw) as NotifiedMessage
  const arrived = new Set([...got.values()].map((body) => messageOf(body).idMessage))
  for (const [id, raw] of inDatabase) {
    const { typeWebhook, timestamp, idMessage } = messageOf(raw)
    const isMeant = typeWebhook === 'incomingMessageReceived' && timestamp * 1000 > since
    if (isMeant && !arrived.has(idMessage)) broken.push(`the webhook did not get ${idMessage} of entry ${id}`)
  }
  for (const id of got.keys())
    if (!isRestored && !inDatabase.has(id.slice(id.indexOf('-') + 1))) broken.push(`${id} of the webhook is no entry`)
  for (const { chatId, messages } of world.chats) {
    const written = messages.map(({ idMessage }) => idMessage)
    const places = [...arrived].map((id) => written.indexOf(id)).filter((place) => place >= 0)
    if (places.some((place, index) => place < (places[index - 1] ?? 0)))
      broken.push(`the webhook got the messages of ${chatId} in the order ${places.join()}`)
  }
  return broken
}
