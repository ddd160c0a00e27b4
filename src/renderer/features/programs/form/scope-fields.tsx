import type { ReactNode } from 'react'
import type { InstanceKey, LabelKey, ProgramScope } from '../../../../contract/index.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useInstances } from '../../../client/use-instances.ts'
import { useLabels } from '../../../client/use-labels.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { EventKind } from '../../../ui/inspector/event-kind.tsx'
import { InstanceMark } from '../../../ui/marks/instance-tile.tsx'
import { ChoiceGroup } from '../../../ui/controls/choice-group.tsx'
import { usualKinds } from '../scope-text.ts'

interface AllOrSomeProps<Value extends string | number> {
  readonly label: string
  /** The choice that leaves nothing out, in words. */
  readonly all: string
  /** null: all. */
  readonly chosen: readonly Value[] | null
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[]
  readonly onChange: (chosen: readonly Value[] | null) => void
}

/** All of something, later ones included, or those that are ticked. */
function AllOrSome<Value extends string | number>({ label, all, chosen, options, onChange }: AllOrSomeProps<Value>) {
  const t = useTranslations()
  return (
    <div className="p-some">
      <div className="p-some-head">
        <span className="lbl" aria-hidden="true">
          {label}
        </span>
        <ChoiceGroup
          label={label}
          variant="segmented"
          value={chosen === null ? 'all' : 'some'}
          choices={[
            { value: 'all', label: all },
            { value: 'some', label: t('inspector.onlyThese') },
          ]}
          onChange={(value) => onChange(value === 'all' ? null : [])}
        />
      </div>
      {chosen !== null && (
        <div className="p-checks" role="group" aria-label={label}>
          {options.map(({ value, label: name }) => (
            <Checkbox
              key={value}
              label={name}
              checked={chosen.includes(value)}
              onChange={(isChosen) =>
                onChange(isChosen ? [...chosen, value] : chosen.filter((other) => other !== value))
              }
            />
          ))}
          {options.length === 0 && <p className="muted">{t('programs.nothingToChoose')}</p>}
        </div>
      )}
    </div>
  )
}

export interface ScopeFieldsProps {
  readonly scope: ProgramScope
  readonly onChange: (scope: ProgramScope) => void
}

/** Which events a program gets: instances, kinds, groups, labels. */
export function ScopeFields({ scope, onChange }: ScopeFieldsProps) {
  const t = useTranslations()
  const instances = useInstances()
  const labels = useLabels()
  const seen = useContractQuery('journal.kinds', { scope: null }).data ?? []
  const kinds = [
    ...new Set([...usualKinds, ...seen.map(({ typeWebhook }) => typeWebhook), ...(scope.kinds ?? [])]),
  ].filter(Boolean)
  return (
    <>
      <AllOrSome<InstanceKey>
        label={t('instances.title')}
        all={t('programs.allInstances')}
        chosen={scope.instances}
        options={instances.map(({ key, name, colour }) => ({
          value: key,
          label: (
            <span className="p-choice">
              <InstanceMark colour={colour} />
              <bdi>{name}</bdi>
            </span>
          ),
        }))}
        onChange={(chosen) => onChange({ ...scope, instances: chosen === null ? null : [...chosen] })}
      />
      <AllOrSome<string>
        label={t('programs.eventsTitle')}
        all={t('programs.allKinds')}
        chosen={scope.kinds}
        options={kinds.map((typeWebhook) => ({ value: typeWebhook, label: <EventKind typeWebhook={typeWebhook} /> }))}
        onChange={(chosen) => onChange({ ...scope, kinds: chosen === null ? null : [...chosen] })}
      />
      <AllOrSome<LabelKey>
        label={t('ui.labels')}
        all={t('programs.allChats')}
        chosen={scope.labels}
        options={[...labels.values()].map(({ key, name }) => ({ value: key, label: <bdi>{name}</bdi> }))}
        onChange={(chosen) => onChange({ ...scope, labels: chosen === null ? null : [...chosen] })}
      />
      <Checkbox
        label={t('programs.groups')}
        checked={scope.groups}
        onChange={(groups) => onChange({ ...scope, groups })}
      />
    </>
  )
}

/** Whether something can pass: a list that was begun and is empty lets nothing through. */
export const isScopeUsable = ({ instances, kinds, labels }: ProgramScope): boolean =>
  [instances, kinds, labels].every((list) => list === null || list.length > 0)
