import './composer.css'
import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react'
import { Suspense, lazy, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { ContractError } from '../../../contract/errors.ts'
import type { ChatDetails, MessageKey, QuotedMessage, SendAt } from '../../../contract/index.ts'
import { useClient } from '../../client/client-context.tsx'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useInstances } from '../../client/use-instances.ts'
import { useSettings } from '../../client/use-settings.ts'
import { cx } from '../../lib/class-names.ts'
import { matches } from '../../lib/shortcuts.ts'
import { markSigns, toggleMark } from '../../lib/text-marks.ts'
import type { TextMark } from '../../lib/text-marks.ts'
import { takeTypedAhead } from '../../lib/typed-ahead.ts'
import { useWords } from '../../lib/words.ts'
import { Button } from '../../ui/button.tsx'
import { InstanceMark } from '../../ui/instance-tile.tsx'
import { ComposerFoot } from './composer-foot.tsx'
import { ComposerQuote } from './composer-quote.tsx'
import type { Draft } from './draft-store.ts'
import { draftOf, quoteKey, sendIdOf, useDrafts } from './draft-store.ts'
import { DraftSaver } from './draft-saver.ts'
import { ComposerBar, markShortcuts } from './composer-bar.tsx'
import { ComposerPreview } from './composer-preview.tsx'
import { pipeOpens } from './pipe-opens.ts'
import { SendLater } from './send-later.tsx'
import { sendingState } from './sending-state.ts'
import { judgeText, withoutBom } from './text-limits.ts'
import { readTransfer } from './tray/read-transfer.ts'
import { useDropZone } from './tray/use-drop-zone.ts'
import { useTray } from './tray/use-tray.ts'
import { useSuggestions } from './use-suggestions.tsx'

const AttachmentTray = lazy(async () => ({ default: (await import('./tray/attachment-tray.tsx')).AttachmentTray }))

export interface ComposerProps {
  readonly chat: ChatDetails
  readonly onSent: (message: MessageKey) => void
  /** A text that comes back, for example of a cancelled message, or a message to answer; a new object each time. */
  readonly offered: { readonly text: string } | { readonly quote: QuotedMessage } | null
  readonly onShowQuoted: (quote: QuotedMessage) => void
  /** What stands at the end of the line under the box. */
  readonly aside?: ReactNode
}

