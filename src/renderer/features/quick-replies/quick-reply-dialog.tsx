import './quick-replies.css'
import { useId, useRef, useState } from 'react'
import { isContractError, type ContractErrorData, type ErrorCode } from '../../../contract/errors.ts'
import type { QuickReply, QuickReplyKey, ReplyFile } from '../../../contract/index.ts'
import { mostFileBytes, mostReplyFiles } from '../../../contract/values.ts'
import { quickReplyVariables } from '../../../contract/quick-reply-text.ts'
import { useClient } from '../../client/client-context.tsx'
import { handOver } from '../../client/hand-over.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useInstances } from '../../client/use-instances.ts'
import { useTeam } from '../../client/use-team.ts'
import { useTranslations } from '../../lib/translations.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useForm, type Outcome } from '../../ui/form/use-form.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { errorText } from '../../lib/error-text.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { shownFileName } from '../../lib/text/shown-file-name.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'

/** `file`: chosen in the dialog and not stored yet; else null. */
interface DialogFile extends Omit<ReplyFile, 'kind'> {
  readonly file: File | null
}

interface ReplyFilesProps {
  readonly files: readonly DialogFile[]
  /** The text is shared with a team. */
  readonly isShared: boolean
  readonly trouble: ContractErrorData | null
  /** They are being saved: what came or went now would not be. */
  readonly busy: boolean
  readonly onAdd: (files: readonly File[]) => void
  readonly onRemove: (file: DialogFile) => void
}

/** The files that go with a quick reply. */
function ReplyFiles({ files, isShared, trouble, busy, onAdd, onRemove }: ReplyFilesProps) {
  const t = useTranslations()
  const numbers = useNumbers()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div role="group" aria-label={t('quickReplies.files')}>
      {files.length > 0 && (
        <ul className="reply-files">
          {files.map((file) => {
            const name = shownFileName(file.name).slice(0, 300)
            return (
              <li key={file.id}>
                <Icon name="file" />
                <bdi className="ell grow">{name}</bdi>
                <span className={file.isWhole ? 'muted num' : 'is-bad'}>
                  {file.isWhole ? numbers.bytes(file.bytes) : t('quickReplies.fileNotWhole')}
                </span>
                <IconButton
                  icon="close"
                  size="compact"
                  label={t('tray.remove', { name: name.slice(0, 100) })}
                  disabled={busy}
                  onClick={() => onRemove(file)}
                />
              </li>
            )
          })}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])]
          event.target.value = ''
          if (chosen.length > 0) onAdd(chosen)
        }}
      />
      <Button size="compact" icon="attach" blocked={busy} onClick={() => input.current?.click()}>
        {t('quickReplies.addFiles')}
      </Button>
      {trouble !== null && (
        <div className="help is-bad" role="alert">
          <Icon name="alert" size={14} />
          <span>{errorText(t, trouble)}</span>
        </div>
      )}
      {isShared && files.length > 0 && <p className="help">{t('quickReplies.filesHere')}</p>}
    </div>
  )
}

const ofName: ReadonlySet<ErrorCode> = new Set([
  'quickReplyNameEmpty',
  'quickReplyNameTooLong',
  'quickReplyNameTaken',
  'quickReplyTooMany',
])

/** The choice of all desks of the team, among instances. */
const ofTeam = -1

type ReplyValues = Pick<QuickReply, 'name' | 'text' | 'instance'> & { readonly shared: boolean }

export interface QuickReplyDialogProps {
  /** The reply that is changed, or the values that a new one begins with. */
  readonly reply: Pick<QuickReply, 'instance' | 'text'> & Partial<QuickReply>
  readonly onClose: () => void
}

/** Makes or changes one quick reply. What is refused stays in its field, with the reason beside it. Loaded lazily. */
export function QuickReplyDialog({ reply, onClose }: QuickReplyDialogProps) {
  const t = useTranslations()
  const id = useId()
  const instances = useInstances()
  const [save] = useContractCommand('quickReplies.save', { errors: 'return' })
  const client = useClient()
  const [files, setFiles] = useState<readonly DialogFile[]>(() =>
    (reply.files ?? []).map((file) => ({ ...file, file: null })),
  )
  const [removed, setRemoved] = useState<readonly string[]>([])
  /** The key of a new one that is saved, while its files are not. */
  const [saved, setSaved] = useState<QuickReplyKey>()
  const [fileTrouble, setFileTrouble] = useState<ContractErrorData | null>(null)
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
  const saveAll = async (changes: Partial<ReplyValues>, values: ReplyValues): Promise<Outcome> => {
    const result = await save(key === undefined ? values : { key, ...changes })
    if (!result.ok) {
      if (result.error.code !== 'notFound' || key === undefined) return result
      setIsGone(true)
      // Its files went with it.
      setFiles(files.filter(({ file }) => file !== null))
      setRemoved([])
      return result
    }
    setSaved(result.value.key)
    const trouble = await bringFiles(result.value.key)
    setFileTrouble(trouble)
    return trouble === null ? result : { ok: false, error: null }
  }
  const form = useForm<ReplyValues>({
    saved: {
      name: reply.name ?? '',
      text: reply.text,
      instance: reply.instance,
      shared: (reply.shared ?? null) !== null,
    },
    isNew: key === undefined || removed.length > 0 || files.some(({ file }) => file !== null),
    save: saveAll,
    wording: (code) =>
      code === 'textBlank'
        ? t('quickReplies.textEmpty')
        : code === 'notFound' && key !== undefined
          ? t(reply.shared ? 'quickReplies.removedByColleague' : 'quickReplies.removedElsewhere')
          : undefined,
    fieldFor: (code) => (ofName.has(code) ? 'name' : 'text'),
    onSaved(values) {
      showToast('quickReplies.saved', { values: { name: values.name.trim() } })
      onClose()
    },
  })
  const { instance, shared: isShared } = form.values
  const close = (): void => {
    stop.current.abort()
    onClose()
  }
  const wrongText = form.errors.text
  return (
    <FormDialog
      form={form}
      title={t(reply.key === undefined ? 'quickReplies.new' : 'quickReplies.change')}
      save={t(isGone ? 'quickReplies.saveAsNew' : 'ui.save')}
      onClose={close}
    >
      <TextField label={t('ui.name')} {...form.text('name')} />
      <div>
        <label className="lbl" htmlFor={id}>
          {t('ui.text')}
        </label>
        <textarea
          id={id}
          className="input"
          rows={6}
          dir="auto"
          value={form.values.text}
          aria-invalid={wrongText !== undefined || undefined}
          aria-describedby={`${id}-help`}
          onChange={form.text('text').onChange}
        />
        <div className={wrongText === undefined ? 'help' : 'help is-bad'} id={`${id}-help`}>
          {wrongText !== undefined && <Icon name="alert" size={14} />}
          <span>
            {wrongText ??
              t('quickReplies.variables', {
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
        busy={form.pending}
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
            { value: 0, label: t('instances.all') },
            ...(mayShare || isShared ? [{ value: ofTeam, label: t('quickReplies.forTeam') }] : []),
            ...instances.map((one) => ({ value: Number(one.key), label: one.name })),
          ]}
          onChange={(value) =>
            form.set({
              shared: value === ofTeam,
              instance: instances.find((one) => one.key === value)?.key ?? null,
            })
          }
        />
      )}
    </FormDialog>
  )
}

const largest = mostFileBytes

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
