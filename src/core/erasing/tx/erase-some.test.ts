import { expect, onTestFinished, test } from 'vitest'
import type { InstanceKey } from '../../../contract/ids.ts'
import { openTestDatabase, testNow } from '../../testing/open-test-database.ts'
import { accountWrites } from '../../accounts/tx/accounts-intents.ts'
import { isErasedBody } from '../../messages/archive/tx/erased-people.ts'
import { readInstance } from '../../accounts/tx/read-instance.ts'
import { createTestArchive } from '../../testing/create-test-archive.ts'
import { markDeleted, persist } from '../../receiving/tx/inbox.ts'
import { receivingWrites } from '../../receiving/tx/receiving-intents.ts'
import { takeNotification } from '../../testing/take-notification.ts'
import { erasePerson, recordPersonErased } from './erase-person.ts'
import { programReads, programWrites } from '../../programs/tx/programs-intents.ts'
import { eraseSome, forgetUnshown, recordCopiesErased } from './erase-some.ts'

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

  const changes = () => tx.get<{ n: number }>('select total_changes() as n')?.n ?? 0
  accountWrites['accounts.detach'](tx, { key: erased, erase: true })
  for (let before = changes(), done = eraseSome(tx); done.more; before = changes(), done = eraseSome(tx)) {
    if (done.copies !== null) recordCopiesErased(tx, { instance: done.copies })
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

/** A store with three accounts, each with a chat named Yolanda Zappa, a message, a preview and a file. */
function threeHistories() {
  const database = openTestDatabase()
  onTestFinished(() => database[Symbol.dispose]())
  const { tx } = database
  const preview = (n: number) => `t${String(n).padStart(40, '0')}`
  const file = (n: number) => `f${String(n).padStart(40, '0')}`
  for (const n of [1, 2, 3]) tx.run(`insert into thumbnail (ref, mime_type, bytes) values (?, '', x'00')`, [preview(n)])
  const instances = [1, 2, 3].map((n) => {
    const added = accountWrites['accounts.add'](tx, {
      ...{ apiUrl: 'http://127.0.0.1', idInstance: `110200000${n}`, family: 'v3', prefix: '/v3' },
      ...{ name: String(n), colour: 'teal', mode: 'full' },
    })
    if (added.kind === 'exists') throw new Error('It is there already.')
    return added.instance.key
  })
  const give = (instance: InstanceKey, shown: readonly string[], ref: string) => {
    const chat = tx.run(`insert into chat (instance, chat_id, kind, title) values (?, ?, 'user', 'Yolanda Zappa')`, [
      instance,
      `chat of ${instance}`,
    ]).rowid
    const message = tx.run(
      `insert into message (instance, chat, id_message, direction, at, at_source, tie, type_message, content_kind, content_json)
       values (?, ?, ?, 'incoming', 1, 'accepted', '', 'textMessage', 'text', ?)`,
      [instance, chat, `of ${instance}`, JSON.stringify(shown)],
    ).rowid
    tx.run(`insert into media_file (ref, mime_type, bytes, created_at, used_at) values (?, '', 1, 1, 1)`, [ref])
    tx.run('insert into message_media (message, ref) values (?, ?)', [message, ref])
  }
  const erase = (key: InstanceKey | undefined) =>
    accountWrites['accounts.detach'](tx, { key: key ?? (0 as never), erase: true })
  const refs = (table: 'thumbnail' | 'media_file') =>
    tx.all<{ ref: string }>(`select ref from ${table} order by ref`).map(({ ref }) => ref)
  const step = () => {
    const done = eraseSome(tx)
    if (done.copies !== null) recordCopiesErased(tx, { instance: done.copies })
    return done
  }
  const files: string[] = []
  const finish = () => {
    for (let done = step(); ; done = step()) {
      files.push(...done.files)
      if (!done.more) return files
    }
  }
  return { tx, instances, give, preview, file, erase, refs, step, finish }
}

test('what a kept message shows stays when a second history is erased while the first one still is', () => {
  const { instances, give, preview, file, erase, refs, step, finish, tx } = threeHistories()
  const [kept, first, second] = instances
  if (kept === undefined || first === undefined || second === undefined) throw new Error('There are no instances.')
  give(kept, [preview(1), preview(2)], file(1))
  give(first, [preview(1)], file(2))
  give(second, [preview(2), preview(3)], file(3))
  erase(first)
  // Until the look through the messages has passed those that are kept.
  while (tx.get(`select 1 from meta where name = 'erasePreviews'`) === undefined) step()
  erase(second)
  finish()
  expect(refs('thumbnail')).toEqual([preview(1), preview(2)])
  expect(refs('media_file')).toEqual([file(1)])
})

test('an instance that is added again while its history goes is another one, which stays', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  const { idInstance, apiUrl, family, prefix, name, colour, mode } = readInstance(tx, instance)
  accountWrites['accounts.detach'](tx, { key: instance, erase: true })
  const added = accountWrites['accounts.add'](tx, { idInstance, apiUrl, family, prefix, name, colour, mode })
  if (added.kind !== 'added') throw new Error(added.kind)
  while (eraseSome(tx).copies === null);
  expect(tx.all('select key, id_instance as id from instance')).toEqual([{ key: added.instance.key, id: idInstance }])
})

