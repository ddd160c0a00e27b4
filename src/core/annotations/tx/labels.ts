import type { Label } from '../../../contract/annotations.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey, LabelKey } from '../../../contract/ids.ts'
import type { Input } from '../../../contract/index.ts'
import { nextKey } from '../../store/sql.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { recordLabelChange, recordLabelChangeOfAll } from '../../sharing/tx/pending-changes.ts'
import { annotationLimits, checkLabelName, labelNameKey } from '../../sharing/rules/check-annotation.ts'

const hues = [1, 2, 3, 4, 5, 6] as const

/** So that labels beside each other differ for as long as they can. */
function leastUsedHue(tx: ReadTx): number {
  const used = new Map(
    tx
      .all<{ hue: number; count: number }>('select hue, count(*) as count from label group by hue')
      .map(({ hue, count }) => [hue, count]),
  )
  return hues.toSorted((a, b) => (used.get(a) ?? 0) - (used.get(b) ?? 0))[0] ?? 1
}

/** The label with a name; created if missing. Throws the errors of `labels.save`. */
function labelOf(tx: Tx, given: string, hue?: number): LabelKey {
  const name = checkLabelName(given)
  const known = tx.get<{ key: LabelKey }>('select key from label where name_key = ?', [labelNameKey(name)])
  if (known !== undefined) return known.key
  const counted = tx.get<{ count: number }>('select count(*) as count from label')
  if ((counted?.count ?? 0) >= annotationLimits.labels)
    throw new ContractError('labelTooMany', { details: { limit: annotationLimits.labels } })
  return insertLabel(tx, name, hue)
}

function insertLabel(tx: Tx, name: string, hue: number | undefined): LabelKey {
  const { rowid } = tx.run(`insert into label (key, name, name_key, hue) values (${nextKey('label')}, ?, ?, ?)`, [
    name,
    labelNameKey(name),
    hue ?? leastUsedHue(tx),
  ])
  tx.changed({ kind: 'labels' })
  return rowid as LabelKey
}

/**
 * The label of a name that a colleague used, made with its hue when there is none; null where it is not to be made
 * (`hue` null), or where there are too many for a list that a person reads.
 */
export function teamLabelOf(tx: Tx, name: string, hue: number | null): LabelKey | null {
  const known = tx.get<{ key: LabelKey }>('select key from label where name_key = ?', [labelNameKey(name)])
  if (known !== undefined || hue === null) return known?.key ?? null
  const counted = tx.get<{ count: number }>('select count(*) as count from label')
  return (counted?.count ?? 0) >= annotationLimits.labelsWithTeam ? null : insertLabel(tx, name, hue)
}

/** Adds a label to a chat; false if it already has it. */
export const putLabel = (tx: Tx, chat: ChatKey, label: LabelKey): boolean =>
  tx.run('insert or ignore into chat_label (chat, label) values (?, ?)', [chat, label]).changes > 0

/** Removes a label from a chat; false if it does not have it. */
export const takeLabelOff = (tx: Tx, chat: ChatKey, label: LabelKey): boolean =>
  tx.run('delete from chat_label where label = ? and chat = ?', [label, chat]).changes > 0

const nameOf = (tx: ReadTx, key: LabelKey): string | undefined =>
  tx.get<{ name: string }>('select name from label where key = ?', [key])?.name

export const labelWrites = {
  'labels.save'(tx: Tx, { key, name: given, hue }: Input<'labels.save'>): LabelKey {
    const name = checkLabelName(given ?? (key === undefined ? '' : (nameOf(tx, key) ?? '')))
    const holder = tx.get<{ key: LabelKey }>('select key from label where name_key = ?', [labelNameKey(name)])
    if (holder !== undefined && holder.key !== key) throw new ContractError('labelNameTaken')
    if (key === undefined) return labelOf(tx, name, hue)
    const before = nameOf(tx, key)
    const { changes } = tx.run('update label set name = ?, name_key = ?, hue = coalesce(?, hue) where key = ?', [
      name,
      labelNameKey(name),
      hue,
      key,
    ])
    if (changes === 0) throw new ContractError('notFound')
    // A team knows labels by their names alone.
    if (before !== undefined && labelNameKey(before) !== labelNameKey(name)) {
      recordLabelChangeOfAll(tx, key, before)
      recordLabelChangeOfAll(tx, key, name)
    }
    tx.changed({ kind: 'labels' })
    return key
  },

  'labels.remove'(tx: Tx, { key }: Input<'labels.remove'>): void {
    // Chats go on naming it until they are read again, which nobody sees: the window draws the labels that there are.
    const name = nameOf(tx, key)
    if (name !== undefined) recordLabelChangeOfAll(tx, key, name)
    tx.run('delete from label where key = ?', [key])
    tx.changed({ kind: 'labels' })
  },

  'labels.set'(tx: Tx, { chat, label, on }: Input<'labels.set'>): void {
    const row = tx.get<{ instance: InstanceKey }>('select instance from chat where key = ?', [chat])
    const name = nameOf(tx, label)
    if (row === undefined || name === undefined) throw new ContractError('notFound')
    if (!(on ? putLabel(tx, chat, label) : takeLabelOff(tx, chat, label))) return
    recordLabelChange(tx, chat, name)
    tx.changed({ kind: 'labels' })
    tx.changed({ kind: 'chats', instance: row.instance, chats: [chat] })
  },
}

export const labelReads = {
  'labels.list': (tx: ReadTx): readonly Label[] =>
    tx.all<Label>(
      `select key, name, hue, (select count(*) from chat_label where label = label.key) as chats
       from label order by name_key`,
    ),
}
