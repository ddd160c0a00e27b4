import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { ContractError } from '../../../../contract/errors.ts'
import type { SteadyChat } from '../../../../contract/index.ts'
import { movedCursor } from '../../../../contract/text/merge-text.ts'
import { useClient } from '../../../client/client-context.tsx'
import type { Draft } from './draft-store.ts'
import {
  afterSave,
  changedChoices,
  draftOf,
  isSameDraft,
  isSameText,
  quoteKey,
  saveOf,
  useDrafts,
  whileSent,
} from './draft-store.ts'
import { DraftSaver } from './draft-saver.ts'

export interface ChatDraft {
  readonly draft: Draft
  /** The present draft, for functions that outlive a render. */
  readonly draftNow: () => Draft
  /** Changes the draft; the saver writes it to core. */
  readonly setDraft: (draft: Partial<Draft>) => void
  readonly saver: DraftSaver
  /** Sends the draft with this text to core now. As the saver's port. */
  readonly saveNow: (text: string) => Promise<string | null>
  /** Called just before another text is put around the cursor: it stays at its letters. */
  readonly keepCursor: (before: string, after: string) => void
  /** The last save failed: the draft exists in this window only. */
  readonly isUnsaved: boolean
}

/** Pause before a save lost by a broken connection is retried, ms. */
const pipeAgainMs = 300
/** Pause before a save that the store refused is retried, ms. */
const storeAgainMs = 2000
/** Errors after which the same save may succeed later. `cancelled`: the store was closed or restarts. */
const storeTrouble: ReadonlySet<string> = new Set([
  'storeFull',
  'storeReadOnly',
  'storeDamaged',
  'cancelled',
  'windowLocked',
])

/**
 * The draft of a chat. It follows core, where another window may change or send it, unless this window has unsaved
 * changes: then core keeps both.
 */
export function useDraft(chat: SteadyChat, field: RefObject<HTMLTextAreaElement | null>): ChatDraft {
  const client = useClient()
  const { key } = chat
  const [stored] = useState<Draft>(() => draftOf(chat))
  const draft = useDrafts(({ byChat }) => byChat.get(key)) ?? stored
  const draftNow = (): Draft => useDrafts.getState().byChat.get(key) ?? stored
  const setDraft = (changed: Partial<Draft>): void =>
    useDrafts.getState().put(key, { ...draftNow(), isDraftStored: false, ...changed })
  const [isUnsaved, setIsUnsaved] = useState(false)
  const keepCursor = useSteadyCursor(field, draft.text)
  const put = (next: Draft): void => useDrafts.getState().put(key, next)
  const saveNow = async (text: string): Promise<string | null> => {
    const sent = { ...draftNow(), text }
    const { lastSubmission: last, atCore, unanswered } = sent
    const save = saveOf(sent, text)
    put(whileSent(draftNow(), save))
    const saved = await client.call('chats.saveDraft', {
      chat: key,
      ...save,
      before: atCore,
      unanswered: [...unanswered],
      ...changedChoices(sent),
      submission: last?.quote === quoteKey(sent) ? { id: last.id, text: last.text } : undefined,
    })
    const now = draftNow()
    const next = afterSave(now, sent, save, saved)
    if (next.text !== now.text) keepCursor(now.text, next.text)
    put(next)
    // What is shown is saved next where core has another text: it may hold text typed since.
    return isSameText(next.text, saved.text) ? null : next.text
  }
  const [saver] = useState(
    () =>
      new DraftSaver({
        async save(_, text) {
          // A newer text has a save of its own; a try of an older one must not come after it.
          return draftNow().text === text ? saveNow(text) : null
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
        if ((byChat.get(key) ?? stored) !== draft || isSameDraft(ofCore, draft)) return
        keepCursor(draft.text, ofCore.text)
        put(key, ofCore)
      },
      () => undefined,
    )
    return () => asking.abort()
  }, [mayFollow, chat, draft, stored, key, client, keepCursor])
  return { draft, draftNow, setDraft, saver, saveNow, keepCursor, isUnsaved }
}

/**
 * Keeps the cursor at its letters while another window changes the text around it. The returned function is called just
 * before such a text is shown.
 */
function useSteadyCursor(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
): (before: string, after: string) => void {
  const moved = useRef<readonly [start: number, end: number] | null>(null)
  useLayoutEffect(() => {
    if (moved.current !== null) field.current?.setSelectionRange(...moved.current)
    moved.current = null
  }, [field, text])
  return useCallback(
    (before, after) => {
      const { current: element } = field
      if (element === null || element !== document.activeElement) return
      const { selectionStart, selectionEnd } = element
      moved.current = [movedCursor(before, after, selectionStart), movedCursor(before, after, selectionEnd)]
    },
    [field],
  )
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
