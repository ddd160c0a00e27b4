import type { ChatKey, InstanceKey } from '../../../contract/ids.ts'
import type { TeamPresence } from '../../../contract/team.ts'
import type { SharedChats, TeamBase } from '../ports.ts'
import type { DatabaseState } from '../connection/database-state.ts'
import type { Presence, ReadMark, SharedTeam } from '../../sharing/shared-team.ts'
import type { DeskId, SharedInstanceId } from '../../sharing/shared-ids.ts'
import { isBadValue, TeamError } from '../../sharing/team-error.ts'
import type { TeamChatPlace, TeamMark } from '../../sharing/tx/team-chats.ts'

/** Validity of a presence report, s. The window repeats it every 15 s. */
const readingSeconds = 40
const writingSeconds = 20
/** Interval for detecting colleagues who disappeared, ms. */
const pollMs = 10_000
/** Debounce of presence wake-ups, ms. */
const pollEveryMs = 200

export interface SharedChatsOptions extends Pick<TeamBase, 'store' | 'clock' | 'logger' | 'emit'> {
  readonly team: Pick<
    SharedTeam,
    'role' | 'assignChat' | 'markChat' | 'putReadMark' | 'readMarks' | 'putPresence' | 'presences' | 'dismissSend'
  >
  readonly desk: DeskId
  readonly database: DatabaseState
  readonly shared: () => ReadonlyMap<InstanceKey, SharedInstanceId>
  /** Something was entered in the journal. */
  readonly onPut: () => void
  /** Tells the team of labels and notes. */
  readonly uploadAnnotations: () => Promise<void>
}

export function shareChats(options: SharedChatsOptions): SharedChats {
  const { team, desk, store, clock, logger, emit, database, shared, onPut, uploadAnnotations } = options
  let present: readonly TeamPresence[] = []
  /** Since when each is known to be where they are. */
  let since = new Map<string, number>()
  let open: { readonly chat: ChatKey; readonly place: TeamChatPlace } | null = null
  let marks: readonly ReadMark[] = []
  const due = { presence: true, read: false, marks: true }
  let rouse = () => {}
  const wake = (what: keyof typeof due) => {
    due[what] = true
    rouse()
  }

  const poll = async () => {
    const rows = (await team.presences()).filter((row) => row.desk !== desk)
    const next = await named(rows)
    if (JSON.stringify(next) === JSON.stringify(present)) return
    present = next
    emit({ type: 'changed', change: { kind: 'presence' } })
  }
  const named = async (rows: readonly Presence[]): Promise<readonly TeamPresence[]> => {
    const keys = new Map([...shared()].map(([key, id]) => [id, key] as const))
    const known = rows.flatMap((row) => {
      const instance = keys.get(row.instance)
      return instance === undefined ? [] : [{ ...row, instance }]
    })
    if (known.length === 0) return []
    const [chats, people] = await Promise.all([
      store.read('team.findChats', { places: known.map(({ instance, chatId }) => ({ instance, chatId })) }),
      store.read('team.names', { desks: known.map((row) => row.desk) }),
    ])
    const before = since
    since = new Map()
    return known.flatMap(({ instance, what, ...row }, index) => {
      const chat = chats[index]
      const who = people[index]
      if (chat === undefined || chat === null || who === undefined) return []
      const key = `${row.desk} ${chat.chat} ${what}`
      const at = before.get(key) ?? clock.now()
      since.set(key, at)
      return [{ ...who, ...chat, instance, what, since: at }]
    })
  }

  const readOpen = async () => {
    const asked = open
    if (asked === null) return
    const next = await team.readMarks(asked.place.shared, asked.place.chatId)
    if (open !== asked || JSON.stringify(next) === JSON.stringify(marks)) return
    marks = next
    emit({ type: 'changed', change: { kind: 'teamChat', chat: asked.chat } })
  }

  const uploadMark = async ({ shared: instance, chatId, kind, at }: TeamMark) => {
    if (kind === 'read') return database.keeping(team.putReadMark(instance, chatId, at))
    // A viewer's done mark is their own.
    if (team.role === 'viewer') return
    await database.keeping(team.markChat(instance, chatId, at === 0 ? null : at))
    onPut()
  }
  const uploadMarks = async () => {
    const rows = await store.read('team.marks', undefined)
    for (const row of rows) {
      try {
        await uploadMark(row)
      } catch (error) {
        // The database would refuse it forever, and everything after it would wait.
        if (!isBadValue(error)) throw error
        logger.warn({ error: error.message }, 'the team does not take a mark')
      }
      await store.write('team.markUploaded', { chat: row.chat, kind: row.kind, at: row.at })
    }
  }

  const step = async () => {
    if (due.presence) {
      due.presence = false
      await poll()
    }
    if (due.read) {
      due.read = false
      await readOpen()
    }
    if (due.marks && database.mayWrite()) {
      due.marks = false
      try {
        await uploadMarks()
        await uploadAnnotations()
      } catch (error) {
        // Uploaded as soon as the database is reachable again.
        due.marks = true
        throw error
      }
    }
  }

  return {
    presences: () => (database.trouble() === null ? present : []),
    readMarks: (chat) => (open?.chat === chat ? marks : []),
    async here(at) {
      if (at?.chat !== open?.chat) {
        open = at
        marks = []
        if (at !== null) wake('read')
      }
      if (at === null) return team.putPresence(0 as SharedInstanceId, '', 'reading', 1)
      const { place, writing } = at
      await team.putPresence(
        place.shared,
        place.chatId,
        writing ? 'writing' : 'reading',
        writing ? writingSeconds : readingSeconds,
      )
    },
    async assign(chat, place, to) {
      const done = await database.keeping(team.assignChat(place.shared, place.chatId, to, place.assignee))
      onPut()
      if (done) await store.write('team.storeAssignee', { chat, assignee: to }, { urgent: true })
      return done
    },
    wakeMarks: () => wake('marks'),
    handleWake(what, about) {
      if (what !== 'read') wake('presence')
      if (open === null) return
      if (what === 'everything' || about === `${open.place.shared} ${open.place.chatId}`) wake('read')
    },
    async run(signal) {
      const again = database.opened.listen(() => wake('marks'))
      while (!signal.aborted) {
        try {
          await step()
        } catch (error) {
          database.answered(error)
          if (!(error instanceof TeamError))
            logger.warn({ error: String(error) }, 'the chats of the team were not read')
        }
        if (signal.aborted) break
        await clock.sleep(pollEveryMs, signal)
        if (Object.values(due).some(Boolean) && database.trouble() === null) continue
        const waiting = new AbortController()
        rouse = () => waiting.abort()
        await clock.sleep(pollMs, AbortSignal.any([signal, waiting.signal]))
        rouse = () => {}
        due.presence = true
        due.marks = true
      }
      again()
    },
  }
}
