import './team.css'
import '../../ui/marks/steps.css'
import { useEffect, useRef, useState } from 'react'
import type { ContractErrorData, JoinStep } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { focusUnlessElsewhere } from '../../lib/keys/return-focus.ts'
import { decodeText } from '../../lib/text/decode-text.ts'
import { errorText } from '../../lib/error-text.ts'
import { useUnfinishedValue } from '../../lib/text/use-unfinished-text.ts'
import { useTranslations, type Translate } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FileButton } from '../../ui/controls/file-button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { readTeamAddress } from './team-address.ts'
import { cx } from '../../lib/text/class-names.ts'
import { useNumbers } from '../../lib/numbers.ts'

const names: readonly JoinStep['step'][] = ['reach', 'schema', 'passphrase', 'enter']

interface JoinStepsProps {
  /** The steps that ended so far. */
  readonly steps: readonly JoinStep[]
  readonly isRunning: boolean
}

/**
 * Steps of joining a team: finished, running and waiting ones. The reason of a failure is shown at the field to change.
 */
function JoinSteps({ steps, isRunning }: JoinStepsProps) {
  const t = useTranslations()
  const numbers = useNumbers()
  const open = isRunning ? names.slice(steps.length) : []
  return (
    <ol className="steps" aria-label={t('team.joining')} aria-busy={isRunning}>
      {steps.map((step) => (
        <li key={step.step} className={cx('step', step.ok ? 'is-ok' : 'is-bad')}>
          <Icon
            name={step.ok ? 'okCircle' : 'errorCircle'}
            label={t(step.ok ? 'team.step.done' : 'team.step.failed')}
          />
          <span>{stepText(t, step)}</span>
          <span className="t">{step.tookMs === null ? '' : numbers.duration(step.tookMs)}</span>
        </li>
      ))}
      {open.map((name, index) => (
        <li key={name} className={cx('step', index === 0 ? 'is-run' : 'is-wait')}>
          <Icon name={index === 0 ? 'sending' : 'circle'} {...(index === 0 ? { className: 'spin' } : {})} />
          <span>{t(`team.step.${name}.run`)}</span>
          <span className="t" />
        </li>
      ))}
    </ol>
  )
}

function stepText(t: Translate, { step, ok, isSecure, role, instances }: JoinStep): string {
  if (!ok) return t(`team.step.${step}.failed`)
  switch (step) {
    case 'reach':
      return t(isSecure === false ? 'team.step.reach.here' : 'team.step.reach.ok')
    case 'schema':
      return role === undefined ? t('team.step.schema.run') : t('team.step.schema.ok', { role: t(`team.role.${role}`) })
    case 'passphrase':
      return t('team.step.passphrase.ok')
    case 'enter':
      return t('team.step.enter.ok', { count: instances ?? 0 })
  }
}

type Field = 'address' | 'password' | 'name' | 'passphrase' | 'again' | 'authority' | 'whole'
type Errors = Partial<Record<Field, string>>

interface Authority {
  readonly name: string
  readonly text: string
}

const largestCertificate = 100_000

