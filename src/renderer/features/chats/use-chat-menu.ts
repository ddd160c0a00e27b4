import type { ChatRow } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useSetDone } from '../../client/use-set-done.ts'
import { copyText } from '../../lib/copy-text.ts'
import { useWords } from '../../lib/words.ts'
import type { MenuEntry } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { isMuted } from '../../../contract/values.ts'

const hourMs = 3_600_000

/** How long a chat can be kept quiet, in the menu's order. */
const muteChoices = [
  { id: 'chats.muteHour', ms: hourMs },
  { id: 'chats.muteEightHours', ms: 8 * hourMs },
  { id: 'chats.muteWeek', ms: 7 * 24 * hourMs },
] as const

/** The entries of a chat's menu. */
export function useChatMenu(): (row: ChatRow) => readonly MenuEntry[] {
  const t = useWords()
  const [setPinned] = useContractCommand('chats.setPinned')
  const [setMuted] = useContractCommand('chats.setMuted')
  const [setArchived] = useContractCommand('chats.setArchived')
  const [markRead] = useContractCommand('chats.markRead')
  const setDone = useSetDone()
  const [markUnread] = useContractCommand('chats.markUnread')
  return (row) => {
    const chat = row.key
    const unread = row.unread > 0 || row.markedUnread
    const mute: MenuEntry = isMuted(row.mutedUntil, Date.now())
      ? { kind: 'item', label: t('chats.unmute'), icon: 'bell', run: () => void setMuted({ chat, mutedUntil: null }) }
      : {
          kind: 'submenu',
          label: t('chats.mute'),
          icon: 'mute',
          entries: [
            ...muteChoices.map(
              ({ id, ms }) =>
                ({
                  kind: 'item',
                  label: t(id),
                  run: () => void setMuted({ chat, mutedUntil: Date.now() + ms }),
                }) as const,
            ),
            { kind: 'item', label: t('chats.muteForever'), run: () => void setMuted({ chat, mutedUntil: 'forever' }) },
          ],
        }
    return [
      {
        kind: 'item',
        label: t(row.pinned ? 'chats.unpin' : 'chats.pin'),
        icon: 'pin',
        run: () => void setPinned({ chat, pinned: !row.pinned }),
      },
      mute,
      unread
        ? { kind: 'item', label: t('chats.markRead'), icon: 'checks', run: () => void markRead({ chat }) }
        : { kind: 'item', label: t('chats.markUnread'), icon: 'chat', run: () => void markUnread({ chat }) },
      ...(row.waitingSince === null
        ? []
        : [
            {
              kind: 'item',
              label: t('chat.done'),
              icon: 'okCircle',
              run: () => void setDone(chat),
            } as const,
          ]),
      {
        kind: 'item',
        label: t(row.archived ? 'chats.unarchive' : 'chats.archive'),
        icon: 'archive',
        run: async () => {
          const result = await setArchived({ chat, archived: !row.archived })
          if (!result.ok) return
          showToast(row.archived ? 'chats.unarchivedToast' : 'chats.archivedToast', {
            tone: 'plain',
            action: { words: { id: 'ui.undo' }, run: () => void setArchived({ chat, archived: row.archived }) },
          })
        },
      },
      { kind: 'separator' },
      {
        kind: 'item',
        label: t('chats.copyId'),
        icon: 'copy',
        run: async () => {
          if (await copyText(row.chatId)) showToast('ui.copied')
        },
      },
    ]
  }
}
