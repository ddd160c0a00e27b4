import type { AppSettings, ProgramRow, ProgramTrouble, TeamWebhooksState } from '../../../../contract/index.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useSettings } from '../../../client/use-preference.ts'
import { cx } from '../../../lib/text/class-names.ts'
import { useNumbers, type Numbers } from '../../../lib/numbers.ts'
import { useTimes, type Times } from '../../../lib/time/times.ts'
import { useTranslations, type Translate } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Icon, type IconName } from '../../../ui/marks/icon.tsx'
import { hostOf, isNearRetention, shownState } from '../program-facts.ts'
import { troubleText } from '../trouble-text.ts'

export interface ProgramWhyProps {
  readonly program: ProgramRow
  /** Epoch ms; null when nothing waits. */
  readonly retainedUntil: number | null
  /** Epoch ms. */
  readonly now: number
}

interface Why {
  readonly tone: 'bad' | 'warn'
  readonly icon: IconName
  /** What happened. */
  readonly title: string
  /** What it means, and until when nothing is lost. */
  readonly sentences: readonly string[]
  /** What a person can do about it here. */
  readonly action?: 'switchTeamOn'
}

/** The trouble of a program, in words; nothing while all is well. */
export function ProgramWhy({ program, retainedUntil, now }: ProgramWhyProps) {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  const settings = useSettings()
  const team = useContractQuery('programs.list', {}, { keepPrevious: true }).data?.team ?? null
  const [switchTeam, { pending }] = useContractCommand('programs.switchTeam')
  if (settings === undefined) return null
  const why = whyOf(program, { t, times, numbers, retainedUntil, settings, team, now })
  if (why === null) return null
  return (
    <div className={cx('p-why', `is-${why.tone}`)} role={why.tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={why.icon} />
      <div>
        <b>{why.title}</b> {why.sentences.join(' ')}
      </div>
      {why.action === 'switchTeamOn' && (
        <Button size="compact" busy={pending} onClick={() => void switchTeam({ on: true })}>
          {t('programs.teamSwitchOn')}
        </Button>
      )}
    </div>
  )
}

interface WhyOptions {
  readonly t: Translate
  readonly times: Times
  readonly numbers: Numbers
  readonly retainedUntil: number | null
  readonly settings: AppSettings
  readonly team: TeamWebhooksState | null
  readonly now: number
}

function whyOf(program: ProgramRow, options: WhyOptions): Why | null {
  const { t, times, numbers, retainedUntil, settings, team, now } = options
  const { keepUnreadDays, keepUnreadBytes } = settings
  const { name, webhook, trouble, nextTryAt, backlog, keyExpiresAt } = program
  const host = webhook === null ? '' : hostOf(webhook.url)
  const retention =
    retainedUntil === null
      ? t('programs.why.retainedFor', { days: keepUnreadDays })
      : t('programs.why.retainedUntil', { date: times.date(retainedUntil), size: numbers.bytes(keepUnreadBytes) })
  const waiting = backlog.events === 0 ? [] : [t('programs.why.waiting', { count: backlog.events })]
  if (trouble?.kind === 'secretMissing') {
    return {
      tone: 'bad',
      icon: 'key',
      title: t('programs.why.secretMissing'),
      sentences: [t('programs.why.secretMissingText'), retention],
    }
  }
  if (program.team?.hasSecret === false) {
    return {
      tone: 'bad',
      icon: 'key',
      title: t('programs.why.teamSecret'),
      sentences: [t('programs.why.teamSecretText'), retention],
    }
  }
  if (trouble !== null && program.state === 'stopped' && isOfTeamAlone(trouble)) {
    return { tone: 'bad', icon: 'alert', title: `${troubleText(t, numbers, trouble, 0)}.`, sentences: [retention] }
  }
  switch (shownState(program, { limits: settings, now, isTeamOff: team?.isOn === false })) {
    case 'teamOff':
      return {
        tone: 'warn',
        icon: 'pause',
        title: t('programs.teamOff'),
        sentences: [t(team?.mayChange ? 'programs.teamOffText' : 'programs.teamOffMember'), retention],
        ...(team?.mayChange ? { action: 'switchTeamOn' } : {}),
      }
    case 'failing':
      return {
        tone: 'bad',
        icon: 'alert',
        title: t('programs.why.failing', { host, time: times.sentence(program.stateSince, now) }),
        sentences: [
          ...(trouble === null ? [] : [`${troubleText(t, numbers, trouble, webhook?.timeoutMs ?? 0)}.`]),
          t('programs.why.allWait'),
          ...(nextTryAt === null
            ? []
            : [t('programs.why.nextTry', { duration: numbers.duration(Math.max(0, roundToSecond(nextTryAt - now))) })]),
          retention,
        ],
      }
    case 'stopped':
      return {
        tone: 'bad',
        icon: 'alert',
        title: t('programs.why.stopped', { host, time: times.sentence(program.stateSince, now) }),
        sentences: [t('programs.why.stoppedText')],
      }
    case 'keyExpired':
      return {
        tone: 'warn',
        icon: 'key',
        title: t('programs.why.keyExpired', { date: times.date(keyExpiresAt ?? now) }),
        sentences: [t('programs.why.keyExpiredText', { name }), retention],
      }
    case 'notReading':
      return {
        tone: 'warn',
        icon: 'hourglass',
        title: t('programs.why.notReading', { name, time: times.sentence(program.backlog.oldestAt ?? now, now) }),
        sentences: [retention, t('programs.why.afterThat', { name })],
      }
    case 'paused':
      return {
        tone: 'warn',
        icon: 'hourglass',
        title: retention,
        sentences: [t('programs.why.afterThat', { name }), ...waiting],
      }
    case 'active':
      if (!isNearRetention(program, keepUnreadDays, now)) return null
      return {
        tone: 'warn',
        icon: 'hourglass',
        title: t('programs.why.retention', { name }),
        sentences: [retention, t('programs.why.afterThat', { name })],
      }
  }
}

/** A reason of the team, not of its endpoint, why a webhook stops. */
const isOfTeamAlone = ({ kind }: ProgramTrouble): boolean => kind === 'deadLettersFull' || kind === 'notInTeam'

/** A countdown moves by whole seconds. */
const roundToSecond = (ms: number): number => Math.ceil(ms / 1000) * 1000
