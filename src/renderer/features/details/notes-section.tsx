import { useEffect, useId, useRef, useState } from 'react'
import type { ChatKey, Note } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useInstance } from '../../client/use-instances.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { focusUnlessElsewhere, useOpener } from '../../lib/keys/return-focus.ts'
import { isUnfinished } from '../../lib/text/use-unfinished-text.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { InstanceMark } from '../../ui/marks/instance-tile.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { UnsyncedLine } from './unsynced-line.tsx'
import { FormNotices } from '../../ui/form/form-dialog.tsx'
import { useForm, type Outcome } from '../../ui/form/use-form.ts'
import { Icon } from '../../ui/marks/icon.tsx'

/** Notes on the chat, newest first; each can be changed and removed. */
export function NotesSection({ chat }: { readonly chat: ChatKey }) {
  const t = useTranslations()
  const { data } = useContractQuery('notes.list', { chat })
  const [add] = useContractCommand('notes.add', { errors: 'return' })
  const name = `new note on chat ${chat}`
  // A save whose answer was lost is repeated as the same note.
  const [id, setId] = useState(() => crypto.randomUUID())
  const [writing, setWriting] = useState(() => isUnfinished(name))
  const opener = useOpener(writing)
  const notes = data ?? []
  return (
    <section className="sect" aria-label={t('details.notes')}>
      <h3>
        {t('details.notes')}
        {!writing && (
          <Button ref={opener} kind="text" onClick={() => setWriting(true)}>
            {t('details.addNote')}
          </Button>
        )}
      </h3>
      {writing && (
        <NoteForm
          name={name}
          save={(text) => add({ chat, text, id })}
          onClose={() => {
            setWriting(false)
            setId(crypto.randomUUID())
          }}
        />
      )}
      {notes.length > 0 && (
        <ul className="notes">
          {notes.map((note) => (
            <NoteItem key={note.key} note={note} of={chat} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** `of`: the chat that is open; a note may be on another chat of its person. */
function NoteItem({ note, of }: { readonly note: Note; readonly of: ChatKey }) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const [change] = useContractCommand('notes.change', { errors: 'return' })
  const [remove] = useContractCommand('notes.remove')
  const [restore] = useContractCommand('notes.restore')
  const { key, chat, id, text, at, editedAt, by, unsynced } = note
  const elsewhere = useContractQuery('chats.details', { chat }, { enabled: chat !== of }).data
  const instance = useInstance(elsewhere?.instance)
  const name = `change of note ${key}`
  const [editing, setEditing] = useState(() => isUnfinished(name))
  const opener = useOpener(editing)
  const takeAway = async (): Promise<void> => {
    if (!(await remove({ key })).ok) return
    showToast('details.noteRemoved', {
      tone: 'plain',
      action: { wording: { id: 'ui.undo' }, run: () => void restore({ chat, id, text, at, editedAt }) },
    })
  }
  if (editing) {
    return (
      <li>
        <NoteForm
          name={name}
          text={text}
          save={(changed) => change({ key, text: changed })}
          onClose={() => setEditing(false)}
        />
      </li>
    )
  }
  return (
    <li className="note-item">
      <p dir="auto">{text}</p>
      {unsynced !== null && <UnsyncedLine why={unsynced} what="note" />}
      <div className="note-foot">
        {by !== null && !by.isThis && by.name !== '' && (
          <span className="note-by" dir="auto">
            {by.name}
          </span>
        )}
        {chat !== of && elsewhere && instance && (
          <span className="note-by" data-colour={instance.colour}>
            <InstanceMark colour={instance.colour} /> {t('details.noteIn', { name: instance.name })}
          </span>
        )}
        <time dateTime={new Date(at).toISOString()} title={times.dateTime(at)}>
          {times.sentence(at, now)}
        </time>
        {editedAt !== null && (
          <span title={t('details.noteChangedAt', { time: times.dateTime(editedAt) })}>{t('details.noteChanged')}</span>
        )}
        <span className="end">
          <Button ref={opener} kind="text" onClick={() => setEditing(true)}>
            {t('ui.change')}
          </Button>
          <Button kind="text" danger onClick={() => void takeAway()}>
            {t('ui.remove')}
          </Button>
        </span>
      </div>
    </li>
  )
}

interface NoteFormProps {
  /** Under which what is written outlives the form. */
  readonly name: string
  /** The note as it is stored now; absent: it is a new one. */
  readonly text?: string
  readonly save: (text: string) => Promise<Outcome>
  /** The note was saved or discarded. */
  readonly onClose: () => void
}

/** Where a note is written. What is refused stays in the field, with the reason under it; so does a text at Escape. */
function NoteForm({ name, text: stored, save, onClose }: NoteFormProps) {
  const t = useTranslations()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  // The person asked to write, unless the form comes back by itself with what was begun in it.
  const [takesFocus] = useState(() => !isUnfinished(name))
  useEffect(() => {
    // Its buttons come into sight with the field.
    if (takesFocus) field.current?.form?.scrollIntoView({ block: 'nearest' })
  }, [takesFocus])
  const form = useForm({
    saved: { text: stored ?? '' },
    isNew: stored === undefined,
    home: name,
    async save(_, { text }) {
      const outcome = await save(text)
      if (!outcome.ok) focusUnlessElsewhere(field.current?.form ?? null, field.current)
      return outcome
    },
    onSaved: onClose,
    fieldFor: () => 'text',
  })
  const { pending, submit } = form
  const { error, ...text } = form.text('text')
  const close = (): void => {
    form.discard()
    onClose()
  }
  return (
    <form
      className="note-form"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <textarea
        ref={field}
        className="input"
        rows={3}
        dir="auto"
        autoFocus={takesFocus}
        readOnly={pending}
        aria-label={t('details.note')}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error ? id : undefined}
        {...text}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            submit()
          }
          if (event.key !== 'Escape') return
          event.stopPropagation()
          if (text.value.trim() === (stored ?? '').trim()) close()
        }}
      />
      {error && (
        <div className="help is-bad" id={id} role="alert">
          <Icon name="alert" size={14} />
          <span>{error}</span>
        </div>
      )}
      <FormNotices form={form} />
      <div className="note-acts">
        <Button size="compact" onClick={close}>
          {t('ui.cancel')}
        </Button>
        <Button size="compact" kind="primary" type="submit" busy={pending}>
          {t('details.keepNote')}
        </Button>
      </div>
    </form>
  )
}
