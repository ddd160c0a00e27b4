import '../instances.css'
import type { InstanceMode } from '../../../../contract/instances.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { ChoiceGroup } from '../../../ui/controls/choice-group.tsx'

export interface ModeChoiceProps {
  readonly value: InstanceMode
  readonly onChange: (mode: InstanceMode) => void
}

/** Whether notifications are received, which removes them from a queue that every other reader shares. */
export function ModeChoice({ value, onChange }: ModeChoiceProps) {
  const t = useTranslations()
  return (
    <div className="mode-choice">
      <span className="lbl" aria-hidden="true">
        {t('instances.mode')}
      </span>
      <ChoiceGroup
        label={t('instances.mode')}
        variant="segmented"
        value={value}
        choices={[
          { value: 'full', label: t('instances.mode.full') },
          { value: 'sendOnly', label: t('instances.mode.sendOnly') },
        ]}
        onChange={onChange}
      />
      <p className="help" role="status">
        {t(value === 'full' ? 'instances.mode.fullText' : 'instances.mode.sendOnlyText')}
      </p>
    </div>
  )
}
