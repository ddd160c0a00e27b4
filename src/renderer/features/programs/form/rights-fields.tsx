import type { ProgramRight } from '../../../../contract/programs.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'

/** Every program may see; these are given by a person. */
const given = ['draft', 'send', 'administer'] as const satisfies readonly ProgramRight[]

export interface RightsFieldsProps {
  readonly rights: readonly ProgramRight[]
  /** Whether it may write to people who have not written for 30 days. */
  readonly writesFirst: boolean
  readonly onChange: (rights: readonly ProgramRight[], writesFirst: boolean) => void
}

/** What a program may do besides reading. */
export function RightsFields({ rights, writesFirst, onChange }: RightsFieldsProps) {
  const t = useTranslations()
  return (
    <fieldset className="p-some">
      <legend className="lbl">{t('programs.rights')}</legend>
      {given.map((right) => (
        <Checkbox
          key={right}
          label={t(`programs.right.${right}`)}
          help={t(`programs.rightText.${right}`)}
          checked={rights.includes(right)}
          onChange={(checked) =>
            onChange(
              checked ? [...rights, right] : rights.filter((one) => one !== right),
              writesFirst && (right !== 'send' || checked),
            )
          }
        />
      ))}
      {rights.includes('send') && (
        <Checkbox
          label={t('programs.writesFirst')}
          help={t('programs.writesFirstText')}
          checked={writesFirst}
          onChange={(checked) => onChange(rights, checked)}
        />
      )}
    </fieldset>
  )
}
