import { mkdtemp, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type ElectronApplication, type Page } from '@playwright/test'

interface SavedFile {
  readonly name: string
  readonly text: string
}

/** What a person takes out of the program: into a file, or by the clipboard. Each host has its own way. */
export interface TakenOut {
  /** Does what saves a file, says where when asked, and reads it. */
  saving(press: () => Promise<void>): Promise<SavedFile>
  /** Does what copies a text, and answers that text. */
  copying(press: () => Promise<void>): Promise<string>
}

/** Whatever is there counts as copied once it is no longer this. */
const nothingCopied = 'nothing was copied'

export const takenOutOfBrowser = (page: Page): TakenOut => ({
  async saving(press) {
    const [download] = await Promise.all([page.waitForEvent('download'), press()])
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
  },
  async copying(press) {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate((text) => navigator.clipboard.writeText(text), nothingCopied)
    await press()
    return untilOther(() => page.evaluate(() => navigator.clipboard.readText()))
  },
})

/** What the stand-in for Electron has of a dialog and of the clipboard: an answer given before, and a record. */
export interface StandInRecords {
  mark(): number
  trigger(name: string, argument: unknown): Promise<unknown>
  waitFor(query: unknown, since?: number, timeout?: number): Promise<Readonly<Record<string, unknown>>>
}

/** Long enough for a busy machine: it ends what hangs. */
const longestMs = 90_000

export const takenOutOfStandIn = (standIn: StandInRecords, dir: string): TakenOut => ({
  async saving(press) {
    const filePath = path.join(await mkdtemp(path.join(dir, 'saved-')), 'file')
    await standIn.trigger('dialog:answer', { method: 'showSaveDialog', result: { canceled: false, filePath } })
    const since = standIn.mark()
    await press()
    const asked = await standIn.waitFor({ type: 'dialog', method: 'showSaveDialog' }, since, longestMs)
    const { defaultPath } = asked['options'] as { readonly defaultPath: string }
    return { name: path.basename(defaultPath), text: await untilWritten(filePath) }
  },
  async copying(press) {
    const since = standIn.mark()
    await press()
    return String((await standIn.waitFor('clipboard.page', since, longestMs))['text'])
  },
})

export const takenOutOfElectron = (electron: ElectronApplication, dir: string): TakenOut => ({
  async saving(press) {
    const filePath = path.join(await mkdtemp(path.join(dir, 'saved-')), 'file')
    const asked = electron.evaluate(
      ({ dialog }, chosen) =>
        new Promise<string>((resolve) => {
          const answer = async (...given: readonly unknown[]) => {
            const { defaultPath } = given.at(-1) as { readonly defaultPath: string }
            resolve(defaultPath)
            return { canceled: false, filePath: chosen }
          }
          Object.assign(dialog, { showSaveDialog: answer })
        }),
      filePath,
    )
    await press()
    return { name: path.basename(await asked), text: await untilWritten(filePath) }
  },
  async copying(press) {
    await electron.evaluate(({ clipboard }, text) => clipboard.writeText(text), nothingCopied)
    await press()
    return untilOther(() => electron.evaluate(({ clipboard }) => clipboard.readText()))
  },
})

async function untilOther(read: () => Promise<string>): Promise<string> {
  await expect.poll(read).not.toBe(nothingCopied)
  return read()
}

/** A small file is copied in one go: once there is something in it, it is whole. */
async function untilWritten(file: string): Promise<string> {
  const read = () => readFile(file, 'utf8').catch(() => '')
  await expect.poll(read).not.toBe('')
  return read()
}
