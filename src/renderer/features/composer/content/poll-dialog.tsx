import { useState } from 'react'
import { useTranslations } from '../../../lib/translations.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { mostOptions, optionLimit, pollProblems, questionLimit } from './poll-problems.ts'
import { SendContentDialog } from './send-content-dialog.tsx'
import type { SendContentProps } from './use-send-content.ts'
import { useSendContent } from './use-send-content.ts'

/** A question with answers to choose from. A new field comes as the last one is filled. Loaded lazily. */
export function PollDialog({ instance, onClose, ...sending }: SendContentProps) {
  const t = useTranslations()
  const { send, pending, error } = useSendContent(sending)
  const [question, setQuestion] = useState('')
  const [options, setOptions] = useState<readonly string[]>(['', '', ''])
  const [multiple, setMultiple] = useState(false)
  const [tried, setTried] = useState(false)
  const problems = pollProblems(question, options)
  const change = (index: number, text: string): void => {
    const next = options.with(index, text)
    setOptions(next.at(-1) !== '' && next.length < mostOptions ? [...next, ''] : next)
  }
  const submit = (): void => {
    setTried(true)
    if (problems.question !== null || problems.options.some((problem) => problem !== null)) return
    const filled = options.map((option) => option.trim()).filter((option) => option !== '')
    void send({ kind: 'poll', question: question.trim(), options: filled, multiple })
  }
  return (
    <SendContentDialog
      title={t('composer.pollTitle')}
      pending={pending}
      error={error}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={t('composer.pollQuestion')}
        value={question}
        maxLength={questionLimit(instance.family)}
        error={tried && problems.question ? t('composer.pollQuestionEmpty') : undefined}
        onChange={(event) => setQuestion(event.target.value)}
      />
      {options.map((option, index) => {
        const problem = problems.options[index]
        const isAnnounced = problem === 'twice' || (tried && problem === 'empty')
        return (
          <TextField
            key={index}
            label={t('composer.pollOption', { number: index + 1 })}
            value={option}
            maxLength={optionLimit}
            error={isAnnounced ? t(`composer.pollOption.${problem}`) : undefined}
            onChange={(event) => change(index, event.target.value)}
          />
        )
      })}
      <p className="help">{t('composer.pollHelp', { most: mostOptions })}</p>
      <Checkbox label={t('composer.pollMultiple')} checked={multiple} onChange={setMultiple} />
    </SendContentDialog>
  )
}
