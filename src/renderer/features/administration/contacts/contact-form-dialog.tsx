import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useInstance } from '../../../client/use-instances.ts'
import type { ChatKey, ContactRow, SteadyInstance } from '../../../../contract/index.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { readNumbers } from './read-numbers.ts'

export interface ContactDialogProps {
  readonly instance: SteadyInstance
  /** null: a new one, whose number is typed. The name is suggested for one that is in no contacts. */
  readonly contact: Pick<ContactRow, 'id' | 'name' | 'inContacts'> | null
  readonly onClose: () => void
}

/** Adds a contact of the account at the service, or changes its name there. */
export function ContactDialog({ instance, contact, onClose }: ContactDialogProps) {
  const t = useTranslations()
  const [firstName = '', ...rest] = (contact?.name ?? '').split(' ')
  const [save] = useContractCommand('contacts.save', { errors: 'return' })
  const isNew = !contact?.inContacts
  const form = useForm({
    saved: { phone: '', firstName, lastName: rest.join(' ') },
    isNew,
    check({ phone }): { phone?: string } {
      const [typed] = readNumbers(phone)
      if (contact !== null || typed?.kind === 'number') return {}
      return { phone: t(typed === undefined ? 'contacts.bad.letters' : `contacts.bad.${typed.why}`) }
    },
    save(_, values) {
      const [typed] = readNumbers(values.phone)
      const chatId = contact?.id ?? (typed?.kind === 'number' ? `${typed.phone}@c.us` : '')
      return save({
        instance: instance.key,
        chatId,
        firstName: values.firstName.trim(),
        lastName: values.lastName.trim(),
        isNew,
      })
    },
    onSaved(values) {
      showToast('contacts.saved', { values: { name: `${values.firstName.trim()} ${values.lastName.trim()}`.trim() } })
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t(isNew ? 'contacts.add' : 'details.editContact')}
      text={t('contacts.saveText')}
      save={t('ui.save')}
      blocked={form.values.firstName.trim() === ''}
      onClose={onClose}
    >
      {contact === null && <TextField label={t('contacts.number')} inputMode="tel" {...form.text('phone')} />}
      <TextField label={t('contacts.firstName')} maxLength={255} {...form.text('firstName')} />
      <TextField label={t('contacts.lastName')} maxLength={255} {...form.text('lastName')} />
    </FormDialog>
  )
}

/** Adds the person of a chat to the account's contacts, or changes the name there. Loaded lazily. */
export function ChatContactDialog({ chat, onClose }: { readonly chat: ChatKey; readonly onClose: () => void }) {
  const { data: details } = useContractQuery('chats.details', { chat })
  const instance = useInstance(details?.instance)
  if (details === undefined || instance === undefined) return null
  const { chatId, contactName, senderName } = details
  return (
    <ContactDialog
      instance={instance}
      contact={{ id: chatId, name: contactName ?? senderName ?? '', inContacts: contactName !== null }}
      onClose={onClose}
    />
  )
}
