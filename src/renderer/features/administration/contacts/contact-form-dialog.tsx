import { useState } from 'react'
import type { ContactRow } from '../../../../contract/administration.ts'
import type { InstanceSummary } from '../../../../contract/instances.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { readNumbers } from './read-numbers.ts'

export interface ContactDialogProps {
  readonly instance: InstanceSummary
  /** null: a new one, whose number is typed. The name is suggested for one that is in no contacts. */
  readonly contact: Pick<ContactRow, 'id' | 'name' | 'inContacts'> | null
  readonly onClose: () => void
}

/** Adds a contact of the account at the service, or changes its name there. */
export function ContactDialog({ instance, contact, onClose }: ContactDialogProps) {
  const t = useTranslations()
  const [firstOf = '', ...rest] = (contact?.name ?? '').split(' ')
  const [phone, setPhone] = useState('')
  const [firstName, setFirstName] = useState(firstOf)
  const [lastName, setLastName] = useState(rest.join(' '))
  const [wrong, setWrong] = useState<string | undefined>()
  const [problem, setProblem] = useState<string | null>(null)
  const [save, { pending }] = useContractCommand('contacts.save', { errors: 'return' })
  const isNew = !contact?.inContacts
  const run = async () => {
    const [typed] = readNumbers(phone)
    if (contact === null && typed?.kind !== 'number')
      return setWrong(t(typed === undefined ? 'contacts.bad.letters' : `contacts.bad.${typed.why}`))
    const chatId = contact?.id ?? (typed?.kind === 'number' ? `${typed.phone}@c.us` : '')
    const input = { instance: instance.key, chatId, firstName: firstName.trim(), lastName: lastName.trim(), isNew }
    const result = await save(input)
    if (!result.ok) return setProblem(errorText(t, result.error.data))
    showToast('contacts.saved', { values: { name: `${input.firstName} ${input.lastName}`.trim() } })
    onClose()
  }
  return (
    <Dialog
      title={t(isNew ? 'contacts.add' : 'contacts.editTitle')}
      text={t('contacts.saveText')}
      onClose={onClose}
      onSubmit={() => void run()}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" busy={pending} blocked={firstName.trim() === ''}>
            {t('contacts.save')}
          </Button>
        </>
      }
    >
      {problem !== null && <Banner tone="bad" icon="alert" title={problem} urgent />}
      {contact === null && (
        <TextField
          label={t('contacts.number')}
          inputMode="tel"
          value={phone}
          error={wrong}
          onChange={(event) => setPhone(event.target.value)}
        />
      )}
      <TextField
        label={t('contacts.firstName')}
        value={firstName}
        maxLength={255}
        onChange={(event) => setFirstName(event.target.value)}
      />
      <TextField
        label={t('contacts.lastName')}
        value={lastName}
        maxLength={255}
        onChange={(event) => setLastName(event.target.value)}
      />
    </Dialog>
  )
}
