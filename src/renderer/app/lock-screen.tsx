import './lock-screen.css'
import { useEffect, useRef, useState } from 'react'
import type { WindowLock } from '../../contract/app.ts'
import { useClient } from '../client/client-context.tsx'
import { useContractCommand } from '../client/use-contract-command.ts'
import { useNotificationPermission } from '../lib/notification-permission.ts'
import { useTranslations } from '../lib/translations.ts'
import { Button } from '../ui/controls/button.tsx'
import { TextField } from '../ui/controls/text-field.tsx'
import { Icon } from '../ui/marks/icon.tsx'
import { TooltipLayer } from '../ui/overlays/tooltip.tsx'
import { LanguageProvider } from './language.tsx'
import { useAppearance } from './use-appearance.ts'
import { useNoticeSound } from './use-notice-sound.ts'

type Locked = Extract<WindowLock, { kind: 'locked' }>

/** All that a locked window shows: a field for its passphrase. */
export function LockScreen({ lock }: { readonly lock: Locked }) {
  useAppearance(lock.appearance)
  useNoticeSound(null, lock.appearance.notificationSound)
  return (
    <LanguageProvider choice={lock.appearance.language}>
      <LockForm lock={lock} />
      <TooltipLayer />
    </LanguageProvider>
  )
}

function LockForm({ lock }: { readonly lock: Locked }) {
  const t = useTranslations()
  const field = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const [unlock, { pending }] = useContractCommand('host.unlock', { errors: 'return' })
  const [waitMs, wait] = useCountdown(lock.waitMs)
  useHiddenNotices(lock.host === 'browser')
  useEffect(() => field.current?.focus(), [])
  const submit = async (): Promise<void> => {
    const passphrase = field.current?.value ?? ''
    if (passphrase === '') return setProblem(t('instances.unlock.empty'))
    const result = await unlock({ passphrase })
    if (result.ok) return
    const { code, retryAfterMs } = result.error.data
    if (code === 'passphrasePause') return wait(retryAfterMs ?? 0)
    if (code !== 'passphraseWrong') return setProblem(t('app.lock.failed'))
    setProblem(t('app.lock.wrong'))
    field.current?.select()
  }
  const waits = waitMs > 0
  return (
    <main className="lock-screen">
      <form
        className="lock-form form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!pending && !waits) void submit()
        }}
      >
        <Icon name="lock" size={24} />
        <h1>{t('app.lock.title')}</h1>
        <p className="muted">{t('app.lock.text')}</p>
        {lock.isReadable ? (
          <>
            <TextField
              ref={field}
              label={t('ui.passphrase')}
              secret
              error={waits ? t('app.lock.wait', { seconds: Math.ceil(waitMs / 1000) }) : problem}
              onInput={() => setProblem(undefined)}
            />
            <Button type="submit" kind="primary" busy={pending} blocked={waits}>
              {t('app.lock.unlock')}
            </Button>
          </>
        ) : (
          <p role="alert">{t('app.lock.unreadable')}</p>
        )}
      </form>
    </main>
  )
}

/** Milliseconds that are left, second by second, and how to restart the count. */
function useCountdown(firstMs: number): readonly [number, (ms: number) => void] {
  const [endsAt, setEndsAt] = useState(() => performance.now() + firstMs)
  const [now, setNow] = useState(() => performance.now())
  const leftMs = Math.max(0, endsAt - now)
  useEffect(() => {
    if (leftMs === 0) return undefined
    const timer = setTimeout(() => setNow(performance.now()), leftMs % 1000 || 1000)
    return () => clearTimeout(timer)
  }, [leftMs])
  const begin = (ms: number): void => {
    setNow(performance.now())
    setEndsAt(performance.now() + ms)
  }
  return [leftMs, begin]
}

/** The browser's notifications, which the window shows itself: that something came, and no more. */
function useHiddenNotices(isOn: boolean): void {
  const client = useClient()
  const t = useTranslations()
  const permission = useNotificationPermission()
  const shows = isOn && permission === 'granted'
  useEffect(() => {
    if (!shows) return undefined
    return client.onEvent((event) => {
      if (event.type !== 'notice') return
      const body = t(event.notice.kind === 'trouble' ? 'app.notice.trouble' : 'app.notice.newMessage')
      const notification = new Notification(t('app.name'), { body, tag: 'locked', silent: true })
      notification.addEventListener('click', () => window.focus())
    })
  }, [client, shows, t])
}
