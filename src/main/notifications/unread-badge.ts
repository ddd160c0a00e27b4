import type { InstanceSummary } from '../../contract/instances.ts'
import type { AppSettings } from '../../contract/settings.ts'
import { isMuted } from '../../contract/notice-text.ts'

type Counted = Pick<InstanceSummary, 'unreadChats' | 'unreadMessages' | 'mutedUntil'>

/** The count of badge and tray, without muted instances. `now`: epoch ms. */
export function unreadCount(instances: readonly Counted[], badge: AppSettings['badge'], now: number): number {
  if (badge === 'none') return 0
  return instances
    .filter(({ mutedUntil }) => !isMuted(mutedUntil, now))
    .reduce((sum, { unreadChats, unreadMessages }) => sum + (badge === 'chats' ? unreadChats : unreadMessages), 0)
}
