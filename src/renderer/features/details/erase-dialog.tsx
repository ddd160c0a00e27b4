import './person.css'
import { useState } from 'react'
import type { ChatKey } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useInstances } from '../../client/use-instances.ts'
import { useSaveExport } from '../../client/use-save-export.ts'
import { errorText } from '../../lib/error-text.ts'
import { currentRoute, goTo } from '../../lib/routing/route.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Banner } from '../../ui/marks/banner.tsx'
import { InstanceMark } from '../../ui/marks/instance-tile.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'

export interface EraseDialogProps {
  readonly chat: ChatKey
  readonly onClose: () => void
}

/** Shows what is here of a person, and removes it after a typed word. Loaded lazily. */
export function EraseDialog({ chat, onClose }: EraseDialogProps) {
  const t = useTranslations()
  const instances = useInstances()
  const { data: details } = useContractQuery('chats.details', { chat })
  const { data: traces } = useContractQuery('erasing.traces', { chat })
  const { data: backups } = useContractQuery('backup.state', {})
  const [typed, setTyped] = useState('')
  const [erase, { pending, error }] = useContractCommand('erasing.person', { errors: 'return' })
  const [exportPerson, exporting] = useContractCommand('export.person')
  const saveExport = useSaveExport('messages')
  const phrase = t('details.erasePhrase')
  const waits = (traces?.waiting ?? 0) > 0
  const agreed = traces !== undefined && !waits && typed.trim().toLocaleLowerCase() === phrase
  const save = async (): Promise<void> => {
    const result = await exportPerson({ chat })
    if (result.ok) await saveExport(result.value)
  }
  const submit = async (): Promise<void> => {
    if (!agreed || pending || !(await erase({ chat })).ok) return
    const route = currentRoute()
    const isOpen = route.view === 'chats' && traces.chats.some((one) => one.chat === route.chat)
    if (isOpen) goTo({ view: 'chats', scope: route.scope })
    showToast('details.erased', { tone: 'ok' })
    onClose()
  }
  const places = [...(traces?.chats ?? []), ...(traces?.groups ?? [])]
  const elsewhere = traces && [
    t('details.eraseService'),
    t('details.eraseQuotes'),
    traces.isShared && t('details.eraseTeam'),
    traces.programs > 0 && t('details.erasePrograms', { count: traces.programs }),
    backups?.last && t('details.eraseBackups', { folder: backups.plan?.folder ?? '' }),
  ]
  return (
    <Dialog
      title={t('details.eraseTitle', { name: details?.title.slice(0, 100) ?? '' })}
      text={t('details.eraseText')}
      onClose={onClose}
      dismissable={!pending}
      onSubmit={() => void submit()}
      footStart={
        <Button kind="text" busy={exporting.pending} onClick={() => void save()}>
          {t('details.eraseExport')}
        </Button>
      }
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="danger" type="submit" blocked={!agreed} busy={pending}>
            {t('details.eraseDo')}
          </Button>
        </>
      }
    >
      <div className="form">
        {error && <Banner tone="bad" icon="alert" title={errorText(t, error.data)} urgent />}
        {waits && (
          <Banner tone="warn" icon="clock" title={t('error.personHasWaiting', { count: traces?.waiting ?? 0 })} />
        )}
        {traces && (
          <>
            <section aria-label={t('details.eraseHere')}>
              <h3>{t('details.eraseHere')}</h3>
              <ul className="traces">
                {places.map((place) => {
                  const instance = instances.find(({ key }) => key === place.instance)
                  return (
                    <li key={place.chat} data-colour={instance?.colour}>
                      {instance !== undefined && <InstanceMark colour={instance.colour} />}
                      <bdi className="ell grow">{place.title.slice(0, 300)}</bdi>
                      <span className="muted">{t('details.eraseMessages', { count: place.messages })}</span>
                    </li>
                  )
                })}
                <li>
                  {t('details.eraseAlso', {
                    files: traces.files,
                    facts: traces.facts + traces.notes,
                    events: traces.events,
                  })}
                </li>
              </ul>
            </section>
            <section aria-label={t('details.eraseElsewhere')}>
              <h3>{t('details.eraseElsewhere')}</h3>
              <ul className="traces">
                {elsewhere?.map(
                  (line) => line !== false && line !== null && line !== undefined && <li key={line}>{line}</li>,
                )}
              </ul>
            </section>
            {!waits && (
              <TextField
                label={t('ui.typeToGoOn', { word: phrase })}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}
