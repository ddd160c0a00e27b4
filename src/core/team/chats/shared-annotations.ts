import type { TeamStore } from '../ports.ts'
import type { Logger } from '../../base/ports.ts'
import type { DatabaseState } from '../connection/database-state.ts'
import type { SharedTeam } from '../../sharing/shared-team.ts'
import type { SharedInstanceId } from '../../sharing/shared-ids.ts'
import { isBadValue } from '../../sharing/team-error.ts'
import type { LabelChange, NoteChange } from './tx/team-annotations.ts'

/** Rows that are read at once. A note has 4,000 characters at most. */
const pageLimit = 200

export interface SharedAnnotationsOptions {
  readonly team: Pick<SharedTeam, 'role' | 'putNote' | 'putLabels' | 'annotations' | 'chatStates'>
  readonly store: TeamStore
  readonly logger: Logger
  readonly database: Pick<DatabaseState, 'keeping'>
  /** Something was entered in the journal. */
  readonly onPut: () => void
}

/** Labels and notes between this desk and its team. */
export interface SharedAnnotations {
  /** Tells the team what was written here. A viewer's stays here. */
  upload(): Promise<void>
  /**
   * Reads what stands in the database and no entry that is still to come tells. Between two pages of the journal, never
   * beside one.
   */
  catchUp(signal: AbortSignal): Promise<void>
}

export function shareAnnotations(options: SharedAnnotationsOptions): SharedAnnotations {
  const { team, store, logger, database, onPut } = options

  let isOfferedAgain = false

  /** A change that the database refuses stays here and is shown as refused. Undefined: it was refused. */
  const offered = async <Result>(work: Promise<Result>): Promise<Result | undefined> => {
    try {
      return await database.keeping(work)
    } catch (error) {
      if (!isBadValue(error)) throw error
      logger.warn({ error: error.message }, 'the team does not take a note or a label')
      return undefined
    }
  }
  const uploadNote = async (change: NoteChange) => {
    const { shared, chatId, what: id, text, base, at, editedAt } = change
    const now = await offered(team.putNote(shared, chatId, { id, text, base, at, editedAt }))
    if (now === undefined) await store.write('team.rejectChanges', { changes: [change] })
    else await store.write('team.noteUploaded', { change, now })
  }
  const uploadLabels = async (shared: SharedInstanceId, changes: readonly LabelChange[]) => {
    const isTaken = await offered(
      team
        .putLabels(
          shared,
          changes.map(({ label }) => label),
        )
        .then(() => true),
    )
    if (isTaken === true) await store.write('team.labelsUploaded', { changes })
    else if (changes.length === 1) await store.write('team.rejectChanges', { changes })
    // The database refused one of the labels, so each is uploaded by itself.
    else for (const change of changes) await uploadLabels(shared, [change])
  }

  return {
    async upload() {
      // Asked of the disk first: where nothing is to be told, nothing is asked of the database.
      if (!isOfferedAgain && team.role !== 'viewer') await store.write('team.offerAgain', undefined)
      isOfferedAgain = true
      for (;;) {
        const changes = await store.read('team.pendingChanges', undefined)
        if (changes.length === 0 || team.role === 'viewer') return
        for (const change of changes) if (change.kind === 'note') await uploadNote(change)
        const labels = Map.groupBy(
          changes.filter((change) => change.kind === 'label'),
          ({ shared }) => shared,
        )
        for (const [shared, group] of labels) await uploadLabels(shared, group)
        onPut()
      }
    },
    async catchUp(signal) {
      const missing = await store.read('team.unannotated', undefined)
      for (const { instance, shared } of missing) {
        // Entries that assigned a chat or marked it as done may have gone with their month.
        for (let states = [''], from = ''; states.length > 0 && !signal.aborted;) {
          states = [...(await team.chatStates(shared, from, pageLimit))]
          from = await store.write('team.takeChatStates', { instance, raws: states })
        }
        let after = 0
        for (let isAll = false; !isAll && !signal.aborted;) {
          const page = await team.annotations(shared, after, pageLimit)
          isAll = page.length < pageLimit
          after = page.at(-1)?.n ?? after
          await store.write('team.takeAnnotations', { instance, raws: page.map(({ raw }) => raw), isAll })
        }
      }
    },
  }
}
