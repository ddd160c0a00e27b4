import type { KeyboardEvent } from 'react'
import { useRef } from 'react'
import { useMedia } from '../../lib/use-media.ts'
import { useTranslations } from '../../lib/translations.ts'
import { ChoiceGroup } from '../../ui/controls/choice-group.tsx'
import { OptionRow, SwitchRow } from './option-row.tsx'
import type { SectionProps } from './settings-section.tsx'
import { SettingsSection } from './settings-section.tsx'
import { ThemePicture } from './theme-picture.tsx'

const themes = ['system', 'light', 'dark'] as const
const sizes = [90, 100, 115, 130] as const
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Theme, text size, density, motion. */
export function AppearanceSection({ settings, update }: SectionProps) {
  const t = useTranslations()
  const group = useRef<HTMLDivElement>(null)
  const systemReduces = useMedia('(prefers-reduced-motion: reduce)')
  const move = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const index = (themes.indexOf(settings.theme) + step + themes.length) % themes.length
    const theme = themes[index]
    if (!theme) return
    update({ theme })
    const card = group.current?.children[index]
    if (card instanceof HTMLElement) card.focus()
  }
  return (
    <SettingsSection name="appearance" title={t('settings.appearance')}>
      <div className="themes" role="radiogroup" aria-label={t('settings.theme')} ref={group} onKeyDown={move}>
        {themes.map((theme) => (
          <button
            key={theme}
            type="button"
            className="theme"
            role="radio"
            aria-checked={theme === settings.theme}
            tabIndex={theme === settings.theme ? 0 : -1}
            onClick={() => update({ theme })}
          >
            <ThemePicture theme={theme} />
            <span>{t(`settings.theme.${theme}`)}</span>
          </button>
        ))}
      </div>
      <OptionRow title={t('settings.textSize')}>
        <ChoiceGroup
          label={t('settings.textSize')}
          variant="segmented"
          value={`${settings.textSize}`}
          choices={sizes.map((size) => ({ value: `${size}` as const, label: t('settings.percent', { value: size }) }))}
          onChange={(value) => update({ textSize: sizes.find((size) => `${size}` === value) ?? 100 })}
        />
      </OptionRow>
      <SwitchRow
        title={t('settings.compact')}
        text={t('settings.compactText')}
        checked={settings.compactRows}
        onChange={(compactRows) => update({ compactRows })}
      />
      <SwitchRow
        title={t('settings.motion')}
        text={systemReduces ? t('settings.motionSystem') : t('settings.motionText')}
        checked={systemReduces || settings.reduceMotion}
        disabled={systemReduces}
        onChange={(reduceMotion) => update({ reduceMotion })}
      />
    </SettingsSection>
  )
}
