import type { Logger } from '../../base/ports.ts'
import type { DatabaseState } from '../connection/database-state.ts'
import type { SharedTeam } from '../../sharing/shared-team.ts'
import { isBadValue } from '../../sharing/team-error.ts'
import type { TeamStore } from '../ports.ts'

/** Rows that are read at once; each has a text of 20,000 characters at most. */
const pageLimit = 50

/** Quick replies between this desk and its team. */
export interface SharedReplies {
  /** Reads what colleagues wrote, and uploads what was written here. A viewer only reads. */
  sync(): Promise<void>
  /** The database continues from another history. */
  recheck(): Promise<void>
}

export function shareReplies(options: {
  readonly team: Pick<SharedTeam, 'role' | 'putQuickReply' | 'quickReplies'>
  readonly store: TeamStore
  readonly logger: Logger
  readonly database: Pick<DatabaseState, 'keeping'>
}): SharedReplies {
  const { team, store, logger, database } = options
  /** True: something was uploaded. */
  const upload = async (): Promise<boolean> => {
    for (let isUploaded = false; ; isUploaded = true) {
      const changes = await store.read('quickReplies.unsynced', undefined)
      if (changes.length === 0) return isUploaded
      for (const change of changes) {
        try {
          const now = await database.keeping(team.putQuickReply(change))
          await store.write('quickReplies.uploaded', { change, now })
        } catch (error) {
          if (!isBadValue(error)) throw error
          logger.warn({ error: error.message }, 'the team does not take a quick reply')
          await store.write('quickReplies.refused', { change })
        }
      }
    }
  }
  const mayWrite = () => team.role !== 'viewer'
  const download = async () => {
    for (;;) {
      const after = await store.read('quickReplies.sharedCursor', undefined)
      const replies = await team.quickReplies(after, pageLimit)
      if (replies.length > 0) await store.write('quickReplies.takeShared', { replies, mayWrite: mayWrite() })
      if (replies.length < pageLimit) return
    }
  }
  return {
    async sync() {
      // Replies that the database lacks are known only after all of its own are read.
      await download()
      if (mayWrite() && (await upload())) await download()
    },
    recheck: () => store.write('quickReplies.recheckShared', undefined),
  }
}
