import type { DeadLetter, JournalKey, ProgramDetails } from '../../../../contract/index.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useNumbers } from '../../../lib/numbers.ts'
import { routeHref } from '../../../lib/routing/route.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useQuestion } from '../../../lib/use-question.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { eventKindText } from '../../../ui/inspector/event-kind.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { troubleDetail, troubleText } from '../trouble-text.ts'

export interface DeadLettersProps {
  readonly program: ProgramDetails
  /** Epoch ms. */
  readonly now: number
}

/** Events that were given up: a person lets them go out once more, or skips them. */
export function DeadLetters({ program, now }: DeadLettersProps) {
  const t = useTranslations()
  /** The events that the person is asked about: more may come while the question is open. */
  const [asked, setAsked, close] = useQuestion<readonly JournalKey[]>()
  const [replay, replaying] = useContractCommand('programs.replayDeadLetters')
  const [skip, skipping] = useContractCommand('programs.skipDeadLetters')
  const { key, name, protocol, deadLetters, deadLetterRows, deadLetterEvents } = program
  /** The buttons say so where they don't take all. */
  const taken = { count: deadLetterEvents.length, more: deadLetters > deadLetterEvents.length ? 'yes' : 'no' }
  const replayAll = async (): Promise<void> => {
    const result = await replay({ program: key, events: [...deadLetterEvents] })
    if (result.ok) showToast('programs.deadLettersReplayed', { values: { count: deadLetterEvents.length } })
  }
  const skipAll = async (events: readonly JournalKey[]): Promise<void> => {
    const result = await skip({ program: key, events: [...events] })
    close()
    if (result.ok) showToast('programs.skipped', { values: { count: events.length } })
  }
  return (
    <section className="sect" aria-label={t('programs.deadLetters')}>
      <h3>
        {t('programs.deadLetters')}
        <span className="n num">{deadLetters}</span>
        {deadLetters > 0 && (
          <>
            <Button kind="text" busy={replaying.pending} onClick={() => void replayAll()}>
              {t('programs.replayAll', taken)}
            </Button>
            <Button kind="text" onClick={() => setAsked(deadLetterEvents)}>
              {t('programs.skipAll', taken)}
            </Button>
          </>
        )}
      </h3>
      {deadLetterRows.length === 0 ? (
        <p className="muted">{t(protocol === 'webhook' ? 'programs.noDeadLetters' : 'programs.neverDeadLetters')}</p>
      ) : (
        <ul className="dead">
          {deadLetterRows.map((letter) => (
            <DeadLetterItem key={letter.event} program={program} letter={letter} now={now} />
          ))}
        </ul>
      )}
      {deadLetters > deadLetterRows.length && deadLetterRows.length > 0 && (
        <p className="muted p-note">{t('programs.oldestDeadLetters', { count: deadLetterRows.length })}</p>
      )}
      {asked !== null && (
        <ConfirmDialog
          title={t('programs.skipDeadLettersTitle', { count: asked.length })}
          text={t('programs.skipText', { name })}
          confirm={t('programs.skip')}
          danger
          busy={skipping.pending}
          onConfirm={() => void skipAll(asked)}
          onClose={close}
        />
      )}
    </section>
  )
}

interface DeadLetterItemProps extends DeadLettersProps {
  readonly letter: DeadLetter
}

function DeadLetterItem({ program, letter, now }: DeadLetterItemProps) {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  const [replay, replaying] = useContractCommand('programs.replayDeadLetters')
  const [skip, skipping] = useContractCommand('programs.skipDeadLetters')
  const { event, instance, typeWebhook, chatTitle, receivedAt, firstFailedAt, tries, trouble } = letter
  const target = { program: program.key, events: [event] }
  const title = [eventKindText(t, typeWebhook), chatTitle].filter(Boolean).join(', ')
  const detail = troubleDetail(trouble)
  return (
    <li>
      <div className="l1">
        <span className="grow two-lines">
          <a className="link ell" href={routeHref({ view: 'events', scope: instance, event })} title={title}>
            {title}
          </a>
          <small className="muted num">{times.sentence(receivedAt, now)}</small>
        </span>
        <span className="acts">
          <Button size="compact" busy={replaying.pending} onClick={() => void replay(target)}>
            {t('programs.replay')}
          </Button>
          <Button size="compact" kind="ghost" busy={skipping.pending} onClick={() => void skip(target)}>
            {t('programs.skip')}
          </Button>
        </span>
      </div>
      <p className="d">
        {tries <= 1
          ? t('programs.refusedFirst')
          : t('programs.failedTimes', {
              count: tries,
              duration: numbers.duration(Math.max(0, trouble.at - firstFailedAt)),
            })}{' '}
        {troubleText(t, numbers, trouble, program.webhook?.timeoutMs ?? 0)}.
        {detail !== '' && (
          <>
            {' '}
            <code>{detail}</code>
          </>
        )}
      </p>
    </li>
  )
}
