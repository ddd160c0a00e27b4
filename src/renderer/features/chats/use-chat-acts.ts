import type { ChatRow } from '../../../contract/index.ts'
import { isMuted } from '../../../contract/notice-text.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useAssign, type Assigning } from '../../client/use-assign.ts'
import { useSetDone } from '../../client/use-set-done.ts'
import { useUndoToast } from '../../client/use-undo-toast.ts'
import { useWanted } from '../../client/use-wanted.ts'
import { requestDialog } from '../../lib/routing/dialog-requests.ts'
import { useTimes } from '../../lib/time/times.ts'

export const isUnread = (row: ChatRow): boolean => row.unread > 0 || row.markedUnread

/** Actions on a chat of the list, by its menu or by a key. */
export interface ChatActs {
  /** The row as the person wants it: marks show at once, and the next press takes the opposite of what is shown. */
  readonly wanted: (row: ChatRow) => ChatRow
  /** Pins, or unpins what is pinned; so do the others. */
  readonly pin: (row: ChatRow) => void
  readonly mute: (row: ChatRow, until: number | 'forever' | null) => void
  readonly toggleMute: (row: ChatRow) => void
  readonly toggleRead: (row: ChatRow) => void
  readonly archive: (row: ChatRow) => void
  readonly done: (row: ChatRow) => void
  /** Out of the way until a time, epoch ms, or until the customer writes; null brings it back. */
  readonly snooze: (row: ChatRow, until: number | 'message' | null) => void
  readonly assigning: Assigning
  /** Takes it over, or lets go of it, where a team shares it. */
  readonly toggleMine: (row: ChatRow) => void
  /** Shows the labels that it may have. */
  readonly labels: (row: ChatRow) => void
}

/** What the keys of a row change in it; other marks of it may be on their way at the same time. */
type Marks = Partial<Pick<ChatRow, 'pinned' | 'mutedUntil' | 'unread' | 'markedUnread'>>
const marks = ['pin', 'mute', 'read'] as const

export function useChatActs(): ChatActs {
  const { shown, want } = useWanted('chats.list')
  const [setPinned] = useContractCommand('chats.setPinned')
  const [setMuted] = useContractCommand('chats.setMuted')
  const [setArchived] = useContractCommand('chats.setArchived')
  const [setSnoozed] = useContractCommand('chats.snooze')
  const times = useTimes()
  const offerUndo = useUndoToast()
  const [markRead] = useContractCommand('chats.markRead')
  const [markUnread] = useContractCommand('chats.markUnread')
  const setDone = useSetDone()
  const assigning = useAssign()
  const nameOf = (mark: (typeof marks)[number], { key }: ChatRow): string => `${mark} of ${key}`
  const mute: ChatActs['mute'] = (row, mutedUntil) =>
    void want(nameOf('mute', row), { mutedUntil }, () => setMuted({ chat: row.key, mutedUntil }))
  return {
    wanted(row) {
      const changed = marks.flatMap((mark) => shown<Marks | null>(nameOf(mark, row), null) ?? [])
      return changed.length === 0 ? row : changed.reduce<ChatRow>((before, mark) => ({ ...before, ...mark }), row)
    },
    pin(row) {
      const pinned = !row.pinned
      void want(nameOf('pin', row), { pinned }, () => setPinned({ chat: row.key, pinned }))
    },
    mute,
    toggleMute: (row) => mute(row, isMuted(row.mutedUntil, Date.now()) ? null : 'forever'),
    toggleRead(row) {
      const { key: chat, newest } = row
      const markedUnread = !isUnread(row)
      void want(nameOf('read', row), { unread: 0, markedUnread }, () =>
        markedUnread ? markUnread({ chat }) : markRead({ chat, upTo: newest }),
      )
    },
    archive: async ({ key: chat, archived }) => {
      const result = await setArchived({ chat, archived: !archived })
      if (result.ok) offerUndo([result.value], archived ? 'chats.unarchivedToast' : 'chats.archivedToast')
    },
    snooze: async ({ key: chat }, until) => {
      const result = await setSnoozed({ chat, until })
      if (!result.ok || until === null) return
      if (until === 'message') offerUndo([result.value], 'chats.snoozedUntilMessage')
      else offerUndo([result.value], 'chats.snoozedUntil', { time: times.sentence(until, Date.now()) })
    },
    assigning,
    toggleMine: assigning.toggleMine,
    done: (row) => {
      if (row.waitingSince !== null) void setDone(row)
    },
    labels: ({ key: chat }) => requestDialog({ kind: 'labels', chat }),
  }
}
