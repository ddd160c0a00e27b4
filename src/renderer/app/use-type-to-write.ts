import { useEffect } from 'react'
import type { ChatKey } from '../../contract/ids.ts'
import { writingField } from '../lib/return-focus.ts'
import { isModal, isTyping } from '../lib/shortcuts.ts'
import { typeAhead } from '../lib/typed-ahead.ts'

/** What finds its items by their first letters, or has a use of its own for them. */
const readsLetters = 'select, [role="menu"], [role="listbox"], [role="combobox"], [role="dialog"], [role="alertdialog"]'

/**
 * What is typed while no field has the focus is not lost: it goes into the open chat's answer, also while that chat is
 * still being read, and into the chat search while no chat is open.
 */
export function useTypeToWrite(chat: ChatKey | null): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const { key, target } = event
      // A space presses buttons and chooses messages.
      const isText = [...key].length === 1 && key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isText || event.defaultPrevented || isTyping(target) || isModal()) return
      if (target instanceof Element && target.closest(readsLetters)) return
      const isOpening = chat !== null && document.querySelector('[data-write]') === null
      if (isOpening) return typeAhead(chat, key)
      const field = chat === null ? document.querySelector<HTMLElement>('.chats input[type="search"]') : writingField()
      // The key itself goes into what has the focus by then.
      if (field?.checkVisibility({ visibilityProperty: true })) field.focus()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [chat])
}
