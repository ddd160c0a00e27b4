import type { ChatRow, LabelKey } from '../../../../contract/index.ts'
import { useAssign } from '../../../client/use-assign.ts'
import type { KnownLabels } from '../../../client/use-labels.ts'
import { useTeam } from '../../../client/use-team.ts'
import { useUndoToast } from '../../../client/use-undo-toast.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { requestDialog } from '../../../lib/routing/dialog-requests.ts'
import { goTo } from '../../../lib/routing/route.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useTranslations, type MessageId, type TranslationValues } from '../../../lib/translations.ts'
import type { MenuEntry } from '../../../ui/overlays/menu.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { isUnread } from '../use-chat-acts.ts'
import { snoozeEntries } from '../use-chat-menu.ts'

type Rows = readonly ChatRow[]

/** Actions for several chats. Each shows what was done, with Undo. */
export interface BulkActs {
  readonly done: (rows: Rows) => void
  /** Marks all as read; if all are, as unread. */
  readonly toggleRead: (rows: Rows) => void
  /** Archives all; if all are archived, takes them back. */
  readonly archive: (rows: Rows) => void
  readonly snoozeEntries: (rows: Rows) => readonly MenuEntry[]
  /** A label is added to all; if all have it, it is removed. The last entry creates one. */
  readonly labelEntries: (rows: Rows, labels: KnownLabels) => readonly MenuEntry[]
  /** Without a team the way to one; empty if the team does not share all of them, or the person may only read. */
  readonly assignEntries: (rows: Rows) => readonly MenuEntry[]
}

/** Closes the selection by `onDone` after what takes the chats out of their list or is done with them. */
export function useBulkActs(onDone: () => void): BulkActs {
  const t = useTranslations()
  const team = useTeam()
  const { isPossible } = useAssign()
  const [setDone] = useContractCommand('chats.setDone')
  const [setSnoozed] = useContractCommand('chats.snooze')
  const times = useTimes()
  const [setArchived] = useContractCommand('chats.setArchived')
  const [markRead] = useContractCommand('chats.markRead')
  const [markUnread] = useContractCommand('chats.markUnread')
  const [setLabel] = useContractCommand('labels.set')
  const [assign] = useContractCommand('team.assign')
  // Whom a colleague assigned it to since stays: there is nothing to say then.
  const [assignBack] = useContractCommand('team.assign', { errors: 'ignore' })
  const offerUndo = useUndoToast()

  /** Changes every row and shows how many were changed; each failure has its own toast. */
  const change = async <Value>(
    rows: Rows,
    run: (row: ChatRow) => Promise<{ readonly ok: false } | { readonly ok: true; readonly value: Value }>,
    offer: (changed: readonly { readonly row: ChatRow; readonly value: Value }[]) => unknown,
  ): Promise<void> => {
    const results = await Promise.all(rows.map(async (row) => ({ row, result: await run(row) })))
    const changed = results.flatMap(({ row, result }) => (result.ok ? [{ row, value: result.value }] : []))
    if (changed.length > 0) offer(changed)
  }
  const changeMarks = (rows: Rows, run: (row: ChatRow) => ReturnType<typeof markUnread>, wording: MessageId): void =>
    void change(rows, run, (changed) =>
      offerUndo(
        changed.map(({ value }) => value),
        wording,
        { count: changed.length },
      ),
    )
  const offer = (wording: MessageId, values: TranslationValues, undo: () => Promise<unknown>): number =>
    showToast(wording, { values, tone: 'plain', action: { wording: { id: 'ui.undo' }, run: () => void undo() } })

  const label = (rows: Rows, key: LabelKey, name: string): void => {
    const without = rows.filter((row) => !row.labels.includes(key))
    const on = without.length > 0
    void change(
      on ? without : rows,
      (row) => setLabel({ chat: row.key, label: key, on }),
      (changed) =>
        offer(on ? 'chats.manyLabelled' : 'chats.manyUnlabelled', { name, count: changed.length }, () =>
          Promise.all(changed.map(({ row }) => setLabel({ chat: row.key, label: key, on: !on }))),
        ),
    )
    onDone()
  }

  const give = (rows: Rows, desk: string | null, name: string): void => {
    void change(
      rows.filter((row) => (row.assignee?.desk ?? null) !== desk),
      (row) => assign({ chat: row.key, desk, seen: row.assignee?.desk ?? null }),
      (changed) =>
        offer(desk === null ? 'chats.manyUnassigned' : 'chats.manyAssigned', { name, count: changed.length }, () =>
          Promise.all(
            changed.map(({ row }) => assignBack({ chat: row.key, desk: row.assignee?.desk ?? null, seen: desk })),
          ),
        ),
    )
    onDone()
  }

  return {
    done(rows) {
      changeMarks(
        rows.filter(({ waitingSince }) => waitingSince !== null),
        ({ key: chat, newest }) => setDone({ chat, upTo: newest }),
        'chats.manyDone',
      )
      onDone()
    },
    toggleRead(rows) {
      const unread = rows.filter(isUnread)
      if (unread.length > 0)
        changeMarks(unread, ({ key: chat, newest }) => markRead({ chat, upTo: newest }), 'chats.manyRead')
      else changeMarks(rows, ({ key: chat }) => markUnread({ chat }), 'chats.manyUnread')
      onDone()
    },
    archive(rows) {
      const shown = rows.filter(({ archived }) => !archived)
      const archives = shown.length > 0
      changeMarks(
        archives ? shown : rows,
        ({ key: chat }) => setArchived({ chat, archived: archives }),
        archives ? 'chats.manyArchived' : 'chats.manyUnarchived',
      )
      onDone()
    },
    snoozeEntries: (rows) =>
      snoozeEntries(t, times, (until) => {
        changeMarks(rows, ({ key: chat }) => setSnoozed({ chat, until }), 'chats.manySnoozed')
        onDone()
      }),
    labelEntries: (rows, labels) => [
      ...[...labels.values()].map(({ key, name }): MenuEntry => ({
        kind: 'check',
        label: name,
        checked: rows.every((row) => row.labels.includes(key)),
        run: () => label(rows, key, name),
      })),
      ...(labels.size > 0 ? [{ kind: 'separator' } as const] : []),
      {
        kind: 'item',
        label: t('chats.newLabel'),
        icon: 'plus',
        run: () => requestDialog({ kind: 'newLabel', chats: rows.map(({ key }) => key) }),
      },
    ],
    assignEntries(rows) {
      if (team === null)
        return [
          { kind: 'label', label: t('chats.assignNeedsTeam') },
          {
            kind: 'item',
            label: t('chats.setUpTeam'),
            icon: 'group',
            run: () => goTo({ view: 'settings', scope: null, section: 'team' }),
          },
        ]
      if (!rows.every(isPossible)) return []
      return [
        ...team.members
          .filter(({ role }) => role !== 'viewer')
          .toSorted((one, other) => Number(other.isThis) - Number(one.isThis))
          .map(({ desk, name, isThis }): MenuEntry => ({
            kind: 'item',
            label: isThis ? t('ui.assignToMe') : name,
            icon: 'user',
            run: () => give(rows, desk, isThis ? t('ui.you') : name),
          })),
        { kind: 'separator' },
        { kind: 'item', label: t('ui.nobody'), icon: 'circle', run: () => give(rows, null, '') },
      ]
    },
  }
}
