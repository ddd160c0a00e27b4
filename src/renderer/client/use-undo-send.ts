import { useEffect, useRef } from 'react'
import type { ChatKey, MessageKey } from '../../contract/ids.ts'
import { undoSendMs } from '../../contract/values.ts'
import { currentRoute, goTo } from '../lib/routing/route.ts'
import { dismissToast, showToast } from '../ui/overlays/toast-store.ts'
import { useContractCommand } from './use-contract-command.ts'
import { useSettings } from './use-preference.ts'

export interface UndoSend {
  /** Offers to undo a submission for as long as it waits; nothing where Settings don't ask for it. */
  readonly offer: (messages: readonly MessageKey[]) => void
  /** Undoes the last submission that was offered; false: there is none any more. */
  readonly undoLast: () => boolean
}

/** A submission that can be undone, and the messages of it that were not taken back otherwise. */
interface Offer {
  readonly messages: Set<MessageKey>
  readonly until: number
  readonly run: () => void
  /** Nothing of it is left to undo. */
  readonly end: () => void
}

const offers = new Set<Offer>()

/** Ends the offer to undo a message that was taken back in its chat. */
export function endUndoOf(message: MessageKey): void {
  for (const offer of offers) if (offer.messages.delete(message) && offer.messages.size === 0) offer.end()
}

/**
 * Undoes what was sent a moment ago: the messages are cancelled, and the chat opens with them as its draft.
 *
 * @param chat null: the messages go to several chats, and none of them opens
 * @param onText the text that came back, where the caller still shows the chat; core has written it into the draft
 */
export function useUndoSend(chat: ChatKey | null, onText?: (text: string) => void): UndoSend {
  const isOn = useSettings()?.undoSend ?? false
  const [undoSend] = useContractCommand('messages.undoSend')
  const last = useRef<Offer | null>(null)
  const shown = useRef(onText)
  useEffect(() => {
    shown.current = onText
    return () => {
      shown.current = undefined
    }
  })
  return {
    offer(messages) {
      if (!isOn || messages.length === 0) return
      const run = async (): Promise<void> => {
        offer.end()
        const result = await undoSend({ messages: [...offer.messages] })
        if (!result.ok || chat === null) return
        if (shown.current) return shown.current(result.value.text)
        const { scope } = currentRoute()
        goTo({ view: 'chats', scope, chat })
      }
      const offer: Offer = {
        messages: new Set(messages),
        until: Date.now() + undoSendMs,
        run: () => void run(),
        end() {
          offers.delete(offer)
          if (last.current === offer) last.current = null
          dismissToast(toast)
        },
      }
      const toast = showToast('ui.undoSend', {
        values: { count: messages.length, seconds: undoSendMs / 1000 },
        tone: 'plain',
        until: offer.until,
        action: { wording: { id: 'ui.undo' }, run: offer.run },
      })
      for (const earlier of offers) if (earlier.until <= Date.now()) offers.delete(earlier)
      offers.add(offer)
      last.current = offer
    },
    undoLast() {
      if (last.current === null || last.current.until <= Date.now()) return false
      last.current.run()
      return true
    },
  }
}
