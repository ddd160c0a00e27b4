import type { ReactNode } from 'react'
import type { ContractError, SteadyInstance } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { cx } from '../../lib/text/class-names.ts'
import { errorText } from '../../lib/error-text.ts'
import { isMac } from '../../lib/keys/shortcuts.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Icon, type IconName } from '../../ui/marks/icon.tsx'
import type { SendingState } from './sending-state.ts'
import { bodyLimit, limitGauge, textLimit, type LimitGauge, type TextVerdict } from './text-limits.ts'

export interface ComposerFootProps {
  readonly id: string
  readonly instance: SteadyInstance | undefined
  readonly state: SendingState
  readonly verdict: TextVerdict
  /** Why the last try to send did not even reach the outbox. */
  readonly error: ContractError | null
  /** The draft could not be saved, and is tried again. */
  readonly isUnsaved: boolean
  readonly enterSends: boolean
  /** The time from which only a template reaches the customer, epoch ms; null: there is no such time. */
  readonly templateFrom: number | null
  readonly onTemplate: () => void
  readonly aside: ReactNode
}

/** The line under the box: what stops sending, what waits, or which key sends; and the counter near the limit. */
export function ComposerFoot(props: ComposerFootProps) {
  const { id, instance, state, verdict, error, isUnsaved, enterSends, templateFrom, onTemplate, aside } = props
  const t = useTranslations()
  const [resume, resuming] = useContractCommand('instances.resume')
  const name = instance?.name ?? ''
  const times = useTimes()
  const now = useNow()
  const needsTemplate = state.kind === 'ready' && templateFrom !== null && now >= templateFrom
  const hint = (): {
    readonly tone: 'plain' | 'warn' | 'bad'
    readonly icon: IconName | null
    readonly wording: string
  } => {
    if (error) return { tone: 'bad', icon: 'alert', wording: `${t('composer.notStored')} ${errorText(t, error.data)}` }
    switch (verdict.kind) {
      case 'tooLong':
        return { tone: 'bad', icon: 'alert', wording: t('composer.tooLong', { over: verdict.over, limit: textLimit }) }
      case 'bodyTooLarge':
        return {
          tone: 'bad',
          icon: 'alert',
          wording: t('composer.bodyTooLarge', { bytes: verdict.bytes, limit: bodyLimit }),
        }
      case 'broken':
        return { tone: 'bad', icon: 'alert', wording: t('error.textBroken') }
      case 'blank':
      case 'fits':
    }
    if (isUnsaved) return { tone: 'bad', icon: 'alert', wording: t('composer.draftUnsaved') }
    switch (state.kind) {
      case 'paused':
        return { tone: 'plain', icon: null, wording: t('composer.paused') }
      case 'hint':
        return {
          tone: state.tone,
          icon: state.tone === 'bad' ? 'alert' : 'clock',
          wording: t(`composer.hint.${state.hint}`, {
            name,
            until: instance?.connection.until === undefined ? '' : times.sentence(instance.connection.until, now),
          }),
        }
      case 'ready': {
        if (needsTemplate) return { tone: 'warn', icon: 'clock', wording: t('composer.hint.onlyTemplate') }
        const key = isMac() ? '⌘ Enter' : 'Ctrl+Enter'
        return {
          tone: 'plain',
          icon: null,
          wording: enterSends ? t('composer.enterSends') : t('composer.modEnterSends', { key }),
        }
      }
    }
  }
  const { tone, icon, wording } = hint()
  const gauge = limitGauge(verdict)
  return (
    <div className="cfoot" id={id}>
      <span className={cx('hint', tone !== 'plain' && `is-${tone}`)} role={tone === 'bad' ? 'alert' : undefined}>
        {icon && <Icon name={icon} size={14} />}
        <span className={tone === 'plain' ? 'ell' : ''}>{wording}</span>
      </span>
      {state.kind === 'paused' && instance && (
        <Button kind="text" busy={resuming.pending} onClick={() => void resume({ instance: instance.key })}>
          {t('ui.resume')}
        </Button>
      )}
      {needsTemplate && (
        <Button kind="text" onClick={onTemplate}>
          {t('composer.chooseTemplate')}
        </Button>
      )}
      {gauge ? <Counter gauge={gauge} /> : aside}
    </div>
  )
}

function Counter({ gauge: { unit, used, limit, tone } }: { readonly gauge: LimitGauge }) {
  const t = useTranslations()
  const share = Math.min(100, (used / limit) * 100)
  return (
    <span className={cx('count', tone !== 'plain' && `is-${tone}`)}>
      <svg className="ring" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="6" />
        <circle cx="8" cy="8" r="6" pathLength="100" strokeDasharray={`${share} 100`} />
      </svg>
      {t(unit === 'bytes' ? 'composer.countBytes' : 'composer.count', { used, limit })}
    </span>
  )
}