test('a preview that a new message shows while it is to go stays', () => {
  const { instances, give, preview, file, erase, refs, step, finish, tx } = threeHistories()
  const [kept, first] = instances
  if (kept === undefined || first === undefined) throw new Error('There are no instances.')
  give(kept, [], file(1))
  give(first, [preview(1), preview(2)], file(2))
  erase(first)
  while (tx.get(`select 1 from meta where name = 'erasePreviews'`) === undefined) step()
  // A message that is passed already gets it, as ingest stores it.
  tx.run(`insert into thumbnail (ref, mime_type, bytes) values (?, '', x'00') on conflict do nothing`, [preview(1)])
  tx.run('update message set content_json = ? where instance = ?', [JSON.stringify([preview(1)]), kept])
  finish()
  expect(refs('thumbnail')).toContain(preview(1))
  expect(refs('thumbnail')).not.toContain(preview(2))
})

test('a file that nothing names goes with an erased history', () => {
  const { instances, erase, file, refs, finish, tx } = threeHistories()
  tx.run(`insert into media_file (ref, mime_type, bytes, created_at, used_at) values (?, '', 1, 1, 1)`, [file(9)])
  erase(instances[0])
  expect(finish()).toContain(file(9))
  expect(refs('media_file')).toEqual([])
})

