import { useState } from 'react'
import type { ChatKey, Note } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useInstance } from '../../client/use-instances.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { isUnfinished } from '../../lib/text/use-unfinished-text.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { InstanceMark } from '../../ui/marks/instance-tile.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { NoteForm } from './note-form.tsx'
import { UnsyncedLine } from './unsynced-line.tsx'

/** Notes on the chat, newest first; each can be changed and removed. */
export function NotesSection({ chat }: { readonly chat: ChatKey }) {
  const t = useTranslations()
  const { data } = useContractQuery('notes.list', { chat })
  const [add] = useContractCommand('notes.add', { errors: 'return' })
  const name = `new note on chat ${chat}`
  // A save whose answer was lost is repeated as the same note.
  const [id, setId] = useState(() => crypto.randomUUID())
  const [writing, setWriting] = useState(() => isUnfinished(name))
  const notes = data ?? []
  return (
    <section className="sect" aria-label={t('details.notes')}>
      <h3>
        {t('details.notes')}
        {!writing && (
          <Button kind="text" onClick={() => setWriting(true)}>
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
          <Button kind="text" onClick={() => setEditing(true)}>
            {t('details.changeNote')}
          </Button>
          <Button kind="text" danger onClick={() => void takeAway()}>
            {t('details.removeNote')}
          </Button>
        </span>
      </div>
    </li>
  )
}
