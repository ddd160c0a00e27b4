import { app, dialog } from 'electron'
import type { HostStrings } from './host-strings.ts'

export interface EndOnDefectOptions {
  /** Writes the error to the log, if there is one by now. */
  readonly recordDefect: (error: unknown) => Promise<void>
  readonly strings: () => HostStrings
}

/** Longest wait for the log, ms: core, which writes it, may hang. */
const timeoutMs = 1000

/**
 * Handles an unhandled error, which is a bug: logs it, shows a dialog and ends the program. Continuing in an unknown
 * state could lose more than ending does; everything committed is on disk. The dialog does not show the error's text,
 * which may contain anything.
 */
export function createEndOnDefect({ recordDefect, strings }: EndOnDefectOptions): (error: unknown) => void {
  let ending = false
  const end = async (error: unknown): Promise<void> => {
    const cause = error instanceof Error ? (app.isPackaged ? error.name : error.stack) : 'unknown'
    process.stderr.write(`Switchboard ended because of an error: ${cause}\n`)
    await Promise.race([recordDefect(error), new Promise((resolve) => setTimeout(resolve, timeoutMs))])
    const { defectTitle, defectText } = strings()
    dialog.showErrorBox(defectTitle, defectText)
  }
  return (error) => {
    if (ending) return
    ending = true
    end(error)
      .catch(() => undefined)
      .finally(() => app.exit(1))
  }
}
