import { capabilities, type ServiceKind } from '../../../api/families.ts'
import type { SettingField, SettingValue } from '../../../contract/administration.ts'

type FieldRule = Pick<SettingField, 'name' | 'kind' | 'min' | 'max'>

const switches = (...names: readonly string[]): readonly FieldRule[] => names.map((name) => ({ name, kind: 'switch' }))

/** Settings of an instance that may be changed (service 11.7.1), in the order in which they are shown. */
const rules: readonly FieldRule[] = [
  { name: 'delaySendMessagesMilliseconds', kind: 'milliseconds', min: 500, max: 600_000 },
  { name: 'webhookUrl', kind: 'url' },
  { name: 'webhookUrlToken', kind: 'secret' },
  ...switches('incomingWebhook', 'outgoingMessageWebhook', 'outgoingAPIMessageWebhook', 'outgoingWebhook'),
  ...switches('editedMessageWebhook', 'deletedMessageWebhook', 'stateWebhook', 'pollMessageWebhook'),
  ...switches('incomingCallWebhook', 'outgoingCallWebhook'),
  ...switches('markIncomingMessagesReaded', 'markIncomingMessagesReadedOnReply'),
  ...switches('keepOnlineStatus', 'linkPreview', 'catalogWebhook', 'enableLidMode'),
  { name: 'autoTyping', kind: 'number', min: 0, max: 4 },
]

/** Facts of an instance, and settings that have no effect any more (service 11.7.1). */
const withoutEffect = [
  ...['wid', 'typeInstance', 'version', 'countryInstance', 'typeAccount', 'sharedSession', 'proxyInstance'],
  ...['statusInstanceWebhook', 'enableMessagesHistory', 'deviceWebhook', 'incomingBlockWebhook'],
]
const described: ReadonlySet<string> = new Set([...rules.map(({ name }) => name), ...withoutEffect])

type Settings = Readonly<Record<string, unknown>>

/** Most switches that are shown without a description, and the form of their names: the service wrote both. */
const mostOthers = 50
const otherName = /^\w{1,64}$/

/**
 * The value of each field as getSettings answered it; a field without an answer is unknown, and never off. Switches
 * that nobody described come last.
 */
export function fieldsOf(service: ServiceKind, settings: Settings | null): readonly SettingField[] {
  const others = Object.entries(settings ?? {}).flatMap(([name, given]): readonly SettingField[] => {
    const value = described.has(name) || !otherName.test(name) ? null : valueOf('switch', given)
    return value === null ? [] : [{ name, kind: 'switch', value }]
  })
  const own = rules
    .filter(({ name }) => capabilities[service].settings.includes(name))
    .map(({ name, kind, min, max }) => ({
      name,
      kind,
      value: valueOf(kind, settings?.[name]),
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
    }))
  return [...own, ...others.slice(0, mostOthers)]
}

function valueOf(kind: SettingField['kind'], value: unknown): SettingValue | null {
  switch (kind) {
    case 'switch':
      if (typeof value === 'boolean') return value ? 'yes' : 'no'
      return value === 'yes' || value === 'no' ? value : null
    case 'url':
      return typeof value === 'string' ? value : null
    // Never kept, so never told.
    case 'secret':
      return null
    case 'milliseconds':
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : null
  }
}

type Values = Readonly<Record<string, SettingValue>>

/** A change in the form in which the service gave each field: some switches are booleans at some instances. */
export const asServed = (settings: Settings | null, change: Values): Readonly<Record<string, SettingValue | boolean>> =>
  Object.fromEntries(
    Object.entries(change).map(([name, value]) => [
      name,
      typeof settings?.[name] === 'boolean' && (value === 'yes' || value === 'no') ? value === 'yes' : value,
    ]),
  )

/** The fields of a change that can't be: unknown to the instance, or out of what is allowed. */
export function wrongFields(service: ServiceKind, settings: Settings | null, change: Values): readonly string[] {
  const known = new Map(fieldsOf(service, settings).map((field) => [field.name, field]))
  return Object.entries(change)
    .filter(([name, value]) => {
      const field = known.get(name)
      return field === undefined || !isAllowed(field, value)
    })
    .map(([name]) => name)
}

function isAllowed({ kind, min = -Infinity, max = Infinity }: SettingField, value: SettingValue): boolean {
  switch (kind) {
    case 'switch':
      return value === 'yes' || value === 'no'
    case 'url':
      return value === '' || (typeof value === 'string' && /^https?:\/\/\S+$/.test(value) && URL.canParse(value))
    case 'secret':
      return typeof value === 'string' && !/\s/.test(value)
    case 'milliseconds':
    case 'number':
      return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
  }
}

/** Fields whose value at the service differs from the one that the person saw. An unknown field can't have changed. */
export function changedFields(service: ServiceKind, settings: Settings, seen: Values): readonly string[] {
  return fieldsOf(service, settings)
    .filter(({ name, value }) => value !== null && seen[name] !== undefined && seen[name] !== value)
    .map(({ name }) => name)
}
