import type { InstanceKey } from '../../../contract/ids.ts'
import type { Output } from '../../../contract/index.ts'
import type { FieldChange, ProfileChanges, ProfilePart, SettingChange } from '../../../contract/profile.ts'
import { profileFields } from '../../../contract/profile.ts'
import { partOfSetting } from '../../../contract/values.ts'
import { accountReads, accountWrites } from '../../accounts/tx/accounts-intents.ts'
import type { InstanceRow } from '../../accounts/rules/instance-row.ts'
import { annotationLimits, labelNameKey } from '../../sharing/rules/check-annotation.ts'
import { labelOf, labelReads } from '../../annotations/tx/labels.ts'
import { quickReplyReads, quickReplyWrites } from '../../quick-replies/tx/quick-replies-intents.ts'
import { settingsReads, settingsWrites } from '../../settings/tx/settings-intents.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import type { AppSettings } from '../../../contract/settings.ts'
import type { GivenInstance, Profile } from '../rules/read-profile.ts'

const placeOf = ({ apiUrl, idInstance }: Pick<InstanceRow, 'apiUrl' | 'idInstance'>): string =>
  `${apiUrl} ${idInstance}`

/** Each instance of the profile beside the one that is here, where it is. */
function besides(tx: ReadTx, profile: Profile) {
  const here = new Map(accountReads['accounts.list'](tx).map((row) => [placeOf(row), row]))
  return profile.instances.map((given) => ({ given, row: here.get(placeOf(given)) }))
}

const fieldsThatDiffer = (given: GivenInstance, row: InstanceRow): readonly FieldChange[] =>
  profileFields.flatMap((field) => (given[field] === row[field] ? [] : [{ field, from: row[field], to: given[field] }]))

/**
 * What is written of an existing instance: neither its address nor where its files go, with which its token would
 * travel.
 */
const changeOf = (given: GivenInstance, key: InstanceKey) => ({
  key,
  name: given.name,
  colour: given.colour,
  folder: given.folder,
  mode: given.mode,
  hideContent: given.hideContent,
  sendsReadReceipts: given.sendsReadReceipts,
  answerTargetMs: given.answerTargetMs,
})

function settingsThatDiffer(tx: ReadTx, profile: Profile): readonly SettingChange[] {
  const now = settingsReads['settings.get'](tx)
  return (Object.keys(profile.settings) as (keyof AppSettings)[]).flatMap((name) => {
    const [from, to] = [now[name], profile.settings[name]]
    return to === undefined || JSON.stringify(to) === JSON.stringify(from) ? [] : [{ name, from, to }]
  })
}

function newLabels(tx: ReadTx, profile: Profile): Profile['labels'] {
  const here = new Set(labelReads['labels.list'](tx).map(({ name }) => labelNameKey(name)))
  return profile.labels.filter(({ name }) => !here.has(labelNameKey(name)))
}

/** Labels that are here keep their hues. What there is no room for is left out. */
function takeLabels(tx: Tx, profile: Profile): { readonly labels: number; readonly labelsLeft: number } {
  const given = newLabels(tx, profile)
  const room = Math.max(0, annotationLimits.labels - labelReads['labels.list'](tx).length)
  const taken = given.slice(0, room)
  for (const { name, hue } of taken) labelOf(tx, name, hue)
  return { labels: taken.length, labelsLeft: given.length - taken.length }
}

export const profileReads = {
  /** The changes that a profile would make, without making them. */
  'profile.compare'(tx: ReadTx, { profile }: { readonly profile: Profile }): ProfileChanges {
    const pairs = besides(tx, profile)
    const added = pairs.flatMap(({ given, row }) => (row === undefined ? [given] : []))
    const changed = pairs.flatMap(({ given, row }) => {
      const fields = row === undefined ? [] : fieldsThatDiffer(given, row)
      return row === undefined || fields.length === 0
        ? []
        : [{ instance: row.key, name: row.name, newName: given.name, fields }]
    })
    const stored = new Set(
      quickReplyReads['quickReplies.list'](tx, { scope: null }).map(({ name, text }) => `${name}\n${text}`),
    )
    return {
      kind: 'read',
      added: added.map(({ name, colour, idInstance, apiUrl, mediaUrl }) => ({
        name,
        colour,
        idInstance,
        apiUrl,
        mediaUrl,
      })),
      changed,
      same: pairs.length - added.length - changed.length,
      settings: settingsThatDiffer(tx, profile),
      quickReplies: profile.replies.filter(({ name, text }) => !stored.has(`${name}\n${text}`)).length,
      labels: newLabels(tx, profile).length,
      skipped: profile.skipped,
    }
  },
}

export const profileWrites = {
  'profile.take'(
    tx: Tx,
    { profile, parts }: { readonly profile: Profile; readonly parts: readonly ProfilePart[] },
  ): Output<'profile.import'> {
    let [added, changed] = [0, 0]
    for (const { given, row } of besides(tx, profile)) {
      if (row === undefined && parts.includes('added')) {
        const { apiUrl, idInstance, family, prefix, name, colour, mode, mediaUrl } = given
        const account = { apiUrl, idInstance, family, prefix, name, colour, mode }
        const result = accountWrites['accounts.add'](tx, account)
        if (result.kind === 'exists') continue
        accountWrites['accounts.edit'](tx, { ...changeOf(given, result.instance.key), mediaUrl })
        added += 1
      }
      if (row !== undefined && parts.includes('changed') && fieldsThatDiffer(given, row).length > 0) {
        accountWrites['accounts.edit'](tx, changeOf(given, row.key))
        changed += 1
      }
    }
    const differing = settingsThatDiffer(tx, profile).filter(({ name }) => parts.includes(partOfSetting(name)))
    if (differing.length > 0) {
      const values = Object.fromEntries(differing.map(({ name, to }) => [name, to]))
      settingsWrites['settings.update'](tx, values)
    }
    const replies = parts.includes('quickReplies')
      ? quickReplyWrites['quickReplies.add'](tx, { replies: profile.replies })
      : { added: 0, skipped: [] }
    return {
      added,
      changed,
      settings: differing.length,
      quickReplies: replies.added,
      repliesLeft: replies.skipped.length,
      ...(parts.includes('labels') ? takeLabels(tx, profile) : { labels: 0, labelsLeft: 0 }),
    }
  },
}
