import './labels.css'
import { useState, type CSSProperties } from 'react'
import type { ChatKey, Label, LabelKey } from '../../../contract/index.ts'
import { filterBy } from '../../../contract/text/fold.ts'
import { restAfter } from '../../../contract/text/merge-text.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useTeamOf } from '../../client/use-team.ts'
import { useWanted } from '../../client/use-wanted.ts'
import { errorText } from '../../lib/error-text.ts'
import { useRoving } from '../../lib/keys/use-roving.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { ChangeLabelDialog } from './change-label-dialog.tsx'

export interface LabelDialogProps {
  readonly chat: ChatKey
  readonly onClose: () => void
}

/** Two names of labels are one if this is equal. */
const plain = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim().toLowerCase()

/**
 * Which labels a chat has: each takes effect with its tick. What is typed finds one, and Enter ticks the first; of a
 * new name it makes one. Loaded lazily.
 */
export function LabelDialog({ chat, onClose }: LabelDialogProps) {
  const t = useTranslations()
  const { data: labels = [], isPending } = useContractQuery('labels.list', {})
  const { data: details } = useContractQuery('chats.details', { chat })
  const { shown: shownAs, want } = useWanted('chats.details', { chat })
  const isShared = useTeamOf(details?.instance) !== null
  const [set] = useContractCommand('labels.set')
  const [save, { error, pending }] = useContractCommand('labels.save', { errors: 'return' })
  const [text, setText] = useState('')
  const [changed, setChanged] = useState<LabelKey | null>(null)
  const roving = useRoving({ selector: 'input[type="checkbox"]' })
  const typed = plain(text)
  const finds = filterBy(text)
  const shown = labels.filter(({ name }) => finds(name))
  // Until the labels are read, what is typed may be the beginning of one.
  const isNew = !isPending && typed !== '' && !labels.some(({ name }) => plain(name) === typed)
  const chosen = details?.labels ?? []
  const isOn = ({ key }: Label): boolean => shownAs(String(key), chosen.includes(key))
  const tick = (label: Label, on: boolean): void =>
    void want(String(label.key), on, () => set({ chat, label: label.key, on }))
  const make = async (): Promise<void> => {
    if (pending) return
    const made = await save({ name: text })
    if (!made.ok) return
    setText((now) => restAfter(text, now))
    await set({ chat, label: made.value.key, on: true })
  }
  const exact = labels.find(({ name }) => plain(name) === typed)
  const takeFirst = (): void => {
    const first = exact ?? shown[0]
    if (typed === '') return onClose()
    if (first) {
      tick(first, !isOn(first))
      setText('')
    } else if (isNew) void make()
  }
  const inChange = labels.find(({ key }) => key === changed)
  if (inChange) return <ChangeLabelDialog label={inChange} onClose={() => setChanged(null)} />
  return (
    <Dialog
      title={t('labels.title', { name: details?.title.slice(0, 80) ?? '' })}
      text={t(isShared ? 'labels.textTeam' : 'labels.text')}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t('ui.done')}
        </Button>
      }
    >
      <SearchField
        label={t('labels.find')}
        value={text}
        aria-invalid={(error !== null && typed !== '') || undefined}
        aria-describedby={error ? 'label-refused' : undefined}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            takeFirst()
          }
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          event.currentTarget.closest('.d-body')?.querySelector<HTMLElement>('.label-list input, .label-make')?.focus()
        }}
      />
      {error && typed !== '' && (
        <div className="help is-bad" id="label-refused" role="alert">
          <Icon name="alert" size={14} />
          <span>{errorText(t, error.data)}</span>
        </div>
      )}
      {!isPending && labels.length === 0 && typed === '' && <p className="label-none">{t('labels.none')}</p>}
      {shown.length > 0 && (
        <ul className="label-list" aria-label={t('ui.labels')} {...roving}>
          {shown.map((label) => (
            <li key={label.key} style={{ '--l': `var(--av-${label.hue})` } as CSSProperties}>
              <Checkbox
                checked={isOn(label)}
                onChange={(on) => tick(label, on)}
                label={
                  <>
                    <span className="lab-dot" />
                    <bdi className="ell">{label.name}</bdi>
                  </>
                }
              />
              <span className="n" aria-hidden="true">
                {label.chats}
              </span>
              <IconButton
                icon="edit"
                size="compact"
                label={t('labels.change', { name: label.name })}
                onClick={() => setChanged(label.key)}
              />
            </li>
          ))}
        </ul>
      )}
      {isNew && (
        <button type="button" className="label-make" onClick={() => void make()}>
          <Icon name="plus" />
          <span className="ell">{t('labels.make', { name: text.trim().slice(0, 60) })}</span>
        </button>
      )}
    </Dialog>
  )
}
