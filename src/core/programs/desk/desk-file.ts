import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const deskFileName = 'local-api.json'

/**
 * Where programs of this user find the desk: port, process, and the ticket with which one may ask to be paired
 * (pairing.ts). It holds no key. It is there while the port is open.
 */
export interface DeskFile {
  write(port: number): void
  remove(): void
}

export function createDeskFile(dataDir: string, ticket: string): DeskFile {
  const file = join(dataDir, deskFileName)
  return {
    write(port) {
      const written = `${file}.new`
      // A left-over would keep the mode that it had.
      rmSync(written, { force: true })
      writeFileSync(written, `${JSON.stringify({ port, pid: process.pid, ticket })}\n`, { mode: 0o600, flag: 'wx' })
      renameSync(written, file)
    },
    remove: () => rmSync(file, { force: true }),
  }
}
