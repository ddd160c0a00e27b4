import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ContractError } from '../../contract/errors.ts'
import { StoreError } from '../store/store-error.ts'
import type { SetAsideArchive, StorageState } from '../../contract/app.ts'
import type { CallsOf, CoreHandlers } from '../../contract/index.ts'
import type { StorageBase } from './storage-base.ts'
import type { HostInfo } from '../base/ports.ts'
import { logBytes } from '../logging/rotating-file.ts'
import { logDirectory } from '../logging/create-logger.ts'

export type StorageCalls = CallsOf<'storage'> | 'app.info'

export interface StorageDeps extends StorageBase {
  readonly host: HostInfo
  /** Clears each kind of stored data. */
  readonly clear: Readonly<Record<'media' | 'spool' | 'requests' | 'journal', () => Promise<void>>>
  /** Size of the request log on the disk, bytes. */
  readonly requestLogBytes: () => number
  /** Stops core and removes everything in the data directory that is ours. */
  readonly deleteEverything: () => Promise<void>
  readonly setAside: {
    list(): readonly SetAsideArchive[]
    /** Stops core; the next start begins with this one. Rejects with StoreError unreadable, and then goes on. */
    bringBack(name: string): Promise<void>
  }
}

/** The data directory for the person: its content, its state, and how to clear it. */
export function createStorage(deps: StorageDeps): { readonly handlers: Pick<CoreHandlers, StorageCalls> } {
  const { store, vault, host, dataDir } = deps
  return {
    handlers: {
      'app.info': () =>
        Promise.resolve({
          ...host,
          dataDir,
          vault: vault.status(),
          node: process.versions.node,
          sqlite: process.versions['sqlite'] ?? '',
        }),

      async 'storage.usage'() {
        const { messages, chats, mediaBytes, spoolBytes } = await store.read('storage.counts', undefined)
        return {
          messages,
          chats,
          archiveBytes: store.bytes(),
          mediaBytes: mediaBytes + directoryBytes(join(dataDir, 'exports')),
          spoolBytes: spoolBytes + directoryBytes(join(dataDir, 'spool')),
          logBytes: logBytes(logDirectory(dataDir)) + deps.requestLogBytes(),
        }
      },

      async 'storage.state'(): Promise<StorageState> {
        switch (store.state()) {
          case 'full':
            return { kind: 'full' }
          case 'readOnly':
            return { kind: 'readOnly' }
          case 'failing':
            return { kind: 'failing' }
          case 'damaged':
            return { kind: store.maintenance() === 'none' ? 'damaged' : 'checking' }
          case 'ok':
            break
        }
        const recovery = await store.read('storage.recovery', undefined)
        if (recovery !== null) return { kind: 'recovered', ...recovery }
        return { kind: store.maintenance() === 'none' ? 'ok' : 'checking' }
      },

      'storage.dismissRecovery': () => store.write('storage.dismissRecovery', undefined, { urgent: true }),
      'storage.clear': ({ what }) => deps.clear[what](),
      'storage.setAside': () => Promise.resolve(deps.setAside.list()),
      async 'storage.bringBack'({ name }) {
        if (!deps.setAside.list().some((one) => one.name === name)) throw new ContractError('notFound')
        await deps.setAside.bringBack(name).catch((error: unknown) => {
          throw error instanceof StoreError && error.kind === 'unreadable'
            ? new ContractError('archiveUnreadable')
            : error
        })
      },
      'storage.deleteEverything': () => deps.deleteEverything(),
    },
  }
}

function directoryBytes(dir: string): number {
  try {
    return readdirSync(dir).reduce(
      (sum, name) => sum + (statSync(join(dir, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    )
  } catch {
    return 0
  }
}
