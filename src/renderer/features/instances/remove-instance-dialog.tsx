import './instances.css'
import { useId, useState } from 'react'
import type { SteadyInstance } from '../../../contract/instances.ts'
import { UnreadPrograms } from '../../client/unread-programs.tsx'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useCloseDialog } from '../../lib/routing/dialog-requests.ts'
import { currentRoute, goTo, startRoute } from '../../lib/routing/route.ts'
import { useTranslations } from '../../lib/translations.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'

/** Removes an instance: the token always goes, the history stays unless the person says otherwise. */
export function RemoveInstanceDialog({ instance }: { readonly instance: SteadyInstance }) {
  const t = useTranslations()
  const closeDialog = useCloseDialog()
  const id = useId()
  const [erase, setErase] = useState(false)
  const [remove, { pending }] = useContractCommand('instances.remove')
  const confirm = async (): Promise<void> => {
    const result = await remove({ instance: instance.key, eraseHistory: erase })
    if (!result.ok) return
    closeDialog()
    if (currentRoute().scope === instance.key) goTo(startRoute, { replace: true })
    showToast(erase ? 'instances.removedErased' : 'instances.removedHistoryStays', { values: { name: instance.name } })
  }
  const choices = [
    { value: false, title: t('instances.keepHistory'), text: t('instances.keepHistoryText') },
    { value: true, title: t('instances.eraseHistory'), text: t('instances.eraseHistoryText') },
  ] as const
  return (
    <ConfirmDialog
      title={t('ui.removeNamed', { name: instance.name })}
      text={t('instances.removeText')}
      confirm={t(erase ? 'instances.removeAndErase' : 'ui.remove')}
      danger
      busy={pending}
      onConfirm={() => void confirm()}
      onClose={closeDialog}
    >
      <UnreadPrograms instance={instance.key} />
      <div role="radiogroup" aria-label={t('instances.history')} className="modes">
        {choices.map(({ value, title, text }) => (
          <label key={title} className="mode">
            <input type="radio" name={id} checked={erase === value} onChange={() => setErase(value)} />
            <span>
              <b>{title}</b>
              <small>{text}</small>
            </span>
          </label>
        ))}
      </div>
    </ConfirmDialog>
  )
}
