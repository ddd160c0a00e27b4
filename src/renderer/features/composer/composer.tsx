import './composer.css'
import { useEffect, useId, useRef, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react'
import { later } from '../../ui/later.tsx'
import { createPortal } from 'react-dom'
import type { SteadyChat, MessageKey, QuotedMessage } from '../../../contract/index.ts'
import { useLastIncomingAt } from '../../client/use-chat.ts'
import { useInstances } from '../../client/use-instances.ts'
import { useTeamOf } from '../../client/use-team.ts'
import { useSettings } from '../../client/use-preference.ts'
import { cx } from '../../lib/text/class-names.ts'
import { holdTyping } from '../../lib/keys/hold-typing.ts'
import { undoSendShortcut } from '../../lib/keys/chat-shortcuts.ts'
import { isModal, isTyping, matches } from '../../lib/keys/shortcuts.ts'
import { markSigns, toggleMark, type TextMark } from '../../lib/text/text-marks.ts'
import { dispatchInput, takeTypedAhead } from '../../lib/keys/typed-ahead.ts'
import { useQuestion } from '../../lib/use-question.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { InstanceMark } from '../../ui/marks/instance-tile.tsx'
import { ComposerFoot } from './composer-foot.tsx'
import { ComposerQuote } from './composer-quote.tsx'
import { withTakenBack } from './draft/draft-store.ts'
import { useAskBeforeUnload, useDraft } from './draft/use-draft.ts'
import { ComposerBar, hasLink, markShortcuts, type MoreKind } from './composer-bar.tsx'
import { ComposerPreview } from './composer-preview.tsx'
import { usePreview } from './preview/use-preview.tsx'
import { SendLater } from './send-later.tsx'
import { sendingState, templateNeededFrom } from './sending-state.ts'
import { judgeText } from './text-limits.ts'
import { useHere } from './use-here.ts'
import { readTransfer } from './tray/read-transfer.ts'
import { useDropZone } from './tray/use-drop-zone.ts'
import { fileKindOf, isCaption } from '../../../contract/values.ts'
import { useTray } from './tray/use-tray.ts'
import { useUndoSend } from '../../client/use-undo-send.ts'
import { useSubmit } from './use-submit.ts'
import { useSuggestions } from './suggestions/use-suggestions.tsx'

const TeamLines = later(async () => (await import('./team-lines.tsx')).TeamLines)

const GuardDialog = later(async () => (await import('./guard-dialog.tsx')).GuardDialog)

const AttachmentTray = later(async () => (await import('./tray/attachment-tray.tsx')).AttachmentTray)

export interface ComposerProps {
  readonly chat: SteadyChat
  readonly onSent: (message: MessageKey) => void
  /** A text that comes back, for example of a cancelled message, or a message to answer; a new object each time. */
  readonly offered: { readonly text: string } | { readonly quote: QuotedMessage } | null
  readonly onShowQuoted: (quote: QuotedMessage) => void
  /** Opens the last own message for a change; false where that can't be. */
  readonly onEditLast: () => boolean
  /** The content at the end of the line below the field. */
  readonly aside?: ReactNode
}

/** The composer. Mounted for each chat separately, so a text never gets into another one. */
export function Composer({ chat, onSent, offered, onShowQuoted, onEditLast, aside }: ComposerProps) {
  const t = useTranslations()
  const footId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const foot = useRef<HTMLElement>(null)
  const instances = useInstances()
  const enterSends = useSettings()?.enterSends ?? true
  const { draft, draftNow, setDraft, saver, saveNow, keepCursor, isUnsaved } = useDraft(chat, field)
  useAskBeforeUnload(isUnsaved)
  const { text, quote, linkPreview } = draft
  const [timing, askTime, closeTime] = useQuestion<true>()
  const [more, openMore, closeMore] = useQuestion<MoreKind>()
  const team = useTeamOf(chat.instance)
  const recordTyping = useHere(team === null ? null : chat.key)
  const instance = instances.find((one) => one.key === chat.instance)
  const state = instance ? sendingState(instance) : ({ kind: 'ready' } as const)
  const mayOnlyRead = team?.role === 'viewer'
  const lastIncomingAt = useLastIncomingAt(chat.key, instance?.isWaba === true)
  const templateFrom = instance ? templateNeededFrom(instance, chat.kind, lastIncomingAt) : null
  const isPaused = state.kind === 'paused' || mayOnlyRead
  const family = instance?.family ?? 'v3'
  const verdict = judgeText(text, chat.chatId)
  const { tray, actions: trayActions } = useTray(chat.key, instance?.files)
  const going = tray.items.filter((item) => item.state.kind !== 'refused')
  const filesReady = going.every((item) => item.state.kind === 'ready')
  const hasText = verdict.kind === 'fits'
  const maySend =
    (hasText || (verdict.kind === 'blank' && going.length > 0)) &&
    filesReady &&
    !isPaused &&
    !(state.kind === 'hint' && state.blocked)
  const textIsCaption =
    instance !== undefined &&
    isCaption(
      instance.files,
      going.map(({ name, caption }) => ({ kind: tray.asFiles ? 'document' : fileKindOf(name), caption })),
      text,
    )
  const messages = going.length + (hasText && !textIsCaption ? 1 : 0)
  const mayAttach = !isPaused && !(instance?.absentOperations.includes('sendFileByUrl') ?? false)
  const over = useDropZone(foot, mayAttach, (dropped) => {
    trayActions.add(dropped)
    field.current?.focus()
  })

  const undo = useUndoSend(chat.key, (back) => takeBack(back))
  const sent = (messages: readonly MessageKey[], isScheduled = false): void => {
    if (!isScheduled) undo.offer(messages)
    const newest = messages.at(-1)
    if (newest !== undefined) onSent(newest)
  }
  const { submission, happen, submit } = useSubmit({
    details: chat,
    text,
    files: going.flatMap(({ upload, caption }) => (upload === null ? [] : [{ upload, caption, asFile: tray.asFiles }])),
    linkPreview,
    maySend,
    isPaused,
    draftNow,
    setDraft,
    saver,
    saveNow,
    field,
    area: foot,
    onUploadsSent: trayActions.sent,
    onSent: sent,
  })

  const answered = submission.kind === 'idle' ? submission.answered : null

  const write = (next: string): void => {
    const isBegun = draftNow().text !== ''
    setDraft(next.trim() === '' ? { text: next, quickReply: null } : { text: next })
    happen({ kind: 'typed' })
    saver.change(chat.key, next)
    // Reports the start of a draft to core at once: later answers of colleagues are shown before it is sent.
    if (team !== null && !isBegun) saver.flush(chat.key)
    if (next.trim() === '') happen({ kind: 'emptied' })
    else recordTyping()
  }
  /** A text that was sent or about to be sent comes back into the field. */
  const takeBack = (back: string): void => {
    const now = draftNow()
    const next = withTakenBack(now, back)
    if (next !== now) {
      keepCursor(now.text, next.text)
      setDraft({ atCore: next.atCore, unanswered: next.unanswered })
      write(next.text)
    }
    // It may come late, while the person writes elsewhere.
    if (!isTyping(document.activeElement) && !isModal()) field.current?.focus()
  }
  const setQuote = (next: QuotedMessage | null): void => {
    setDraft({ quote: next })
    happen({ kind: 'typed' })
    saver.change(chat.key, draftNow().text)
    field.current?.focus()
  }
  useEffect(() => {
    const leave = () => {
      saver.leave()
      trayActions.flush()
    }
    // At the first the page still runs: what it sends at the second may go down with it.
    const ends = ['beforeunload', 'pagehide'] as const
    for (const end of ends) addEventListener(end, leave)
    return () => {
      for (const end of ends) removeEventListener(end, leave)
      saver.flushAll()
      trayActions.flush()
    }
  }, [saver, trayActions])
  useEffect(() => {
    const { activeElement } = document
    // A draft is written on at its end.
    field.current?.setSelectionRange(text.length, text.length)
    const ahead = takeTypedAhead(chat.key)
    if (ahead !== '') write(draftNow().text + ahead)
    // Focuses the composer after the person opened the chat, unless the focus is elsewhere.
    if (ahead !== '' || activeElement === null || activeElement === document.body || activeElement.closest('.chats'))
      field.current?.focus()
    // A composer is made for one chat.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  useEffect(() => {
    if (!offered) return
    if ('quote' in offered) return setQuote(offered.quote)
    takeBack(offered.text)
    // Only what is newly offered is taken over.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [offered])

  const previewable = family !== 'telegram' && going.length === 0 && hasLink(text)
  const preview = usePreview(draft, (choice) => {
    setDraft({ linkPreview: choice })
    // A click is not followed by more keys, so nothing is gained by waiting.
    saver.change(chat.key, draftNow().text)
    saver.flush(chat.key)
  })

  const mayTime = maySend && submission.kind === 'idle'

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
    dispatchInput(element)
  }
  const onPaste = (event: ClipboardEvent): void => {
    const read = mayAttach ? readTransfer(event.clipboardData, 'paste') : null
    if (read === null) return
    event.preventDefault()
    trayActions.add(read)
  }
  const suggestions = useSuggestions({
    field,
    text,
    chat,
    instance,
    onReply: ({ key, files }) => {
      setDraft({ quickReply: key })
      if (mayAttach && files.some(({ isWhole }) => isWhole)) void trayActions.addFromReply(key)
    },
  })
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (suggestions.takesKey(event)) return
    if (event.key === 'Escape' && quote) {
      event.preventDefault()
      return setQuote(null)
    }
    const marked = markShortcuts.find(({ shortcut }) => matches(event.nativeEvent, shortcut))
    if (marked) {
      event.preventDefault()
      return mark(marked.mark)
    }
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
    if (event.key === 'ArrowUp' && isPlain && text === '' && !quote && tray.items.length === 0) {
      if (onEditLast()) event.preventDefault()
      return
    }
    if (text === '' && matches(event.nativeEvent, undoSendShortcut) && undo.undoLast()) return event.preventDefault()
    if (event.key !== 'Enter') return
    const isMod = event.ctrlKey || event.metaKey
    if (isMod && event.shiftKey) {
      event.preventDefault()
      // Until the dialog is loaded, Enter would send at once.
      if (!mayTime) return
      holdTyping()
      return askTime(true)
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
    dispatchInput(element)
  }
  const placeholder = mayOnlyRead ? 'viewer' : isPaused ? 'pausedPlaceholder' : 'placeholder'
  return (
    <footer className="composer" ref={foot}>
      {over && createPortal(<div className="drop-here">{t('tray.dropHere')}</div>, over)}
      <div className="composer-in">
        {suggestions.shown}
        {team !== null && <TeamLines chat={chat} team={team} />}
        <div className={cx('cbox', isPaused && 'is-off')}>
          {quote && <ComposerQuote quote={quote} onShow={() => onShowQuoted(quote)} onRemove={() => setQuote(null)} />}
          {previewable && preview.strip}
          {tray.items.length > 0 && instance !== undefined && (
            <AttachmentTray
              tray={tray}
              actions={trayActions}
              rules={instance.files}
              text={textIsCaption ? 'caption' : hasText ? 'message' : 'none'}
            />
          )}
          <textarea
            {...suggestions.fieldProps}
            ref={field}
            data-write={chat.key}
            rows={1}
            dir="auto"
            aria-label={t('ui.message')}
            aria-describedby={footId}
            placeholder={t(`composer.${placeholder}`, { name: instance?.name ?? '' })}
            disabled={isPaused}
            value={text}
            onChange={(event) => write(event.target.value)}
            onBlur={() => {
              suggestions.closeReplies()
              saver.flush(chat.key)
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
          <ComposerPreview text={text} signs={signs} />
          <ComposerBar
            chat={chat.key}
            instance={instance}
            disabled={isPaused}
            more={{ open: more, onOpen: openMore, onClose: closeMore, takesTemplates: templateFrom !== null }}
            attach={mayAttach ? (files) => trayActions.add({ files, folders: [] }) : null}
            linkPreview={linkPreview}
            previewable={previewable}
            onPreview={preview.choose}
            onOwnPreview={preview.make}
            onEmoji={insert}
            onReplies={suggestions.toggleReplies}
            onMark={mark}
            onSent={(message) => sent([message])}
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
              {messages > 1 ? t('composer.sendCount', { count: messages }) : t('ui.send')}
            </Button>
            <SendLater
              open={timing === true}
              disabled={!mayTime}
              onOpen={() => {
                // The dialog gives the focus back to it.
                field.current?.focus()
                askTime(true)
              }}
              onChoose={submit}
              onClose={closeTime}
            />
          </ComposerBar>
        </div>
        <ComposerFoot
          id={footId}
          instance={instance}
          state={state}
          verdict={verdict}
          error={submission.error}
          isUnsaved={isUnsaved}
          templateFrom={templateFrom}
          onTemplate={() => openMore('template')}
          enterSends={enterSends}
          aside={aside}
        />
      </div>
      {answered !== null && (
        <GuardDialog
          answered={answered.by}
          title={chat.title}
          draft={text}
          onKeep={() => {
            happen({ kind: 'dialogClosed' })
            field.current?.focus()
          }}
          onSend={() => void submit(answered.sendAt, true)}
        />
      )}
      {preview.dialog}
    </footer>
  )
}
