import './quick-replies.css'
import { useId, useRef, useState } from 'react'
import type { ContractErrorData, ErrorCode } from '../../../contract/errors.ts'
import { isContractError } from '../../../contract/errors.ts'
import type { InstanceKey, QuickReply, QuickReplyKey } from '../../../contract/index.ts'
import { fileRules, mostReplyFiles } from '../../../contract/values.ts'
import { quickReplyVariables } from '../../../contract/quick-reply-text.ts'
import { useClient } from '../../client/client-context.tsx'
import { handOver } from '../../client/hand-over.ts'
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
import { ReplyFiles } from './reply-files.tsx'
import type { DialogFile } from './reply-files.tsx'
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
  const client = useClient()
  const [files, setFiles] = useState<readonly DialogFile[]>(() =>
    (reply.files ?? []).map((file) => ({ ...file, file: null })),
  )
  const [removed, setRemoved] = useState<readonly string[]>([])
  /** The key of a new one that is saved, while its files are not. */
  const [saved, setSaved] = useState<QuickReplyKey>()
  const [fileTrouble, setFileTrouble] = useState<ContractErrorData | null>(null)
  const [isBringing, setBringing] = useState(false)
  const stop = useRef(new AbortController())
  /** Gone meanwhile: saved again, it is a new one. */
  const [isGone, setIsGone] = useState(false)
  const team = useTeam()
  const mayShare = team !== null && team.role !== 'viewer'
  const key = isGone ? undefined : (saved ?? reply.key)
  /** One after another; whatever came stays, and what did not is said. */
  const bringFiles = async (of: QuickReplyKey): Promise<ContractErrorData | null> => {
    try {
      if (removed.length > 0) await client.call('quickReplies.removeFiles', { files: [...removed] })
      setRemoved([])
      for (const { id, file } of files) {
        if (file === null) continue
        const { name: fileName, type, size: bytes } = file
        const begun = await client.call('quickReplies.addFile', { key: of, name: fileName, type, bytes })
        const { address, upload } = begun
        const came = await handOver({
          file,
          address,
          send: (url, init) => fetch(url, init),
          onStored: () => undefined,
          signal: stop.current.signal,
        })
        if (came.kind !== 'whole') {
          await client.call('quickReplies.removeFiles', { files: [upload] })
          return { code: came.kind === 'full' ? 'storeFull' : came.kind === 'changed' ? 'fileGone' : 'fileNotWhole' }
        }
        setFiles((now) => now.map((one) => (one.id === id ? { ...one, id: upload, file: null } : one)))
      }
      return null
    } catch (caught) {
      return isContractError(caught) ? caught.data : { code: 'internal' }
    }
  }
  const submit = async (): Promise<void> => {
    if (pending || isBringing) return
    const result = await save({ ...(key === undefined ? {} : { key }), instance, name, text, shared: isShared })
    if (!result.ok) {
      if (result.error.code === 'notFound' && key !== undefined) {
        setIsGone(true)
        // Its files went with it.
        setFiles(files.filter(({ file }) => file !== null))
        setRemoved([])
      }
      return
    }
    setSaved(result.value.key)
    setBringing(true)
    const trouble = await bringFiles(result.value.key)
    setBringing(false)
    setFileTrouble(trouble)
    if (trouble !== null) return
    showToast('quickReplies.saved', { values: { name: name.trim() } })
    onClose()
  }
  const close = (): void => {
    stop.current.abort()
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
      onClose={close}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={close}>{t('ui.cancel')}</Button>
          <Button type="submit" kind="primary" busy={pending || isBringing}>
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
        <ReplyFiles
          files={files}
          isShared={isShared}
          trouble={fileTrouble}
          onAdd={(chosen) => {
            const [fitting, trouble] = judged(chosen, mostReplyFiles - files.length)
            setFileTrouble(trouble)
            setFiles([...files, ...fitting])
          }}
          onRemove={(gone) => {
            setFileTrouble(null)
            setFiles(files.filter(({ id: one }) => one !== gone.id))
            if (gone.file === null) setRemoved([...removed, gone.id])
          }}
        />
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

const largest = Math.max(...Object.values(fileRules).map(({ maxBytes }) => maxBytes))

/** Those that can be kept, and why others can't. */
function judged(chosen: readonly File[], room: number): readonly [readonly DialogFile[], ContractErrorData | null] {
  let trouble: ContractErrorData | null = null
  const fitting = chosen.filter(({ size }) => {
    if (size > 0 && size <= largest) return true
    trouble = size === 0 ? { code: 'fileEmpty' } : { code: 'fileTooLarge', details: { bytes: size, limit: largest } }
    return false
  })
  if (fitting.length > room) trouble = { code: 'tooManyFiles', details: { limit: mostReplyFiles } }
  const items = fitting
    .slice(0, Math.max(0, room))
    .map((file) => ({ id: crypto.randomUUID(), name: file.name, bytes: file.size, isWhole: true, file }))
  return [items, trouble]
}
