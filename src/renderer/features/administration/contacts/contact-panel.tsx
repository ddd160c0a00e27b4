import { useState } from 'react'
import type { ContactRow } from '../../../../contract/administration.ts'
import type { SteadyInstance } from '../../../../contract/instances.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { ContactDialog } from './contact-form-dialog.tsx'

export interface ContactPanelProps {
  readonly instance: SteadyInstance
  readonly contact: ContactRow
  readonly onClose: () => void
  readonly onWrite: () => void
}

/** One contact, with the actions that its family has. */
export function ContactPanel({ instance, contact, onClose, onWrite }: ContactPanelProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const [editing, setEditing] = useState(false)
  const [asked, setAsked] = useState(false)
  const [remove, { pending }] = useContractCommand('contacts.delete')
  const lacks = (operation: string) => instance.absentOperations.includes(operation)
  const { id, name, phone, inContacts, check } = contact
  const confirm = async () => {
    const result = await remove({ instance: instance.key, chatId: id })
    setAsked(false)
    if (result.ok) showToast('contacts.deleted', { values: { name } })
  }
  return (
    <aside className="inspector" aria-label={t('contacts.panel')}>
      <header className="head">
        <div className="grow">
          <div className="title">{name}</div>
        </div>
        <IconButton size="compact" icon="close" label={t('inspector.close')} onClick={onClose} />
      </header>
      <div className="body" tabIndex={0} role="group" aria-label={t('contacts.panel')}>
        <div className="sect">
          <dl className="i-kv">
            <dt>{t('contacts.number')}</dt>
            <dd className="num">{phone === '' ? t('contacts.hidden') : phone}</dd>
            <dt>{t('contacts.id')}</dt>
            <dd className="mono">{id}</dd>
            <dt>{t('contacts.account')}</dt>
            <dd>
              {check === null
                ? t('contacts.notChecked')
                : t(check.exists ? 'contacts.existsAt' : 'contacts.missingAt', { time: times.sentence(check.at, now) })}
            </dd>
          </dl>
          <div className="insp-acts">
            <Button size="compact" icon="chat" onClick={onWrite}>
              {t('contacts.write')}
            </Button>
            {inContacts
              ? !lacks('editContact') && (
                  <Button size="compact" icon="edit" onClick={() => setEditing(true)}>
                    {t('ui.edit')}
                  </Button>
                )
              : !lacks('addContact') && (
                  <Button size="compact" icon="plus" onClick={() => setEditing(true)}>
                    {t('contacts.add')}
                  </Button>
                )}
            {inContacts && !lacks('deleteContact') && (
              <Button size="compact" danger onClick={() => setAsked(true)}>
                {t('ui.delete')}
              </Button>
            )}
          </div>
        </div>
      </div>
      {editing && (
        <ContactDialog
          instance={instance}
          contact={inContacts ? contact : { ...contact, name: '' }}
          onClose={() => setEditing(false)}
        />
      )}
      {asked && (
        <ConfirmDialog
          title={t('contacts.deleteTitle', { name })}
          text={t('contacts.deleteText')}
          confirm={t('ui.delete')}
          danger
          busy={pending}
          onConfirm={() => void confirm()}
          onClose={() => setAsked(false)}
        />
      )}
    </aside>
  )
}
