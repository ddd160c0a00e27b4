import { useState } from 'react'
import type { Output } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Tag } from '../../ui/marks/badge.tsx'
import { LicencesDialog } from './licences-dialog.tsx'
import { OptionRow } from './option-row.tsx'
import type { SectionProps } from './settings-section.tsx'
import { SettingsSection } from './settings-section.tsx'

/** Version, updates, licences. */
export function AboutSection({ info }: SectionProps) {
  const t = useTranslations()
  const [update, setUpdate] = useState<Output<'host.checkForUpdates'> | null>(null)
  const [licences, setLicences] = useState(false)
  const [check, { pending }] = useContractCommand('host.checkForUpdates')
  return (
    <SettingsSection name="about" title={t('settings.about')}>
      <OptionRow
        title={t('settings.version', { version: info.version })}
        text={
          info.features.updates
            ? update
              ? t(`settings.update.${update.state}`, { version: update.version ?? '' })
              : t('settings.update.notAsked')
            : t('settings.update.none')
        }
      >
        {info.features.updates && (
          <Button
            size="compact"
            busy={pending}
            onClick={() => void check({}).then((result) => result.ok && setUpdate(result.value))}
          >
            {t('settings.checkUpdates')}
          </Button>
        )}
      </OptionRow>
      <OptionRow
        title={t('settings.runsOn')}
        text={t('settings.runsOnText', {
          host: t(`settings.host.${info.host}`),
          node: info.node,
          sqlite: info.sqlite,
        })}
      >
        {null}
      </OptionRow>
      {info.unsandboxed && (
        <OptionRow title={t('settings.sandbox')} text={t('settings.sandbox.off')}>
          <Tag tone="warn">{t('settings.sandbox.mark')}</Tag>
        </OptionRow>
      )}
      <OptionRow title={t('settings.licences')} text={t('settings.licencesText')}>
        <Button size="compact" onClick={() => setLicences(true)}>
          {t('settings.show')}
        </Button>
      </OptionRow>
      {licences && <LicencesDialog onClose={() => setLicences(false)} />}
    </SettingsSection>
  )
}
