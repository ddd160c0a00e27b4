import './login-panel.css'
import { useEffect, useId, useRef, useState } from 'react'
import type { LoginState, SteadyInstance } from '../../../contract/index.ts'
import { restAfter } from '../../../contract/text/merge-text.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { errorText } from '../../lib/error-text.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useUnfinishedText } from '../../lib/text/use-unfinished-text.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ChoiceGroup } from '../../ui/controls/choice-group.tsx'
import { Icon, type IconName } from '../../ui/marks/icon.tsx'
import { MemoryPicture } from '../../ui/marks/memory-picture.tsx'
import { Spinner } from '../../ui/marks/skeleton.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { AccountSection } from './account-sections.tsx'

type Way = 'qr' | 'phone'

const WayLabel = ({ icon, text }: { readonly icon: IconName; readonly text: string }) => (
  <>
    <Icon name={icon} size={14} />
    {text}
  </>
)

/** States of an account that no login ends. */
const notALogin: ReadonlySet<string> = new Set(['suspended', 'restricted', 'blocked', 'starting'])

/** Logs the account in. Nothing is asked of the service before a button is pressed. */
export function LoginPanel({ instance }: { readonly instance: SteadyInstance }) {
  const t = useTranslations()
  const times = useTimes()
  const { key, name } = instance
  const { data: state = { kind: 'idle' } as const } = useContractQuery('login.state', { instance: key })
  const [way, setWay] = useState<Way>('qr')
  const [stop] = useContractCommand('login.stop', { errors: 'ignore' })
  const phoneOperation = instance.family === 'whatsapp' ? 'getAuthorizationCode' : 'startAuthorization'
  const lacks = (operation: string) => instance.absentOperations.includes(operation)
  const ways = [
    ...(lacks('qr')
      ? []
      : [{ value: 'qr' as const, label: <WayLabel icon="qrCode" text={t('administration.login.qr')} /> }]),
    ...(lacks(phoneOperation)
      ? []
      : [{ value: 'phone' as const, label: <WayLabel icon="mobile" text={t('administration.login.phone')} /> }]),
  ]
  const chosen = ways.some(({ value }) => value === way) ? way : (ways[0]?.value ?? 'qr')
  // Leaving ends the codes that this window requested; another window may have requested them too.
  const asked = useRef(false)
  useEffect(
    () => () => {
      if (asked.current) void stop({ instance: key })
    },
    [key, stop],
  )
  // No code helps there, unless a login that began here passes through it.
  if (state.kind === 'idle' && notALogin.has(instance.connection.kind)) return <AccountSection instance={instance} />
  return (
    <section className="sect" aria-label={t('administration.login')}>
      <h3>
        {t('administration.login')}
        {(state.kind === 'qr' || state.kind === 'asking') && (
          <span className="n num">{t('administration.login.until', { time: times.clock(state.until) })}</span>
        )}
      </h3>
      {state.kind === 'passwordWanted' ? (
        <SecretForm key="password" instance={instance} what="password" refused={state.refused} />
      ) : state.kind === 'codeWanted' ? (
        <SecretForm key="code" instance={instance} what="code" refused={null} />
      ) : (
        <>
          {ways.length > 1 && (
            <ChoiceGroup
              label={t('administration.login.way')}
              variant="segmented"
              value={chosen}
              choices={ways}
              onChange={setWay}
            />
          )}
          {ways.length === 0 && <p className="muted">{t('administration.login.noWay')}</p>}
          {ways.length > 0 && chosen === 'qr' && (
            <CodeWay
              instance={instance}
              name={name}
              state={state}
              onAsk={() => {
                asked.current = true
              }}
            />
          )}
          {ways.length > 0 && chosen === 'phone' && <PhoneWay instance={instance} state={state} />}
        </>
      )}
    </section>
  )
}

/** How long the service keeps a QR code valid (service 11.7.2), s. */
const codeSeconds = 20

interface WayProps {
  readonly instance: SteadyInstance
  readonly state: LoginState
}

interface CodeWayProps extends WayProps {
  readonly name: string
  readonly onAsk: () => void
}

