import { useDeferredValue, useRef, useState } from 'react'
import type { ChatKey, ChatRow, InstanceKey, Message } from '../../../../contract/index.ts'
import { PersonField, useFoundPeople, type FoundPerson } from '../../../client/people-found.tsx'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useSettings } from '../../../client/use-preference.ts'
import { useUndoSend } from '../../../client/use-undo-send.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { ContentPreview, previewOf } from '../../../ui/text/content-preview.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'

/** More are counted. */
const shownMessages = 3

/** As many as one command takes. */
const mostChats = 50

/** The shown part of a chat that was chosen. */
interface ChosenChat extends Pick<ChatRow, 'key' | 'title' | 'initials' | 'hue' | 'avatar'> {
  readonly phone: string
}

const toChosen = ({ key, title, phone, initials, hue, avatar }: ChatRow): ChosenChat => ({
  key,
  title,
  phone: phone ?? '',
  initials,
  hue,
  avatar,
})

export interface ForwardDialogProps {
  readonly instance: InstanceKey
  /** Oldest first: the order in which they arrive. */
  readonly messages: readonly Message[]
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Sends messages on to chats and contacts of the same instance, found by name. Loaded lazily. */
export function ForwardDialog({ instance, messages, onDone, onClose }: ForwardDialogProps) {
  const t = useTranslations()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<ReadonlyMap<ChatKey, ChosenChat>>(new Map())
  /** The newest choice, also of contacts whose chats are being made. */
  const newest = useRef(chosen)
  const opening = useRef<Promise<unknown>>(Promise.resolve())
  const isShown = useIsShown()
  // One dialog is one submission with one key, so a retry after a lost connection forwards nothing twice.
  const [sendId] = useState(() => crypto.randomUUID())
  const mayUndo = useSettings()?.undoSend ?? false
  const undo = useUndoSend(null)
  const [open] = useContractCommand('chats.open')
  const [forward, { pending, error }] = useContractCommand('messages.forward', { errors: 'return' })
  const asked = useDeferredValue(text.trim().slice(0, 200))
  const latest = useContractQuery('search.chats', { scope: instance, text: '', limit: 50 }, { gcTime: 10_000 })
  const found = useFoundPeople(instance, asked)
  const people = found.people.filter(({ chat }) => chat === null || !chosen.has(chat))
  const listed = (latest.data ?? []).map(toChosen)
  // Chosen chats stay in sight during a search, and choosing does not move a row.
  const rows = [
    ...[...chosen.values()].filter(({ key }) => asked !== '' || !listed.some((row) => row.key === key)),
    ...(asked === '' ? listed : []),
  ]
  const tooMany = chosen.size > mostChats
  const [making, setMaking] = useState(0)
  const isBlocked = (chosen.size === 0 && making === 0) || tooMany
  const choose = (row: ChosenChat, isChosen: boolean): void => {
    const next = new Map(newest.current)
    if (isChosen) next.set(row.key, row)
    else next.delete(row.key)
    newest.current = next
    setChosen(next)
  }
  /** A contact without a chat gets one first. */
  const pick = async ({ chat, chatId, title, phone, initials, hue, avatar }: FoundPerson): Promise<void> => {
    setText('')
    const shown = { title, phone, initials, hue, avatar }
    if (chat !== null) return choose({ key: chat, ...shown }, true)
    const made = open({ instance, chatId }).then((opened) => {
      if (opened.ok) choose({ key: opened.value.chat, ...shown }, true)
    })
    opening.current = Promise.all([opening.current, made])
    setMaking((count) => count + 1)
    await made
    setMaking((count) => count - 1)
  }
  const submit = async (): Promise<void> => {
    if (isBlocked || pending) return
    // Somebody who was picked a moment ago may not have a chat yet.
    await opening.current
    // A person who closed it by then forwards nothing.
    if (!isShown.current) return
    const chats = [...newest.current.keys()]
    if (chats.length === 0) return
    const result = await forward({ messages: messages.map(({ key }) => key), chats, sendId })
    if (!result.ok) return
    if (mayUndo) undo.offer(result.value.messages)
    else showToast('conversation.forwardedTo', { values: { count: messages.length, chats: chats.length } })
    onDone()
  }
  const problem = tooMany ? t('conversation.forwardTooMany', { limit: mostChats }) : error && errorText(t, error.data)
  return (
    <FormDialog
      form={{ pending, submit: () => void submit() }}
      title={t('conversation.forwardTitle', { count: messages.length })}
      save={t('conversation.forward')}
      blocked={isBlocked}
      onClose={onClose}
      className="is-forward"
    >
      <ul className="fwd-what" aria-label={t('conversation.forwardWhat')}>
        {messages.slice(0, shownMessages).map((message) => (
          <Forwarded key={message.key} message={message} />
        ))}
        {messages.length > shownMessages && (
          <li className="muted">{t('ui.andMore', { count: messages.length - shownMessages })}</li>
        )}
      </ul>
      <PersonField
        text={text}
        people={people}
        isStale={found.isStale || asked !== text.trim().slice(0, 200)}
        autoFocus
        onText={setText}
        onChoose={(person) => void pick(person)}
      />
      {problem && (
        <p className="help is-bad" role="alert">
          {problem}
        </p>
      )}
      <ul className="fwd-to" aria-label={t('conversation.forwardTo')}>
        {rows.map((row) => (
          <li key={row.key}>
            <Checkbox
              checked={chosen.has(row.key)}
              onChange={(isChosen) => choose(row, isChosen)}
              label={
                <span className="fwd-row">
                  <Avatar initials={row.initials} hue={row.hue} avatar={row.avatar} size={28} />
                  <bdi className="ell">{row.title}</bdi>
                  {row.phone !== '' && row.phone !== row.title && <span className="muted num">{row.phone}</span>}
                </span>
              }
            />
          </li>
        ))}
      </ul>
      {asked.length > 1 && asked === text.trim() && found.people.length === 0 && (
        <p className="muted" role="status">
          {t('conversation.forwardNone')}
        </p>
      )}
    </FormDialog>
  )
}

/** A message that is forwarded, in two lines at most. */
function Forwarded({ message: { content, sender, deleted } }: { readonly message: Message }) {
  const t = useTranslations()
  const thumbnail = 'thumbnail' in content ? content.thumbnail : null
  return (
    <li>
      <span className="grow">
        <b className="ell">
          <bdi>{sender === null || sender.own ? t('ui.you') : sender.name}</bdi>
        </b>
        <span className="q" dir="auto">
          <ContentPreview {...previewOf(content)} deleted={deleted} />
        </span>
      </span>
      {thumbnail !== null && <img src={`media/${encodeURIComponent(thumbnail)}`} alt="" width={36} height={36} />}
    </li>
  )
}
