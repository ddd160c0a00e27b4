import { useState, useEffect } from 'react'
import type { Output } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Tag } from '../../ui/marks/badge.tsx'
import { OptionRow } from './option-row.tsx'
import { SettingsSection, type SectionProps } from './settings-section.tsx'
import { errorText } from '../../lib/error-text.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Spinner } from '../../ui/marks/skeleton.tsx'

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
          {t('ui.show')}
        </Button>
      </OptionRow>
      {licences && <LicencesDialog onClose={() => setLicences(false)} />}
    </SettingsSection>
  )
}

/** The licences of what Switchboard is built with. */
function LicencesDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations()
  const [text, setText] = useState<string | null>(null)
  const [read, { error }] = useContractCommand('host.licences', { errors: 'ignore' })
  useEffect(() => {
    let current = true
    void read({}).then((result) => current && result.ok && setText(result.value.text))
    return () => {
      current = false
    }
  }, [read])
  return (
    <Dialog wide title={t('settings.licences')} onClose={onClose}>
      {error && <Banner tone="bad" icon="alert" urgent title={errorText(t, error.data)} />}
      {text === null && !error && <Spinner label={t('settings.collecting')} />}
      {text !== null && (
        <pre className="bundle" tabIndex={0} aria-label={t('settings.licences')}>
          {text}
        </pre>
      )}
    </Dialog>
  )
}
