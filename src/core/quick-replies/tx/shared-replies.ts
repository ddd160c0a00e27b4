import { ContractError } from '../../../contract/errors.ts'
import type { QuickReplyKey } from '../../../contract/ids.ts'
import type { SharedQuickReply } from '../../sharing/shared-quick-replies.ts'
import { deleteMeta, nextKey, setMeta } from '../../store/sql.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { checkQuickReply, quickReplyNameKey, type CheckedReply } from '../rules/check-quick-reply.ts'

/** The newest change of the team's quick replies that is here. */
const cursorName = 'team_quick_replies_n'

interface SharedRow {
  readonly key: QuickReplyKey
  readonly name: string
  readonly text: string
  readonly version: number
  readonly unsynced: number
}

/** A change that the team does not have yet. `text` null: it was removed here. */
export type ReplyChange = Pick<SharedQuickReply, 'id' | 'name' | 'text'> & { readonly base: number }

const rowOf = (tx: ReadTx, id: string): SharedRow | undefined =>
  tx.get('select key, name, text, shared_version as version, unsynced from quick_reply where shared_id = ?', [id])

const isRemovedHere = (tx: ReadTx, id: string): boolean =>
  tx.get('select 1 from removed_quick_reply where shared_id = ?', [id]) !== undefined

/** A quick reply of the team was removed here, or is this desk's alone from now on. */
export function recordRemoval(tx: Tx, key: QuickReplyKey): void {
  tx.run(
    `insert or replace into removed_quick_reply (shared_id, shared_version)
     select shared_id, shared_version from quick_reply where key = ? and shared_id is not null`,
    [key],
  )
}

/** Of a colleague, or null where it can't be a quick reply here. */
function checked({ name, text }: SharedQuickReply): CheckedReply | null {
  try {
    return text === null ? null : checkQuickReply({ name, text })
  } catch (error) {
    if (error instanceof ContractError) return null
    throw error
  }
}

/** Makes the row of a shared quick reply what the team says of it. */
function take(tx: Tx, reply: SharedQuickReply): void {
  const { id, version } = reply
  const given = checked(reply)
  if (given === null) tx.run('delete from quick_reply where shared_id = ?', [id])
  else
    tx.run(
      `insert into quick_reply (key, instance, name, name_key, text, shared_id, shared_version)
       values (${nextKey('quick_reply')}, null, :name, :nameKey, :text, :id, :version)
       on conflict (shared_id) where shared_id is not null do update set name = :name, name_key = :nameKey, text = :text,
         shared_version = :version, unsynced = 0`,
      { ...given, nameKey: quickReplyNameKey(given.name), id, version },
    )
  tx.changed({ kind: 'quickReplies' })
}

/** The person's own version stays as a quick reply of this desk alone. */
function keepOwn(tx: Tx, { name, text }: CheckedReply): void {
  const own = freeName(tx, name)
  tx.run(
    `insert into quick_reply (key, instance, name, name_key, text) values (${nextKey('quick_reply')}, null, ?, ?, ?)`,
    [own, quickReplyNameKey(own), text],
  )
}

const longestName = 64

/** The name, or with a number behind it where this desk has another one of that name. */
function freeName(tx: ReadTx, name: string): string {
  for (let count = 1; ; count++) {
    const end = count === 1 ? '' : ` ${count}`
    const wanted = name.slice(0, longestName - end.length).trimEnd() + end
    const holder = tx.get(
      'select 1 from quick_reply where coalesce(instance, 0) = 0 and name_key = ? and shared_id is null',
      [quickReplyNameKey(wanted)],
    )
    if (holder === undefined) return wanted
  }
}

/** Nobody shares them any more: all stay, as this desk's own. */
export function unshareReplies(tx: Tx): void {
  const rows = tx.all<SharedRow>(
    'select key, name, text, shared_version as version, unsynced from quick_reply where shared_id is not null',
  )
  for (const { key, name } of rows) {
    const own = freeName(tx, name)
    tx.run(
      `update quick_reply set shared_id = null, shared_version = 0, unsynced = 0, name = ?, name_key = ? where key = ?`,
      [own, quickReplyNameKey(own), key],
    )
  }
  tx.run('delete from removed_quick_reply')
  deleteMeta(tx, cursorName)
  if (rows.length > 0) tx.changed({ kind: 'quickReplies' })
}

