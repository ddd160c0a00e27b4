import { useState } from 'react'
import type { InstanceKey, ProgramRow } from '../../../../contract/index.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useNumbers } from '../../../lib/numbers.ts'
import { requestDialog } from '../../../lib/routing/dialog-requests.ts'
import { useQuestion } from '../../../lib/use-question.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import type { IconName } from '../../../ui/marks/icon.tsx'
import { MenuButton, type MenuEntry } from '../../../ui/overlays/menu.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { troubleText } from '../trouble-text.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { TimeFields, useTimeFields } from '../time-fields.tsx'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useInstances } from '../../../client/use-instances.ts'
import { Select } from '../../../ui/controls/select.tsx'
import { eventKindText } from '../../../ui/inspector/event-kind.tsx'

interface ReplayDialogProps {
  readonly program: ProgramRow
  readonly onClose: () => void
}

const hourMs = 3_600_000
const presets = [1, 24, 7 * 24] as const

/** Lets a program begin again with events received from a time on. */
function ReplayDialog({ program: { key, name }, onClose }: ReplayDialogProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const [opened] = useState(now)
  const fields = useTimeFields(opened - 24 * hourMs)
  const [replay, { pending }] = useContractCommand('programs.replayFrom')
  const isPast = fields.at !== null && fields.at <= now
  const submit = async (): Promise<void> => {
    if (fields.at === null || !isPast || pending) return
    const result = await replay({ program: key, from: fields.at })
    if (!result.ok) return
    onClose()
    showToast('programs.replayed', { values: { count: result.value.events } })
  }
  return (
    <Dialog
      title={t('programs.replayTitle', { name })}
      text={t('programs.replayText')}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" kind="primary" busy={pending} blocked={!isPast}>
            {t('programs.replay')}
          </Button>
        </>
      }
    >
      <div className="form">
        <div className="row-wrap">
          {presets.map((hours) => (
            <Button key={hours} size="compact" onClick={() => fields.take(opened - hours * hourMs)}>
              {t('programs.lastHours', { hours })}
            </Button>
          ))}
        </div>
        <TimeFields {...fields.props} />
        <p className={isPast ? 'help' : 'help is-bad'} role={isPast ? 'status' : 'alert'}>
          {fields.at === null
            ? t('programs.timeMissing')
            : isPast
              ? t('programs.replayFromTime', { time: times.sentence(fields.at, now) })
              : t('programs.timeFuture')}
        </p>
      </div>
    </Dialog>
  )
}

interface RemoveProgramDialogProps {
  readonly program: ProgramRow
  readonly onClose: () => void
}

