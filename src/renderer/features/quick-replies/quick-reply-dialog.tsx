import './quick-replies.css'
import { useId, useState } from 'react'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { InstanceKey, QuickReply } from '../../../contract/index.ts'
import { quickReplyVariables } from '../../../contract/quick-reply-text.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useInstances } from '../../client/use-instances.ts'
import { useTeam } from '../../client/use-team.ts'
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

/** The choice of all desks of the team, among instances. */
const ofTeam = -1

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
  const [isShared, setIsShared] = useState((reply.shared ?? null) !== null)
  /** Gone meanwhile: saved again, it is a new one. */
  const [isGone, setIsGone] = useState(false)
  const team = useTeam()
  const mayShare = team !== null && team.role !== 'viewer'
  const key = isGone ? undefined : reply.key
  const submit = async (): Promise<void> => {
    if (pending) return
    const result = await save({ ...(key === undefined ? {} : { key }), instance, name, text, shared: isShared })
    if (!result.ok) {
      if (result.error.code === 'notFound' && key !== undefined) setIsGone(true)
      return
    }
    showToast('quickReplies.saved', { values: { name: name.trim() } })
    onClose()
  }
  const wording = error
    ? error.code === 'textBlank'
      ? t('quickReplies.textEmpty')
      : isGone && error.code === 'notFound'
        ? t(reply.shared ? 'quickReplies.removedByColleague' : 'quickReplies.removedElsewhere')
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
            {t(isGone ? 'quickReplies.saveAsNew' : 'quickReplies.save')}
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
                    example: t('quickReplies.ownVariable', { open: '{', close: '}' }),
                  })}
            </span>
          </div>
        </div>
        {(instances.length > 0 || mayShare) && (
          <Select
            field
            labelShown
            label={t('quickReplies.for')}
            value={isShared ? ofTeam : (instance ?? 0)}
            options={[
              { value: 0, label: t('quickReplies.forAll') },
              ...(mayShare || isShared ? [{ value: ofTeam, label: t('quickReplies.forTeam') }] : []),
              ...instances.map((one) => ({ value: Number(one.key), label: one.name })),
            ]}
            onChange={(value) => {
              setIsShared(value === ofTeam)
              setInstance(instances.find((one) => one.key === value)?.key ?? null)
            }}
          />
        )}
      </div>
    </Dialog>
  )
}
