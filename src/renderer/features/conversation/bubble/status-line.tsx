import { useState } from 'react'
import { later } from '../../../ui/later.tsx'
import type { Message } from '../../../../contract/index.ts'
import { cx } from '../../../lib/text/class-names.ts'
import { copyText } from '../../../ui/copy-text.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { useQuestion } from '../../../lib/use-question.ts'
import { useTranslations, type MessageId } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import type { MessageActions } from '../use-message-actions.ts'
import type { MessageAction, MessageProblem } from './message-problem.ts'
import { explanationText } from './explanation-text.ts'

const SendAgainDialog = later(async () => (await import('./send-again-dialog.tsx')).SendAgainDialog)

const SendLaterDialog = later(async () => (await import('../../../ui/overlays/send-later-dialog.tsx')).SendLaterDialog)

const wording: Readonly<Record<MessageAction, MessageId>> = {
  changeTime: 'conversation.changeTime',
  sendNow: 'conversation.sendNow',
  sendAlone: 'conversation.sendAlone',
  retry: 'conversation.retry',
  release: 'conversation.sendNow',
  delete: 'ui.delete',
  checkAgain: 'conversation.checkAgain',
  sendAgain: 'conversation.sendAgain',
  why: 'conversation.why',
  dismiss: 'ui.dismiss',
  cancel: 'conversation.cancelSend',
  undo: 'ui.undo',
  edit: 'ui.edit',
  copyText: 'conversation.copyText',
}

export interface StatusLineProps {
  readonly message: Message
  readonly problem: MessageProblem
  readonly actions: MessageActions
  readonly onEdit: () => void
  /** A message was cancelled: where its text goes. */
  readonly giveBack: (text: string) => void
  /** -1 where the message is not the one that has the focus: the log is one stop. */
  readonly stop?: 0 | -1
}

/** The status of a message that has not arrived, with the possible actions. */
export function StatusLine({ message, problem, actions, onEdit, giveBack, stop = 0 }: StatusLineProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const [timing, askTime, closeTime] = useQuestion<true>()
  const [asking, setAsking] = useState(false)
  const [explained, setExplained] = useState(false)
  const [checking, setChecking] = useState(false)
  const [notFound, setNotFound] = useState(false)
  const { explanation, tone } = problem
  const reason = explanation?.kind === 'failed' ? explanation.reason : null
  const takeBack = async (): Promise<void> => {
    const text = await actions.cancel(message.key)
    if (text !== null) giveBack(text)
  }
  const run: Readonly<Record<MessageAction, () => void | Promise<void>>> = {
    changeTime: () => askTime(true),
    sendNow: () => actions.sendNow(message.key),
    sendAlone: () => actions.sendAlone(message.key),
    retry: () => actions.retry(message.key),
    release: () => actions.retry(message.key),
    delete: () => actions.deleteHere([message.key]),
    checkAgain: async () => {
      setChecking(true)
      setNotFound((await actions.checkAgain(message.key)) === 'notFound')
      setChecking(false)
    },
    sendAgain: () => setAsking(true),
    why: () => setExplained((shown) => !shown),
    dismiss: () => actions.dismiss(message.key),
    cancel: takeBack,
    undo: takeBack,
    edit: onEdit,
    copyText: () => void (message.content.kind === 'text' && copyText(message.content.text)),
  }
  return (
    <div
      className={cx(
        'status-line',
        (tone === 'bad' || explanation?.kind === 'editFailed') && 'is-bad',
        tone === 'warn' && 'is-warn',
      )}
    >
      {explanation && (
        <span>
          {(explanation.kind === 'uncertain' || explanation.kind === 'sameId') && notFound
            ? t('conversation.explanation.notFound')
            : explanationText(t, times, now, explanation)}
        </span>
      )}
      {(explanation?.kind === 'failed' || explanation?.kind === 'editFailed' || explanation?.kind === 'uncertain') &&
        explanation.text && (
          <p className="service" dir="auto">
            {explanation.text.slice(0, 2000)}
          </p>
        )}
      <div className="acts">
        {problem.actions.map((action) => (
          <Button
            key={action}
            kind="text"
            danger={action === 'delete'}
            tabIndex={stop}
            busy={action === 'checkAgain' && checking}
            aria-expanded={action === 'why' ? explained : undefined}
            onClick={() => void run[action]()}
          >
            {t(action === 'checkAgain' && checking ? 'ui.checking' : wording[action])}
          </Button>
        ))}
      </div>
      {explained && (reason === 'heldBack' || reason === 'noActiveSession') && (
        <p className="why">{t(`conversation.why.${reason}`)}</p>
      )}
      {timing && (explanation?.kind === 'scheduled' || explanation?.kind === 'pastDue') && (
        <SendLaterDialog
          at={explanation.kind === 'scheduled' ? explanation.at : null}
          onChoose={async (sendAt) => {
            const error = await actions.schedule(message.key, sendAt)
            if (error === null) closeTime()
            return error
          }}
          onClose={closeTime}
        />
      )}
      {asking && (
        <SendAgainDialog
          isHeldBack={reason === 'heldBack'}
          onConfirm={() => {
            setAsking(false)
            if (reason === 'heldBack') actions.retry(message.key)
            else actions.sendAgain(message.key)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
