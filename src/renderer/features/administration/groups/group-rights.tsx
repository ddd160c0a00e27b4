import { useState } from 'react'
import type { ServiceFamily } from '../../../../contract/instances.ts'
import { settableRights, type GroupRight } from '../../../../contract/values.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { ChoiceGroup } from '../../../ui/controls/choice-group.tsx'
import { Switch } from '../../../ui/controls/switch.tsx'

type Rights = Readonly<Partial<Record<GroupRight, boolean>>>

export interface GroupRightsProps {
  readonly family: ServiceFamily
  /** As the service reports them; null: the group was not read yet. */
  readonly reportedRights: Rights | null
  readonly disabled: boolean
  /** Resolves with whether it was done. */
  readonly onSet: (may: Rights) => Promise<boolean>
}

/** Rights that every family reports, whether it can set them or not. */
const shownAlways: readonly GroupRight[] = ['editGroupSettings', 'addMembers']

/** Rights of participants. An unreported right is unknown, not off; only changed rights are set. */
export function GroupRights({ family, reportedRights, disabled, onSet }: GroupRightsProps) {
  const t = useTranslations()
  // The service reports a change minutes later, and some rights never.
  const [set, setSet] = useState<Rights>({})
  const settable = settableRights[family]
  const rights = [...settable, ...shownAlways.filter((right) => !settable.includes(right))]
  const change = async (right: GroupRight, value: boolean) => {
    if (await onSet({ [right]: value })) setSet((before) => ({ ...before, [right]: value }))
  }
  return (
    <div className="sect" role="group" aria-label={t('details.mayTitle')}>
      <h3>
        {t('details.mayTitle')}
        <span className="n">{t('groups.late')}</span>
      </h3>
      {rights.map((right) => {
        const label = t(`groups.right.${right}`)
        const value = set[right] ?? reportedRights?.[right]
        const offered = settable.includes(right)
        const help = !offered
          ? t('groups.noSetting')
          : set[right] !== undefined && set[right] !== reportedRights?.[right]
            ? t('groups.setHere')
            : value === undefined && reportedRights !== null
              ? t('groups.notReported')
              : ''
        return (
          <div key={right} className="opt-s">
            <span className={offered ? undefined : 'muted'}>
              {label}
              {help !== '' && <small>{help}</small>}
            </span>
            {!offered ? (
              <span className="tag">{t('groups.notOffered')}</span>
            ) : value !== undefined ? (
              <Switch label={label} checked={value} disabled={disabled} onChange={(next) => void change(right, next)} />
            ) : disabled ? (
              <span className="tag">{t('administration.unknown')}</span>
            ) : (
              <ChoiceGroup
                label={label}
                variant="segmented"
                value=""
                choices={[
                  { value: 'no', label: t('administration.off') },
                  { value: 'yes', label: t('administration.on') },
                ]}
                onChange={(next) => void change(right, next === 'yes')}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}