/** Where a person writes. Made anew for each chat: a text never crosses into another one. */
export function Composer({ chat, onSent, offered, onShowQuoted, aside }: ComposerProps) {
  const t = useWords()
  const client = useClient()
  const footId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const foot = useRef<HTMLElement>(null)
  const instances = useInstances()
  const enterSends = useSettings()?.enterSends ?? true
  const [stored] = useState<Draft>(() => draftOf(chat))
  const { text, quote, noPreview } = useDrafts(({ byChat }) => byChat.get(chat.key)) ?? stored
  const draftNow = (): Draft => useDrafts.getState().byChat.get(chat.key) ?? stored
  const setDraft = (draft: Partial<Draft>): void => useDrafts.getState().put(chat.key, { ...draftNow(), ...draft })
  const [error, setError] = useState<ContractError | null>(null)
  const [timing, setTiming] = useState(false)
  const [send, sending] = useContractCommand('messages.send', { errors: 'return' })
  const [sendFiles, sendingFiles] = useContractCommand('messages.sendFiles', { errors: 'return' })
  const [saver] = useState(
    () =>
      new DraftSaver({
        save: (key, draft) =>
          client.call('chats.saveDraft', {
            chat: key,
            text: draft,
            quote: quoteKey(draftNow()),
            sendId: sendIdOf(draftNow(), draft),
          }),
        setTimer: (run, ms) => window.setTimeout(run, ms),
        clearTimer: (timer) => window.clearTimeout(timer),
      }),
  )
  const instance = instances.find((one) => one.key === chat.instance)
  const state = instance ? sendingState(instance) : ({ kind: 'ready' } as const)
  const isPaused = state.kind === 'paused'
  const family = instance?.family ?? 'v3'
  const verdict = judgeText(text, chat.chatId)
  const { tray, actions: trayActions } = useTray(chat.key, family)
  const going = tray.items.filter((item) => item.state.kind !== 'refused')
  const filesReady = going.every((item) => item.state.kind === 'ready')
  const hasText = verdict.kind === 'fits'
  const maySend =
    (hasText || (verdict.kind === 'blank' && going.length > 0)) &&
    filesReady &&
    !isPaused &&
    !(state.kind === 'note' && state.blocked)
  const messages = going.length + (hasText ? 1 : 0)
  const mayAttach = !isPaused && !(instance?.absentOperations.includes('sendFileByUrl') ?? false)
  const over = useDropZone(foot, mayAttach, (dropped) => {
    trayActions.add(dropped)
    field.current?.focus()
  })

  const write = (next: string): void => {
    setDraft({ text: next })
    setError(null)
    saver.change(chat.key, next)
  }
  const setQuote = (next: QuotedMessage | null): void => {
    setDraft({ quote: next })
    setError(null)
    saver.change(chat.key, draftNow().text)
    field.current?.focus()
  }
  useEffect(() => {
    const flush = () => {
      saver.flushAll()
      trayActions.flush()
    }
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [saver, trayActions])
  useEffect(() => {
    const { activeElement } = document
    const ahead = takeTypedAhead(chat.key)
    if (ahead !== '') write(draftNow().text + ahead)
    // A person who opened the chat writes next; whoever is elsewhere stays there.
    if (ahead !== '' || activeElement === null || activeElement === document.body || activeElement.closest('.chats'))
      field.current?.focus()
    // A composer is made for one chat.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  useEffect(() => {
    if (!offered) return
    if ('quote' in offered) return setQuote(offered.quote)
    if (offered.text === '') return
    const now = draftNow().text
    write(now.trim() === '' ? offered.text : `${now}\n${offered.text}`)
    field.current?.focus()
    // Only what is newly offered is taken over.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [offered])

  // Files go at once: what waited would hold their room.
  const mayTime = maySend && going.length === 0

  const submit = async (sendAt?: SendAt): Promise<ContractError | null> => {
    if (!maySend || sending.pending || sendingFiles.pending) return null
    const sent = text
    const answered = quoteKey(draftNow())
    const files = going.flatMap(({ upload, caption }) =>
      upload === null ? [] : [{ upload, caption, asFile: tray.asFiles }],
    )
    const uploads = files.map(({ upload }) => upload)
    const named = uploads.join(' ')
    // A save that comes after the message would bring its text back as a draft.
    saver.forget(chat.key)
    const sendId = sendIdOf(draftNow(), sent, named) ?? crypto.randomUUID()
    setDraft({ told: { id: sendId, text: sent, quote: answered, uploads: named } })
    // Core knows the text and its send before the send itself: a page that is loaded anew in between finds both.
    client.call('chats.saveDraft', { chat: chat.key, text: sent, quote: answered, sendId }).catch(() => undefined)
    const toText = { chat: chat.key, text: withoutBom(sent), quote: answered, sendId }
    const tell = async () => {
      if (files.length > 0) return sendFiles({ ...toText, files })
      const one = await send({ ...toText, ...(noPreview ? { linkPreview: false } : {}), ...(sendAt ? { sendAt } : {}) })
      return one.ok ? { ok: true as const, value: { messages: [one.value.message] } } : one
    }
    let result = await tell()
    while (!result.ok && result.error.code === 'disconnected') {
      setError(result.error)
      if (!(await pipeOpens(client))) break
      // A text that is being changed meanwhile goes when its writer sends it.
      if (draftNow().text !== sent || quoteKey(draftNow()) !== answered) return null
      // Nobody knows whether the message arrived; told again under the same name it is one message.
      result = await tell()
    }
    if (!result.ok) {
      saver.change(chat.key, draftNow().text)
      if (sendAt) return result.error
      setError(result.error)
      field.current?.focus()
      return null
    }
    trayActions.sent(uploads)
    // Core cleared the draft with the message; what was typed meanwhile is a new one.
    const now = draftNow().text
    const rest = now === sent ? '' : now.startsWith(sent) ? now.slice(sent.length) : now
    const nextQuote = quoteKey(draftNow()) === answered ? null : draftNow().quote
    setDraft({ text: rest, quote: nextQuote, told: null, noPreview: false })
    setError(null)
    if (rest !== '' || nextQuote) saver.change(chat.key, rest)
    field.current?.focus()
    const newest = result.value.messages.at(-1)
    if (newest !== undefined) onSent(newest)
    return null
  }
  const signs = markSigns(family)
  const mark = (kind: TextMark): void => {
    const element = field.current
    if (!element) return
    const {
      text: marked,
      start,
      end,
    } = toggleMark(element.value, element.selectionStart, element.selectionEnd, signs[kind])
    element.setRangeText(marked, 0, element.value.length)
    element.setSelectionRange(start, end)
    element.focus()
    write(marked)
  }
  const onPaste = (event: ClipboardEvent): void => {
    const read = mayAttach ? readTransfer(event.clipboardData, 'paste') : null
    if (read === null) return
    event.preventDefault()
    trayActions.add(read)
  }
  const suggestions = useSuggestions({ field, text, chat, instance, write })
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (suggestions.takesKey(event)) return
    if (event.key === 'Escape' && quote && !event.nativeEvent.isComposing) {
      event.preventDefault()
      return setQuote(null)
    }
    const marked = markShortcuts.find(({ shortcut }) => matches(event.nativeEvent, shortcut))
    if (marked) {
      event.preventDefault()
      return mark(marked.mark)
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    const isMod = event.ctrlKey || event.metaKey
    if (isMod && event.shiftKey) {
      event.preventDefault()
      return setTiming(mayTime)
    }
    if (isMod || (enterSends && !event.shiftKey && !event.altKey)) {
      event.preventDefault()
      void submit()
    }
  }
  const insert = (emoji: string) => {
    const element = field.current
    if (!element) return
    element.setRangeText(emoji, element.selectionStart, element.selectionEnd, 'end')
    write(element.value)
  }
  const placeholder = isPaused
    ? t('composer.pausedPlaceholder', { name: instance?.name ?? '' })
    : t('composer.placeholder')
  return (
    <footer className="composer" ref={foot}>
      {over && createPortal(<div className="drop-here">{t('tray.dropHere')}</div>, over)}
      <div className="composer-in">
        {suggestions.shown}
        <div className={cx('cbox', isPaused && 'is-off')}>
          {quote && <ComposerQuote quote={quote} onShow={() => onShowQuoted(quote)} onRemove={() => setQuote(null)} />}
          {tray.items.length > 0 && (
            <Suspense>
              <AttachmentTray tray={tray} actions={trayActions} family={family} withText={hasText} />
            </Suspense>
          )}
          <textarea
            {...suggestions.fieldProps}
            ref={field}
            data-write=""
            rows={1}
            dir="auto"
            aria-label={t('composer.message')}
            aria-describedby={footId}
            placeholder={placeholder}
            disabled={isPaused}
            value={text}
            onChange={(event) => write(event.target.value)}
            onBlur={() => saver.flush(chat.key)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
          <ComposerPreview text={text} signs={signs} />
          <ComposerBar
            chat={chat.key}
            instance={instance}
            disabled={isPaused}
            attach={mayAttach ? (files) => trayActions.add({ files, folders: [] }) : null}
            noPreview={noPreview}
            previewable={family !== 'telegram' && going.length === 0 && hasLink(text)}
            onPreview={(on) => setDraft({ noPreview: !on })}
            onEmoji={insert}
            onReplies={suggestions.openReplies}
            onMark={mark}
            onSent={onSent}
            focusField={() => field.current}
          >
            {instances.length > 1 && instance && (
              <span
                className="from"
                data-colour={instance.colour}
                title={t('composer.sendsFrom', { name: instance.name })}
              >
                <InstanceMark colour={instance.colour} />
                <span className="ell">{instance.name}</span>
              </span>
            )}
            <Button
              kind="primary"
              className="send"
              disabled={!maySend}
              aria-label={messages > 1 ? t('composer.sendMessages', { count: messages }) : undefined}
              onClick={() => void submit()}
            >
              {messages > 1 ? t('composer.sendCount', { count: messages }) : t('composer.send')}
            </Button>
            <SendLater open={timing} disabled={!mayTime} onOpen={setTiming} onChoose={submit} />
          </ComposerBar>
        </div>
        <ComposerFoot
          id={footId}
          instance={instance}
          state={state}
          verdict={verdict}
          error={error}
          enterSends={enterSends}
          aside={aside}
        />
      </div>
    </footer>
  )
}

const hasLink = (text: string): boolean => /https?:\/\/|www\./i.test(text)
