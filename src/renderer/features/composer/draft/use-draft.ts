import { useEffect, useState } from 'react'
import { ContractError } from '../../../../contract/errors.ts'
import type { ChatDetails } from '../../../../contract/index.ts'
import { useClient } from '../../../client/client-context.tsx'
import type { Draft } from './draft-store.ts'
import { choicesOf, draftOf, isSameDraft, quoteKey, sendIdOf, useDrafts } from './draft-store.ts'
import { DraftSaver } from './draft-saver.ts'

export interface ChatDraft {
  readonly draft: Draft
  /** The present draft, for functions that outlive a render. */
  readonly draftNow: () => Draft
  /** Changes the draft; the saver writes it to core. */
  readonly setDraft: (draft: Partial<Draft>) => void
  readonly saver: DraftSaver
  /** The last save failed: the draft exists in this window only. */
  readonly isUnsaved: boolean
}

/** Pause before a save lost by a broken connection is retried, ms. */
const pipeAgainMs = 300
/** Pause before a save that the store refused is retried, ms. */
const storeAgainMs = 2000
/** Errors after which the same save may succeed later. `cancelled`: the store was closed or restarts. */
const storeTrouble: ReadonlySet<string> = new Set(['storeFull', 'storeReadOnly', 'storeDamaged', 'cancelled'])

/**
 * The draft of a chat. It follows core, where another window may change or send it, unless this window has unsaved
 * changes.
 */
export function useDraft(chat: ChatDetails): ChatDraft {
  const client = useClient()
  const { key } = chat
  const [stored] = useState<Draft>(() => draftOf(chat))
  const draft = useDrafts(({ byChat }) => byChat.get(key)) ?? stored
  const draftNow = (): Draft => useDrafts.getState().byChat.get(key) ?? stored
  const setDraft = (changed: Partial<Draft>): void =>
    useDrafts.getState().put(key, { ...draftNow(), isDraftStored: false, ...changed })
  const [isUnsaved, setIsUnsaved] = useState(false)
  const [saver] = useState(
    () =>
      new DraftSaver({
        async save(_, text) {
          const saved = draftNow()
          // A newer text has a save of its own; a try of an older one must not come after it.
          if (saved.text !== text) return
          await client.call('chats.saveDraft', {
            chat: key,
            text,
            quote: quoteKey(saved),
            ...choicesOf(saved),
            sendId: sendIdOf(saved, text),
          })
          useDrafts.getState().keep(key, saved, text)
        },
        retryAfter: (error) => {
          if (!(error instanceof ContractError)) return null
          if (error.code === 'disconnected') return client.state() === 'closed' ? null : pipeAgainMs
          return storeTrouble.has(error.code) ? storeAgainMs : null
        },
        onSaved: (_, isSaved) => setIsUnsaved(!isSaved),
        setTimer: (run, ms) => window.setTimeout(run, ms),
        clearTimer: (timer) => window.clearTimeout(timer),
      }),
  )
  const mayFollow = draft.isDraftStored && !draft.isGoing && !isSameDraft(draftOf(chat), draft)
  useEffect(() => {
    if (!mayFollow) return
    const asking = new AbortController()
    // An earlier answer may be older than core's draft: only a new read counts.
    void client.call('chats.details', { chat: key }, { signal: asking.signal }).then(
      (now) => {
        const ofCore = draftOf(now)
        const { byChat, put } = useDrafts.getState()
        if ((byChat.get(key) ?? stored) === draft && !isSameDraft(ofCore, draft)) put(key, ofCore)
      },
      () => undefined,
    )
    return () => asking.abort()
  }, [mayFollow, chat, draft, stored, key, client])
  return { draft, draftNow, setDraft, saver, isUnsaved }
}

/**
 * Asks the person before a page with an unsaved draft closes: by the browser, and on the desktop by the main process.
 */
export function useAskBeforeUnload(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: Event): void => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])
}
