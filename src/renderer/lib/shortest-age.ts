import type { KeepMessages } from '../../contract/settings.ts'
import { leastDays } from '../../contract/values.ts'

/** So many days journal or request log are stored: no longer than the messages of any instance; null: always. */
export const shortestAge = (own: number | null, { days, instances }: KeepMessages): number | null =>
  leastDays(own, days, ...instances.map((one) => one.days))
