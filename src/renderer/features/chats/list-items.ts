import type { ChatFilter } from '../../../contract/index.ts'

/** Filters of the list: chats, or proposals of programs. */
export type ListFilter = ChatFilter | 'proposals'

/** Whether a list shows who waits for an answer. */
export const isWaitingFilter = (filter: ListFilter): boolean => filter === 'waiting' || filter === 'unassigned'

/** Items of the list besides its rows. */
export interface ListShape {
  /** Rows of the list. */
  readonly total: number
  /** How many of them are pinned; they come first. */
  readonly pinned: number
  /** The link to the archived chats is the last item. */
  readonly archived: boolean
  /** Search puts what matches in its own order: nothing separates the pinned ones. */
  readonly search: boolean
}

export type ListItem =
  | { readonly kind: 'row'; readonly row: number }
  | { readonly kind: 'separator' }
  | { readonly kind: 'archived' }

/** The heading "Recent" separates pinned and other chats, if there are both. */
const hasSeparator = ({ total, pinned, search }: ListShape): boolean => !search && pinned > 0 && pinned < total

export const itemCount = (shape: ListShape): number =>
  shape.total + (hasSeparator(shape) ? 1 : 0) + (shape.archived ? 1 : 0)

/** The item at an index of the list. */
export function itemAt(shape: ListShape, index: number): ListItem {
  const separated = hasSeparator(shape)
  if (separated && index === shape.pinned) return { kind: 'separator' }
  const row = separated && index > shape.pinned ? index - 1 : index
  return row < shape.total ? { kind: 'row', row } : { kind: 'archived' }
}

/** The index of a row in the list. */
export const itemOfRow = (shape: ListShape, row: number): number =>
  hasSeparator(shape) && row >= shape.pinned ? row + 1 : row
