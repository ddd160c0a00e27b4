import { expect, test } from 'vitest'
import type { ChatKey, LabelKey, MessageKey } from '../../../contract/ids.ts'
import type { KeepMessages } from '../../../contract/settings.ts'
import { labelWrites } from '../../annotations/tx/labels.ts'
import { archiveWrites } from '../../messages/archive/tx/archive-intents.ts'
import { readCompleteness } from '../../messages/archive/tx/read-completeness.ts'
import { historyWrites } from '../../history/tx/history-intents.ts'
import { ingest } from '../../messages/archive/tx/ingest.ts'
import { refreshSummary } from '../../messages/archive/tx/chat-summary.ts'
import type { SharedInstanceId } from '../../sharing/shared-ids.ts'
import { teamWrites } from '../../team/tx/team-intents.ts'
import { createTestArchive, testNow, testSeconds, type TestArchive } from '../../testing/create-test-archive.ts'
import { eraseSome } from './erase-some.ts'
import { programReads, programWrites } from '../../programs/tx/programs-intents.ts'
import { readKeeps } from './keep-days.ts'
import { countOld, retain, setKeep } from './retain-messages.ts'

const daySeconds = 86_400
const dayMs = daySeconds * 1000

/** A question and its answer from 100 days ago, and both again from two days ago: nobody waits, and all is read. */
function converse(archive: TestArchive, chatId = '200') {
  const at = (days: number, second = 0) => testSeconds - days * daySeconds + second
  const say = (type: 'incoming' | 'outgoing', text: string, timestamp: number): MessageKey => {
    const record = { type, timestamp, typeMessage: 'textMessage', textMessage: text, idMessage: `${chatId} ${text}` }
    return archive.give(chatId, [record])[0] as MessageKey
  }
  const keys = {
    oldQuestion: say('incoming', 'old question', at(100)),
    oldAnswer: say('outgoing', 'old answer', at(100, 60)),
    question: say('incoming', 'question', at(2)),
    answer: say('outgoing', 'answer', at(2, 60)),
  }
  return { ...keys, chat: archive.chat(chatId), say, at }
}

const keepDays = (days: number | null, more: Partial<KeepMessages> = {}): KeepMessages => ({
  ...{ days, instances: [], labels: [] },
  ...more,
})

function run({ tx }: TestArchive, keep: KeepMessages, now = testNow): void {
  setKeep(tx, keep)
  retain(tx, { now })
  while (eraseSome(tx).more);
}

const texts = ({ tx }: TestArchive, chat: ChatKey): readonly string[] =>
  tx.all<{ text: string }>('select text from message where chat = ? order by at, key', [chat]).map(({ text }) => text)

const all = ['old question', 'old answer', 'question', 'answer']
const recent = ['question', 'answer']

test('what was answered elsewhere a moment ago stays: the answer may prove to be a program’s', () => {
  using archive = createTestArchive()
  const say = (type: 'incoming' | 'outgoing', textMessage: string, timestamp: number) =>
    archive.give('300', [{ type, timestamp, typeMessage: 'textMessage', textMessage, idMessage: textMessage }])
  say('incoming', 'nobody answered', testSeconds - 100 * daySeconds)
  say('outgoing', 'not known whose', testSeconds - 60)
  run(archive, keepDays(30))
  expect(texts(archive, archive.chat('300'))).toEqual(['nobody answered', 'not known whose'])
  archive.setNow(testNow + dayMs)
  run(archive, keepDays(30), testNow + dayMs)
  expect(texts(archive, archive.chat('300'))).toEqual(['not known whose'])
})

test('a chat that was answered elsewhere a moment ago stays whole for a day, as one that waits', () => {
  using archive = createTestArchive()
  const { chat, say } = converse(archive)
  archive.tx.run('insert into reaction (chat, target_id, sender_id, emoji, at, tie) values (?, ?, ?, ?, ?, ?)', [
    ...[chat, 'not here', '200', '👍', testNow - 100 * dayMs, ''],
  ])
  say('incoming', 'now', testSeconds - 60)
  say('outgoing', 'not known whose', testSeconds - 30)
  const left = () => archive.tx.get<{ n: number }>('select count(*) as n from reaction')?.n
  run(archive, keepDays(30))
  expect(texts(archive, chat)).toEqual([...all, 'now', 'not known whose'])
  expect(left()).toBe(1)
  archive.setNow(testNow + dayMs)
  run(archive, keepDays(30), testNow + dayMs)
  expect(texts(archive, chat)).toEqual([...recent, 'now', 'not known whose'])
  expect(left()).toBe(0)
})

