import './apply-settings-dialog.css'
import { useEffect, useRef, useState } from 'react'
import type { InstanceKey, SettingField, SettingValue, SteadyInstance } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useInstances } from '../../client/use-instances.ts'
import { errorText } from '../../lib/error-text.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { isOutside, SettingControl, ValueChange } from './setting-control.tsx'
import { settingName, settingValueText } from './settings-text.ts'

type SettingChange = Readonly<Record<string, SettingValue>>

/** The result for one instance. `failed` and `left` can be tried again. */
interface Applied {
  readonly kind: 'saved' | 'same' | 'left' | 'failed'
  readonly wording: string
}

/** From a save until the service has restarted an instance, at most, ms. */
const restartMs = 300_000

/** One instance's read and save: the service takes one call a second. */
const callMs = 2000

const isDone = (applied: Applied | undefined): boolean => applied?.kind === 'saved' || applied?.kind === 'same'

export interface ApplySettingsDialogProps {
  /** Whose values the fields begin with; it names the family, too. */
  readonly from: InstanceKey
  /** Changes that were typed before; with them nobody chooses settings here. */
  readonly change?: SettingChange
  /** The instances that may be changed. */
  readonly keys: readonly InstanceKey[]
  readonly onClose: () => void
}

/**
 * Applies settings to several instances of a family, one after another: what is typed here or was typed before. Each
 * instance shows what changes, from what the service was last known to have. Loaded lazily.
 */
