import type { Family } from '../../../api/operations.ts'
import type { SettingField, SettingValue } from '../../../contract/administration.ts'

interface FieldRule extends Pick<SettingField, 'name' | 'kind' | 'min' | 'max'> {
  readonly families: readonly Family[]
}

const all: readonly Family[] = ['v3', 'whatsapp', 'telegram']
const onWhatsapp: readonly Family[] = ['whatsapp']
const switches = (families: readonly Family[], ...names: readonly string[]): readonly FieldRule[] =>
  names.map((name) => ({ name, kind: 'switch', families }))

/** Settings of an instance that may be changed (service 11.7.1), in the order in which they are shown. */
const rules: readonly FieldRule[] = [
  { name: 'delaySendMessagesMilliseconds', kind: 'milliseconds', families: all, min: 500, max: 600_000 },
  { name: 'webhookUrl', kind: 'url', families: all },
  { name: 'webhookUrlToken', kind: 'secret', families: all },
  ...switches(
    all,
    'incomingWebhook',
    'outgoingMessageWebhook',
    'outgoingAPIMessageWebhook',
    'outgoingWebhook',
    'editedMessageWebhook',
    'deletedMessageWebhook',
    'stateWebhook',
    'pollMessageWebhook',
  ),
  ...switches(onWhatsapp, 'incomingCallWebhook', 'outgoingCallWebhook'),
  ...switches(all, 'markIncomingMessagesReaded', 'markIncomingMessagesReadedOnReply'),
  ...switches(onWhatsapp, 'keepOnlineStatus', 'linkPreview', 'catalogWebhook', 'enableLidMode'),
  { name: 'autoTyping', kind: 'number', families: onWhatsapp, min: 0, max: 4 },
]

type Settings = Readonly<Record<string, unknown>>

/** What getSettings said of each field of a family; what it did not say is unknown, and never off. */
export function fieldsOf(family: Family, settings: Settings | null): readonly SettingField[] {
  return rules
    .filter(({ families }) => families.includes(family))
    .map(({ name, kind, min, max }) => ({
      name,
      kind,
      value: valueOf(kind, settings?.[name]),
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
    }))
}

function valueOf(kind: SettingField['kind'], value: unknown): SettingValue | null {
  switch (kind) {
    case 'switch':
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

/** The fields of a change that can't be: unknown to the family, or out of what is allowed. */
export function wrongFields(family: Family, change: Values): readonly string[] {
  const known = new Map(fieldsOf(family, null).map((field) => [field.name, field]))
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

/**
 * Fields of which the service says something else than the person saw. One that nothing is known of can't have changed.
 */
export function changedFields(family: Family, settings: Settings, seen: Values): readonly string[] {
  return fieldsOf(family, settings)
    .filter(({ name, value }) => value !== null && seen[name] !== undefined && seen[name] !== value)
    .map(({ name }) => name)
}
