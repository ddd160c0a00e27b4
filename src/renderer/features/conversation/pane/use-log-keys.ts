import type { KeyboardEvent, RefObject } from 'react'
import type { Message, MessageKey } from '../../../../contract/index.ts'
import type { MessagePowers } from '../message-powers.ts'
import type { MessageLogHandle } from '../log/message-log.tsx'
import type { OpenedLog } from './use-opened-log.ts'
import type { SelectedMessages } from './use-selection.ts'

export interface LogKeysOptions {
  readonly opened: OpenedLog
  readonly selection: SelectedMessages
  readonly log: RefObject<MessageLogHandle | null>
  readonly copy: (messages: readonly Message[]) => Promise<void>
  readonly openMenu: (message: Message, anchor: Element) => void
  readonly powers: (message: Message) => MessagePowers
  readonly reply: (message: Message) => void
  readonly edit: (message: MessageKey) => void
  readonly deleteForEveryone: (message: Message) => void
}

/**
 * Keys of the log besides the arrows: select, copy, open the menu of the message that has
 * the focus, answer, change or delete it, go to either end. Keys that are pressed in a control inside a message are the
 * control's own.
 */
export function useLogKeys({ opened, selection, log, copy, openMenu, ...acts }: LogKeysOptions) {
  /** Letters are those of the physical key, so that they are the same ones on every layout. False: nothing to do. */
  const actOn = (row: Message, code: string): boolean => {
    const powers = acts.powers(row)
    if (code === 'KeyR' && powers.reply) acts.reply(row)
    else if (code === 'KeyE' && powers.editUntil !== null) acts.edit(row.key)
    else if (code === 'Delete' && powers.deleteUntil !== null) acts.deleteForEveryone(row)
    else return false
    return true
  }
  return (event: KeyboardEvent, active: MessageKey | null): void => {
    if (event.key === 'Escape' && selection.keys) {
      event.preventDefault()
      selection.clear()
      return
    }
    const isControl = event.target instanceof Element && event.target.closest('button, a, textarea, input') !== null
    if (isControl) return
    const isMod = event.ctrlKey || event.metaKey
    const row = opened.rows.find((message) => message.key === active)
    if (isMod && event.code === 'KeyC' && getSelection()?.isCollapsed !== false) {
      const messages = selection.messages.length > 0 ? selection.messages : row ? [row] : []
      if (messages.length === 0) return
      event.preventDefault()
      void copy(messages)
    } else if (isMod && event.code === 'KeyA') {
      event.preventDefault()
      selection.all()
    } else if (isMod || event.altKey) {
      return
    } else if (event.key === ' ' && row) {
      event.preventDefault()
      selection.toggle(row.key, event.shiftKey)
    } else if (event.key === 'Enter' && row && event.target instanceof Element) {
      event.preventDefault()
      if (selection.keys) selection.toggle(row.key, event.shiftKey)
      else openMenu(row, event.target)
    } else if (row && !event.shiftKey && !selection.keys && actOn(row, event.code)) {
      // Otherwise the letter would be written into the composer.
      event.preventDefault()
    } else if (event.key === 'End') {
      event.preventDefault()
      opened.showEnd(false)
      log.current?.focus()
    } else if (event.key === 'Home') {
      event.preventDefault()
      opened.showStart()
    }
  }
}
