/**
 * Bugs that somebody could make, one for each promise: the simulation must notice each within {@link mostSeeds} seeds
 * of one desk, or in its `plan`. In `file` the one place of `text` becomes `replacement`.
 */
export const seededBugs = [
  {
    name: 'a notification is deleted before it is stored',
    file: 'src/core/receiving/notification-sink.ts',
    text: `      const { event } = await withMarks((deleted) =>
        store.write('receiving.persist', { ...received, instance, deleted }),
      )
      onPersisted()
      return { deleted: (result, at) => void marks.push({ event, result, at }) }`,
    replacement: `      const written = withMarks((deleted) =>
        store.write('receiving.persist', { ...received, instance, deleted }),
      )
      written.then(onPersisted, () => undefined)
      return { deleted: (result, at) => void written.then(({ event }) => marks.push({ event, result, at }), () => 0) }`,
  },
  {
    name: 'commits are answered before they are flushed',
    file: 'src/core/store/engine/group-commit.ts',
    text: '{ intents: 64, ms: 20, flushed: true }',
    replacement: '{ intents: 64, ms: 20, flushed: false }',
  },
  {
    name: 'a redelivery is not recognised',
    file: 'src/core/receiving/tx/inbox.ts',
    text: 'const repeatOf = unconfirmed(tx, instance, hash)',
    replacement: 'const repeatOf = unconfirmed(tx, instance, `x${hash}`)',
  },
  {
    name: 'a body that was cut three times is stored',
    file: 'src/core/receiving/rules/queue-head.ts',
    text: 'sameMs: 3 * 60_000, anyMs: 15 * 60_000',
    replacement: 'sameMs: 0, anyMs: 2_000',
    plan: 'simulation/corpus/answers-cut-for-seconds.json',
  },
  {
    name: 'a salvage leaves out what the frames behind the damaged one lost',
    file: 'src/core/schema/salvaged-schema.ts',
    text: '  restore: restoreLost,',
    replacement: '  restore: () => void restoreLost,',
    plan: 'simulation/corpus/page-split-lost-by-a-power-cut.json',
  },
  {
    name: 'journals that stand for the queue are read for a day after a longer absence',
    file: 'src/core/history/keep-fresh.ts',
    text: `      return Math.ceil((now - read) / minuteMs) + overlapMinutes
    }
    const oldest = Math.min(...journals.map((name) => reads[name] ?? Infinity))`,
    replacement: `      return Math.min(dayMinutes, Math.ceil((now - read) / minuteMs) + overlapMinutes)
    }
    const oldest = Infinity`,
    plan: 'simulation/corpus/weekend-without-a-queue.json',
  },
  {
    name: 'what was being sent when the process died is sent again',
    file: 'src/core/sending/tx/record-outcome.ts',
    text: "if (row.state === 'sending') storeOutcome(tx, row, { kind: 'uncertain', text: '', why: 'programEnded' })",
    replacement: "if (row.state === 'sending') updateOutbox(tx, row.message, { state: 'queued', next_try_at: 0 })",
  },
  {
    name: 'a lost answer counts as not sent',
    file: 'src/api/answers/send-outcome.ts',
    text: "return error.mayHaveLeft ? { kind: 'uncertain', error }",
    replacement: "return error.mayHaveLeft && error.reason !== 'reset' ? { kind: 'uncertain', error }",
  },
  {
    name: 'a message is not marked before its request',
    file: 'src/core/sending/tx/take-due.ts',
    text: "...{ state: 'sending', attempts: attempt,",
    replacement: "...{ state: 'queued', attempts: attempt,",
  },
  {
    name: 'a sendId is forgotten once its message is stored',
    file: 'src/core/sending/tx/enqueue.ts',
    text: '`select message, chat from outbox where send_id = :sendId\n',
    replacement: '`select message, chat from outbox where send_id = :sendId and created_at > ${tx.now - 300}\n',
  },
  {
    name: 'a cancelled sendId is forgotten',
    file: 'src/core/sending/tx/enqueue.ts',
    text: 'union all select message, chat from cancelled_send where send_id = :sendId limit 1',
    replacement: 'union all select message, chat from cancelled_send where send_id = :sendId and 0 limit 1',
  },
  {
    name: 'Undo reports success of what has left',
    file: 'src/core/sending/tx/sending-intents.ts',
    text: "    if (findOutbox(tx, message)?.state !== 'queued') continue\n    const { instance, chat, text } = cancel(tx, { message })",
    replacement: `    const known = findOutbox(tx, message)
    if (known === null) continue
    const { instance, chat, text } = known.state === 'queued' ? cancel(tx, { message }) : { ...known, text: '' }`,
  },
  {
    name: 'a scheduled message goes with the next release whatever its time',
    file: 'src/core/sending/tx/scheduled.ts',
    text: 'where due_at is not null and parked = 0 and due_at <= ? order by',
    replacement: 'where due_at is not null and parked = 0 and due_at <= ? + 3e9 order by',
  },
  {
    name: 'a message is looked for by the time of its request alone',
    file: 'src/core/messages/outbox/tx/match-record.ts',
    text: 'sentAtNow: row.sendingSince === null ? null : row.sendingSince + offset,',
    replacement: 'sentAtNow: null,',
    plan: 'simulation/corpus/answer-lost-while-service-clock-wrong.json',
  },
  {
    name: 'a status that came before its message is forgotten',
    file: 'src/core/messages/statuses/tx/observe.ts',
    text: "    tx.run('delete from early_status where key = ?', [row.key])\n",
    replacement: "    tx.run('delete from early_status where key = ?', [row.key])\n    if (row.raw !== '') continue\n",
  },
  {
    name: 'a status moves backwards',
    file: 'src/core/messages/statuses/rules/derive-status.ts',
    text: 'if (rank > (best === undefined ? 0 : statusRank(best.status))) best = observation',
    replacement: 'if (rank > 0) best = observation',
  },
  {
    name: 'a status is stored once for each source',
    file: 'src/core/messages/statuses/rules/observation.ts',
    text: "row.source === 'notification' && same(row) && row.service_at === next.serviceAt)",
    replacement: "row.source === 'notification')",
    plan: 'simulation/corpus/statuses-by-notifications.json',
  },
  {
    name: 'a message counts as delivered after it was read',
    file: 'src/core/messages/statuses/rules/derive-status.ts',
    text: '  delivered: 7,\n  read: 8,',
    replacement: '  delivered: 8,\n  read: 7,',
  },
  {
    name: 'an uncertain message counts as an answer',
    file: 'src/core/messages/archive/tx/chat-summary.ts',
    text: "and (m.status is not 'uncertain' or o.state = 'dismissed')",
    replacement: '',
  },
  {
    name: 'closing a chat covers what was not on the screen',
    file: 'src/core/reading/tx/chats.ts',
    text: "'chats.setDone'(tx: Tx, { chat, upTo }: Input<'chats.setDone'>): ChatChange {\n",
    replacement:
      "'chats.setDone'(tx: Tx, { chat }: Input<'chats.setDone'>): ChatChange {\n    const upTo = null as MessageKey | null\n",
    plan: 'simulation/corpus/written-while-the-chat-is-closed.json',
  },
  {
    name: 'a snooze goes on although the customer writes',
    file: 'src/core/messages/archive/tx/chat-summary.ts',
    text: '  if (written !== undefined)\n',
    replacement: '  if (written === undefined && chat < 0)\n',
  },
  {
    name: 'a snooze does not end with its time',
    file: 'src/core/reading/tx/chats.ts',
    text: 'return { nextAt: next?.at ?? null }',
    replacement: 'return { nextAt: null }',
    plan: 'simulation/corpus/snooze-that-nobody-ends.json',
  },
  {
    name: 'a snooze does not end with what a history shows',
    file: 'src/core/messages/archive/tx/chat-summary.ts',
    text: '(m.live = 1 or m.at >= :lastAt)',
    replacement: 'm.live = 1',
    plan: 'simulation/corpus/snooze-ended-by-a-journal.json',
  },
  {
    name: 'a snooze ends by the times of the clock',
    file: 'src/core/messages/archive/tx/chat-summary.ts',
    text: 'm.key > :key\n',
    replacement: 'm.seen_at > coalesce((select max(e.seen_at) from message e where e.key <= :key), 0)\n',
    plan: 'simulation/corpus/snooze-ended-by-a-journal.json',
  },
  {
    name: 'Undo of Done opens what was closed since',
    file: 'src/core/reading/tx/change-chat.ts',
    text: 'if (current === null || JSON.stringify(current) !== JSON.stringify(marksIn(after))) return false',
    replacement: 'if (current === null) return false',
    plan: 'simulation/corpus/undo-after-done.json',
  },
  {
    name: 'Undo of Done leaves nothing closed',
    file: 'src/core/reading/tx/change-chat.ts',
    text: 'changeChat(tx, chat, marksIn(before))',
    replacement: "changeChat(tx, chat, { ...marksIn(before), ...('done_at' in after ? { done_at: 0 } : {}) })",
    plan: 'simulation/corpus/undo-after-done.json',
  },
  {
    name: 'a deletion that came before its message is forgotten',
    file: 'src/core/messages/archive/tx/effects.ts',
    text: 'return deletion === undefined || result.deleted ? result',
    replacement: 'return deletion === undefined || !result.deleted ? result',
  },
  {
    name: 'a later own message hides what the phone answered',
    file: 'src/core/messages/archive/tx/chat-summary.ts',
    text: "  return [markOf('here'), markOf('colleague'), markOf('elsewhere')]",
    replacement: `  const [mine, phone] = [markOf('here'), markOf('elsewhere')]
  return mine.at > phone.at ? [mine, noMark, noMark] : [noMark, noMark, phone]`,
  },
  {
    name: 'what a program wrote is an answer',
    file: 'src/core/schema/sending-tables.ts',
    text: "case when new.program is null then 'here' else 'program' end",
    replacement: "'here'",
  },
  {
    name: 'the place in the queue counts for nothing',
    file: 'src/core/messages/archive/tx/chat-summary.ts',
    text: 'coalesce(m.queue_order < :${mark}Queue, 0) = 0',
    replacement: 'coalesce(m.queue_order < :${mark}Queue, 0) in (0, 1)',
    plan: 'simulation/corpus/phone-answer-before-the-queue.json',
  },
  {
    name: 'what was written by phone is no answer',
    file: 'src/core/messages/archive/tx/chat-summary.ts',
    text: "markOf('colleague'), markOf('elsewhere')]",
    replacement: "markOf('colleague'), noMark]",
  },
  {
    name: 'a message that is found at the service stays uncertain',
    file: 'src/core/messages/outbox/tx/match-record.ts',
    text: "  if (row.state !== 'uncertain' && row.state !== 'dismissed') return",
    replacement: "  if (row.state !== 'dismissed') return",
  },
  {
    name: "a program's cursor goes one event too far",
    file: 'src/core/programs/feed/tx/cursors.ts',
    text: 'do update set after = excluded.after where',
    replacement: 'do update set after = excluded.after + 1 where',
  },
  {
    name: "a program's sendId is forgotten",
    file: 'src/core/sending/tx/program-sends.ts',
    text: "cancelled_at from program_send where key = ?'",
    replacement: "cancelled_at from program_send where key = ? and 0'",
  },
  {
    name: 'a page for a program that is full counts as read to its end',
    file: 'src/core/programs/feed/tx/feed.ts',
    text: 'return { events, scannedTo: row.position, more: row.position < newest }',
    replacement: 'return { events, scannedTo: to, more: to < newest }',
  },
  {
    name: 'a redelivery is an event for programs',
    file: 'src/core/programs/feed/tx/feed.ts',
    text: 'export const isGiven = `j.repeat_of is null and ',
    replacement: 'export const isGiven = `',
  },
  {
    name: 'an erased person stays in the index of messages',
    file: 'src/core/erasing/tx/erase-some.ts',
    text: "['message_fts', 'note_fts', 'name_fts'].map(",
    replacement: "['note_fts', 'name_fts'].map(",
    plan: 'simulation/corpus/guest-with-a-note-erased.json',
  },
  {
    name: 'an erased person stays in the index of notes',
    file: 'src/core/erasing/tx/erase-some.ts',
    text: "['message_fts', 'note_fts', 'name_fts'].map(",
    replacement: "['message_fts', 'name_fts'].map(",
    plan: 'simulation/corpus/guest-with-a-note-erased.json',
  },
  {
    name: 'an erased person stays in the index of names',
    file: 'src/core/erasing/tx/erase-some.ts',
    text: "['message_fts', 'note_fts', 'name_fts'].map(",
    replacement: "['message_fts', 'note_fts'].map(",
    plan: 'simulation/corpus/guest-with-a-note-erased.json',
  },
  {
    name: 'an erased person stays in a store that was set aside',
    file: 'src/core/assemble-core.ts',
    text: `async erasePerson(ids) {
        removeSetAside(join(dataDir, storeFileName))`,
    replacement: 'async erasePerson(ids) {',
    plan: 'simulation/corpus/guest-in-a-store-set-aside.json',
  },
  {
    name: 'what can be taken back stands in the database of the team',
    file: 'src/core/team/sends/tx/team-sends.ts',
    text: 'if (isUndoable(tx, row.message)) break',
    replacement: 'if (isUndoable === null) break',
    plan: 'simulation/corpus/taken-back-in-a-team.json',
  },
  {
    name: 'a done mark is not told to the team',
    plan: 'simulation/corpus/a-team-at-work.json',
    file: 'src/core/team/chats/shared-chats.ts',
    text: '    await database.keeping(team.markChat(instance, chatId, at === 0 ? null : at))',
    replacement: '    if (at === 0) await database.keeping(team.markChat(instance, chatId, null))',
  },
  {
    name: 'a label that a colleague takes off stays',
    file: 'src/core/team/chats/tx/team-annotations.ts',
    text: 'putLabel(tx, chat, label) : takeLabelOff(tx, chat, label)',
    replacement: 'putLabel(tx, chat, label) : takeLabelOff === undefined',
    plan: 'simulation/corpus/a-team-at-work.json',
  },
  {
    name: 'two persons send one proposal',
    file: 'src/team/schema/7-programs.sql',
    text: "else its.state = 'open' and not is_claimed end;",
    replacement: "else its.state in ('open', 'sent') and not is_claimed end;",
    plan: 'simulation/corpus/a-team-at-work.json',
  },
  {
    name: 'a proposal that nobody wrote stays sent',
    file: 'src/core/proposals/proposal-sync.ts',
    text: "if (toReopen.length > 0) await team.actOnProposals(toReopen, 'reopen')",
    replacement: 'if (toReopen.length > 0) return',
    plan: 'simulation/corpus/a-team-at-work.json',
  },
  {
    name: 'any member takes a desk out of the team',
    plan: 'simulation/corpus/a-team-at-work.json',
    file: 'src/team/schema/5-sends.sql',
    text: "if not pg_has_role(session_user, 'switchboard_administrator', 'member') or not switchboard.may_act() then raise",
    replacement: 'if not switchboard.may_act() then raise',
  },
  {
    name: 'a desk receives on after its lease is over',
    plan: 'simulation/corpus/quiet-while-database-out-of-reach.json',
    file: 'src/core/team/leases/lease-holder.ts',
    text: 'return now.monotonic - renewedAt.monotonic >= leaseMs || Math.abs(now.wall - renewedAt.wall) >= leaseMs',
    replacement: 'return now.monotonic - renewedAt.monotonic >= 60 * leaseMs && now.wall > 0',
  },
  {
    name: 'a token that is renewed right after its instance is shared is lost',
    plan: 'simulation/corpus/out-of-the-team-and-back.json',
    file: 'src/core/team/membership/shared-instances.ts',
    text: '        await recordToken(instance, hashOf(sealed))\n',
    replacement: '',
  },
  {
    name: 'a renewed token reaches the team hours later',
    plan: 'simulation/corpus/out-of-the-team-and-back.json',
    file: 'src/core/team/membership/shared-instances.ts',
    text: "{ priority: 'view', purpose: 'token.try'",
    replacement: "{ priority: 'background', purpose: 'token.try'",
  },
  {
    name: 'a desk that left its team keeps the days of retention',
    plan: 'simulation/corpus/out-of-the-team-and-back.json',
    file: 'src/core/team/tx/team-intents.ts',
    text: '    recordTeamKeep(tx, { days: null })\n',
    replacement: '',
  },
  {
    name: 'an open send of a colleague stays when its instance leaves the team',
    plan: 'simulation/corpus/out-of-the-team-and-back.json',
    file: 'src/core/team/tx/team-intents.ts',
    text: '    forgetColleagues(tx, instance)\n',
    replacement: '',
  },
  {
    name: 'an answer closes what its writer had no notification of',
    plan: 'simulation/corpus/out-of-the-team-and-back.json',
    file: 'src/core/messages/outbox/tx/seen-notification.ts',
    text: ')?.key ?? 0)',
    replacement: ')?.key ?? null)',
  },
]

/** What a bug may take to be noticed. */
export const mostSeeds = 60
