import { useState } from 'react'
import type { AppSettings, InstanceKey, KeepMessages, LabelKey, RetentionPreview } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useNumbers, withValue } from '../../lib/numbers.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormNotices } from '../../ui/form/form-dialog.tsx'
import { useForm, type Form } from '../../ui/form/use-form.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { KeepRow } from './keep-row.tsx'
import { OptionRow } from './option-row.tsx'
import type { SectionProps } from './settings-section.tsx'

/** A choice of a person; `days` is what was typed, whatever is chosen. */
interface Age {
  readonly kind: 'all' | 'always' | 'days'
  readonly days: string
}

const ageOf = (days: number | null | undefined): Age => ({
  kind: days === undefined ? 'all' : days === null ? 'always' : 'days',
  days: String(days ?? 365),
})

const mostDays = 36_500
const isWrong = ({ kind, days }: Age): boolean =>
  kind === 'days' && !(/^\d{1,5}$/u.test(days.trim()) && Number(days) >= 1 && Number(days) <= mostDays)
const daysOf = ({ kind, days }: Age): number | null => (kind === 'days' ? Number(days) : null)

const cacheSteps = [100e6, 250e6, 500e6, 1e9, 2e9, 5e9, 10e9]

/** Asks for the instances alone: nothing is counted. */
const keepAlways: KeepMessages = { days: null, instances: [], labels: [] }

const limitNames = [
  'keepJournalDays',
  'keepJournalBytes',
  'keepRequestsDays',
  'keepRequestsBytes',
  'mediaCacheLimit',
] as const
type Limits = Pick<AppSettings, (typeof limitNames)[number]>

/** Each age is a value of its own, which another window may change meanwhile. */
interface Values extends Limits {
  readonly all: Age
  readonly labels: readonly LabelKey[]
  readonly [instance: `instance ${number}`]: Age
}

const ageName = (instance: InstanceKey): `instance ${number}` => `instance ${instance}`

const valuesOf = ({ keepMessages, ...settings }: AppSettings): Values => ({
  ...(Object.fromEntries(limitNames.map((name) => [name, settings[name]])) as Limits),
  all: ageOf(keepMessages.days),
  labels: keepMessages.labels,
  ...Object.fromEntries(keepMessages.instances.map(({ instance, days }) => [ageName(instance), ageOf(days)])),
})

