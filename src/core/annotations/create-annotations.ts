import type { annotationCommands, annotationQueries } from '../../contract/annotations.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import type { peopleCommands, peopleQueries } from '../../contract/people.ts'
import type { CoreBase } from '../base/core-base.ts'
import type { StoreOf } from '../store/store.ts'
import type { annotationWrites, annotationReads } from './tx/annotations-intents.ts'

type Calls =
  | keyof typeof annotationQueries
  | keyof typeof annotationCommands
  | Exclude<keyof typeof peopleQueries, 'people.files'>
  | keyof typeof peopleCommands

interface AnnotationOptions extends Pick<CoreBase, 'clock' | 'ids'> {
  readonly store: StoreOf<typeof annotationWrites, typeof annotationReads>
  /** Called when a change may have to be uploaded to the team. */
  readonly onPendingChange: () => void
}

/**
 * Labels and notes that people write on chats for themselves. They leave this computer only in an export, and for the
 * team that shares the chat.
 */
export function createAnnotations({ store, clock, ids, onPendingChange }: AnnotationOptions): {
  readonly handlers: Pick<CoreHandlers, Calls>
} {
  const urgent = { urgent: true } as const
  const write: typeof store.write = async (...args) => {
    const done = await store.write(...args)
    onPendingChange()
    return done
  }
  return {
    handlers: {
      'labels.list': () => store.read('labels.list', undefined),
      'labels.save': async (input) => ({ key: await write('labels.save', input, urgent) }),
      'labels.remove': (input) => write('labels.remove', input, urgent),
      'labels.set': (input) => write('labels.set', input, urgent),
      'notes.list': (input) => store.read('notes.list', input),
      'notes.add': async ({ chat, text, id = ids.uuid() }) => ({
        key: await write('notes.store', { chat, text, id, at: clock.now(), editedAt: null }, urgent),
      }),
      'notes.change': (input) => write('notes.change', input, urgent),
      'notes.remove': (input) => write('notes.remove', input, urgent),
      'people.card': (input) => store.read('people.card', input),
      // The card of a person stays on this computer, so nothing of it is pending for a team.
      'people.setName': (input) => store.write('people.setName', input, urgent),
      'people.setField': (input) => store.write('people.setField', input, urgent),
      'people.removeField': (input) => store.write('people.removeField', input, urgent),
      'people.merge': (input) => store.write('people.merge', input, urgent),
      'people.separate': (input) => store.write('people.separate', input, urgent),
      'notes.restore': async (input) => ({ key: await write('notes.store', input, urgent) }),
    },
  }
}
