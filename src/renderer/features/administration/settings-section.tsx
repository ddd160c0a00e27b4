import './settings-section.css'
import { useEffect, useRef, useState } from 'react'
import { later } from '../../ui/later.tsx'
import type { InstanceKey, SettingField, SettingValue, SteadyInstance } from '../../../contract/index.ts'
import { filterBy } from '../../../contract/text/fold.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { copyText } from '../../ui/copy-text.ts'
import { errorText } from '../../lib/error-text.ts'
import { isModal, isTyping } from '../../lib/keys/shortcuts.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { goings } from '../../lib/routing/route.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { isUnfinished, useUnfinishedValue } from '../../lib/text/use-unfinished-text.ts'
import { useQuestion } from '../../lib/use-question.ts'
import { forgetWantedSetting, useWantedSetting } from '../../lib/wanted-setting.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Tag } from '../../ui/marks/badge.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { useInstances } from '../../client/use-instances.ts'
import { isOutside, SettingControl, ValueChange } from './setting-control.tsx'
import { settingName, settingText } from './settings-text.ts'

const ApplySettingsDialog = later(async () => (await import('./apply-settings-dialog.tsx')).ApplySettingsDialog)

type SettingChange = Readonly<Record<string, SettingValue>>

const noChange: SettingChange = {}

/** Under which the typed settings of an instance outlive this view. */
const nameOfChange = (instance: InstanceKey): string => `settings of instance ${instance}`

/** Whether settings were typed that are neither saved nor discarded. */
export const hasUnsavedSettings = (instance: InstanceKey): boolean => isUnfinished(nameOfChange(instance))

/**
 * The settings of the instance at the service. What is changed is shown before it is saved; unknown is never drawn as
 * off.
 */
export function SettingsSection({ instance }: { readonly instance: SteadyInstance }) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow(1000)
  const of = { instance: instance.key }
  const { data } = useContractQuery('instanceSettings.state', of)
  const [read, reading] = useContractCommand('instanceSettings.read')
  const [change, setChange] = useUnfinishedValue(nameOfChange(instance.key), noChange)
  const newest = useRef(change)
  const keep = (next: SettingChange): void => {
    newest.current = next
    setChange(next)
  }
  const [search, setSearch] = useState('')
  const [applying, apply, closeApplying] = useQuestion<SettingChange>()
  const instances = useInstances()
  const fields = data?.fields ?? []
  const list = useRef<HTMLDivElement>(null)
  const { wanted: asked } = useWantedSetting()
  useEffect(() => {
    if (asked?.instance !== instance.key || data === undefined) return
    forgetWantedSetting()
    // It may come late, while the person writes here or after another page.
    if (asked.goings !== goings() || isTyping(document.activeElement) || isModal()) return
    const row = list.current?.querySelector(`[data-setting="${CSS.escape(asked.name)}"]`)
    row?.scrollIntoView({ block: 'center' })
    row?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true })
  }, [asked, instance.key, data])
  const finds = filterBy(search)
  const shown = fields.filter(({ name }) => finds(name, settingName(t, name)))
  const changes = fields.filter(({ name, value }) => change[name] !== undefined && change[name] !== value)
  const set = (name: string, value: SettingValue | undefined) => {
    const { [name]: _before, ...rest } = newest.current
    const next = value === undefined ? rest : { ...rest, [name]: value }
    keep(Object.keys(next).length === 0 ? noChange : next)
  }
  return (
    <section className="i-sec" aria-label={t('administration.settings')}>
      <div className="toolbar">
        <h3>{t('administration.settings')}</h3>
        <span className="fresh num">
          {data?.readAt
            ? t('administration.readAt', { time: times.sentence(data.readAt, now) })
            : t('administration.notRead')}
        </span>
        <div className="end">
          <SearchField label={t('administration.settings.find')} value={search} onChange={setSearch} />
          <IconButton
            size="compact"
            icon="refresh"
            label={t('administration.settings.read')}
            disabled={reading.pending}
            onClick={() => void read(of)}
          />
        </div>
      </div>
      {data?.restartsUntil !== null && data?.restartsUntil !== undefined && data.restartsUntil > now && (
        <p className="i-status" role="status">
          {t('administration.settings.restarting', { time: times.clock(data.restartsUntil) })}
        </p>
      )}
      <div className="setgrid">
        <div ref={list}>
          {shown.map((field) => (
            <SettingRow key={field.name} field={field} changed={change[field.name]} onChange={set} />
          ))}
          {shown.length === 0 && <p className="muted i-status">{t('administration.settings.none')}</p>}
        </div>
        {changes.length > 0 && (
          <SettingsDiff
            instance={instance}
            fields={changes}
            change={change}
            onSaved={(sent) => {
              // Changes made while they were saved are not saved.
              const left = Object.entries(newest.current).filter(([name, value]) => sent[name] !== value)
              keep(left.length === 0 ? noChange : Object.fromEntries(left))
            }}
            onDiscard={() => keep(noChange)}
            onApply={apply}
          />
        )}
      </div>
      {applying !== null && (
        <ApplySettingsDialog
          from={instance.key}
          change={applying}
          keys={instances.flatMap(({ key, family }) =>
            key !== instance.key && family === instance.family ? [key] : [],
          )}
          onClose={closeApplying}
        />
      )}
    </section>
  )
}