test('answers stay with what they answer in any number of chats, and the place of a removal takes no room for them', () => {
  using archive = createTestArchive()
  const { tx } = archive
  const chats = Array.from({ length: 150 }, (_, index) => converse(archive, String(1000 + index)))
  for (const { chat, oldQuestion } of chats)
    tx.run('update chat set draft_quote = ? where key = ?', [oldQuestion, chat])
  setKeep(tx, keepDays(30))
  retain(tx, { now: testNow })
  const place = () => tx.get<{ value: string }>(`select value from meta where name = 'retain'`)?.value ?? ''
  const first = place().length
  let longest = first
  while (eraseSome(tx).more) longest = Math.max(longest, place().length)
  for (const { chat } of chats) expect(texts(archive, chat)).toEqual(all)
  expect(longest - first).toBeLessThan(50)
})

type Scene = ReturnType<typeof converse> & { readonly archive: TestArchive }

/** What stays whatever its age, and what of it goes once that is over. */
const rules: readonly {
  readonly what: string
  readonly stays: readonly string[]
  /** More of what is kept than days. */
  readonly begin: (scene: Scene) => Partial<KeepMessages> | void
  readonly end?: (scene: Scene) => void
}[] = [
  { what: 'nothing of its own', begin: () => undefined, stays: recent },
  ...(['queued', 'sending', 'uncertain'] as const).map((state) => ({
    what: `a message that is ${state}`,
    begin: ({ archive: { tx, instance }, oldAnswer, chat }: Scene) =>
      void tx.run(
        `insert into outbox (message, instance, chat, seq, state, created_at, queued_at) values (?, ?, ?, 1, ?, 1, 1)`,
        [oldAnswer, instance, chat, state],
      ),
    stays: ['old answer', ...recent],
    end: ({ archive: { tx } }: Scene) => void tx.run(`update outbox set state = 'accepted'`),
  })),
  {
    what: 'a message that needs a person',
    begin: ({ archive: { tx, instance }, oldAnswer, chat }) =>
      void tx.run(
        `insert into outbox (message, instance, chat, seq, state, created_at, queued_at, needs_person)
         values (?, ?, ?, 1, 'failed', 1, 1, 1)`,
        [oldAnswer, instance, chat],
      ),
    stays: ['old answer', ...recent],
    end: ({ archive: { tx } }) => void tx.run('update outbox set needs_person = 0'),
  },
  {
    what: 'a message that the service holds',
    begin: ({ archive: { tx, instance }, oldAnswer, chat }) =>
      void tx.run(
        `insert into outbox (message, instance, chat, seq, state, created_at, queued_at, wait_kind)
         values (?, ?, ?, 1, 'accepted', 1, 1, 'held')`,
        [oldAnswer, instance, chat],
      ),
    stays: ['old answer', ...recent],
    end: ({ archive: { tx } }) => void tx.run('update outbox set wait_kind = null'),
  },
  {
    what: 'a message that a draft quotes, with its answer',
    begin: ({ archive: { tx }, oldQuestion, chat }) =>
      void tx.run('update chat set draft_quote = ? where key = ?', [oldQuestion, chat]),
    stays: all,
    end: ({ archive: { tx } }) => void tx.run('update chat set draft_quote = null'),
  },
  {
    what: 'a message that a draft quotes, with what was sent in the same moment',
    begin: ({ archive: { tx }, say, at, chat }) =>
      void tx.run('update chat set draft_quote = ? where key = ?', [say('incoming', 'old late', at(100, 60)), chat]),
    stays: ['old answer', 'old late', ...recent],
    end: ({ archive: { tx } }) => void tx.run('update chat set draft_quote = null'),
  },
  {
    what: 'an event that a program has not read, with its answer',
    begin: ({ archive: { tx, instance }, oldQuestion }) => {
      tx.run(
        `insert into program (id, name, name_key, purpose, protocol, state_since, created_at, groups, starts_after)
         values ('p', 'Bot', 'bot', '', 'pull', 1, 1, 1, 0)`,
      )
      tx.run('insert into program_cursor (program, instance, after) values (1, 0, 0)')
      tx.run(
        `insert into journal (instance, type_webhook, state, received_at, raw, raw_hash, bytes, tried_version, message)
         values (?, 'incomingMessageReceived', 'applied', 1, '', '', 0, '', ?)`,
        [instance, oldQuestion],
      )
    },
    stays: all,
    end: ({ archive: { tx } }) => void tx.run('update program_cursor set after = 99'),
  },
  {
    what: 'a chat that is snoozed',
    begin: ({ archive: { tx }, chat }) =>
      void tx.run('update chat set snoozed_until = 9e15, snoozed_key = 99, snoozed_last_at = 9e15 where key = ?', [
        chat,
      ]),
    stays: all,
    end: ({ archive: { tx } }) => void tx.run('update chat set snoozed_until = null'),
  },
  {
    what: 'a chat that a person marked unread',
    begin: ({ archive: { tx }, chat }) => void tx.run('update chat set marked_unread = 1 where key = ?', [chat]),
    stays: all,
    end: ({ archive: { tx } }) => void tx.run('update chat set marked_unread = 0'),
  },
  {
    what: 'a chat that waits for an answer',
    begin: ({ say, at }) => void say('incoming', 'and now', at(2, 120)),
    stays: [...all, 'and now'],
    end: ({ say, at }) => void say('outgoing', 'done', at(2, 180)),
  },
  {
    what: 'unread messages of a chat that was closed without a reply',
    begin: ({ archive: { tx }, chat }) => {
      tx.run(`delete from message where chat = ? and direction = 'outgoing'`, [chat])
      tx.run('update chat set done_at = 9e15, done_seen_at = 9e15 where key = ?', [chat])
      refreshSummary(tx, chat)
    },
    stays: ['old question', 'question'],
    end: ({ archive: { tx }, chat }) => {
      tx.run('update chat set read_at = 9e15, read_seen_at = 9e15 where key = ?', [chat])
      refreshSummary(tx, chat)
    },
  },
  {
    what: 'a chat with a label that keeps',
    begin: ({ archive: { tx }, chat }) => {
      const key = labelWrites['labels.save'](tx, { name: 'Contract' })
      tx.run('insert into chat_label (chat, label) values (?, ?)', [chat, key])
      return { labels: [key] }
    },
    stays: all,
    end: ({ archive: { tx } }) => void tx.run('delete from chat_label'),
  },
  {
    what: 'an instance with a value of its own',
    begin: ({ archive: { instance } }) => ({ instances: [{ instance, days: null }] }),
    stays: all,
  },
]

