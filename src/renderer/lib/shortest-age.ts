import type { KeepMessages } from '../../contract/settings.ts'

/** So many days journal or request log are stored: no longer than the messages of any instance; null: always. */
export function shortestAge(own: number | null, { days, instances }: KeepMessages): number | null {
  const limits = [own, days, ...instances.map((one) => one.days)].filter((limit) => limit !== null)
  return limits.length === 0 ? null : Math.min(...limits)
}
