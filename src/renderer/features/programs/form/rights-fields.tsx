import type { ProgramRight, ProgramRow } from '../../../../contract/programs.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'

/** Every program may see; these are given by a person. */
const given = ['draft', 'send', 'administer'] as const satisfies readonly ProgramRight[]

/** The rights of a program, and their limits. */
export type Permissions = Pick<ProgramRow, 'rights' | 'sendLimits' | 'writesFirst'>

export const usualPermissions: Permissions = {
  rights: ['see'],
  sendLimits: { minute: 20, hour: 200, day: 1000 },
  writesFirst: false,
}

const periods = ['minute', 'hour', 'day'] as const
const mostSends = { minute: 1000, hour: 10_000, day: 100_000 } as const

/** Whether every limit is a number that counts. */
export const arePermissionsUsable = ({ sendLimits }: Permissions): boolean =>
  periods.every((period) => isLimit(sendLimits, period))

const isLimit = (limits: Permissions['sendLimits'], period: (typeof periods)[number]): boolean =>
  limits[period] >= 1 && limits[period] <= mostSends[period]

export interface RightsFieldsProps {
  readonly value: Permissions
  readonly onChange: (value: Permissions) => void
}

/** Fields for the rights of a program besides reading. */
export function RightsFields({ value, onChange }: RightsFieldsProps) {
  const t = useTranslations()
  const { rights, sendLimits, writesFirst } = value
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
            onChange({
              ...value,
              rights: checked ? [...rights, right] : rights.filter((one) => one !== right),
              writesFirst: writesFirst && (right !== 'send' || checked),
            })
          }
        />
      ))}
      {rights.includes('send') && (
        <>
          <div className="p-limits">
            {periods.map((period) => (
              <TextField
                key={period}
                label={t(`programs.most.${period}`)}
                inputMode="numeric"
                value={sendLimits[period] === 0 ? '' : String(sendLimits[period])}
                error={isLimit(sendLimits, period) ? undefined : t('programs.mostWrong', { most: mostSends[period] })}
                onChange={({ target }) =>
                  onChange({
                    ...value,
                    sendLimits: { ...sendLimits, [period]: Number(target.value.replaceAll(/\D/g, '').slice(0, 6)) },
                  })
                }
              />
            ))}
          </div>
          <Checkbox
            label={t('programs.writesFirst')}
            help={t('programs.writesFirstText')}
            checked={writesFirst}
            onChange={(checked) => onChange({ ...value, writesFirst: checked })}
          />
        </>
      )}
    </fieldset>
  )
}