test.each(rules)('of $what the rule decides what stays, and it goes once that is over', ({ begin, stays, end }) => {
  using archive = createTestArchive()
  const scene = { archive, ...converse(archive) }
  const keep = keepDays(30, begin(scene) ?? {})
  const [rule] = readKeeps(archive.tx, keep)
  const before = rule?.days === 30 ? testNow - 30 * dayMs : 0
  const { messages } = countOld(archive.tx, { instance: archive.instance, before, labels: keep.labels, scan: null })
  const had = texts(archive, scene.chat)
  run(archive, keep)
  expect(texts(archive, scene.chat)).toEqual(stays)
  // What was shown is what went.
  expect(messages).toBe(had.length - stays.length)
  if (end === undefined) return
  end(scene)
  run(archive, keep)
  expect(texts(archive, scene.chat).filter((text) => text.startsWith('old'))).toEqual([])
  expect(archive.tx.get('select unread, waiting_at from chat where key = ?', [scene.chat])).toEqual({
    ...{ unread: 0, waiting_at: null },
  })
})

test('nothing is removed where no age is set, and a longer age later brings nothing back', () => {
  using archive = createTestArchive()
  const { chat, oldQuestion } = converse(archive)
  run(archive, keepDays(null))
  expect(texts(archive, chat)).toEqual(all)
  run(archive, keepDays(30))
  expect(texts(archive, chat)).toEqual(recent)
  run(archive, keepDays(3000))
  const records = ['old question', 'question'].map((text) => ({
    ...{ type: 'incoming', idMessage: `200 ${text}`, chatId: '200', typeMessage: 'textMessage', textMessage: text },
    timestamp: testSeconds - (text === 'question' ? 1 : 100) * daySeconds,
  }))
  for (const source of ['getChatHistory', 'lastIncomingMessages'] as const) {
    const chatId = source === 'getChatHistory' ? '200' : null
    archiveWrites['archive.ingest'](archive.tx, {
      instance: archive.instance,
      source,
      chatId,
      records,
      seenAt: testNow,
    })
  }
  expect(texts(archive, chat)).toEqual(recent)
  expect(oldQuestion).toBeGreaterThan(0)
  // A stranger's old message makes no chat either, and one that the queue brings only now was in nobody's sight.
  const old = { timestamp: testSeconds - 100 * daySeconds, typeMessage: 'textMessage', textMessage: 'late' }
  archive.give('300', [old], { live: false })
  expect(archive.tx.all(`select key from chat where chat_id = '300'`)).toEqual([])
  archive.give('300', [old], { live: true })
  expect(texts(archive, archive.chat('300'))).toEqual(['late'])
})

