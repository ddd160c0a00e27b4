import { useState } from 'react'
import type { Input } from '../../contract/index.ts'
import type { KeysetRows, LogName, Logs } from './use-keyset-rows.ts'
import { useKeysetRows } from './use-keyset-rows.ts'

/**
 * A log that follows its newest rows, and stands still while it is paused, scrolled down, or one of its rows is open.
 */
export interface PausableLog<Row extends { readonly key: number }> extends KeysetRows<Row> {
  readonly paused: boolean
  readonly togglePause: () => void
  /** Number of new rows while it stands still. */
  readonly newer: number
  /** Shows them, from the top. */
  readonly showNewest: () => void
  /** Changes when reading is to begin at the top. */
  readonly resetKey: string
  readonly onAway: (away: boolean) => void
}

/**
 * @param inputFor the input for the page behind a key, with nothing newer than `upTo`.
 * @param filter what is listed, as text: a key of its own for each set of filters.
 * @param isOpen one of its rows is open beside it.
 */
export function usePausableLog<Name extends LogName>(
  name: Name,
  inputFor: (page: {
    before: Logs[Name]['key'] | null
    upTo: Logs[Name]['key'] | 0 | null
    limit: number
  }) => Input<Name>,
  filter: string,
  isOpen: boolean,
): PausableLog<Logs[Name]> {
  type Key = Logs[Name]['key']
  const [pausedAt, setPausedAt] = useState<Key | 0 | null>(null)
  const [paused, setPaused] = useState(false)
  const [away, setAway] = useState(false)
  const [jumps, setJumps] = useState(0)
  const list = useKeysetRows(
    name,
    (before, limit) => inputFor({ before, upTo: pausedAt, limit }),
    JSON.stringify({ filter, pausedAt }),
  )
  const standsStill = paused || away || isOpen
  if (standsStill && pausedAt === null && list.read) setPausedAt(list.newest ?? 0)
  if (!standsStill && pausedAt !== null) setPausedAt(null)
  return {
    ...list,
    paused,
    togglePause: () => setPaused(!paused),
    newer: pausedAt === null ? 0 : list.newer,
    showNewest: () => {
      setPaused(false)
      setPausedAt(list.newest)
      setJumps(jumps + 1)
    },
    resetKey: `${filter} ${jumps}`,
    onAway: setAway,
  }
}
