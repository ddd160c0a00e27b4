import type { InstanceKey, LabelKey } from '../../../../contract/ids.ts'
import type { ProgramScope } from '../../../../contract/programs.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useInstances } from '../../../client/use-instances.ts'
import { useLabels } from '../../../client/use-labels.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { EventKind } from '../../../ui/inspector/event-kind.tsx'
import { InstanceMark } from '../../../ui/marks/instance-tile.tsx'
import { usualKinds } from '../scope-text.ts'
import { AllOrSome } from './all-or-some.tsx'

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
        label={t('programs.instances')}
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
        label={t('programs.labels')}
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
