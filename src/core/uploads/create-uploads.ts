import { join } from 'node:path'
import type { CallsOf, CoreHandlers } from '../../contract/index.ts'
import type { MessageKey } from '../../contract/ids.ts'
import { mostFiles, mostReplyFiles } from '../../contract/values.ts'
import { createRunDirectory } from '../base/run-directory.ts'
import { createProgramUploads, type UploadsBase, type ProgramUploads } from './program-uploads.ts'
import type { WindowOriginSources } from '../hosting/window-origin.ts'
import type { MediaService } from '../media/create-media.ts'
import { sentName } from './rules/file-name.ts'
import { createSpool, type Spool } from './spool.ts'

export interface Uploads extends Pick<WindowOriginSources, 'takeSlice'>, Pick<Spool, 'clearEarlier'> {
  /** Files that programs hand in. */
  readonly ofPrograms: ProgramUploads
  readonly handlers: Pick<CoreHandlers, CallsOf<'uploads'> | 'quickReplies.addFile' | 'quickReplies.removeFiles'>
}

interface Deps extends Pick<UploadsBase, 'store' | 'ids' | 'dataDir' | 'logger'> {
  readonly media: Pick<MediaService, 'adopt' | 'removeUnshown'>
  /** How far a message's file is on its way to the service; null while it is not under way. */
  readonly progressOf: (message: MessageKey) => { readonly sent: number; readonly total: number } | null
}

/** Transfers files from the window to this disk, where they wait to be sent (architecture 6). */
export function createUploads({ store, ids, dataDir, logger, media, progressOf }: Deps): Uploads {
  // No address outlives its run, so an upload that an earlier run began can't be continued.
  const directory = createRunDirectory(join(dataDir, 'spool'))
  const spool = createSpool({
    directory,
    ids,
    logger,
    whole: (upload, path, content) =>
      media.adopt(path, content, (file) => store.write('uploads.whole', { id: upload, file }, { urgent: true })),
  })
  return {
    takeSlice: spool.take,
    clearEarlier: spool.clearEarlier,
    ofPrograms: createProgramUploads({ store, ids, directory, media }),
    handlers: {
      'uploads.tray': (input, { signal }) => store.read('uploads.tray', input, { signal }),
      'uploads.progress': async ({ message }) => progressOf(message),
      async 'uploads.begin'({ chat, name: given, type, bytes, asFile = false }) {
        const upload = ids.uuid()
        const name = sentName(given, type)
        const { spoolLimit } = await store.read('settings.get', undefined)
        await store.write('uploads.begin', { id: upload, chat, name, bytes, asFile, spoolLimit }, { urgent: true })
        return { upload, address: await spool.begin(upload, bytes), name }
      },
      async 'quickReplies.addFile'({ key, name: given, type, bytes }) {
        const upload = ids.uuid()
        const name = sentName(given, type)
        const { spoolLimit } = await store.read('settings.get', undefined)
        await store.write(
          'uploads.beginForReply',
          { id: upload, reply: key, name, bytes, spoolLimit },
          { urgent: true },
        )
        return { upload, address: await spool.begin(upload, bytes), name }
      },
      async 'quickReplies.removeFiles'({ files }) {
        await store.write('uploads.removeFromReply', { files }, { urgent: true })
        await spool.discard(files)
      },
      async 'uploads.addFromReply'(input) {
        const fresh = Array.from({ length: mostReplyFiles }, () => ids.uuid())
        const files = await store.write(
          'uploads.addFromReply',
          { ...input, ids: fresh, most: mostFiles },
          { urgent: true },
        )
        return { files }
      },
      async 'uploads.discard'(input) {
        await store.write('uploads.discard', input, { urgent: true })
        await spool.discard(input.uploads)
      },
      'uploads.arrange': (input) => store.write('uploads.arrange', input, { urgent: true }),
    },
  }
}
