import type { Translate } from '../../lib/translations.ts'
import type { MenuEntry } from './menu-model.ts'

const hourMs = 3_600_000

const spans = [
  { id: 'ui.mute.hour', ms: hourMs },
  { id: 'ui.mute.eightHours', ms: 8 * hourMs },
  { id: 'ui.mute.week', ms: 7 * 24 * hourMs },
] as const

/**
 * How long a chat or an instance can be kept quiet.
 * @param mute takes when it ends, epoch ms
 * @param shortcut of the last entry, which mutes until somebody takes it back
 */
export const muteEntries = (
  t: Translate,
  mute: (until: number | 'forever') => void,
  shortcut?: string,
): readonly MenuEntry[] => [
  ...spans.map(({ id, ms }): MenuEntry => ({ kind: 'item', label: t(id), run: () => mute(Date.now() + ms) })),
  { kind: 'item', label: t('ui.mute.forever'), ...(shortcut && { shortcut }), run: () => mute('forever') },
]
