import { Suspense, lazy, useRef, useState } from 'react'
import { useContractCommand } from '../../client/use-contract-command.ts'
import type { JoinedTeam } from '../../client/use-team.ts'
import { errorText } from '../../lib/error-text.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'

const ChangePassphraseDialog = lazy(async () => ({
  default: (await import('./change-passphrase-dialog.tsx')).ChangePassphraseDialog,
}))

/** What seals the team's tokens: an administrator changes it, and everybody else enters it then. */
export function TeamPassphrase({ team }: { readonly team: JoinedTeam }) {
  const t = useTranslations()
  const [changing, setChanging] = useState(false)
  if (team.notices.some(({ kind }) => kind === 'passphraseChanged')) return <EnterPassphrase />
  if (team.role !== 'administrator') return null
  return (
    <div className="opt">
      <div className="grow">
        <div className="t">{t('team.passphrase')}</div>
        <div className="d">{t('team.passphraseText')}</div>
      </div>
      <div className="opt-end">
        <Button size="compact" disabled={team.state !== 'live'} onClick={() => setChanging(true)}>
          {t('team.passphraseChange')}
        </Button>
      </div>
      <Suspense>{changing && <ChangePassphraseDialog onClose={() => setChanging(false)} />}</Suspense>
    </div>
  )
}

function EnterPassphrase() {
  const t = useTranslations()
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const [enter, { pending }] = useContractCommand('team.enterPassphrase', { errors: 'return' })
  const submit = async () => {
    const passphrase = field.current?.value ?? ''
    if (passphrase === '') return setError(t('team.passphraseEmpty'))
    const result = await enter({ passphrase })
    if (result.ok) return
    setError(result.error.code === 'passphraseWrong' ? t('team.passphraseWrong') : errorText(t, result.error.data))
    field.current?.focus()
  }
  return (
    <form
      className="opt"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!pending) void submit()
      }}
    >
      <div className="grow">
        <TextField
          ref={field}
          label={t('team.passphraseNew')}
          name="passphrase"
          secret
          help={t('team.passphraseHelp')}
          error={error}
          onInput={() => setError(undefined)}
        />
      </div>
      <div className="opt-end">
        <Button size="compact" kind="primary" type="submit" busy={pending}>
          {t('team.passphraseEnter')}
        </Button>
      </div>
    </form>
  )
}