test('the history says that older messages are not kept, and asks the service for none', () => {
  using archive = createTestArchive()
  const { tx } = archive
  const { chat } = converse(archive)
  const window = { chat, oldestAt: testNow - 100 * dayMs, askedAt: testNow, reachedStart: true }
  historyWrites['history.recordWindow'](tx, window)
  expect(readCompleteness(tx, chat)).toMatchObject({ reachedStart: true, retainedFrom: null })
  run(archive, keepDays(30))
  const retainedFrom = testNow - 30 * dayMs
  expect(readCompleteness(tx, chat)).toMatchObject({ reachedStart: false, retainedFrom, completeFrom: retainedFrom })
  // The next window shows the old ones again, which stay out.
  historyWrites['history.recordWindow'](tx, window)
  expect(readCompleteness(tx, chat)).toMatchObject({ reachedStart: false, retainedFrom })
  // A chat that began since then is here from its start.
  archive.give('400', [{ timestamp: testSeconds - daySeconds, typeMessage: 'textMessage', textMessage: 'new' }])
  const later = { ...window, chat: archive.chat('400'), oldestAt: testNow - dayMs }
  historyWrites['history.recordWindow'](tx, later)
  expect(readCompleteness(tx, later.chat)).toMatchObject({ reachedStart: true, retainedFrom: null })
})

test('of a message go its effects and its events, and what waits for one that never came', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  const { chat, oldQuestion, question } = converse(archive)
  for (const [id, days] of [
    ['200 old question', 100],
    ['never came', 100],
    ['may come', 1],
    ['200 question', 100],
  ] as const) {
    const at = testNow - days * dayMs
    tx.run(`insert into reaction (chat, target_id, sender_id, emoji, at, tie) values (?, ?, 'a', 'b', ?, '')`, [
      chat,
      id,
      at,
    ])
    tx.run(`insert into edit (chat, target_id, tie, text, at) values (?, ?, '', 'before', ?)`, [chat, id, at])
    tx.run('insert into deletion (chat, target_id, at) values (?, ?, ?)', [chat, id, at])
    tx.run('insert into change_event (chat, id_message) values (?, ?)', [chat, id])
    tx.run(
      `insert into poll_choice (chat, target_id, voter, choices_json, is_event, at, tie) values (?, ?, 'a', '[]', 1, ?, '')`,
      [chat, id, at],
    )
  }
  for (const message of [oldQuestion, question])
    tx.run(
      `insert into team_send (id, instance, author, state, attempt, message) values (?, ?, 'her', 'accepted', 1, ?)`,
      [`send ${message}`, instance, message],
    )
  // A program that a person stopped holds nothing, and is told what it lost.
  const program = programWrites['programs.add'](tx, {
    ...{ id: 'abcdefgh', name: 'Bot', purpose: 'script', protocol: 'jsonl', rights: ['see'] },
    ...{ keyHash: 'x', keyExpiresAt: null, readWhenWritten: false, webhook: null, from: 0 },
    scope: { instances: null, kinds: null, labels: null, groups: true },
  })
  programWrites['programs.setState'](tx, { program, state: 'stopped' })
  for (const message of [oldQuestion, question])
    tx.run(
      `insert into journal (instance, type_webhook, state, received_at, raw, raw_hash, bytes, tried_version, message)
       values (?, 'x', 'applied', 1, '', '', 0, '', ?)`,
      [instance, message],
    )
  run(archive, keepDays(30))
  for (const table of ['reaction', 'edit', 'deletion', 'poll_choice'])
    expect(
      tx.all<{ id: string }>(`select target_id as id from ${table} order by id`).map(({ id }) => id),
      table,
    ).toEqual(['200 question', 'may come'])
  expect(tx.all('select message from journal')).toEqual([{ message: question }])
  expect(tx.all('select message from team_send')).toEqual([{ message: question }])
  expect(tx.all('select id_message from change_event')).not.toContainEqual({ id_message: '200 old question' })
  const read = { program, after: null, instance: null, limit: 10, maxBytes: 1_000_000 }
  expect(programReads['programs.feed'](tx, read).gaps).toMatchObject([{ events: 1 }])
})

