/** Of several limits of age the lowest, days; null: none of them is one. */
export function leastDays(...limits: readonly (number | null)[]): number | null {
  const days = limits.filter((limit) => limit !== null)
  return days.length === 0 ? null : Math.min(...days)
}
