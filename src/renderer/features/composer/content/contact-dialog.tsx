import { useDeferredValue, useState } from 'react'
import type { ChatRow } from '../../../../contract/index.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { phoneDigits } from './phone-digits.ts'
import { SendContentDialog } from './send-content-dialog.tsx'
import type { SendContentProps } from './use-send-content.ts'
import { useSendContent } from './use-send-content.ts'

/** A person: one of the archive's, found by name or number, or a number with a name. Loaded lazily. */
export function ContactDialog({ instance, onClose, ...sending }: SendContentProps) {
  const t = useTranslations()
  const { send, pending, error } = useSendContent(sending)
  const [text, setText] = useState('')
  const [name, setName] = useState('')
  const [company, setCompany] = useState('')
  const [chosen, setChosen] = useState<ChatRow | null>(null)
  const [tried, setTried] = useState(false)
  const asked = useDeferredValue(text.trim().slice(0, 200))
  const found = useContractQuery(
    'search.chats',
    { scope: instance.key, text: asked, limit: 20 },
    { enabled: chosen === null && asked !== '', keepPrevious: true, gcTime: 10_000 },
  )
  // This family shares accounts, the others phone numbers (service 11.3.6).
  const byAccount = instance.family === 'v3'
  const people = (asked === '' || chosen ? [] : (found.data ?? [])).filter(
    (row) => row.kind === 'user' && (byAccount || row.phone !== null),
  )
  const phone = phoneDigits(chosen ? (chosen.phone ?? '') : text)
  const isKnown = byAccount ? chosen !== null : phone !== ''
  // This family takes no contact without a first name (service 11.3.6).
  const needsName = instance.family === 'telegram'
  const isNamed = !needsName || name.trim() !== ''
  const problem = byAccount ? t('composer.contactChoose') : t('composer.contactWrong')
  const submit = (): void => {
    setTried(true)
    if (!isKnown || !isNamed) return
    void send({
      kind: 'contact',
      phone,
      chatId: chosen?.chatId ?? '',
      firstName: name.trim(),
      lastName: '',
      company: company.trim(),
    })
  }
  const choose = (row: ChatRow): void => {
    setChosen(row)
    setText(row.phone ?? row.title)
    setName(row.title.slice(0, 200))
  }
  return (
    <SendContentDialog
      title={t('composer.contactTitle')}
      pending={pending}
      error={error}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={t(byAccount ? 'composer.contactPerson' : 'composer.contactWho')}
        value={text}
        maxLength={200}
        error={tried && !isKnown ? problem : undefined}
        help={t(byAccount ? 'composer.contactPersonHelp' : 'composer.contactWhoHelp')}
        onChange={(event) => {
          setText(event.target.value)
          setChosen(null)
        }}
      />
      {people.length > 0 && (
        <ul className="contact-found" aria-label={t('composer.contactFound')}>
          {people.map((row) => (
            <li key={row.key}>
              <button type="button" onClick={() => choose(row)}>
                <Avatar initials={row.initials} hue={row.hue} avatar={row.avatar} size={28} />
                <bdi className="ell">{row.title}</bdi>
                {row.phone !== null && row.phone !== row.title && <span className="muted num">{row.phone}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {!byAccount && (
        <>
          <TextField
            label={t('composer.contactName')}
            {...(needsName ? {} : { labelSuffix: t('composer.optional') })}
            error={tried && !isNamed ? t('composer.contactNameEmpty') : undefined}
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField
            label={t('composer.contactCompany')}
            labelSuffix={t('composer.optional')}
            value={company}
            maxLength={200}
            onChange={(event) => setCompany(event.target.value)}
          />
        </>
      )}
    </SendContentDialog>
  )
}
