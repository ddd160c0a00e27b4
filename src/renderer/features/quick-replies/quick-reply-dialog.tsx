import './quick-replies.css'
import { useId, useState } from 'react'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { InstanceKey, QuickReply } from '../../../contract/index.ts'
import { quickReplyVariables } from '../../../contract/values.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useInstances } from '../../client/use-instances.ts'
import { errorText } from '../../lib/error-text.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'

const ofName: ReadonlySet<ErrorCode> = new Set([
  'quickReplyNameEmpty',
  'quickReplyNameTooLong',
  'quickReplyNameTaken',
  'quickReplyTooMany',
])

export interface QuickReplyDialogProps {
  /** What is changed, or what a new one begins with. */
  readonly reply: Pick<QuickReply, 'instance' | 'text'> & Partial<QuickReply>
  readonly onClose: () => void
}

/** Makes or changes one quick reply. What is refused stays in its field, with the reason beside it. Loaded lazily. */
export function QuickReplyDialog({ reply, onClose }: QuickReplyDialogProps) {
  const t = useTranslations()
  const id = useId()
  const instances = useInstances()
  const [save, { pending, error }] = useContractCommand('quickReplies.save', { errors: 'return' })
  const [name, setName] = useState(reply.name ?? '')
  const [text, setText] = useState(reply.text)
  const [instance, setInstance] = useState<InstanceKey | null>(reply.instance)
  const submit = async (): Promise<void> => {
    if (pending) return
    const result = await save({ ...(reply.key === undefined ? {} : { key: reply.key }), instance, name, text })
    if (!result.ok) return
    showToast('quickReplies.saved', { values: { name: name.trim() } })
    onClose()
  }
  const wording = error
    ? error.code === 'textBlank'
      ? t('quickReplies.textEmpty')
      : errorText(t, error.data)
    : undefined
  const isOfName = error !== null && ofName.has(error.code)
  return (
    <Dialog
      title={t(reply.key === undefined ? 'quickReplies.new' : 'quickReplies.change')}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" kind="primary" busy={pending}>
            {t('quickReplies.save')}
          </Button>
        </>
      }
    >
      <div className="form">
        <TextField
          label={t('quickReplies.name')}
          value={name}
          error={isOfName ? wording : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <div>
          <label className="lbl" htmlFor={id}>
            {t('quickReplies.text')}
          </label>
          <textarea
            id={id}
            className="input"
            rows={6}
            dir="auto"
            value={text}
            aria-invalid={wording !== undefined && !isOfName ? true : undefined}
            aria-describedby={`${id}-help`}
            onChange={(event) => setText(event.target.value)}
          />
          <div className={wording !== undefined && !isOfName ? 'help is-bad' : 'help'} id={`${id}-help`}>
            {wording !== undefined && !isOfName && <Icon name="alert" size={14} />}
            <span>
              {wording !== undefined && !isOfName
                ? wording
                : t('quickReplies.variables', {
                    variables: quickReplyVariables.map((variable) => `{${variable}}`).join(', '),
                  })}
            </span>
          </div>
        </div>
        {instances.length > 0 && (
          <Select
            field
            labelShown
            label={t('quickReplies.for')}
            value={instance ?? 0}
            options={[
              { value: 0, label: t('quickReplies.forAll') },
              ...instances.map(({ key, name: label }) => ({ value: Number(key), label })),
            ]}
            onChange={(value) => setInstance(instances.find(({ key }) => key === value)?.key ?? null)}
          />
        )}
      </div>
    </Dialog>
  )
}
