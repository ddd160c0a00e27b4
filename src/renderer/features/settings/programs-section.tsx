import { useState } from 'react'
import type { Scope } from '../../../contract/ids.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useProgramsPause } from '../../client/use-programs-pause.ts'
import { useNumbers, withValue } from '../../lib/numbers.ts'
import { readPort } from '../../lib/read-port.ts'
import { routeHref } from '../../lib/routing/route.ts'
import { useQuestion } from '../../lib/use-question.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { OptionRow, SwitchRow } from './option-row.tsx'
import { SettingsSection, type SectionProps } from './settings-section.tsx'

const minuteSteps = [5, 15, 30, 60, 180, 720, 1440]
const daySteps = [1, 3, 7, 14, 30, 90]
const byteSteps = [500e6, 1e9, 2e9, 5e9, 10e9, 20e9]

/** Whether programs may connect, where, and how long events wait for them. */
export function ProgramsSection({ settings, update, scope }: SectionProps & { readonly scope: Scope }) {
  const t = useTranslations()
  const numbers = useNumbers()
  const commandLine = useContractQuery('app.info', {}).data?.commandLine ?? ''
  return (
    <SettingsSection name="programs" title={t('programs.title')} text={t('settings.programsText')}>
      <SwitchRow
        title={t('settings.programs')}
        text={t('settings.programsSwitchText')}
        checked={settings.programs}
        onChange={(programs) => update({ programs })}
      />
      {settings.programs && <PauseRow settings={settings} update={update} />}
      <PortRow settings={settings} update={update} />
      <SwitchRow
        title={t('settings.programsMcp')}
        text={t('settings.programsMcpText')}
        checked={settings.programsMcp}
        onChange={(programsMcp) => update({ programsMcp })}
      />
      <OptionRow title={t('settings.programReadsWithin')} text={t('settings.programReadsWithinText')}>
        <Select
          label={t('settings.programReadsWithin')}
          value={settings.programReadsWithinMinutes}
          options={withValue(minuteSteps, settings.programReadsWithinMinutes).map((value) => ({
            value,
            label: numbers.duration(value * 60_000),
          }))}
          onChange={(programReadsWithinMinutes) => update({ programReadsWithinMinutes })}
        />
      </OptionRow>
      <OptionRow title={t('settings.keepUnread')} text={t('settings.keepUnreadText')}>
        <Select
          label={t('settings.atMostOf', { what: t('settings.keepUnread') })}
          value={settings.keepUnreadBytes}
          options={withValue(byteSteps, settings.keepUnreadBytes).map((value) => ({
            value,
            label: t('settings.atMost', { size: numbers.bytes(value) }),
          }))}
          onChange={(keepUnreadBytes) => update({ keepUnreadBytes })}
        />
        <Select
          label={t('settings.keepUnread')}
          value={settings.keepUnreadDays}
          options={withValue(daySteps, settings.keepUnreadDays).map((value) => ({
            value,
            label: t('settings.days', { count: value }),
          }))}
          onChange={(keepUnreadDays) => update({ keepUnreadDays })}
        />
      </OptionRow>
      <NewEpochRow />
      <OptionRow title={t('settings.commandLine')} text={t('settings.commandLineText')}>
        <code className="p-command" tabIndex={0}>
          {`node "${commandLine}"`}
        </code>
      </OptionRow>
      {settings.programs && (
        <div className="opt">
          <a className="link" href={routeHref({ view: 'programs', scope })}>
            {t('settings.programsShow')}
          </a>
        </div>
      )}
    </SettingsSection>
  )
}

/** Says since when they are paused. */
function PauseRow({ settings, update }: Pick<SectionProps, 'settings' | 'update'>) {
  const t = useTranslations()
  const { messages, since } = useProgramsPause()
  const isPaused = settings.programSendsPaused
  return (
    <SwitchRow
      title={t('settings.programSendsPaused')}
      text={
        isPaused
          ? `${since} ${t('settings.programSendsWaiting', { count: messages })}`.trimStart()
          : t('settings.programSendsPausedText')
      }
      checked={isPaused}
      onChange={(programSendsPaused) => update({ programSendsPaused })}
    />
  )
}

/** A data directory that was put back from a copy by hand can not be recognised, so a person says it. */
function NewEpochRow() {
  const t = useTranslations()
  const [asked, ask, close] = useQuestion<true>()
  const [renew, { pending }] = useContractCommand('programs.newEpoch')
  const confirm = async (): Promise<void> => {
    if (!(await renew({})).ok) return
    close()
    showToast('settings.newEventIdsDone')
  }
  return (
    <OptionRow title={t('settings.newEventIds')} text={t('settings.newEventIdsText')}>
      <Button size="compact" onClick={() => ask(true)}>
        {t('settings.newEventIdsGive')}
      </Button>
      {asked && (
        <ConfirmDialog
          title={t('settings.newEventIdsTitle')}
          text={t('settings.newEventIdsWhat')}
          confirm={t('settings.newEventIdsConfirm')}
          busy={pending}
          onConfirm={() => void confirm()}
          onClose={close}
        />
      )}
    </OptionRow>
  )
}

/** The port takes effect when the person says so: half a number would close the old one. */
function PortRow({ settings: { programs, programsPort }, update }: Pick<SectionProps, 'settings' | 'update'>) {
  const t = useTranslations()
  const listener = useContractQuery('programs.list', {}, { enabled: programs }).data?.listener
  /** Null: it follows the setting, which another window may change. */
  const [typed, setTyped] = useState<string | null>(null)
  const port = typed === null ? programsPort : readPort(typed)
  if (typed !== null && port === programsPort) setTyped(null)
  const isFailed = programs && listener?.kind === 'failed'
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (port !== null) update({ programsPort: port })
      }}
    >
      <OptionRow
        title={t('settings.programsPort')}
        text={
          port !== null ? (
            isFailed && port === programsPort ? (
              <span className="is-danger-text" role="alert">
                {t('settings.programsPortFailed')}
              </span>
            ) : (
              t('settings.programsPortText', { address: `127.0.0.1:${port}` })
            )
          ) : (
            <span className="is-danger-text" role="alert">
              {t('programs.portWrong')}
            </span>
          )
        }
      >
        <input
          className="input p-port"
          inputMode="numeric"
          autoComplete="off"
          aria-label={t('settings.programsPort')}
          aria-invalid={port === null ? true : undefined}
          value={typed ?? programsPort}
          onChange={(event) => setTyped(event.target.value)}
        />
        {port !== programsPort && (
          <Button type="submit" size="compact" blocked={port === null}>
            {t('settings.programsPortSave')}
          </Button>
        )}
      </OptionRow>
    </form>
  )
}
