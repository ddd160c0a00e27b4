import type { SteadyInstance } from '../../../../contract/instances.ts'
import { isMuted } from '../../../../contract/notice-text.ts'

type Mute = Pick<SteadyInstance, 'mutedUntil'>

/** Whether an instance is muted now; `useMuteEnd` renders again when it no longer is. */
export const isMutedNow = ({ mutedUntil }: Mute): boolean => isMuted(mutedUntil, Date.now())

/** When the next of these mutes ends, epoch ms; null when none ends by itself. */
export function nextMuteEnd(instances: readonly Mute[], now: number = Date.now()): number | null {
  const ends = instances.flatMap(({ mutedUntil }) => (typeof mutedUntil === 'number' ? [mutedUntil] : []))
  const next = Math.min(...ends.filter((end) => end > now))
  return Number.isFinite(next) ? next : null
}
