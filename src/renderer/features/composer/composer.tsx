import './composer.css'
import type { KeyboardEvent } from 'react'
import { Suspense, lazy, useEffect, useId, useRef, useState } from 'react'
import type { ContractError } from '../../../contract/errors.ts'
import type { ChatDetails, MessageKey } from '../../../contract/index.ts'
import { useClient } from '../../client/client-context.tsx'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useInstances } from '../../client/use-instances.ts'
import { useSettings } from '../../client/use-settings.ts'
import { cx } from '../../lib/class-names.ts'
import { takeTypedAhead } from '../../lib/typed-ahead.ts'
import { useWords } from '../../lib/words.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { InstanceMark } from '../../ui/instance-tile.tsx'
import { Popover } from '../../ui/popover.tsx'
import { ComposerFoot } from './composer-foot.tsx'
import { drafts } from './draft-store.ts'
import { DraftSaver } from './draft-saver.ts'
import { sendingState } from './sending-state.ts'
import { judgeText, withoutBom } from './text-limits.ts'

const EmojiPicker = lazy(async () => ({ default: (await import('./emoji-picker.tsx')).EmojiPicker }))

export interface ComposerProps {
  readonly chat: ChatDetails
  readonly onSent: (message: MessageKey) => void
  /** A text that comes back, for example of a cancelled message; a new object each time. */
  readonly offered: { readonly text: string } | null
}

/** Where a person writes. Made anew for each chat: a text never crosses into another one. */
export function Composer({ chat, onSent, offered }: ComposerProps) {
  const t = useWords()
  const client = useClient()
  const footId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const picked = useRef(false)
  /** A send whose answer got lost with the pipe: pressing Send again means the same message. */
  const unanswered = useRef<{ readonly id: string; readonly text: string } | null>(null)
  const instances = useInstances()
  const enterSends = useSettings()?.enterSends ?? true
  const [text, setText] = useState(() => drafts.of(chat.key) ?? chat.draftText)
  const [error, setError] = useState<ContractError | null>(null)
  const [send, sending] = useContractCommand('messages.send', { errors: 'return' })
  const [saver] = useState(
    () =>
      new DraftSaver({
        save: (key, draft) => client.call('chats.saveDraft', { chat: key, text: draft }),
        setTimer: (run, ms) => window.setTimeout(run, ms),
        clearTimer: (timer) => window.clearTimeout(timer),
      }),
  )
  const instance = instances.find((one) => one.key === chat.instance)
  const state = instance ? sendingState(instance) : ({ kind: 'ready' } as const)
  const isPaused = state.kind === 'paused'
  const verdict = judgeText(text, chat.chatId)
  const maySend = verdict.kind === 'fits' && !isPaused && !(state.kind === 'note' && state.blocked)

  const write = (next: string): void => {
    setText(next)
    setError(null)
    drafts.set(chat.key, next)
    saver.change(chat.key, next)
  }
  useEffect(() => {
    const flush = () => saver.flushAll()
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [saver])
  useEffect(() => {
    const { activeElement } = document
    const ahead = takeTypedAhead(chat.key)
    if (ahead !== '') write((drafts.of(chat.key) ?? chat.draftText) + ahead)
    // A person who opened the chat writes next; whoever is elsewhere stays there.
    if (ahead !== '' || activeElement === null || activeElement === document.body || activeElement.closest('.chats'))
      field.current?.focus()
    // A composer is made for one chat.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  useEffect(() => {
    if (!offered || offered.text === '') return
    const now = drafts.of(chat.key) ?? chat.draftText
    write(now.trim() === '' ? offered.text : `${now}\n${offered.text}`)
    field.current?.focus()
    // Only a newly offered text is taken over.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [offered])

  const submit = async () => {
    if (!maySend || sending.pending) return
    const sent = text
    // A save that comes after the message would bring its text back as a draft.
    saver.forget(chat.key)
    const again = unanswered.current?.text === sent ? unanswered.current : null
    const { id: sendId } = again ?? { id: crypto.randomUUID() }
    const result = await send({ chat: chat.key, text: withoutBom(sent), sendId })
    unanswered.current = !result.ok && result.error.code === 'disconnected' ? { id: sendId, text: sent } : null
    if (!result.ok) {
      saver.change(chat.key, drafts.of(chat.key) ?? sent)
      setError(result.error)
      field.current?.focus()
      return
    }
    // Core cleared the draft with the message; what was typed meanwhile is a new one.
    const now = drafts.of(chat.key) ?? sent
    const rest = now === sent ? '' : now.startsWith(sent) ? now.slice(sent.length) : now
    setText(rest)
    setError(null)
    drafts.set(chat.key, rest)
    if (rest !== '') saver.change(chat.key, rest)
    field.current?.focus()
    onSent(result.value.message)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    const isMod = event.ctrlKey || event.metaKey
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
    <footer className="composer">
      <div className="composer-in">
        <div className={cx('cbox', isPaused && 'is-off')}>
          <Popover
            label={t('composer.emoji')}
            side="top"
            className="emoji"
            finalFocus={() => {
              const goesOn = picked.current
              picked.current = false
              return goesOn ? field.current : null
            }}
            content={(close) => (
              <Suspense>
                <EmojiPicker
                  onChoose={(emoji) => {
                    insert(emoji)
                    picked.current = true
                    close()
                  }}
                />
              </Suspense>
            )}
          >
            <IconButton icon="smile" iconSize={20} label={t('composer.emoji')} tooltipSide="top" disabled={isPaused} />
          </Popover>
          <textarea
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
          />
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
          <Button kind="primary" className="send" disabled={!maySend} onClick={() => void submit()}>
            {t('composer.send')}
          </Button>
        </div>
        <ComposerFoot
          id={footId}
          instance={instance}
          state={state}
          verdict={verdict}
          error={error}
          enterSends={enterSends}
        />
      </div>
    </footer>
  )
}
