import type { InstanceSummary } from '../../../contract/instances.ts'

type Mute = Pick<InstanceSummary, 'mutedUntil'>

/** Whether notifications of an instance are muted at `now` (epoch ms); a time that has passed is kept but counts no more. */
export const isMuted = ({ mutedUntil }: Mute, now: number = Date.now()): boolean =>
  mutedUntil === 'forever' || (mutedUntil !== null && mutedUntil > now)

/** When the next of these mutes ends, epoch ms; null when none ends by itself. */
export function nextMuteEnd(instances: readonly Mute[], now: number = Date.now()): number | null {
  const ends = instances.flatMap(({ mutedUntil }) => (typeof mutedUntil === 'number' ? [mutedUntil] : []))
  const next = Math.min(...ends.filter((end) => end > now))
  return Number.isFinite(next) ? next : null
}
