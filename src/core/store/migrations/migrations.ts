import { initial } from './0001-initial.ts'
import { chatMarks } from './0002-chat-marks.ts'
import type { Migration } from './migration.ts'

/** All steps, oldest first: the index plus one is the version. */
export const migrations: readonly Migration[] = [
  { version: 1, name: 'initial', up: (db) => db.exec(initial) },
  { version: 2, name: 'chat-marks', up: chatMarks },
]