test('no search index of the store holds a word of an erased history', () => {
  const { instances, give, erase, finish, file, tx } = threeHistories()
  const [first] = instances
  if (first === undefined) throw new Error('There are no instances.')
  give(first, [], file(1))
  const chat = tx.get<{ key: number }>('select key from chat where instance = ?', [first])?.key ?? 0
  tx.run(`insert into message_fts (rowid, body, mark) values (7, 'quetzal', 'in')`)
  tx.run('update message set fts = 7 where chat = ?', [chat])
  const note = tx.run(`insert into note (id, chat, text, at) values ('n', ?, 'jackdaw', 1)`, [chat]).rowid
  tx.run(`insert into note_fts (rowid, body) values (?, 'jackdaw')`, [note])
  const tables = tx
    .all<{ name: string }>(`select name from sqlite_schema where sql like 'create virtual table%using fts5%'`)
    .map(({ name }) => name)
  // Pages of an index beside its two records of itself.
  const pages = (table: string) =>
    tx.get<{ n: number }>(`select count(*) as n from ${table}_data where id > 10`)?.n ?? 0
  expect(tables.toSorted()).toEqual(['message_fts', 'name_fts', 'note_fts'])
  for (const table of tables) expect(pages(table), table).toBeGreaterThan(0)
  erase(first)
  finish()
  for (const table of tables) expect(pages(table), table).toBe(0)
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
     select :instance, :first + 1, 'early' || n, 'notification', 'sent', :now from n where n % 2 = 0`,
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

/** An archive into which a person writes, and from which she is erased. */
function createPersonWhoWrites() {
  const archive = createTestArchive()
  onTestFinished(() => archive[Symbol.dispose]())
  const { tx, instance, chat } = archive
  const received = (idMessage: string, text: string) => ({
    ...{ instance, receiptId: '1', receivedAt: testNow, isJson: true, isQueueComplete: true },
    raw: JSON.stringify({
      typeWebhook: 'incomingMessageReceived',
      instanceData: { idInstance: 1101000001, wid: '79990000000@c.us', typeInstance: 'whatsapp' },
      timestamp: testNow / 1000,
      ...{ idMessage, senderData: { chatId: '79991112233@c.us', sender: '79991112233@c.us', senderName: 'Yolanda' } },
      messageData: { typeMessage: 'textMessage', textMessageData: { textMessage: text } },
    }),
  })
  const eraseAll = () => {
    for (let done = eraseSome(tx); done.more; done = eraseSome(tx))
      if (done.copies !== null) recordCopiesErased(tx, { instance: done.copies })
      else if (done.person !== null) recordPersonErased(tx, done.person)
  }
  return {
    tx,
    instance,
    texts: () => tx.all<{ text: string }>('select text from message').map(({ text }) => text),
    bodies: () => tx.all<{ raw: string }>('select raw from inbox union all select raw from journal'),
    store: (idMessage: string, text: string) => persist(tx, received(idMessage, text)),
    receive: (idMessage: string, text: string) => takeNotification(tx, { ...received(idMessage, text), version: '1' }),
    apply: () => receivingWrites['receiving.applyInbox'](tx, { version: '1', limit: 100, budgetMs: Infinity }),
    erase: () => erasePerson(tx, { chat: chat('79991112233'), salt: 'salt' }),
    eraseAll,
  }
}

test('what the service hands out again after its person was erased is nothing new, and what the person writes then is', () => {
  const { tx, texts, bodies, store, apply, receive, erase, eraseAll } = createPersonWhoWrites()
  receive('A1', 'before')
  expect(texts()).toEqual(['before'])
  erase()
  eraseAll()

  const again = store('A1', 'before')
  expect(JSON.stringify(bodies()), 'while it waits').not.toContain('before')
  expect(apply().applied).toMatchObject([{ event: again, repeat: true, noticeCandidates: [] }])
  expect(texts()).toEqual([])
  expect(tx.all('select key from journal')).toEqual([])
  const next = receive('A2', 'after')
  expect(next.event, 'its key is its own').toBeGreaterThan(again)
  expect(texts()).toEqual(['after'])
})

test('of events that name the person those are remembered that the service may hand out again', () => {
  const { tx, instance, receive, erase, eraseAll } = createPersonWhoWrites()
  receive('A1', 'before')
  const long = testNow - 2 * 86_400_000
  for (const [hash, receivedAt, deletedAt] of [
    ['not confirmed', long, null],
    ['a copy may wait', testNow, testNow],
    ['gone', long, long],
  ] as const)
    tx.run(
      `insert into journal (instance, type_webhook, state, received_at, deleted_at, raw, raw_hash, bytes, tried_version)
       values (?, 'somethingElse', 'applied', ?, ?, '{"of":"79991112233"}', ?, 2, '1')`,
      [instance, receivedAt, deletedAt, hash],
    )
  erase()
  eraseAll()
  const isRemembered = (hash: string) => isErasedBody(tx, { instance, hash })
  expect(['not confirmed', 'a copy may wait', 'gone'].map(isRemembered)).toEqual([true, true, false])
})

test('a redelivery that waits to be applied goes with its person', () => {
  const { texts, bodies, store, apply, receive, erase, eraseAll } = createPersonWhoWrites()
  receive('A1', 'before')
  store('A1', 'before')
  erase()
  eraseAll()
  expect(JSON.stringify(bodies())).not.toContain('before')
  apply()
  expect(texts()).toEqual([])
  expect(bodies()).toEqual([])
})

test('a copy that waited in the queue while its person was erased stays out, and out of the log of requests', () => {
  const { tx, instance, texts, store, apply, receive, erase, eraseAll } = createPersonWhoWrites()
  const { event } = receive('A1', 'before')
  markDeleted(tx, instance, [{ event, at: testNow, result: 'done' }])
  erase()
  eraseAll()

  const again = store('A1', 'before')
  expect(apply().applied).toMatchObject([{ event: again, isErased: true, noticeCandidates: [] }])
  expect(texts()).toEqual([])
  expect(eraseSome(tx), 'the answer with it goes from the log of requests').toMatchObject({ person: { ids: ['A1'] } })
  eraseAll()
  expect(tx.all(`select value from meta where value like '%A1%'`)).toEqual([])
})

test('with a person go what was asked and decided about the number, and a program is told which events it lost', () => {
  const { tx, instance, receive, erase, eraseAll } = createPersonWhoWrites()
  const program = programWrites['programs.add'](tx, {
    ...{ id: 'abcdefgh', name: 'Bot', purpose: 'script', protocol: 'jsonl', rights: ['see'] },
    ...{ keyHash: 'x', keyExpiresAt: null, readWhenWritten: false, webhook: null, from: 0 },
    scope: { instances: null, kinds: null, labels: null, groups: true },
  })
  receive('A1', 'before')
  const [person, other] = ['79991112233', '79994445566']
  for (const phone of [person, other]) {
    tx.run('insert into account_check (instance, phone, found, checked_at) values (?, ?, 1, 1)', [instance, phone])
    tx.run(`insert into chat_apart (instance, one, other) values (?, ?, 'x@lid')`, [instance, `${phone}@c.us`])
  }
  erase()
  eraseAll()
  expect(tx.all('select phone from account_check')).toEqual([{ phone: other }])
  expect(tx.all('select one from chat_apart')).toEqual([{ one: `${other}@c.us` }])
  const read = { program, after: null, instance: null, limit: 10, maxBytes: 1_000_000 }
  expect(programReads['programs.feed'](tx, read)).toMatchObject({ events: [], gaps: [{ events: 1 }] })
})

test('keys of what was never applied go with the history, and are given to nothing else', () => {
  const { tx, instance, store, eraseAll } = createPersonWhoWrites()
  const last = store('A1', 'never applied')
  accountWrites['accounts.detach'](tx, { key: instance, erase: true })
  eraseAll()
  const added = accountWrites['accounts.add'](tx, {
    ...{ apiUrl: 'http://127.0.0.1', idInstance: '1101000009', family: 'v3', prefix: '/v3' },
    ...{ name: 'Another', colour: 'teal', mode: 'full' },
  })
  if (added.kind === 'exists') throw new Error('It is there already.')
  const body = { receiptId: '1', receivedAt: testNow, isJson: true, isQueueComplete: true, raw: '{}' }
  expect(persist(tx, { ...body, instance: added.instance.key })).toBeGreaterThan(last)
})

test('a file stays as long as anything shows it', () => {
  const { tx, receive } = createPersonWhoWrites()
  receive('A1', 'before')
  const shownBy = {
    message: `insert into message_media (message, ref) select key, :ref from message`,
    composer: `insert into upload (id, chat, position, name, bytes, created_at, ref) select 'u', key, 1, 'a', 1, 1, :ref from chat`,
    program: `insert into program_upload (id, program, name, bytes, ref, created_at) values ('p', 1, 'a', 1, :ref, 1)`,
    quickReply: `insert into quick_reply_file (id, reply, position, name, bytes, ref) values ('q', 1, 1, 'a', 1, :ref)`,
    chat: `update chat set avatar_ref = :ref`,
    account: `update instance set avatar_ref = :ref`,
  }
  tx.run(`insert into quick_reply (key, name, name_key, text) values (1, 'a', 'a', 'a')`)
  programWrites['programs.add'](tx, {
    ...{ id: 'abcdefgh', name: 'Bot', purpose: 'script', protocol: 'jsonl', rights: ['send'] },
    ...{ keyHash: 'x', keyExpiresAt: null, readWhenWritten: false, webhook: null, from: 0 },
    scope: { instances: null, kinds: null, labels: null, groups: true },
  })
  const refs = [...Object.keys(shownBy), 'nothing'].map((name) => `f${name}`)
  for (const ref of refs)
    tx.run(`insert into media_file (ref, mime_type, bytes, created_at, used_at) values (?, '', 1, 1, 1)`, [ref])
  for (const [name, sql] of Object.entries(shownBy)) tx.run(sql, { ref: `f${name}` })
  expect(forgetUnshown(tx, refs)).toEqual(['fnothing'])
})