/** How long everything is kept. What would go of the messages is shown with numbers before anything is changed. */
export function RetentionDialog({
  settings,
  update,
  onClose,
}: Pick<SectionProps, 'settings' | 'update'> & { readonly onClose: () => void }) {
  const t = useTranslations()
  const numbers = useNumbers()
  const { data: instances = [] } = useContractQuery('retention.preview', keepAlways)
  const { data: labels = [] } = useContractQuery('labels.list', {})
  const [other, setOther] = useState<InstanceKey>()
  const [isConfirming, setConfirming] = useState(false)
  const [set] = useContractCommand('retention.set')
  const form = useForm<Values>({
    saved: valuesOf(settings),
    async save(changes, values) {
      if (!(await set(keepOf(values))).ok) return { ok: false, error: null }
      const limits = limitNames.filter((name) => name in changes)
      if (limits.length > 0) update(Object.fromEntries(limits.map((name) => [name, values[name]])))
      return { ok: true }
    },
    onSaved() {
      showToast('settings.retentionSaved', { tone: 'ok' })
      onClose()
    },
  })
  const { values } = form
  const { all, labels: chosen } = values
  const ownOf = (instance: InstanceKey): Age | undefined => values[ageName(instance)]
  const known = new Set([...settings.keepMessages.instances, ...instances].map(({ instance }) => instance))
  const keepOf = (of: Values): KeepMessages => ({
    days: daysOf(of.all),
    instances: [...known].flatMap((instance) => {
      const age = of[ageName(instance)]
      return age === undefined || age.kind === 'all' ? [] : [{ instance, days: daysOf(age) }]
    }),
    labels: [...of.labels],
  })
  const isInvalid = isWrong(all) || [...known].some((instance) => isWrong(ownOf(instance) ?? all))
  if (isConfirming) {
    const keep = keepOf(values)
    return (
      <ConfirmRetention
        // A word that was typed below other numbers agrees to nothing.
        key={JSON.stringify(keep)}
        keep={keep}
        form={form}
        onBack={() => setConfirming(false)}
        onClose={onClose}
      />
    )
  }
  const others = instances.flatMap(({ instance, name, isTeams }) =>
    isTeams || ownOf(instance) !== undefined ? [] : [{ value: instance, label: name }],
  )
  const added = others.find(({ value }) => value === other) ?? others[0]
  const teams = instances.find(({ isTeams }) => isTeams)
  return (
    <Dialog
      title={t('settings.retention')}
      text={t('settings.retentionText')}
      wide
      onClose={onClose}
      onSubmit={() => setConfirming(!isInvalid)}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" blocked={isInvalid}>
            {t('programs.continue')}
          </Button>
        </>
      }
    >
      <div className="form">
        <AgeField label={t('settings.keepMessages')} age={all} onChange={form.field('all').onChange} />
        {instances.map(({ instance, name, isTeams }) => {
          const age = isTeams ? undefined : ownOf(instance)
          return (
            age && (
              <AgeField
                key={instance}
                label={t('settings.keepMessagesOf', { name })}
                age={age}
                hasAll
                onChange={form.field(ageName(instance)).onChange}
              />
            )
          )
        })}
        {added !== undefined && (
          <div className="retention-add">
            <Select
              label={t('settings.keepMessagesOther')}
              labelShown
              field
              value={added.value}
              options={others}
              onChange={setOther}
            />
            <Button onClick={() => form.set({ [ageName(added.value)]: ageOf(undefined) })}>{t('groups.add')}</Button>
          </div>
        )}
        {teams !== undefined && (
          <OptionRow
            title={t('settings.keepMessagesTeam', { count: instances.filter(({ isTeams }) => isTeams).length })}
            text={t('settings.retentionTeam')}
          >
            {teams.days === null ? t('settings.always') : t('settings.days', { count: teams.days })}
          </OptionRow>
        )}
        {labels.length > 0 && (
          <fieldset className="retention-labels">
            <legend className="lbl">{t('settings.retentionLabels')}</legend>
            {labels.map(({ key, name }) => (
              <Checkbox
                key={key}
                label={<bdi>{name}</bdi>}
                checked={chosen.includes(key)}
                onChange={(on) => form.set({ labels: on ? [...chosen, key] : chosen.filter((one) => one !== key) })}
              />
            ))}
          </fieldset>
        )}
      </div>
      <div className="retention-more">
        <KeepRow
          title={t('settings.keepJournal')}
          text={t('settings.keepJournalText')}
          days={values.keepJournalDays}
          onDays={form.field('keepJournalDays').onChange}
          bytes={values.keepJournalBytes}
          onBytes={form.field('keepJournalBytes').onChange}
        />
        <KeepRow
          title={t('settings.keepRequests')}
          text={t('settings.keepRequestsText')}
          days={values.keepRequestsDays}
          onDays={form.field('keepRequestsDays').onChange}
          bytes={values.keepRequestsBytes}
          onBytes={form.field('keepRequestsBytes').onChange}
        />
        <OptionRow title={t('settings.cache')} text={t('settings.cacheText')}>
          <Select
            label={t('settings.cache')}
            value={values.mediaCacheLimit}
            options={withValue(cacheSteps, values.mediaCacheLimit).map((value) => ({
              value,
              label: t('settings.atMost', { size: numbers.bytes(value) }),
            }))}
            onChange={form.field('mediaCacheLimit').onChange}
          />
        </OptionRow>
      </div>
      <FormNotices form={form} />
    </Dialog>
  )
}

