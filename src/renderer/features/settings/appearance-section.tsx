import './settings.css'
import { useMedia } from '../../lib/use-media.ts'
import { useTranslations } from '../../lib/translations.ts'
import { ChoiceGroup } from '../../ui/controls/choice-group.tsx'
import { useRadioKeys } from '../../ui/controls/use-radio-keys.ts'
import { OptionRow, SwitchRow } from './option-row.tsx'
import { SettingsSection, type SectionProps } from './settings-section.tsx'

/** A small drawing of the window in a theme; the colours are the theme's own. */
const Scene = ({ theme }: { readonly theme: 'light' | 'dark' }) => (
  <svg
    className="theme-scene"
    data-scene={theme}
    viewBox="0 0 160 96"
    preserveAspectRatio="xMinYMid slice"
    aria-hidden="true"
  >
    <rect className="p-app" width="160" height="96" />
    <path className="p-panel" d="M18 96V18a6 6 0 0 1 6-6h136v84z" />
    <rect className="p-canvas" x="60" y="12" width="100" height="84" />
    <g className="p-line">
      <rect x="25" y="20" width="28" height="5" rx="2.5" />
      <rect x="25" y="44" width="24" height="4" rx="2" />
      <rect x="25" y="56" width="28" height="4" rx="2" />
      <rect x="25" y="68" width="20" height="4" rx="2" />
    </g>
    <rect className="p-selected" x="22" y="30" width="34" height="9" rx="3" />
    <rect className="p-in" x="68" y="24" width="46" height="13" rx="6" />
    <rect className="p-out" x="104" y="43" width="46" height="13" rx="6" />
    <rect className="p-in" x="68" y="62" width="34" height="13" rx="6" />
    <rect className="p-teal" x="5" y="18" width="8" height="8" rx="2.5" />
    <rect className="p-ochre" x="5" y="30" width="8" height="8" rx="2.5" />
  </svg>
)

/** The picture of a choice of theme; the system's shows both. */
const ThemePicture = ({ theme }: { readonly theme: 'system' | 'light' | 'dark' }) => (
  <span className="pic">
    <Scene theme={theme === 'dark' ? 'dark' : 'light'} />
    {theme === 'system' && <Scene theme="dark" />}
  </span>
)

const themes = ['system', 'light', 'dark'] as const
const sizes = [90, 100, 115, 130] as const

/** Theme, text size, density, motion. */
export function AppearanceSection({ settings, update }: SectionProps) {
  const t = useTranslations()
  const systemReduces = useMedia('(prefers-reduced-motion: reduce)')
  const keys = useRadioKeys(themes, themes.indexOf(settings.theme), (theme) => update({ theme }))
  return (
    <SettingsSection name="appearance" title={t('settings.appearance')}>
      <div className="themes" role="radiogroup" aria-label={t('settings.theme')} {...keys}>
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
