import type { ChatRow } from '../../../contract/index.ts'
import { isMuted } from '../../../contract/notice-text.ts'
import { chatShortcuts, doneShortcut, labelsShortcut } from '../../lib/keys/chat-shortcuts.ts'
import { copyText } from '../../ui/copy-text.ts'
import { shortcutText } from '../../lib/keys/shortcuts.ts'
import { requestDialog } from '../../lib/routing/dialog-requests.ts'
import { sendLaterTimes } from '../../lib/time/send-later-times.ts'
import { useTimes, type Times } from '../../lib/time/times.ts'
import { useTranslations, type Translate } from '../../lib/translations.ts'
import type { MenuEntry } from '../../ui/overlays/menu.tsx'
import { muteEntries } from '../../ui/overlays/mute-entries.ts'
import { isUnread, type ChatActs } from './use-chat-acts.ts'

/** Until when chats can be out of the way, but for a time that is typed. */
export const snoozeEntries = (
  t: Translate,
  times: Times,
  snooze: (until: number | 'message') => void,
): readonly MenuEntry[] => [
  ...sendLaterTimes(Date.now()).map(({ name, at }): MenuEntry => ({
    kind: 'item',
    label: t(`ui.sendLater.${name}`, { time: times.clock(at) }),
    run: () => snooze(at),
  })),
  { kind: 'item', label: t('chats.snoozeMessage'), run: () => snooze('message') },
]

/** The entries of a chat's menu. */
export function useChatMenu(acts: ChatActs): (row: ChatRow) => readonly MenuEntry[] {
  const t = useTranslations()
  const times = useTimes()
  return (row) => {
    const unread = isUnread(row)
    const mute: MenuEntry = isMuted(row.mutedUntil, Date.now())
      ? {
          kind: 'item',
          label: t('chats.unmute'),
          icon: 'bell',
          shortcut: shortcutText(chatShortcuts.toggleMute),
          run: () => acts.mute(row, null),
        }
      : {
          kind: 'submenu',
          label: t('chats.mute'),
          icon: 'mute',
          entries: muteEntries(t, (until) => acts.mute(row, until), shortcutText(chatShortcuts.toggleMute)),
        }
    return [
      {
        kind: 'item',
        label: t(row.pinned ? 'chats.unpin' : 'chats.pin'),
        icon: 'pin',
        shortcut: shortcutText(chatShortcuts.pin),
        run: () => acts.pin(row),
      },
      mute,
      {
        kind: 'item',
        label: t(unread ? 'chats.markRead' : 'chats.markUnread'),
        icon: unread ? 'checks' : 'chat',
        shortcut: shortcutText(chatShortcuts.toggleRead),
        run: () => acts.toggleRead(row),
      },
      ...(row.waitingSince === null
        ? []
        : [
            {
              kind: 'item',
              label: t('chat.done'),
              icon: 'okCircle',
              shortcut: shortcutText(doneShortcut),
              run: () => acts.done(row),
            } as const,
          ]),
      row.snoozedUntil !== null
        ? { kind: 'item', label: t('chats.unsnooze'), icon: 'clock', run: () => acts.snooze(row, null) }
        : {
            kind: 'submenu',
            label: t('chats.snooze'),
            icon: 'clock',
            entries: [
              ...snoozeEntries(t, times, (until) => acts.snooze(row, until)),
              {
                kind: 'item',
                label: t('chats.snoozeTime'),
                run: () => requestDialog({ kind: 'snooze', chat: row.key }),
              },
            ],
          },
      ...(acts.assigning.isPossible(row)
        ? [
            {
              kind: 'submenu',
              label: t('chats.assign'),
              icon: 'user',
              entries: acts.assigning.entries(row),
            } as const,
          ]
        : []),
      {
        kind: 'item',
        label: t('ui.labels'),
        icon: 'tag',
        shortcut: shortcutText(labelsShortcut),
        run: () => acts.labels(row),
      },
      {
        kind: 'item',
        label: t(row.archived ? 'chats.unarchive' : 'chats.archive'),
        icon: 'archive',
        shortcut: shortcutText(chatShortcuts.archive),
        run: () => acts.archive(row),
      },
      { kind: 'separator' },
      {
        kind: 'item',
        label: t('chats.copyId'),
        icon: 'copy',
        run: () => void copyText(row.chatId),
      },
    ]
  }
}