interface AgeFieldProps {
  readonly label: string
  readonly age: Age
  /** Offers what is chosen for all instances. */
  readonly hasAll?: boolean
  readonly onChange: (age: Age) => void
}

function AgeField({ label, age, hasAll = false, onChange }: AgeFieldProps) {
  const t = useTranslations()
  const kinds = hasAll ? (['all', 'always', 'days'] as const) : (['always', 'days'] as const)
  return (
    <>
      <Select
        label={label}
        labelShown
        field
        value={age.kind}
        options={kinds.map((value) => ({ value, label: t(`settings.keepMessages.${value}`) }))}
        onChange={(kind) => onChange({ ...age, kind })}
      />
      {age.kind === 'days' && (
        <TextField
          label={t('settings.keepMessagesDays')}
          aria-label={`${label}: ${t('settings.keepMessagesDays')}`}
          inputMode="numeric"
          value={age.days}
          error={isWrong(age) ? t('settings.keepMessagesWrong', { most: mostDays }) : undefined}
          onChange={(event) => onChange({ ...age, days: event.target.value })}
        />
      )}
    </>
  )
}

interface ConfirmRetentionProps {
  readonly keep: KeepMessages
  readonly form: Pick<Form<Values>, 'pending' | 'submit' | 'isOvertaken' | 'problem'>
  readonly onBack: () => void
  readonly onClose: () => void
}

/** Says with numbers what goes and what stays, and asks for a word where anything goes. */
function ConfirmRetention({ keep, form, onBack, onClose }: ConfirmRetentionProps) {
  const t = useTranslations()
  const { data } = useContractQuery('retention.preview', keep)
  const previews = data?.filter(({ isTeams, days }) => !isTeams && days !== null)
  const [typed, setTyped] = useState('')
  const phrase = t('settings.deletePhrase')
  const removed = previews?.filter(({ messages }) => messages > 0) ?? []
  const agreed = previews !== undefined && (removed.length === 0 || typed.trim().toLocaleLowerCase() === phrase)
  return (
    <Dialog
      title={t(removed.length > 0 ? 'settings.retentionConfirm' : 'settings.retention')}
      text={t(`settings.retention${removed.length > 0 ? 'Warning' : previews?.length === 0 ? 'Always' : 'Nothing'}`)}
      onClose={onClose}
      dismissable={!form.pending}
      onSubmit={() => agreed && form.submit()}
      footStart={<Button onClick={onBack}>{t('ui.back')}</Button>}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind={removed.length > 0 ? 'danger' : 'primary'} type="submit" blocked={!agreed} busy={form.pending}>
            {t(removed.length > 0 ? 'settings.retentionDo' : 'ui.save')}
          </Button>
        </>
      }
    >
      {previews === undefined ? (
        <p role="status">{t('settings.retentionCounting')}</p>
      ) : (
        <div className="form">
          <ul className="retention">
            {previews
              .filter(({ messages, waitingChats }) => messages + waitingChats > 0)
              .map((preview) => (
                <PreviewRow key={preview.instance} preview={preview} />
              ))}
          </ul>
          {removed.length > 0 && (
            <TextField
              label={t('ui.typeToGoOn', { word: phrase })}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
          <FormNotices form={form} />
        </div>
      )}
    </Dialog>
  )
}

function PreviewRow({ preview }: { readonly preview: RetentionPreview }) {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  const { name, days, messages, files, bytes, oldestAt, waitingChats } = preview
  return (
    <li>
      <div>
        <bdi>{name}</bdi> · {t('settings.days', { count: days ?? 0 })}
      </div>
      {oldestAt !== null && (
        <div>
          {t('settings.retentionGoes', { messages, files, size: numbers.bytes(bytes), from: times.date(oldestAt) })}
        </div>
      )}
      {waitingChats > 0 && <div className="muted">{t('settings.retentionWaiting', { count: waitingChats })}</div>}
    </li>
  )
}
