import type { ProgramKey } from '../../../../contract/ids.ts'
import type { WebhookSettings } from '../../../../contract/programs.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useNumbers } from '../../../lib/numbers.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { cx } from '../../../lib/text/class-names.ts'
import { Icon } from '../../../ui/marks/icon.tsx'
import { troubleText } from '../trouble-text.ts'

export interface FirstContactProps {
  readonly program: ProgramKey
  readonly name: string
  /** null: the program connects by itself. */
  readonly webhook: WebhookSettings | null
}

/** Waits for the first contact of a new program, and says what came of it. */
export function FirstContact({ program, name, webhook }: FirstContactProps) {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  const details = useContractQuery('programs.details', { program }).data
  const call = details?.calls[0]
  const isRefused = call !== undefined && call.outcome !== 'delivered'
  const contactAt = details?.lastContactAt ?? null
  if (webhook !== null && call !== undefined) {
    const { trouble, durationMs, at } = call
    return (
      <p className={cx('listen', trouble === null ? 'is-ok' : 'is-bad')} role="status">
        <Icon name={trouble === null ? 'okCircle' : 'alert'} />
        <span>
          {trouble === null
            ? t(call.event === null ? 'programs.first.test' : 'programs.first.event', {
                time: times.seconds(at),
                duration: numbers.duration(Math.round(durationMs)),
              })
            : t('programs.first.failed', {
                time: times.seconds(at),
                reason: troubleText(t, numbers, trouble, webhook.timeoutMs),
              })}
        </span>
      </p>
    )
  }
  if (webhook === null && isRefused && call.trouble !== null) {
    return (
      <p className="listen is-bad" role="status">
        <Icon name="alert" />
        <span>{troubleText(t, numbers, call.trouble, 0)}</span>
      </p>
    )
  }
  if (webhook === null && contactAt !== null) {
    return (
      <p className="listen is-ok" role="status">
        <Icon name="okCircle" />
        <span>{t('programs.first.connectedAt', { name, time: times.seconds(contactAt) })}</span>
      </p>
    )
  }
  return (
    <p className="listen" role="status">
      <Icon name={webhook === null ? 'sending' : 'info'} {...(webhook === null ? { className: 'spin' } : {})} />
      <span>{t(webhook === null ? 'programs.first.waiting' : 'programs.first.untested', { name })}</span>
    </p>
  )
}
