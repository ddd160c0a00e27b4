export interface SendLaterTime {
  readonly name: 'inAnHour' | 'tomorrow' | 'monday'
  /** Epoch ms. */
  readonly at: number
}

/** Nine o'clock, so many days from a time. */
const morning = (from: number, days: number): number => {
  const day = new Date(from)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days, 9).getTime()
}

/** The times that are offered at `from` (epoch ms, local time zone), each once: on a Sunday, tomorrow is the Monday. */
export function sendLaterTimes(from: number): readonly SendLaterTime[] {
  const daysToMonday = (8 - new Date(from).getDay()) % 7 || 7
  return [
    // The full minute: fields for a time show no seconds.
    { name: 'inAnHour', at: Math.ceil(from / 60_000) * 60_000 + 3_600_000 },
    { name: 'tomorrow', at: morning(from, 1) },
    ...(daysToMonday === 1 ? [] : [{ name: 'monday', at: morning(from, daysToMonday) } as const]),
  ]
}
