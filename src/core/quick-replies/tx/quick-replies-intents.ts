import { ContractError, type ErrorCode } from '../../../contract/errors.ts'
import type { Input } from '../../../contract/index.ts'
import type { InstanceKey, QuickReplyKey, Scope } from '../../../contract/ids.ts'
import type { QuickReply, ReplyFile, SkippedReply } from '../../../contract/quick-replies.ts'
import { fileKindOf } from '../../../contract/values.ts'
import { nextKey } from '../../store/sql.ts'
import type { ReadTx, SqlValue, Tx } from '../../store/tx.ts'
import { recordRemoval } from './shared-replies.ts'
import { checkQuickReply, mostQuickReplies, quickReplyNameKey } from '../rules/check-quick-reply.ts'
import type { GivenReply } from '../rules/read-quick-replies.ts'

interface SavedReply {
  readonly key?: QuickReplyKey | undefined
  readonly instance: InstanceKey | null
  readonly name: string
  readonly text: string
  readonly shared?: boolean | undefined
  /** The team's UUID of one that is shared from now on. */
  readonly id?: string
}

function save(tx: Tx, given: SavedReply): QuickReplyKey {
  const { name, text } = checkQuickReply(given)
  const isShared = given.shared === true
  const instance = isShared ? null : given.instance
  const nameKey = quickReplyNameKey(name)
  const holder = tx.get<{ key: QuickReplyKey }>(
    `select key from quick_reply where coalesce(instance, 0) = ? and name_key = ? and (shared_id is not null) = ? and key is not ?`,
    [instance ?? 0, nameKey, isShared ? 1 : 0, given.key ?? null],
  )
  if (holder !== undefined) throw new ContractError('quickReplyNameTaken')
  if (instance !== null && tx.get('select 1 from instance where key = ?', [instance]) === undefined)
    throw new ContractError('notFound')
  if (isShared && tx.get(`select 1 from meta where name = 'team'`) === undefined) throw new ContractError('teamMissing')
  tx.changed({ kind: 'quickReplies' })
  const row = { instance, name, nameKey, text, unsynced: isShared ? 1 : 0 }
  if (given.key === undefined) return insert(tx, { ...row, shared: isShared ? (given.id ?? null) : null })
  const { key } = given
  const before = tx.get<{ shared: string | null }>('select shared_id as shared from quick_reply where key = ?', [key])
  if (before === undefined) throw new ContractError('notFound')
  if (!isShared) recordRemoval(tx, key)
  tx.run(
    `update quick_reply set instance = :instance, name = :name, name_key = :nameKey, text = :text, unsynced = :unsynced,
       shared_id = :shared, shared_version = case when shared_id is :shared then shared_version else 0 end where key = :key`,
    { ...row, key, shared: isShared ? (before.shared ?? given.id ?? null) : null },
  )
  return key
}

/** The saved quick reply; a new one is empty. */
function storedOr(tx: ReadTx, key: QuickReplyKey | undefined): Omit<SavedReply, 'key' | 'id'> {
  if (key === undefined) return { instance: null, name: '', text: '' }
  const row = tx.get<{ instance: InstanceKey | null; name: string; text: string; shared: number }>(
    'select instance, name, text, shared_id is not null as shared from quick_reply where key = ?',
    [key],
  )
  if (row === undefined) throw new ContractError('notFound')
  return { ...row, shared: row.shared === 1 }
}

function insert(tx: Tx, row: Readonly<Record<string, SqlValue>>): QuickReplyKey {
  const counted = tx.get<{ count: number }>('select count(*) as count from quick_reply')
  if ((counted?.count ?? 0) >= mostQuickReplies)
    throw new ContractError('quickReplyTooMany', { details: { limit: mostQuickReplies } })
  const added = tx.get<{ key: QuickReplyKey }>(
    `insert into quick_reply (key, instance, name, name_key, text, shared_id, unsynced)
     values (${nextKey('quick_reply')}, :instance, :name, :nameKey, :text, :shared, :unsynced) returning key`,
    row,
  )
  if (added === undefined) throw new ContractError('internal')
  return added.key
}