export const sharedReplyReads = {
  /** At most 200, without those that the team refused as they stand. To be asked for once all the team's are read. */
  'quickReplies.unsynced': (tx: ReadTx): readonly ReplyChange[] => [
    ...tx.all<ReplyChange>(
      `select shared_id as id, name, text, shared_version as base from quick_reply where unsynced in (1, 3, 4)
       order by key limit 100`,
    ),
    ...tx.all<ReplyChange>(
      `select shared_id as id, '-' as name, null as text, shared_version as base from removed_quick_reply limit 100`,
    ),
  ],
  'quickReplies.sharedCursor': (tx: ReadTx): number =>
    Number(tx.get<{ value: string }>('select value from meta where name = ?', [cursorName])?.value ?? 0),
}

export const sharedReplyWrites = {
  /**
   * Takes changes of colleagues, in their order. A reply that was changed or removed here and not uploaded yet stays as
   * it is: the upload decides. A version older than this desk's means that the database went back: the desk uploads its
   * own, on the base of that version, unless a colleague is faster.
   */
  'quickReplies.takeShared'(
    tx: Tx,
    {
      replies,
      mayWrite,
    }: { readonly replies: readonly (SharedQuickReply & { readonly n: number })[]; readonly mayWrite: boolean },
  ): void {
    for (const reply of replies) {
      const { id, version } = reply
      const row = rowOf(tx, id)
      tx.run(
        'update removed_quick_reply set shared_version = :version where shared_id = :id and shared_version > :version',
        {
          ...{ id, version },
        },
      )
      if (isRemovedHere(tx, id)) continue
      if (mayWrite && row !== undefined && version < row.version)
        tx.run(
          'update quick_reply set shared_version = ?, unsynced = case unsynced when 1 then 1 else 4 end where key = ?',
          [version, row.key],
        )
      else if (row?.unsynced !== 1 && !(row?.unsynced === 4 && version === row.version)) {
        if (row?.unsynced === 2) keepOwn(tx, row)
        take(tx, reply)
      }
    }
    const newest = replies.at(-1)?.n
    if (newest !== undefined) setMeta(tx, cursorName, String(newest))
  },

  /**
   * The team was told of a change. `now`: as it stands there; null: it is not there. Where a colleague was faster, what
   * they wrote stands for all, and the person's own text stays as a quick reply of this desk alone.
   */
  'quickReplies.uploaded'(
    tx: Tx,
    { change, now }: { readonly change: ReplyChange; readonly now: SharedQuickReply | null },
  ): void {
    if (change.text === null) {
      tx.run('delete from removed_quick_reply where shared_id = ?', [change.id])
      if (now !== null && now.text !== null) take(tx, now)
      return
    }
    const isTaken = now?.text === change.text && now.name === change.name
    const row = rowOf(tx, change.id)
    if (row === undefined) {
      // Removed here meanwhile: the removal is of the version that stands now.
      if (now !== null)
        tx.run('update removed_quick_reply set shared_version = ? where shared_id = ?', [now.version, change.id])
      return
    }
    if (now !== null && isTaken) {
      const isSame = row.text === change.text && row.name === change.name
      tx.run('update quick_reply set shared_version = ?, unsynced = ? where key = ?', [
        now.version,
        isSame ? 0 : 1,
        row.key,
      ])
    } else {
      // A text that was only given back to the database is nobody's own.
      if (row.unsynced === 1) keepOwn(tx, row)
      if (now === null) tx.run('delete from quick_reply where key = ?', [row.key])
      else take(tx, now)
    }
    tx.changed({ kind: 'quickReplies' })
  },

  /** The team's database does not take these values: they stay here. */
  'quickReplies.refused'(tx: Tx, { change }: { readonly change: ReplyChange }): void {
    if (change.text === null) tx.run('delete from removed_quick_reply where shared_id = ?', [change.id])
    else
      tx.run('update quick_reply set unsynced = 2 where shared_id = ? and text = ? and name = ?', [
        change.id,
        change.text,
        change.name,
      ])
    tx.changed({ kind: 'quickReplies' })
  },

  /** The database continues from a backup: all is read again, and what it lacks is uploaded again. */
  'quickReplies.recheckShared'(tx: Tx): void {
    tx.run('update quick_reply set unsynced = 3 where shared_id is not null and unsynced = 0')
    deleteMeta(tx, cursorName)
  },
}