/** Address, password, name and passphrase: joins a team, or makes one where the database holds none yet. */
export function JoinTeamForm() {
  const t = useTranslations()
  const [join, { pending }] = useContractCommand('team.join', { errors: 'return' })
  const [run, setRun] = useState<string | null>(null)
  const { data: steps = [] } = useContractQuery(
    'team.joinSteps',
    { run: run ?? '' },
    { enabled: run !== null, gcTime: 0 },
  )
  const [address, setAddress] = useUnfinishedValue('address of the team', '')
  const [name, setName] = useUnfinishedValue('own name in the team', '')
  const [authority, setAuthority] = useUnfinishedValue<Authority | null>('certificate of the team', null)
  const [isNew, setNew] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  // Secrets are read from their fields when they are needed and stand nowhere else.
  const password = useRef<HTMLInputElement>(null)
  const passphrase = useRef<HTMLInputElement>(null)
  const again = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const forget = (field: Field) =>
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => name !== field && name !== 'whole')),
    )

  /** The field to go to, once it can be typed into again. */
  const wrong = useRef<string | null>(null)
  useEffect(() => {
    if (wrong.current === null || pending) return
    focusUnlessElsewhere(form.current, form.current?.querySelector<HTMLElement>(`[name="${wrong.current}"]`) ?? null)
    wrong.current = null
  }, [errors, pending])
  const show = (next: Errors) => {
    wrong.current = Object.keys(next)[0] ?? null
    setErrors(next)
  }
  const submit = async (): Promise<void> => {
    const read = readTeamAddress(address)
    const secret = passphrase.current?.value ?? ''
    const found: Errors = {}
    if (!read.ok) found.address = t(`team.address.${read.problem}`)
    const typed = password.current?.value || (read.ok ? read.fields.password : '')
    if (typed === '') found.password = t('team.passwordEmpty')
    if (name.trim() === '') found.name = t('team.nameEmpty')
    if (secret === '') found.passphrase = t('team.passphraseEmpty')
    if (isNew && secret !== again.current?.value) found.again = t('ui.passphrase.differs')
    if (!read.ok || Object.keys(found).length > 0) return show(found)
    setErrors({})
    const next = crypto.randomUUID()
    setRun(next)
    const result = await join({
      run: next,
      ...read.fields,
      password: typed,
      name: name.trim(),
      passphrase: secret,
      create: isNew,
      ...(authority === null ? {} : { authority: authority.text }),
    })
    if (result.ok) {
      setAddress('')
      setName('')
      setAuthority(null)
      showToast('team.joined')
      return
    }
    if (result.error.code === 'teamNew') {
      setNew(true)
      setRun(null)
      wrong.current = 'again'
      return setErrors({})
    }
    if (result.error.code !== 'cancelled') show({ [fieldOf(result.error.data)]: textOf(result.error.data) })
  }
  const textOf = (error: ContractErrorData): string =>
    error.code === 'passphraseWrong' ? t('team.passphraseWrong') : errorText(t, error)
  const takeFile = async (chosen: File): Promise<void> => {
    const text = chosen.size > largestCertificate ? null : decodeText(await chosen.bytes())
    if (text === null || !text.includes('-----BEGIN CERTIFICATE-----'))
      return setErrors((before) => ({ ...before, authority: t('team.authorityBad') }))
    setAuthority({ name: chosen.name, text })
    forget('authority')
  }

  return (
    <form
      ref={form}
      className="team-join"
      aria-label={t('team.join')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!pending) void submit()
      }}
    >
      <div className="form" inert={pending}>
        <TextField
          label={t('team.address')}
          name="address"
          mono
          inputMode="url"
          placeholder="postgres://anna@db.example.net/switchboard"
          value={address}
          help={t('team.addressHelp')}
          error={errors.address}
          onChange={(event) => {
            setAddress(event.target.value)
            forget('address')
          }}
        />
        <div className="form-row">
          <TextField
            ref={password}
            label={t('team.password')}
            name="password"
            secret
            error={errors.password}
            onInput={() => forget('password')}
          />
          <TextField
            label={t('team.yourName')}
            name="name"
            value={name}
            maxLength={80}
            help={t('team.yourNameHelp')}
            error={errors.name}
            onChange={(event) => {
              setName(event.target.value)
              forget('name')
            }}
          />
        </div>
        <TextField
          ref={passphrase}
          label={t('team.passphrase')}
          name="passphrase"
          secret
          help={t('team.passphraseHelp')}
          error={errors.passphrase}
          onInput={() => forget('passphrase')}
        />
        {isNew && (
          <>
            <p className="team-new" role="status">
              <Icon name="info" />
              {t('team.newText')}
            </p>
            <TextField
              ref={again}
              label={t('ui.passphrase.again')}
              name="again"
              secret
              error={errors.again}
              onInput={() => forget('again')}
            />
          </>
        )}
        <div className="team-authority">
          <FileButton
            size="compact"
            icon="shield"
            name="authority"
            accept=".pem,.crt,.cer"
            onFile={(chosen) => void takeFile(chosen)}
          >
            {t('team.authority')}
          </FileButton>
          <span className={errors.authority === undefined ? 'help' : 'help is-bad'}>
            {errors.authority ?? authority?.name ?? t('team.authorityHelp')}
          </span>
          {authority !== null && (
            <Button size="compact" kind="text" onClick={() => setAuthority(null)}>
              {t('team.authorityRemove')}
            </Button>
          )}
        </div>
      </div>
      {run !== null && <JoinSteps steps={steps} isRunning={pending} />}
      {errors.whole !== undefined && (
        <p className="help is-bad" role="alert">
          <Icon name="alert" size={14} />
          <span>{errors.whole}</span>
        </p>
      )}
      <div className="team-join-foot">
        <Button kind="primary" type="submit" busy={pending}>
          {t(isNew ? 'team.make' : 'team.joinButton')}
        </Button>
      </div>
    </form>
  )
}

/** Where an error is said: at what has to be changed. */
function fieldOf({ code, details }: ContractErrorData): Field {
  if (code === 'passphraseWrong' || code === 'passphraseWeak' || code === 'teamNotSetUp') return 'passphrase'
  if (code !== 'teamTrouble') return 'whole'
  switch (details?.['trouble']) {
    case 'refused':
      return 'password'
    case 'badValue':
      return 'name'
    default:
      return 'address'
  }
}
