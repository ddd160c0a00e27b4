import { useEffect } from 'react'
import type { ChatKey } from '../../contract/ids.ts'
import type { RpcClient } from '../../rpc/client.ts'
import { useClient } from '../client/client-context.tsx'
import { writingField } from '../lib/keys/return-focus.ts'
import { isModal, isTypedKey, isTyping } from '../lib/keys/shortcuts.ts'
import { takeTypedAhead, typedAheadElsewhere, typeInto } from '../lib/keys/typed-ahead.ts'

/** Elements that find their items by first letters, or have a use of their own for letters. */
const readsLetters = 'select, [role="menu"], [role="listbox"], [role="combobox"], [role="dialog"], [role="alertdialog"]'

/** Keys with which a letter only begins: accents, and what an input method reads. */
const composes: ReadonlySet<string> = new Set(['Dead', 'Process'])

/**
 * A space presses buttons and chooses messages. Where nothing has the focus it is one of the letters, and so it is
 * where the chat was chosen that opens just now.
 */
const isFreeForSpace = (target: EventTarget | null, isOpening: boolean): boolean =>
  target === document.body || (isOpening && target instanceof Element && target.closest('.chats') !== null)

/**
 * Text typed while no field has the focus is not lost: it goes into the open chat's answer, also while that chat is
 * still being read, and into the chat search while no chat is open.
 */
export function useTypeToWrite(chat: ChatKey | null): void {
  const client = useClient()
  useEffect(() => void storeTypedAhead(client, chat), [client, chat])
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const { key, target } = event
      const isOpening = chat !== null && document.querySelector('[data-write]') === null
      const isText = isTypedKey(event) && (key !== ' ' || (chat !== null && isFreeForSpace(target, isOpening)))
      if (!isText && !composes.has(key)) return
      if (event.defaultPrevented || isTyping(target) || isModal()) return
      if (target instanceof Element && target.closest(readsLetters)) return
      if (isOpening) {
        if (!isText) return
        // A space would scroll.
        event.preventDefault()
        return typeInto(chat, key)
      }
      const field = chat === null ? document.querySelector<HTMLElement>('.chats input[type="search"]') : writingField()
      // The key itself goes into what has the focus by then.
      if (field?.checkVisibility({ visibilityProperty: true })) field.focus()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [chat])
}

/** Text typed for chats that were left before they opened becomes part of their drafts. */
export async function storeTypedAhead(client: RpcClient, open: ChatKey | null): Promise<void> {
  for (const chat of typedAheadElsewhere(open)) {
    const text = takeTypedAhead(chat)
    try {
      const { draftText } = await client.call('chats.details', { chat })
      await client.call('chats.saveDraft', { chat, text: draftText + text, before: draftText })
    } catch {
      // It waits for the next time the chat is opened or left.
      typeInto(chat, text)
    }
  }
}
