import { useState } from 'react'
import { useTranslations } from '../../../lib/translations.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { mostOptions, optionLimit, pollProblems, questionLimit } from './poll-problems.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useSendContent, type SendContentProps } from './use-send-content.ts'

/** A question with answers to choose from. A new field comes as the last one is filled. Loaded lazily. */
export function PollDialog({ instance, onClose, ...sending }: SendContentProps) {
  const t = useTranslations()
  const { send, pending, error } = useSendContent(sending)
  const [question, setQuestion] = useState('')
  const [options, setOptions] = useState<readonly string[]>(['', '', ''])
  const [multiple, setMultiple] = useState(false)
  const [changeable, setChangeable] = useState(true)
  const [anonymous, setAnonymous] = useState(true)
  /** The index of the right answer of a quiz; null: it is none. */
  const [correct, setCorrect] = useState<number | null>(null)
  const { family } = instance
  const [tried, setTried] = useState(false)
  const problems = pollProblems(question, options)
  const filled = options.map((option) => option.trim()).filter((option) => option !== '')
  const change = (index: number, text: string): void => {
    const next = options.with(index, text)
    setOptions(next.at(-1) !== '' && next.length < mostOptions ? [...next, ''] : next)
  }
  const submit = (): void => {
    setTried(true)
    if (problems.question !== null || problems.options.some((problem) => problem !== null)) return
    void send({
      kind: 'poll',
      question: question.trim(),
      options: filled,
      multiple: multiple && correct === null,
      ...(family === 'v3' ? { changeable } : {}),
      ...(family === 'telegram' ? { anonymous } : {}),
      ...(family === 'telegram' && correct !== null ? { correct: Math.min(correct, filled.length - 1) } : {}),
    })
  }
  return (
    <FormDialog
      form={{ pending, submit, problem: error?.data }}
      title={t('composer.pollTitle')}
      save={t('ui.send')}
      onClose={onClose}
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
      <Checkbox
        label={t('composer.pollMultiple')}
        checked={multiple && correct === null}
        disabled={correct !== null}
        onChange={setMultiple}
      />
      {family === 'v3' && (
        <Checkbox label={t('composer.pollChangeable')} checked={changeable} onChange={setChangeable} />
      )}
      {family === 'telegram' && (
        <>
          <Checkbox
            label={t('composer.pollAnonymous')}
            help={t('composer.pollAnonymousHelp')}
            checked={anonymous}
            onChange={setAnonymous}
          />
          <Checkbox
            label={t('composer.pollQuiz')}
            checked={correct !== null}
            onChange={(on) => setCorrect(on ? 0 : null)}
          />
          {correct !== null && filled.length > 0 && (
            <Select
              field
              labelShown
              label={t('composer.pollCorrect')}
              value={Math.min(correct, filled.length - 1)}
              options={filled.map((option, index) => ({ value: index, label: option }))}
              onChange={setCorrect}
            />
          )}
          <p className="help">{t('composer.pollGroups')}</p>
        </>
      )}
    </FormDialog>
  )
}