interface SettingRowProps {
  readonly field: SettingField
  readonly changed: SettingValue | undefined
  readonly onChange: (name: string, value: SettingValue | undefined) => void
}

function SettingRow({ field, changed, onChange }: SettingRowProps) {
  const t = useTranslations()
  const { name, value } = field
  const label = settingName(t, name)
  const [pressed, setPressed] = useState(false)
  const isNew = changed !== undefined && changed !== value
  const unknown = value === null && changed === undefined && !pressed
  return (
    <div className={isNew ? 'opt is-new' : 'opt'} data-setting={name}>
      <div className="grow">
        <div className="t" title={name}>
          {label}
        </div>
        <div className="d">{settingText(t, name)}</div>
      </div>
      {unknown ? (
        <span className="opt-unknown">
          <Tag>{t('administration.unknown')}</Tag>
          <Button
            size="compact"
            aria-label={t('administration.unknownSet', { name: label })}
            onClick={() => setPressed(true)}
          >
            {t('administration.set')}
          </Button>
        </span>
      ) : (
        <SettingControl
          field={field}
          value={changed ?? value}
          isInvalid={isOutside(field, changed)}
          onChange={(next) => onChange(name, next === null || next === value ? undefined : next)}
        />
      )}
    </div>
  )
}

interface SettingsDiffProps {
  readonly instance: SteadyInstance
  readonly fields: readonly SettingField[]
  readonly change: SettingChange
  readonly onSaved: (sent: SettingChange) => void
  readonly onDiscard: () => void
  readonly onApply: (change: SettingChange) => void
}

/** Shows what will be saved. Another program's webhook address has to be copied before it may be removed. */
function SettingsDiff({ instance, fields, change, onSaved, onDiscard, onApply }: SettingsDiffProps) {
  const t = useTranslations()
  const numbers = useNumbers()
  const [save, { pending }] = useContractCommand('instanceSettings.save', { errors: 'return' })
  const [problem, setProblem] = useState<string | null>(null)
  /** The address of another program that is in the clipboard. */
  const [copiedAddress, setCopiedAddress] = useState<SettingValue | null>(null)
  const webhook = fields.find(({ name, value }) => name === 'webhookUrl' && typeof value === 'string' && value !== '')
  const copied = webhook !== undefined && webhook.value === copiedAddress
  const outside = fields.some((field) => isOutside(field, change[field.name]))
  const wanted = Object.fromEntries(
    fields.flatMap(({ name }) => (change[name] === undefined ? [] : [[name, change[name]]])),
  )
  const run = async () => {
    const seen = Object.fromEntries(fields.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])))
    const result = await save({ instance: instance.key, change: wanted, seen })
    if (!result.ok) return setProblem(errorText(t, result.error.data))
    showToast('administration.settings.saved', { values: { name: instance.name } })
    onSaved(wanted)
  }
  return (
    <div className="diff" role="group" aria-label={t('administration.settings.diff')}>
      <header>
        {t('administration.settings.changes', { count: fields.length })}
        <small>{instance.name}</small>
      </header>
      <ul>
        {fields.map((field) => (
          <li key={field.name} className={field.kind === 'url' || field.kind === 'secret' ? undefined : 'is-line'}>
            <b>
              {settingName(t, field.name)}
              {field === webhook && (
                <Button
                  kind="text"
                  icon={copied ? 'check' : 'copy'}
                  onClick={() =>
                    void copyText(String(field.value), null).then((done) => done && setCopiedAddress(field.value))
                  }
                >
                  {t(copied ? 'ui.copied' : 'ui.copy')}
                </Button>
              )}
            </b>
            <ValueChange field={field} to={change[field.name] ?? null} />
          </li>
        ))}
      </ul>
      <div className="say">
        <Icon name="warning" size={14} />
        <span>
          {webhook && <>{t('administration.settings.foreign')} </>}
          {t('administration.settings.restart', { time: numbers.duration(300_000) })}
        </span>
      </div>
      {outside && <p className="i-status">{t('administration.settings.outside')}</p>}
      {problem !== null && (
        <p className="i-status is-bad" role="alert">
          {problem}
        </p>
      )}
      <footer>
        <Button
          size="compact"
          kind="primary"
          busy={pending}
          blocked={outside || (webhook !== undefined && !copied)}
          title={webhook !== undefined && !copied ? t('administration.settings.copyFirst') : undefined}
          onClick={() => void run()}
        >
          {t('administration.settings.save', { count: fields.length })}
        </Button>
        <Button size="compact" onClick={onDiscard}>
          {t('administration.settings.discard')}
        </Button>
        <Button kind="text" blocked={outside} onClick={() => onApply(wanted)}>
          {t('administration.settings.apply')}
        </Button>
      </footer>
    </div>
  )
}
