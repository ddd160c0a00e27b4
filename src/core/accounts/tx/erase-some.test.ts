import { expect, onTestFinished, test } from 'vitest'
import type { InstanceKey } from '../../../contract/ids.ts'
import { openTestDatabase, testNow } from '../../testing/open-test-database.ts'
import { accountWrites } from './accounts-intents.ts'

/** Rows that one piece may remove with all that goes in its wake: a few ms of the writer. */
const bearable = 1000

test('a history is erased in small pieces, whatever it is made of, and nothing of another one goes', () => {
  const database = openTestDatabase()
  onTestFinished(() => database[Symbol.dispose]())
  const { tx } = database
  // One commit for the whole test: what is looked at is the size of the pieces.
  tx.run('begin')
  const instances = ['1101000002', '1101000003'].map((idInstance) => {
    const added = accountWrites['accounts.add'](tx, {
      apiUrl: 'http://127.0.0.1',
      idInstance,
      family: 'v3',
      prefix: '/v3',
      name: idInstance,
      colour: 'teal',
      mode: 'full',
    })
    if (added.kind === 'exists') throw new Error('It is there already.')
    return added.instance.key
  })
  for (const instance of instances) fill(database.tx, instance)
  const [erased, remaining] = instances
  if (erased === undefined || remaining === undefined) throw new Error('There are no instances.')

  const eraseSome = () => accountWrites['accounts.eraseSome'](tx)
  const changes = () => tx.get<{ n: number }>('select total_changes() as n')?.n ?? 0
  accountWrites['accounts.detach'](tx, { key: erased, erase: true })
  for (let before = changes(), done = eraseSome(); done.more; before = changes(), done = eraseSome()) {
    if (done.requests !== null) accountWrites['accounts.recordRequestsErased'](tx, { instance: done.requests })
    expect(changes() - before).toBeLessThan(bearable)
  }
  const rest = (table: string) =>
    tx.all<{ instance: InstanceKey }>(`select distinct instance from ${table}`).map(({ instance }) => instance)
  for (const table of ['message', 'outbox', 'chat', 'person', 'journal', 'early_status'])
    expect(rest(table)).toEqual([remaining])
  for (const table of ['observation', 'reaction', 'edit', 'deletion', 'poll_choice', 'change_event'])
    expect(tx.get(`select count(*) as n from ${table}`)).toEqual({ n: 2000 })
  expect(tx.all('select key from instance where detached_at is not null')).toEqual([])
})

/** Many of everything that hangs on an instance, half of it on one chat. */
function fill(tx: ReturnType<typeof openTestDatabase>['tx'], instance: InstanceKey): void {
  const many = 'with recursive n (n) as (values (1) union all select n + 1 from n where n < 2000)'
  const params = { instance, now: testNow }
  const first = tx.get<{ key: number }>('select coalesce(max(key), 0) as key from chat')?.key ?? 0
  const run = (sql: string, more: object = {}) => tx.run(`${many} ${sql}`, { ...params, ...more })
  run(
    `insert into chat (key, instance, chat_id, kind) select :first + n, :instance, 'chat' || n, 'user' from n where :now > 0`,
    {
      first,
    },
  )
  run(`insert into person (instance, id, seen_at) select :instance, 'person' || n, :now from n`)
  run(`insert into journal (instance, type_webhook, state, received_at, raw, raw_hash, bytes, tried_version)
       select :instance, 'x', 'applied', :now, '', n, 0, '' from n`)
  run(
    `insert into early_status (instance, chat, id_message, source, raw, seen_at)
     select :instance, :first + 1, 'early' || n, 'notification', 'sent', :now from n`,
    { first },
  )
  run(
    `insert into message (key, instance, chat, id_message, direction, at, at_source, tie, type_message, content_kind, content_json)
     select :first + n, :instance, :first + case when n % 2 = 0 then 1 else n end, 'id' || n, 'outgoing', :now, 'accepted', n,
       'textMessage', 'text', '{}' from n`,
    { first },
  )
  run(
    `insert into outbox (message, instance, chat, seq, state, created_at, queued_at)
     select :first + n, :instance, :first + case when n % 2 = 0 then 1 else n end, n, 'accepted', :now, :now from n`,
    { first },
  )
  const only = (sql: string) => tx.run(`${many} ${sql}`, { first })
  only(`insert into observation (message, source, raw, status, seen_at) select :first + n, 'app', '', 'sent', 1 from n`)
  only(`insert into reaction (chat, target_id, sender_id, emoji, at, tie) select :first + 1, n, 'a', 'b', 1, '' from n`)
  only(`insert into edit (chat, target_id, tie, text, at) select :first + 1, n, '', '', 1 from n`)
  only(`insert into deletion (chat, target_id, at) select :first + 1, n, 1 from n`)
  only(`insert into change_event (chat, id_message) select :first + 1, n from n`)
  only(
    `insert into poll_choice (chat, target_id, voter, choices_json, is_event, at, tie) select :first + 1, n, 'a', '[]', 1, 1, '' from n`,
  )
}
