import { useState } from 'react'
import type { ProgramListener } from '../../../contract/programs.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { readPort } from './read-port.ts'

export interface ListenerFailedProps {
  readonly listener: Extract<ProgramListener, { kind: 'failed' }>
}

/** The port could not be opened. No other one is tried, so the person frees it or chooses another. */
export function ListenerFailed({ listener: { port, code } }: ListenerFailedProps) {
  const t = useTranslations()
  const [update, { pending }] = useContractCommand('settings.update')
  const [typed, setTyped] = useState(String(port))
  const chosen = readPort(typed)
  const submit = async (): Promise<void> => {
    if (chosen === null || pending) return
    // Switched off and on again, the same port is tried once more.
    if (chosen === port) await update({ programs: false })
    await update({ programs: true, programsPort: chosen })
  }
  return (
    <div className="p-failed" role="alert">
      <Icon name="alert" />
      <div className="grow">
        <b>{t('programs.failed', { port: String(port) })}</b>
        <p>
          {t(code === 'EADDRINUSE' ? 'programs.failedTaken' : 'programs.failedOther')} {t('programs.failedText')}{' '}
          {code !== 'EADDRINUSE' && <code>{code}</code>}
        </p>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <TextField
            label={t('programs.port')}
            inputMode="numeric"
            value={typed}
            error={chosen === null ? t('programs.portWrong') : undefined}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" busy={pending} blocked={chosen === null}>
            {t(chosen === port ? 'programs.tryAgain' : 'programs.usePort')}
          </Button>
        </form>
      </div>
    </div>
  )
}