/** Removes a program after saying what it has not read. */
function RemoveProgramDialog({ program, onClose }: RemoveProgramDialogProps) {
  const t = useTranslations()
  const [remove, { pending }] = useContractCommand('programs.remove')
  const { key, name, backlog, deadLetters, protocol } = program
  const confirm = async (): Promise<void> => {
    const result = await remove({ program: key })
    if (!result.ok) return
    onClose()
    showToast('programs.removed', { values: { name } })
  }
  return (
    <ConfirmDialog
      title={t('ui.removeNamed', { name })}
      text={[
        t('programs.removeUnread', { count: backlog.events, more: backlog.more ? 'yes' : 'no' }),
        ...(deadLetters > 0 ? [t('programs.removeDeadLetters', { count: deadLetters })] : []),
        t(protocol === 'webhook' ? 'programs.removeSecret' : 'programs.removeKey'),
      ].join(' ')}
      confirm={t('ui.remove')}
      danger
      busy={pending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  )
}

type Question = 'remove' | 'replay' | 'skip' | 'skipEvent'

/** The acts on a program: at most three buttons, the rest in a menu. */
export function ProgramActions({ program }: { readonly program: ProgramRow }) {
  const t = useTranslations()
  const numbers = useNumbers()
  const [open, setOpen, close] = useQuestion<Question>()
  const [pause, pausing] = useContractCommand('programs.pause')
  const [resume, resuming] = useContractCommand('programs.resume')
  const [sendTest, testing] = useContractCommand('programs.sendTest')
  const { key, state, protocol, webhook, name } = program
  const target = { program: key }
  const isWebhook = protocol === 'webhook'
  const test = async (): Promise<void> => {
    const sent = await sendTest(target)
    if (!sent.ok) return
    const { trouble, durationMs } = sent.value
    if (trouble === null) {
      showToast('programs.testDelivered', { values: { duration: numbers.duration(Math.round(durationMs)) } })
    } else {
      const reason = troubleText(t, numbers, trouble, webhook?.timeoutMs ?? 0)
      showToast('programs.testFailed', { tone: 'bad', values: { reason } })
    }
  }
  const item = (label: string, icon: IconName, what: Question): MenuEntry => ({
    kind: 'item',
    label,
    icon,
    movesFocus: true,
    danger: what === 'remove',
    run: () => setOpen(what),
  })
  const entries = (): readonly MenuEntry[] => [
    {
      kind: 'item',
      label: t('ui.change'),
      icon: 'edit',
      movesFocus: true,
      run: () => requestDialog({ kind: 'changeProgram', program }),
    },
    ...(state === 'paused' ? [] : [item(t('programs.replayFrom'), 'history', 'replay')]),
    ...(protocol === 'queue' ? [item(t('programs.skipEvent'), 'skip', 'skipEvent')] : []),
    ...(state === 'paused' ? [] : [item(t('programs.skipToNow'), 'skip', 'skip')]),
    {
      kind: 'item',
      label: t(isWebhook ? 'programs.newSecret' : 'programs.newKey'),
      icon: 'key',
      movesFocus: true,
      run: () => requestDialog({ kind: 'newSecret', program }),
    },
    { kind: 'separator' },
    item(t('ui.remove'), 'trash', 'remove'),
  ]
  return (
    <div className="insp-acts">
      {state === 'paused' || state === 'stopped' ? (
        <Button size="compact" kind="primary" icon="play" busy={resuming.pending} onClick={() => void resume(target)}>
          {t('ui.resume')}
        </Button>
      ) : (
        <>
          {state === 'failing' && (
            <Button size="compact" icon="refresh" busy={resuming.pending} onClick={() => void resume(target)}>
              {t('programs.tryNow')}
            </Button>
          )}
          <Button size="compact" icon="pause" busy={pausing.pending} onClick={() => void pause(target)}>
            {t('programs.pause')}
          </Button>
        </>
      )}
      {isWebhook && (
        <Button size="compact" icon="zap" busy={testing.pending} onClick={() => void test()}>
          {t('programs.sendTest')}
        </Button>
      )}
      {state === 'paused' && (
        <>
          <Button size="compact" icon="skip" onClick={() => setOpen('skip')}>
            {t('programs.skipToNow')}
          </Button>
          <Button size="compact" icon="history" onClick={() => setOpen('replay')}>
            {t('programs.replayFrom')}
          </Button>
        </>
      )}
      <MenuButton label={t('programs.more', { name })} align="end" entries={entries}>
        <IconButton size="compact" icon="more" label={t('programs.moreActions')} />
      </MenuButton>
      {open === 'remove' && <RemoveProgramDialog program={program} onClose={close} />}
      {open === 'replay' && <ReplayDialog program={program} onClose={close} />}
      {open === 'skip' && <SkipDialog program={program} onClose={close} />}
      {open === 'skipEvent' && <SkipEventDialog program={program} onClose={close} />}
    </div>
  )
}

interface SkipDialogProps {
  readonly program: ProgramRow
  readonly onClose: () => void
}

/** Says how many events a program never gets, before they are skipped. */
function SkipDialog({ program: { key, name, backlog }, onClose }: SkipDialogProps) {
  const t = useTranslations()
  const [skip, { pending }] = useContractCommand('programs.skipToNow')
  // An event that comes while the dialog is open does not turn Close into Skip under the pointer.
  const [isEmpty] = useState(backlog.events === 0)
  const confirm = async (): Promise<void> => {
    const result = await skip({ program: key })
    if (!result.ok) return
    onClose()
    showToast('programs.skipped', { values: { count: result.value.skipped } })
  }
  if (isEmpty) return <NothingToSkip name={name} onClose={onClose} />
  return (
    <ConfirmDialog
      title={t('programs.skipTitle', { count: backlog.events, more: backlog.more ? 'yes' : 'no' })}
      text={t('programs.skipText', { name })}
      confirm={t('programs.skip')}
      danger
      busy={pending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  )
}

/** Skips the event that it names, however fast the program reads meanwhile. */
function SkipEventDialog({ program, onClose }: SkipDialogProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const instances = useInstances()
  const [skip, { pending }] = useContractCommand('programs.skipEvent')
  const { key, name } = program
  const details = useContractQuery('programs.details', { program: key }).data
  const [heads, setHeads] = useState(details?.heads)
  if (heads === undefined && details !== undefined) setHeads(details.heads)
  const [chosen, setChosen] = useState<InstanceKey | null>(null)
  const head = heads?.find(({ instance }) => instance === chosen) ?? heads?.[0]
  if (heads === undefined) return null
  if (head === undefined) return <NothingToSkip name={name} onClose={onClose} />
  const { instance, event, typeWebhook, chatTitle, receivedAt } = head
  const confirm = async (): Promise<void> => {
    const result = await skip({ program: key, instance, event })
    if (!result.ok) return
    onClose()
    if (result.value.skipped === 0) showToast('programs.eventNotSkipped', { values: { name } })
    else showToast('programs.skipped', { values: { count: result.value.skipped } })
  }
  return (
    <ConfirmDialog
      title={t('programs.skipEventTitle')}
      text={t('programs.skipText', { name })}
      confirm={t('programs.skip')}
      danger
      busy={pending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {heads.length > 1 && (
        <Select<InstanceKey>
          label={t('programs.instance')}
          labelShown
          field
          value={instance}
          options={heads.map((one) => ({
            value: one.instance,
            label: instances.find((other) => other.key === one.instance)?.name ?? '',
          }))}
          onChange={setChosen}
        />
      )}
      <p>{[eventKindText(t, typeWebhook), chatTitle, times.sentence(receivedAt, now)].filter(Boolean).join(', ')}</p>
    </ConfirmDialog>
  )
}

function NothingToSkip({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const t = useTranslations()
  return (
    <ConfirmDialog
      title={t('programs.skipNothing')}
      text={t('programs.skipNothingText', { name })}
      confirm={t('ui.close')}
      onConfirm={onClose}
      onClose={onClose}
    />
  )
}
