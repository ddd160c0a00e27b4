import './chats.css'
import { useDeferredValue, useState } from 'react'
import type { ChatKey, InstanceKey, RecipientSuggestion } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { isAnswered, useContractQuery } from '../../client/use-contract-query.ts'
import { PeopleFound, useFoundPeople, usePersonPick, type FoundPerson } from '../../client/people-found.tsx'
import { useInstances } from '../../client/use-instances.ts'
import { errorText } from '../../lib/error-text.ts'
import { holdTyping, takeHeldTyping } from '../../lib/keys/hold-typing.ts'
import { typeInto } from '../../lib/keys/typed-ahead.ts'
import { useTranslations } from '../../lib/translations.ts'
import { useIsShown } from '../../lib/use-is-shown.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'

export interface NewMessageDialogProps {
  /** The instance chosen at first; null takes the first one. */
  readonly instance: InstanceKey | null
  readonly recipient?: string
  readonly onOpen: (instance: InstanceKey, chat: ChatKey) => void
  readonly onClose: () => void
}

/**
 * Starts a chat by a name, a number or a chat id; what the typed text means is shown before it is used. Loaded lazily.
 */
export function NewMessageDialog({ instance, recipient = '', onOpen, onClose }: NewMessageDialogProps) {
  const t = useTranslations()
  const instances = useInstances()
  const [chosen, setChosen] = useState(instance)
  const [text, setText] = useState(recipient)
  const [checked, setChecked] = useState<{ readonly of: string; readonly result: RecipientSuggestion } | null>(null)
  const from = instances.find((one) => one.key === chosen) ?? instances[0]
  const asked = useDeferredValue(text.trim().slice(0, 256))
  const [open, opening] = useContractCommand('chats.open', { errors: 'ignore' })
  const [check, checking] = useContractCommand('chats.checkRecipient')
  const suggestion = useContractQuery(
    'chats.suggestRecipient',
    { instance: from?.key ?? (0 as InstanceKey), text: asked },
    { enabled: asked !== '' && from !== undefined, keepPrevious: true, gcTime: 10_000 },
  )
  const isShown = useIsShown()
  const state = `${from?.key}:${asked}`
  const known = asked === '' ? undefined : checked?.of === state ? checked.result : suggestion.data
  const { people, isStale } = useFoundPeople(from?.key, asked)
  const isCurrent = text.trim() === asked && (asked === '' || (isAnswered(suggestion) && !isStale))
  const { active, reset, enter, listId, field } = usePersonPick({
    people,
    question: `${from?.key}:${text.trim()}`,
    isCurrent,
    meansItself: known?.chatId != null,
    onEnter(person) {
      if (person !== undefined) return void choose(person)
      if (known?.chatId != null) return void openChat(known.existing, known.chatId)
      const typed = takeHeldTyping()
      setText((now) => now + typed)
    },
  })
  const ready = from !== undefined && isCurrent && (active !== undefined || known?.chatId != null)
  const openChat = async (chat: ChatKey | null, chatId: string): Promise<void> => {
    if (from === undefined) return
    const opened = chat === null ? await open({ instance: from.key, chatId }) : { ok: true as const, value: { chat } }
    // A person who closed it meanwhile is elsewhere, and what is held by now is for another dialog.
    if (!isShown.current) return
    const typed = takeHeldTyping()
    if (!opened.ok) return setText((now) => now + typed)
    onOpen(from.key, opened.value.chat)
    typeInto(opened.value.chat, typed)
  }
  const choose = ({ chat, chatId }: FoundPerson): Promise<void> => openChat(chat, chatId)
  const canCheck =
    known !== undefined && known.existing === null && (known.chatId !== null || known.kind === 'username')
  const submit = (): void => {
    if (opening.pending) return
    // Text typed after Enter is for the chat that it opens.
    holdTyping()
    enter()
  }
  const ask = async () => {
    if (!from || asked === '') return
    const result = await check({ instance: from.key, text: asked })
    if (result.ok) setChecked({ of: state, result: result.value })
  }
  const invalid = asked !== '' && known !== undefined && known.kind === 'invalid' && people.length === 0
  return (
    <FormDialog
      form={{ pending: opening.pending, submit }}
      title={t('chats.newMessage')}
      save={t('chats.open')}
      blocked={isCurrent && !ready}
      onClose={onClose}
      footStart={
        canCheck ? (
          <Button busy={checking.pending} onClick={() => void ask()}>
            {t(checking.pending ? 'ui.checking' : known.kind === 'username' ? 'chats.checkUsername' : 'chats.check')}
          </Button>
        ) : undefined
      }
    >
      <TextField
        label={t('ui.whom')}
        value={text}
        autoFocus
        maxLength={256}
        error={opening.error ? errorText(t, opening.error.data) : invalid ? t('chats.recipientInvalid') : undefined}
        help={t('chats.recipientHelp')}
        {...field}
        onChange={(event) => {
          setText(event.target.value)
          reset()
        }}
      />
      {people.length > 0 && (
        <PeopleFound id={listId} people={people} active={active} onChoose={(person) => void choose(person)} />
      )}
      {instances.length > 1 && from && (
        <Select
          label={t('chats.from')}
          labelShown
          field
          value={from.key}
          options={instances.map((one) => ({ value: one.key, label: one.name }))}
          onChange={(key) => setChosen(key)}
        />
      )}
      {known !== undefined && known.kind !== 'invalid' && active === undefined && <Recipient known={known} />}
    </FormDialog>
  )
}

const numberTexts = {
  exists: 'chats.accountExists',
  missing: 'chats.accountMissing',
  unknown: 'chats.accountUnknown',
} as const
const usernameTexts = {
  exists: 'chats.usernameExists',
  missing: 'chats.usernameMissing',
  unknown: 'chats.usernameUnknown',
} as const

function Recipient({ known }: { readonly known: RecipientSuggestion }) {
  const t = useTranslations()
  const account = (known.kind === 'username' ? usernameTexts : numberTexts)[known.account]
  return (
    <div className="recipient" role="status">
      <b>
        <bdi>{known.display || known.chatId}</bdi>
      </b>
      <span className="mono">{known.chatId}</span>
      {known.kind !== 'username' && (
        <p>
          {known.kind === 'corrected'
            ? t('chats.recipientCorrected', { to: known.display || (known.chatId ?? '') })
            : t('chats.recipientExact')}
        </p>
      )}
      {known.existing !== null ? (
        <p>
          <Icon name="chat" size={14} />
          {t('chats.recipientExisting')}
        </p>
      ) : (
        <p className={known.account === 'exists' ? 'is-ok' : known.account === 'missing' ? 'is-warn' : ''}>
          <Icon
            name={known.account === 'exists' ? 'okCircle' : known.account === 'missing' ? 'warning' : 'help'}
            size={14}
          />
          {t(account)}
        </p>
      )}
    </div>
  )
}