export function ApplySettingsDialog({ from: first, change: typed, keys, onClose }: ApplySettingsDialogProps) {
  const t = useTranslations()
  const numbers = useNumbers()
  const instances = useInstances()
  const [from, setFrom] = useState(first)
  const [chosenFields, setChosenFields] = useState<SettingChange>({})
  const [read, reading] = useContractCommand('instanceSettings.read', { errors: 'ignore' })
  const { data } = useContractQuery('instanceSettings.state', { instance: from })
  useEffect(() => {
    if (typed === undefined) void read({ instance: from })
  }, [from, read, typed])
  const change = typed ?? chosenFields
  const fields = data?.fields ?? []
  const changed = fields.filter(({ name }) => change[name] !== undefined)
  const source = instances.find(({ key }) => key === from)
  const listed = instances.filter(({ key }) => keys.includes(key))
  const targets = listed.filter(({ family }) => family === source?.family)
  const { results, running, run, stop, forget } = useApplySettings(change)
  const [left, setLeft] = useState<ReadonlySet<InstanceKey>>(new Set(typed === undefined ? [] : keys))
  const isChosen = (key: InstanceKey) => !left.has(key) && !isDone(results.get(key))
  const chosen = targets.filter(({ key }) => isChosen(key))
  // Results of other values say nothing about these.
  const setFields = (next: SettingChange) => {
    setChosenFields(next)
    forget()
  }
  const choose = (field: SettingField, value: SettingValue | null) =>
    setFields({ ...chosenFields, [field.name]: value ?? field.value ?? firstValue(field) })
  const leave = (field: SettingField) => {
    const { [field.name]: _before, ...rest } = chosenFields
    setFields(rest)
  }
  const aim = (key: InstanceKey, on: boolean) =>
    setLeft((before) => new Set(on ? [...before].filter((other) => other !== key) : [...before, key]))
  const isReady = changed.length > 0 && !changed.some((field) => isOutside(field, change[field.name]))
  const count = (kind: Applied['kind']) => [...results.values()].filter((one) => one.kind === kind).length
  return (
    <Dialog
      wide
      title={t(typed === undefined ? 'administration.apply.several' : 'administration.apply.title')}
      text={t('administration.apply.text', { time: numbers.duration(restartMs) })}
      onClose={onClose}
      dismissable={!running && Object.keys(chosenFields).length === 0}
      footStart={
        <span className="muted" role="status">
          {results.size > 0
            ? t('administration.apply.outcome', {
                saved: count('saved'),
                same: count('same'),
                rest: count('failed') + count('left'),
              })
            : isReady &&
              chosen.length > 0 &&
              t('administration.apply.time', { time: numbers.duration(restartMs + chosen.length * callMs) })}
        </span>
      }
      actions={
        <>
          <Button onClick={running ? stop : onClose}>{t(running ? 'ui.stop' : 'ui.close')}</Button>
          <Button
            kind="primary"
            busy={running}
            blocked={!isReady || chosen.length === 0}
            onClick={() => void run(chosen.map(({ key }) => key))}
          >
            {t('administration.apply.confirm', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <div className="form">
        {typed === undefined && (
          <>
            <Select
              field
              labelShown
              label={t('administration.apply.from')}
              value={from}
              disabled={running}
              options={listed.map(({ key, name }) => ({ value: key, label: name }))}
              onChange={(key) => {
                setFrom(key)
                setFields({})
              }}
            />
            {reading.error && fields.length === 0 && (
              <Banner tone="bad" icon="alert" title={errorText(t, reading.error.data)} urgent />
            )}
            <ul className="apply-fields scroll" aria-label={t('administration.apply.which')}>
              {fields.filter(isShared).map((field) => (
                <li key={field.name}>
                  <Checkbox
                    label={settingName(t, field.name)}
                    checked={change[field.name] !== undefined}
                    disabled={running}
                    onChange={(on) => (on ? choose(field, null) : leave(field))}
                  />
                  {change[field.name] === undefined || running ? (
                    <span className="muted">{settingValueText(t, field, change[field.name] ?? field.value)}</span>
                  ) : (
                    <SettingControl
                      field={field}
                      value={change[field.name] ?? null}
                      isInvalid={isOutside(field, change[field.name])}
                      onChange={(value) => choose(field, value)}
                    />
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
        {listed.length === 0 ? (
          <p className="muted">{t('administration.apply.nobody')}</p>
        ) : (
          <ul className="apply-to" aria-label={t('administration.apply.to')}>
            {listed.map((instance) => (
              <Target
                key={instance.key}
                instance={instance}
                isOfFamily={instance.family === source?.family}
                changed={changed}
                change={change}
                result={results.get(instance.key)}
                checked={isChosen(instance.key)}
                disabled={running || isDone(results.get(instance.key))}
                onChoose={(on) => aim(instance.key, on)}
              />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

/** Where notifications go and by which token is each instance's own. */
const isShared = ({ kind }: SettingField): boolean => kind !== 'url' && kind !== 'secret'

/** Where a setting begins whose value is unknown. */
const firstValue = ({ kind, min }: SettingField): SettingValue => (kind === 'switch' ? 'no' : (min ?? 0))

interface TargetProps {
  readonly instance: SteadyInstance
  readonly isOfFamily: boolean
  readonly changed: readonly SettingField[]
  readonly change: SettingChange
  readonly result: Applied | undefined
  readonly checked: boolean
  readonly disabled: boolean
  readonly onChoose: (on: boolean) => void
}

/** One instance with its old and new values, and its result. */
function Target({ instance, isOfFamily, changed, change, result, checked, disabled, onChoose }: TargetProps) {
  const t = useTranslations()
  const { data } = useContractQuery('instanceSettings.state', { instance: instance.key })
  const known = new Map(data?.fields.map((field) => [field.name, field]))
  const rows = changed.map((field) => known.get(field.name) ?? { ...field, value: null })
  const differing = rows.filter(({ name, value }) => value !== change[name])
  return (
    <li className={result === undefined ? undefined : `is-${result.kind}`}>
      <Checkbox
        label={instance.name}
        checked={isOfFamily && checked}
        disabled={disabled || !isOfFamily}
        onChange={onChoose}
      />
      {isOfFamily && result === undefined && rows.length > 0 && (
        <span className="changes">
          {differing.length === 0 && <span className="muted">{t('administration.apply.same')}</span>}
          {differing.map((field) => (
            <span key={field.name}>
              {settingName(t, field.name)}
              <ValueChange field={field} to={change[field.name] ?? null} />
            </span>
          ))}
        </span>
      )}
      <span className="outcome" role="status">
        {isOfFamily ? result?.wording : t('administration.apply.otherFamily')}
      </span>
    </li>
  )
}

/**
 * Applies one change to several instances, one after another. An instance whose webhook address of another program
 * would be lost is skipped, and one that has these values already is left as it is, because each change restarts it.
 * After the one that is being changed it ends when it is stopped, or its dialog goes.
 */
function useApplySettings(change: SettingChange) {
  const t = useTranslations()
  const [results, setResults] = useState<ReadonlyMap<InstanceKey, Applied>>(new Map())
  const [running, setRunning] = useState(false)
  const stopping = useRef<AbortController | null>(null)
  const stop = (): void => stopping.current?.abort()
  useEffect(() => () => stopping.current?.abort(), [])
  const [read] = useContractCommand('instanceSettings.read', { errors: 'ignore' })
  const [save] = useContractCommand('instanceSettings.save', { errors: 'return' })
  const applyTo = async (key: InstanceKey): Promise<Applied> => {
    const known = await read({ instance: key })
    if (!known.ok) return { kind: 'failed', wording: errorText(t, known.error.data) }
    const values = new Map(known.value.fields.map(({ name, value }) => [name, value]))
    const webhook = values.get('webhookUrl')
    if (change['webhookUrl'] !== undefined && typeof webhook === 'string' && webhook !== '')
      return { kind: 'left', wording: t('administration.apply.webhook') }
    const names = Object.keys(change)
    if (names.every((name) => values.get(name) === change[name]))
      return { kind: 'same', wording: t('administration.apply.same') }
    const seen = Object.fromEntries(
      names.flatMap((name) => {
        const value = values.get(name)
        return value === null || value === undefined ? [] : [[name, value]]
      }),
    )
    const saved = await save({ instance: key, change, seen })
    return saved.ok
      ? { kind: 'saved', wording: t('administration.apply.done') }
      : { kind: 'failed', wording: errorText(t, saved.error.data) }
  }
  return {
    results,
    running,
    stop,
    forget: () => setResults(new Map()),
    async run(keys: readonly InstanceKey[]): Promise<void> {
      const { signal } = (stopping.current = new AbortController())
      setRunning(true)
      for (const key of keys) {
        if (signal.aborted) break
        const result = await applyTo(key)
        setResults((before) => new Map(before).set(key, result))
      }
      setRunning(false)
    },
  }
}
