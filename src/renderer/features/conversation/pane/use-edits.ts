import { useRef, useState } from 'react'
import type { Message, MessageKey } from '../../../../contract/index.ts'
import { focusUnlessElsewhere, writingField } from '../../../lib/keys/return-focus.ts'
import { isEditable, lastOwn, type ServiceOfChat } from '../message-powers.ts'

export interface EditsOptions {
  /** The messages that are loaded, oldest first, and whether the newest of the chat is among them. */
  readonly rows: readonly Message[]
  readonly hasNewest: boolean
  readonly service: ServiceOfChat | undefined
  readonly show: (message: MessageKey) => void
}

export interface Edits {
  /** The message whose text is being changed in its place. */
  readonly editing: MessageKey | null
  readonly edit: (message: MessageKey) => void
  /** Opens the last own message, from the composer; false where that can't be. */
  readonly editLast: () => boolean
  /** Closes the editor of a message. */
  readonly endEdit: (message: MessageKey, row: HTMLElement | null) => void
}

/** Which message of a chat is being changed. */
export function useEdits({ rows, hasNewest, service, show }: EditsOptions): Edits {
  const [editing, setEditing] = useState<MessageKey | null>(null)
  const isFromComposer = useRef(false)
  return {
    editing,
    edit(message) {
      isFromComposer.current = false
      setEditing(message)
    },
    editLast() {
      const last = hasNewest ? lastOwn(rows) : undefined
      if (last === undefined || !isEditable(last, service, Date.now())) return false
      isFromComposer.current = true
      // An editor does not take the focus while the person writes elsewhere.
      writingField()?.blur()
      const row = document.querySelector(`[data-message="${last.key}"]`)
      if (row === null) show(last.key)
      else row.scrollIntoView({ block: 'nearest' })
      setEditing(last.key)
      return true
    },
    endEdit(message, row) {
      setEditing((current) => (current === message ? null : current))
      focusUnlessElsewhere(row, isFromComposer.current ? writingField() : row)
    },
  }
}
