import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatChange, ChatFilter } from '../../../contract/chats.ts'
import type { Scope } from '../../../contract/ids.ts'
import { isMuted } from '../../../contract/notice-text.ts'
import { accountReads } from '../../accounts/tx/accounts-intents.ts'
import type { DeskId, SharedInstanceId } from '../../sharing/shared-ids.ts'
import { takeChat } from '../../sharing/tx/team-chats.ts'
import { setMeta } from '../../store/sql.ts'
import { teamWrites } from '../../team/tx/team-intents.ts'
import { testNow, testSeconds } from '../../testing/create-test-archive.ts'
import { sized } from '../../testing/marathon.ts'
import { openReading } from '../testing/open-reading.ts'
import { chatReads, chatWrites } from './chats.ts'

const boss = 'desk of the boss' as DeskId
const yara = 'desk of Yara' as DeskId
const chatIds = ['79990001122@c.us', '79990001133@c.us', '120363000000000001@g.us', '120363000000000002@newsletter']
/** What a step does, to which chat of which instance. Customers write more often than anything else happens. */
const acts = [
  ...([
    'customer',
    'customer',
    'customer',
    'own',
    'later',
    'read',
    'unread',
    'mute',
    'unmute',
    'archive',
    'restore',
  ] as const),
  ...(['snooze', 'wake', 'done', 'pin', 'draft', 'give to me', 'give to Yara', 'give to nobody', 'undo'] as const),
]
const steps = fc.array(fc.tuple(fc.constantFrom(...acts), fc.constantFrom(...chatIds), fc.boolean()), {
  minLength: 5,
  maxLength: 40,
})
const counted = ['unread', 'waiting', 'drafts', 'snoozed', 'archived', 'mine', 'unassigned'] as const

test('the numbers of rail, filters and a team are those of the chats that their lists show', () => {
  fc.assert(
    fc.property(steps, (walk) => {
      const { tx, instance: own, addInstance, chat, give, text, setNow } = openReading()
      const shared = addInstance('1101000002')
      teamWrites['team.share'](tx, { instance: shared, shared: 1 as SharedInstanceId })
      setMeta(tx, 'desk', boss)
      let seconds = 0
      let undo = (): void => undefined
      const list = (scope: Scope, filter: ChatFilter, assignee?: string) =>
        chatReads['chats.list'](tx, { scope, filter, offset: 0, limit: 50, ...(assignee && { assignee }) })

      for (const [act, chatId, isShared] of walk) {
        const instance = isShared ? shared : own
        const key = chat(chatId, instance)
        seconds += 10
        setNow(testNow + seconds * 1000)
        const says = (type: 'incoming' | 'outgoing') =>
          give(chatId, [text('Hello', { type, timestamp: testSeconds + seconds })], { instance })
        const assign = (assignee: DeskId | null) =>
          takeChat(tx, shared, { raw: JSON.stringify({ chatId, assignee, doneUntil: null }) })
        const undoable = (change: ChatChange): void => {
          undo = () => chatWrites['chats.undo'](tx, { changes: [change] })
        }
        const run: Record<(typeof acts)[number], () => unknown> = {
          customer: () => says('incoming'),
          own: () => says('outgoing'),
          later: () => (seconds += 3600),
          read: () => undoable(chatWrites['chats.markRead'](tx, { chat: key }).change),
          unread: () => undoable(chatWrites['chats.markUnread'](tx, { chat: key })),
          mute: () => chatWrites['chats.setMuted'](tx, { chat: key, mutedUntil: tx.now + 60_000 }),
          unmute: () => chatWrites['chats.setMuted'](tx, { chat: key, mutedUntil: null }),
          archive: () => undoable(chatWrites['chats.setArchived'](tx, { chat: key, archived: true })),
          restore: () => undoable(chatWrites['chats.setArchived'](tx, { chat: key, archived: false })),
          snooze: () => undoable(chatWrites['chats.snooze'](tx, { chat: key, until: tx.now + 60_000 })),
          wake: () => undoable(chatWrites['chats.snooze'](tx, { chat: key, until: null })),
          done: () => undoable(chatWrites['chats.setDone'](tx, { chat: key, upTo: null })),
          pin: () => chatWrites['chats.setPinned'](tx, { chat: key, pinned: true }),
          draft: () => chatWrites['chats.saveDraft'](tx, { chat: key, text: 'Half an answer' }),
          'give to me': () => assign(boss),
          'give to Yara': () => assign(yara),
          'give to nobody': () => assign(null),
          undo: () => undo(),
        }
        run[act]()
      }

      for (const scope of [null, own, shared]) {
        const { counts } = list(scope, 'all')
        const numbers = { ...counts, mine: counts.team?.mine ?? 0, unassigned: counts.team?.unassigned ?? 0 }
        for (const filter of counted) {
          const { rows, total } = list(scope, filter)
          expect({ filter, scope, total, number: numbers[filter] }).toEqual({
            filter,
            scope,
            total: rows.length,
            number: rows.length,
          })
          const ofYara = rows.filter((row) => row.assignee?.desk === yara).map((row) => row.key)
          expect(
            list(scope, filter, yara).rows.map((row) => row.key),
            `${filter} of Yara`,
          ).toEqual(ofYara)
        }
        const waiting = list(scope, 'waiting').rows
        expect(chatReads['chats.nextWaiting'](tx, { scope, after: null })?.chat ?? null).toBe(waiting[0]?.key ?? null)
        const targetOf = new Map(accountReads['accounts.list'](tx).map((one) => [one.key, one.answerTargetMs]))
        const overdue = waiting.filter((row) => tx.now - (row.waitingSince ?? 0) >= (targetOf.get(row.instance) ?? 0))
        expect(counts.overdue).toBe(overdue.length)
        const counting = list(scope, 'unread').rows.filter(({ mutedUntil }) => !isMuted(mutedUntil, tx.now))
        const tiles = accountReads['accounts.list'](tx).filter(({ key }) => scope === null || key === scope)
        const sum = (numbersOf: readonly number[]) => numbersOf.reduce((total, one) => total + one, 0)
        expect({
          chats: sum(tiles.map(({ unreadChats }) => unreadChats)),
          messages: sum(tiles.map(({ unreadMessages }) => unreadMessages)),
        }).toEqual({ chats: counting.length, messages: sum(counting.map(({ unread }) => unread)) })
      }
    }),
    { numRuns: sized(60, 400) },
  )
})
