import { useState } from 'react'
import type { Message, MessageKey, MessageWindow } from '../../../../contract/index.ts'
import type { LogView } from '../log/log-view.ts'

/**
 * The message that arrived last of those that the person had on the screen: what comes while they read further up is
 * not among them. Null before any was.
 */
export function useNewestSeen(
  rows: readonly Message[],
  window: MessageWindow | null,
  view: LogView | null,
): MessageKey | null {
  const [seen, setSeen] = useState<MessageKey | null>(null)
  const seesEnd = window !== null && !window.hasNewer && (view?.atEnd ?? true)
  const last = rows.reduce<MessageKey | null>((most, { key }) => (most === null || key > most ? key : most), null)
  const next = last !== null && (seen === null || (seesEnd && last > seen)) ? last : seen
  if (next !== seen) setSeen(next)
  return next
}
