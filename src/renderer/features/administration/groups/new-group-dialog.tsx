import { useState } from 'react'
import type { ChatKey } from '../../../../contract/ids.ts'
import type { InstanceSummary } from '../../../../contract/instances.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'

export interface NewGroupDialogProps {
  readonly instance: InstanceSummary
  readonly onClose: () => void
  readonly onMade: (chat: ChatKey) => void
}

/** People that are listed; the rest is found by searching. */
const mostShown = 60

/** A group with a name and people from the account's contacts: asked for once, and one in five minutes. */
export function NewGroupDialog({ instance, onClose, onMade }: NewGroupDialogProps) {
  const t = useTranslations()
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const [problem, setProblem] = useState<string | null>(null)
  const [create, { pending }] = useContractCommand('groups.create', { errors: 'return' })
  const { data, isPlaceholderData } = useContractQuery(
    'contacts.list',
    { instance: instance.key, text, only: 'all' },
    { keepPrevious: true },
  )
  const make = async () => {
    const result = await create({ instance: instance.key, name: name.trim(), people: [...chosen.keys()] })
    if (result.ok) onMade(result.value.chat)
    else setProblem(errorText(t, result.error.data))
  }
  const rows = data?.rows.slice(0, mostShown) ?? []
  const toggle = (id: string, who: string) => (on: boolean) => {
    const next = new Map(chosen)
    if (on) next.set(id, who)
    else next.delete(id)
    setChosen(next)
  }
  return (
    <Dialog
      title={t('groups.newTitle')}
      text={t('groups.oneInFive')}
      onClose={onClose}
      onSubmit={() => void make()}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" busy={pending} blocked={name.trim() === '' || chosen.size === 0}>
            {t('groups.create', { count: chosen.size })}
          </Button>
        </>
      }
    >
      {problem !== null && <Banner tone="bad" icon="alert" title={problem} urgent />}
      <TextField
        label={t('groups.name')}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <SearchField
        label={t('groups.findPeople')}
        value={text}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          // It ticks who was found, and makes no group.
          event.preventDefault()
          const [first] = rows
          if (text.trim() === '' || isPlaceholderData || first === undefined) return
          toggle(first.id, first.name)(true)
          setText('')
        }}
      />
      <div className="g-choose scroll" role="group" aria-label={t('groups.participants')} tabIndex={0}>
        {rows.map(({ id, name: who, phone }) => (
          <Checkbox key={id} label={who} help={phone} checked={chosen.has(id)} onChange={toggle(id, who)} />
        ))}
      </div>
      <p className="muted">{[...chosen.values()].join(', ')}</p>
    </Dialog>
  )
}
