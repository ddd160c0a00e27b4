import { app, dialog } from 'electron'
import type { HostStrings } from './host-strings.ts'

export interface EndOnDefectOptions {
  /** Writes the error to the log, if there is one by now. */
  readonly note: (error: unknown) => Promise<void>
  readonly strings: () => HostStrings
}

/** Writing to the log waits for core, which may be what hangs: no longer than this, ms. */
const patienceMs = 1000

/**
 * What to do with an error that nobody handled, a bug of ours: note it, say so, end. Going on in an unknown state could
 * lose more than ending does; everything committed is on disk. The box names no text of the error, which may be
 * anything.
 */
export function createEndOnDefect({ note, strings }: EndOnDefectOptions): (error: unknown) => void {
  let ending = false
  const end = async (error: unknown): Promise<void> => {
    const cause = error instanceof Error ? (app.isPackaged ? error.name : error.stack) : 'unknown'
    process.stderr.write(`Switchboard ended because of an error: ${cause}\n`)
    await Promise.race([note(error), new Promise((resolve) => setTimeout(resolve, patienceMs))])
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