function CodeWay({ instance, name, state, onAsk }: CodeWayProps) {
  const t = useTranslations()
  const now = useNow(1000)
  const [show, { pending }] = useContractCommand('login.showCode')
  const [stop] = useContractCommand('login.stop')
  const of = { instance: instance.key }
  if (state.kind !== 'qr' && state.kind !== 'asking') {
    const again = state.kind === 'stopped'
    return (
      <>
        {again && (
          <p className="login-status" role="status">
            {t(`administration.login.stopped.${state.why}`)} {state.text !== '' && <code>{state.text}</code>}
          </p>
        )}
        <Button
          kind="primary"
          busy={pending}
          onClick={() => {
            onAsk()
            void show(of)
          }}
        >
          {t(
            state.kind === 'stopped' && state.why === 'passkey'
              ? 'ui.tryAgain'
              : again
                ? 'administration.login.askAgain'
                : 'administration.login.showCode',
          )}
        </Button>
        <p className="side-foot">{t('administration.login.showCodeText')}</p>
      </>
    )
  }
  const left = state.kind === 'qr' ? Math.max(0, Math.ceil((state.goodUntil - now) / 1000)) : 0
  return (
    <>
      <div className="qrbox">
        {state.kind === 'qr' ? (
          <div className={left === 0 ? 'code-qr is-over' : 'code-qr'}>
            <MemoryPicture image={state.image} label={t('administration.login.codeOf', { name })} />
          </div>
        ) : (
          <div className="code-qr is-empty">
            <Spinner label={t('administration.login.asking')} />
          </div>
        )}
        {state.kind === 'qr' && (
          <div className="good num" role="timer" aria-label={t('administration.login.goodForLong', { seconds: left })}>
            <div className="meter">
              <i style={{ width: `${Math.min(1, left / codeSeconds) * 100}%` }} />
            </div>
            {left === 0 ? t('administration.login.next') : t('administration.login.goodFor', { seconds: left })}
          </div>
        )}
      </div>
      <ol className="how">
        <li>{t('administration.login.how1')}</li>
        <li>{t('administration.login.how2')}</li>
        <li>{t('administration.login.how3')}</li>
      </ol>
      <div className="waiting-scan">
        <span className="grow">{t('administration.login.waiting')}</span>
        <Button kind="text" onClick={() => void stop(of)}>
          {t('ui.stop')}
        </Button>
      </div>
    </>
  )
}

const phoneHelp = {
  whatsapp: 'administration.login.phoneHelp',
  v3: 'administration.login.phoneHelpOther',
  telegram: 'administration.login.phoneHelpTelegram',
} as const

function PhoneWay({ instance, state }: WayProps) {
  const t = useTranslations()
  const { text: phone, write: setPhone } = useUnfinishedText(`phone number of instance ${instance.key}`, '')
  const [problem, setProblem] = useState<string | undefined>()
  const [phoneCode, first] = useContractCommand('login.phoneCode', { errors: 'return' })
  const [start, second] = useContractCommand('login.start', { errors: 'return' })
  const isWhatsapp = instance.family === 'whatsapp'
  const ask = async () => {
    const digits = phone.replaceAll(/[\s()+.-]/g, '')
    if (!/^\d{7,15}$/.test(digits)) return setProblem(t('administration.login.badPhone'))
    setProblem(undefined)
    const result = await (isWhatsapp ? phoneCode : start)({ instance: instance.key, phone: digits })
    if (!result.ok) setProblem(errorText(t, result.error.data))
  }
  return (
    <form
      className="login-form"
      onSubmit={(event) => {
        event.preventDefault()
        void ask()
      }}
    >
      {state.kind === 'phoneCode' && (
        <div className="phone-code" role="status">
          <output className="mono num" aria-label={t('administration.login.phoneCode')}>
            {state.code.slice(0, 4)} {state.code.slice(4)}
          </output>
          <p>{t('administration.login.phoneCodeText')}</p>
        </div>
      )}
      <TextField
        label={t('administration.login.phoneNumber')}
        inputMode="tel"
        value={phone}
        onChange={(event) => setPhone(event.target.value)}
        error={problem}
        help={t(phoneHelp[instance.family])}
      />
      <Button kind="primary" type="submit" busy={first.pending || second.pending}>
        {t(isWhatsapp ? 'administration.login.getCode' : 'administration.login.sendCode')}
      </Button>
    </form>
  )
}

interface SecretFormProps {
  readonly instance: SteadyInstance
  readonly what: 'password' | 'code'
  readonly refused: string | null
}

/** A password or a code: only in this field, and removed with it. */
function SecretForm({ instance, what, refused }: SecretFormProps) {
  const t = useTranslations()
  const id = useId()
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string | undefined>(
    refused === null ? undefined : t('administration.login.refused', { text: refused }),
  )
  const [password, first] = useContractCommand('login.password', { errors: 'return' })
  const [code, second] = useContractCommand('login.code', { errors: 'return' })
  const [stop] = useContractCommand('login.stop')
  const of = { instance: instance.key }
  const send = async () => {
    const result = await (what === 'password'
      ? password({ ...of, password: value })
      : code({ ...of, code: value.trim() }))
    // Text typed meanwhile, the next code or the rest of a password, stays.
    setValue((now) => restAfter(value, now))
    if (result.ok) return
    const { code: why, data } = result.error
    setProblem(
      why === 'serviceRefused'
        ? t('administration.login.refused', { text: String(data.details?.['text'] ?? '') })
        : errorText(t, data),
    )
  }
  return (
    <form
      id={id}
      className="login-form"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p>
        {t(
          what === 'code' && instance.family === 'telegram'
            ? 'administration.login.codeTextTelegram'
            : `administration.login.${what}Text`,
        )}
      </p>
      <TextField
        label={t(`administration.login.${what}`)}
        secret={what === 'password'}
        value={value}
        onChange={(event) => setValue(event.target.value)}
        error={problem}
      />
      <div className="row">
        <Button kind="primary" type="submit" busy={first.pending || second.pending} blocked={value.trim() === ''}>
          {t('ui.send')}
        </Button>
        <Button onClick={() => void stop(of)}>{t('ui.cancel')}</Button>
      </div>
    </form>
  )
}
