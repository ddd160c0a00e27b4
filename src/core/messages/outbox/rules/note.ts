import type { StatusNote } from '../../../../contract/messages.ts'

/** A note as the outbox keeps it. All null: nothing holds the message back. */
export interface NoteColumns {
  readonly note_kind: string | null
  /** Until when, epoch ms. */
  readonly note_until: number | null
  /** In the service's queue, from 1. */
  readonly note_position: number | null
}

const none: NoteColumns = { note_kind: null, note_until: null, note_position: null }

/** Assignments of an update: no note, and the note whose {@link noteColumns} are among the named parameters. */
export const clearedNote = 'note_kind = null, note_until = null, note_position = null'
export const givenNote = 'note_kind = :note_kind, note_until = :note_until, note_position = :note_position'

export function noteColumns(note: StatusNote | null): NoteColumns {
  if (note === null) return none
  switch (note.kind) {
    case 'rateLimited':
    case 'starting':
    case 'uploadStalled':
      return { ...none, note_kind: note.kind, note_until: Math.round(note.retryAt) }
    case 'held':
      return { ...none, note_kind: note.kind, note_until: Math.round(note.keptUntil) }
    case 'paced': {
      const until = note.expectedAt === undefined ? null : Math.round(note.expectedAt)
      return { note_kind: note.kind, note_until: until, note_position: note.position ?? null }
    }
    default:
      return { ...none, note_kind: note.kind }
  }
}

/** A kind that this version does not know reads as no note: a later version may have written it. */
export function readNote(row: NoteColumns): StatusNote | null {
  const { note_kind: kind, note_until: until, note_position: position } = row
  switch (kind) {
    case 'rateLimited':
    case 'starting':
    case 'uploadStalled':
      return { kind, retryAt: until ?? 0 }
    case 'held':
      return { kind, keptUntil: until ?? 0 }
    case 'paced':
      return { kind, ...(position === null ? {} : { position }), ...(until === null ? {} : { expectedAt: until }) }
    case 'lane':
    case 'offline':
    case 'paused':
    case 'teamAway':
    case 'tokenMissing':
    case 'noAnswer':
    case 'connectionBroke':
    case 'answerUnclear':
    case 'programEnded':
    case 'sameId':
    case 'waitsForPerson':
    case 'answeredFirst':
    case 'dismissed':
    case 'cleared':
      return { kind }
    default:
      return null
  }
}

export const isSameNote = (a: NoteColumns, b: NoteColumns): boolean =>
  a.note_kind === b.note_kind && a.note_until === b.note_until && a.note_position === b.note_position
