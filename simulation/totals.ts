import type { Counts, Outcome } from './simulate.ts'

/** Adds up outcomes, and says them in lines. Times are the processor's: machines that simulate are often busy. */
export function createTotals() {
  const began = process.cpuUsage()
  let last = 0
  let seeds = 0
  let failures = 0
  let sum: Counts | null = null
  const processorSeconds = () => {
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1e6
  }
  return {
    failures: () => failures,
    add({ counts, failure }: Outcome) {
      seeds += 1
      if (failure !== null) failures += 1
      const before = sum
      sum =
        before === null
          ? counts
          : (Object.fromEntries(
              Object.entries(counts).map(([name, value]) => [name, value + before[name as keyof Counts]]),
            ) as unknown as Counts)
    },
    line({ digest, counts, failure }: Outcome, replay: string): string {
      const now = processorSeconds()
      const took = now - last
      last = now
      const { troubleHours, calmHours, kills, powerCuts, messages, sends } = counts
      const verdict = failure === null ? 'ok' : `FAILED at ${(failure.at / 1000).toFixed(1)} s: ${failure.what}`
      return `${replay} ${digest}: ${troubleHours.toFixed(2)} + ${calmHours.toFixed(2)} h, ${kills} kills (${powerCuts} of power), ${messages} messages, ${sends} sends, ${took.toFixed(1)} s: ${verdict}`
    },
    summary(): string {
      const seconds = processorSeconds()
      if (sum === null) return 'No seed was run.'
      const { troubleHours, calmHours, kills, powerCuts, salvages, messages, sends, requests, commits, events } = sum
      const perHour = ((troubleHours + calmHours) / seconds) * 3600
      const perMinute = (kills / seconds) * 60
      return `${seeds} seeds, ${failures} failed; ${inDays(troubleHours)} of trouble and ${inDays(calmHours)} of calm in ${seconds.toFixed(1)} s of processor (${perHour.toFixed(0)} hours an hour); ${kills} kills (${perMinute.toFixed(0)} a minute), ${powerCuts} power cuts, ${salvages} salvages, ${messages} messages, ${sends} sends, ${requests} requests, ${commits} commits, ${events} events`
    },
  }
}

const inDays = (hours: number): string => (hours < 48 ? `${hours.toFixed(1)} hours` : `${(hours / 24).toFixed(1)} days`)