test('a removal is made of small pieces, whatever it is made of, and none of them stops it', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  const { chat } = converse(archive)
  tx.run(
    `with recursive n (n) as (values (1) union all select n + 1 from n where n < 2000)
     insert into message (instance, chat, id_message, direction, at, at_source, tie, type_message, content_kind, content_json)
     select :instance, :chat, 'id' || n, 'incoming', :at + n, 'accepted', n, 'textMessage', 'text', '{}' from n`,
    { instance, chat, at: testNow - 90 * dayMs },
  )
  setKeep(tx, keepDays(30))
  retain(tx, { now: testNow })
  const changes = () => tx.get<{ n: number }>('select total_changes() as n')?.n ?? 0
  let pieces = 0
  for (let before = changes(), more = true; more; before = changes(), pieces += 1) {
    ;({ more } = eraseSome(tx))
    expect(changes() - before).toBeLessThan(1000)
  }
  expect(pieces).toBeGreaterThan(20)
  expect(texts(archive, chat)).toEqual(recent)
})

test('a run that begins anew in the middle removes the same, and a team’s journal brings nothing old', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  const chats = ['200', '201', '202', '203'].map((chatId) => converse(archive, chatId).chat)
  setKeep(tx, keepDays(30))
  retain(tx, { now: testNow })
  // Whatever was done, the next day begins from the oldest message again.
  for (let steps = 0, more = true; more; steps += 1) {
    if (steps === 1 || steps === 3) retain(tx, { now: testNow })
    ;({ more } = eraseSome(tx))
  }
  for (const chat of chats) expect(texts(archive, chat)).toEqual(recent)
  const at = testNow - 100 * dayMs
  const edit = { kind: 'edit', chatId: '200', targetId: '200 old question', text: 'old edit', at, tie: 'a' } as const
  const deletion = { kind: 'deletion', chatId: '200', targetId: '200 old answer', at } as const
  ingest(tx, instance, [{ ...edit, source: 'notification' }, deletion], { live: true, seenAt: testNow, isShared: true })
  expect(tx.all('select text from edit')).toEqual([])
  expect(tx.all('select at from deletion')).toEqual([])
})

test('another choice ends a removal that is under way', () => {
  using archive = createTestArchive()
  const { tx } = archive
  const { chat } = converse(archive)
  setKeep(tx, keepDays(30))
  retain(tx, { now: testNow })
  setKeep(tx, keepDays(null))
  while (eraseSome(tx).more);
  expect(texts(archive, chat)).toEqual(all)
  const label = 99 as LabelKey
  expect(() => setKeep(tx, keepDays(30, { labels: [label] }))).not.toThrow()
})

test('a team keeps messages for ever until it has said otherwise, whatever the team before said', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  const enter = (team: string | null) => teamWrites['team.setDesk'](tx, { desk: 'anna', team })
  const share = () => teamWrites['team.share'](tx, { instance, shared: 1 as SharedInstanceId })
  enter('first')
  share()
  teamWrites['team.recordKeep'](tx, { days: 30 })
  expect(readKeeps(tx)).toMatchObject([{ isTeams: true, days: 30 }])
  teamWrites['team.unshare'](tx, { instance })
  enter(null)
  enter('second')
  share()
  expect(readKeeps(tx)).toMatchObject([{ isTeams: true, days: null }])
})
