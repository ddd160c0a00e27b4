import type { ProgramListener } from '../../../contract/programs.ts'
import type { Clock, Logger } from '../../base/ports.ts'
import type { ProgramDesk } from './program-desk.ts'
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

/** The open place where programs connect. */
interface LocalApi {
  readonly port: number
  /** Ends every connection. */
  close(): Promise<void>
}

/** Loads what serves programs, and listens on 127.0.0.1. Rejects with the system's error when the port is taken. */
export type OpenLocalApi = (options: {
  readonly port: number
  readonly desk: ProgramDesk
  readonly clock: Clock
}) => Promise<LocalApi>

export interface ListenerDeps {
  readonly openLocalApi: OpenLocalApi
  readonly desk: ProgramDesk
  readonly deskFile: DeskFile
  readonly clock: Clock
  readonly logger: Logger
  readonly onChange: () => void
}

/** Keeps the place where programs connect as the settings want it. */
export interface ProgramListenerSwitch {
  state(): ProgramListener
  /** `port` null: off. Resolves when the state is what was asked for last, or failed. */
  set(port: number | null): Promise<void>
  stop(): Promise<void>
}

export function createProgramListener(deps: ListenerDeps): ProgramListenerSwitch {
  const { openLocalApi, desk, deskFile, clock, logger, onChange } = deps
  let state: ProgramListener = { kind: 'off' }
  let open: LocalApi | null = null
  let wanted: number | null = null
  let isStopped = false
  let changing: Promise<void> = Promise.resolve()

  const become = (next: ProgramListener) => {
    state = next
    onChange()
  }
  /** Without it programs with a key connect all the same, and the command line does not find the desk. */
  const writeDeskFile = (port: number) => {
    try {
      deskFile.write(port)
    } catch (error) {
      logger.warn({ error }, 'the file by which the command line finds this desk was not written')
    }
  }
  /** A file that stays names a port that is closed, which the command line says. */
  const removeDeskFile = () => {
    try {
      deskFile.remove()
    } catch (error) {
      logger.warn({ error }, 'the file by which the command line finds this desk was not removed')
    }
  }
  const change = async () => {
    const port = isStopped ? null : wanted
    if (open !== null && open.port !== port) {
      removeDeskFile()
      await open.close()
      open = null
      if (port === null) become({ kind: 'off' })
    }
    if (port === null) {
      if (state.kind !== 'off') become({ kind: 'off' })
      return
    }
    if (open !== null) return
    try {
      open = await openLocalApi({ port, desk, clock })
      writeDeskFile(open.port)
      become({ kind: 'listening', port: open.port })
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'internal'
      logger.warn({ code, port }, 'programs can not connect')
      become({ kind: 'failed', port, code })
    }
  }
  const next = (): Promise<void> => {
    changing = changing.then(change, change)
    return changing
  }
  return {
    state: () => state,
    set(port) {
      wanted = port
      return next()
    },
    stop() {
      isStopped = true
      return next()
    },
  }
}