const reasons: Partial<Record<ErrorCode, SkippedReply['why']>> = {
  quickReplyNameEmpty: 'nameEmpty',
  quickReplyNameTooLong: 'nameTooLong',
  quickReplyNameTaken: 'nameTaken',
  quickReplyTooMany: 'tooMany',
  quickReplyVariable: 'variable',
  textBlank: 'textBlank',
  textTooLong: 'textTooLong',
  textBroken: 'textBroken',
}

export interface AddedReplies {
  readonly added: number
  readonly same: number
  readonly skipped: readonly SkippedReply[]
}

export const quickReplyWrites = {
  'quickReplies.save'(tx: Tx, input: Input<'quickReplies.save'> & { readonly id?: string }): QuickReplyKey {
    const stored = storedOr(tx, input.key)
    const { instance = stored.instance, name = stored.name, text = stored.text, shared = stored.shared } = input
    return save(tx, { ...input, instance, name, text, shared })
  },

  'quickReplies.remove'(tx: Tx, input: { readonly key: QuickReplyKey }): void {
    recordRemoval(tx, input.key)
    tx.run('delete from quick_reply where key = ?', [input.key])
    tx.changed({ kind: 'quickReplies' })
  },

  /** Some replies of a file. An instance goes by its name: files travel to other computers. */
  'quickReplies.add'(tx: Tx, input: { readonly replies: readonly GivenReply[] }): AddedReplies {
    const instances = new Map(
      tx
        .all<{ key: InstanceKey; name: string }>('select key, name from instance')
        .map((row) => [quickReplyNameKey(row.name), row.key]),
    )
    let [added, same] = [0, 0]
    const skipped: SkippedReply[] = []
    for (const given of input.replies) {
      const skip = (why: SkippedReply['why'], value = ''): void =>
        void skipped.push({ line: given.line, name: given.name.slice(0, 64), why, value })
      const instance = given.instance === '' ? null : instances.get(quickReplyNameKey(given.instance))
      if (instance === undefined) {
        skip('instance', given.instance.slice(0, 64))
        continue
      }
      if (isHere(tx, { ...given, instance })) {
        same += 1
        continue
      }
      try {
        save(tx, { instance, name: given.name, text: given.text })
        added += 1
      } catch (error) {
        const why = error instanceof ContractError ? reasons[error.code] : undefined
        if (why === undefined || !(error instanceof ContractError)) throw error
        const value = error.data.details?.['text']
        skip(why, typeof value === 'string' ? value : '')
      }
    }
    return { added, same, skipped }
  },
}

const isHere = (tx: Tx, { instance, name, text }: SavedReply): boolean =>
  tx.get<{ text: string }>('select text from quick_reply where coalesce(instance, 0) = ? and name_key = ?', [
    instance ?? 0,
    quickReplyNameKey(name.trim()),
  ])?.text === text.replaceAll('\r\n', '\n')

export const quickReplyReads = {
  'quickReplies.list'(tx: ReadTx, input: { readonly scope: Scope }): readonly QuickReply[] {
    const columns = `key, instance, name, text, case when shared_id is not null then
      case when unsynced in (1, 4) then 'waiting' when unsynced = 2 then 'refused' else 'shared' end end as shared`
    const rows =
      input.scope === null
        ? tx.all<Omit<QuickReply, 'files'>>(`select ${columns} from quick_reply order by name_key, key`)
        : tx.all<Omit<QuickReply, 'files'>>(
            `select ${columns} from quick_reply where coalesce(instance, 0) in (0, ?) order by name_key, key`,
            [input.scope],
          )
    const files = filesOfReplies(tx)
    return rows.map((row) => ({ ...row, files: files.get(row.key) ?? [] }))
  },
}

/** All of them: a quick reply has few, and most have none. */
function filesOfReplies(tx: ReadTx): ReadonlyMap<QuickReplyKey, readonly ReplyFile[]> {
  const rows = tx.all<{ reply: QuickReplyKey; id: string; name: string; bytes: number; ref: string | null }>(
    'select reply, id, name, bytes, ref from quick_reply_file order by reply, position',
  )
  const files = new Map<QuickReplyKey, ReplyFile[]>()
  for (const { reply, id, name, bytes, ref } of rows) {
    const file = { id, name, bytes, kind: fileKindOf(name), isWhole: ref !== null }
    files.set(reply, [...(files.get(reply) ?? []), file])
  }
  return files
}
