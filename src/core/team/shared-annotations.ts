import type { TeamStore } from './team-base.ts'
import type { Logger } from '../base/ports.ts'
import type { DatabaseState } from './database-state.ts'
import type { SharedInstanceId, SharedTeam } from '../sharing/shared-team.ts'
import { TeamError } from '../sharing/team-error.ts'
import type { LabelWord, NoteWord } from './tx/team-annotations.ts'

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
  tell(): Promise<void>
  /** Reads what stands in the database and no entry that is still to come tells. Between two pages of the journal, never beside one. */
  catchUp(signal: AbortSignal): Promise<void>
}

export function shareAnnotations(options: SharedAnnotationsOptions): SharedAnnotations {
  const { team, store, logger, database, onPut } = options

  let isOfferedAgain = false

  /** What the database does not take stays here, and a person sees that it does. Undefined: it was refused. */
  const offered = async <Result>(work: Promise<Result>): Promise<Result | undefined> => {
    try {
      return await database.keeping(work)
    } catch (error) {
      if (!(error instanceof TeamError) || error.trouble.kind !== 'badValue') throw error
      logger.warn({ error: error.message }, 'the team does not take a note or a label')
      return undefined
    }
  }
  const tellNote = async (word: NoteWord) => {
    const { shared, chatId, what: id, text, base, at, editedAt } = word
    const now = await offered(team.putNote(shared, chatId, { id, text, base, at, editedAt }))
    if (now === undefined) await store.write('team.wordsRefused', { words: [word] })
    else await store.write('team.noteTold', { word, now })
  }
  const tellLabels = async (shared: SharedInstanceId, words: readonly LabelWord[]) => {
    const told = await offered(
      team
        .putLabels(
          shared,
          words.map(({ label }) => label),
        )
        .then(() => true),
    )
    if (told === true) await store.write('team.labelsTold', { words })
    else if (words.length === 1) await store.write('team.wordsRefused', { words })
    // One of them is refused: the others are told.
    else for (const word of words) await tellLabels(shared, [word])
  }

  return {
    async tell() {
      // Asked of the disk first: where nothing is to be told, nothing is asked of the database.
      if (!isOfferedAgain && team.role !== 'viewer') await store.write('team.offerAgain', undefined)
      isOfferedAgain = true
      for (;;) {
        const words = await store.read('team.words', undefined)
        if (words.length === 0 || team.role === 'viewer') return
        for (const word of words) if (word.kind === 'note') await tellNote(word)
        const labels = Map.groupBy(
          words.filter((word) => word.kind === 'label'),
          ({ shared }) => shared,
        )
        for (const [shared, group] of labels) await tellLabels(shared, group)
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
