import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

export interface Answered {
  /** '' if it was not a member of the team. */
  readonly name: string
  readonly text: string
  /** Epoch ms. */
  readonly at: number
  /** False: it is on its way, or not known to be sent. */
  readonly sent: boolean
}

export interface GuardDialogProps {
  readonly answered: Answered
  readonly title: string
  readonly draft: string
  readonly onSend: () => void
  readonly onKeep: () => void
}

/**
 * Shown if somebody else answered after this draft was begun: shows the answer, and sends only after the person
 * confirms.
 */
export function GuardDialog({ answered, title, draft, onSend, onKeep }: GuardDialogProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const { name, text, at, sent } = answered
  const known = name === '' ? 'no' : 'yes'
  return (
    <Dialog
      className="guard"
      title={t('composer.guard', { name, known })}
      text={t('composer.guardText', {
        title: title.slice(0, 100),
        time: times.sentence(at, now),
        sent: sent ? 'yes' : 'no',
      })}
      onClose={onKeep}
      unasked
      footStart={<span className="muted">{t('composer.guardHint')}</span>}
      actions={
        <>
          <Button onClick={onSend}>{t('composer.sendMineToo')}</Button>
          <Button kind="primary" onClick={onKeep}>
            {t('composer.keepDraft')}
          </Button>
        </>
      }
    >
      <div className="answer">
        <p className="cap-l">{t('composer.guardSentBy', { name, known, time: times.sentence(at, now) })}</p>
        <p className="bubble" dir="auto">
          {text === '' ? t('composer.guardNoText') : text}
        </p>
        <p className="cap-l">{t('composer.guardDraft')}</p>
        <p className="bubble is-mine" dir="auto">
          {draft.slice(0, 2000)}
        </p>
      </div>
    </Dialog>
  )
}
