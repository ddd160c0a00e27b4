import type { CoreHandlers } from '../../contract/index.ts'
import type { QuickReply, SkippedReply } from '../../contract/quick-replies.ts'
import { csvHead, csvLine } from '../base/csv.ts'
import { exportName, type ExportFiles, type ExportPiece } from '../hosting/export-files.ts'
import type { InstanceBase } from '../accounts/instance-base.ts'
import type { StoreOf } from '../store/store.ts'
import { readCsvReplies, readJsonReplies } from './rules/read-quick-replies.ts'
import type { quickReplyWrites, quickReplyReads } from './tx/quick-replies-intents.ts'

type Calls =
  | 'quickReplies.list'
  | 'quickReplies.save'
  | 'quickReplies.remove'
  | 'quickReplies.import'
  | 'quickReplies.export'

/** Of a file's replies go into the store with one write. */
const batch = 200

export function createQuickReplies({
  store,
  instances,
  clock,
  ids,
  files,
  onShared,
}: Pick<InstanceBase, 'instances' | 'clock' | 'ids'> & {
  readonly store: StoreOf<typeof quickReplyWrites, typeof quickReplyReads>
  readonly files: ExportFiles
  /** Called when a change may have to be uploaded to the team. */
  readonly onShared: () => void
}): {
  readonly handlers: Pick<CoreHandlers, Calls>
} {
  const nameOf = ({ instance }: QuickReply): string =>
    instance === null ? '' : (instances.get(instance)?.row().name ?? '')
  return {
    handlers: {
      'quickReplies.list': (input) => store.read('quickReplies.list', input),
      'quickReplies.save': async (input) => {
        const key = await store.write('quickReplies.save', { ...input, id: ids.uuid() }, { urgent: true })
        onShared()
        return { key }
      },
      'quickReplies.remove': async (input) => {
        await store.write('quickReplies.remove', input, { urgent: true })
        onShared()
      },

      async 'quickReplies.import'({ format, text }, { signal }) {
        const given = format === 'csv' ? readCsvReplies(text) : readJsonReplies(text)
        if (given.kind === 'unreadable') return given
        let [added, same] = [0, 0]
        const skipped: SkippedReply[] = given.misshapen.map((line) => ({ line, name: '', why: 'shape', value: '' }))
        for (let from = 0; from < given.replies.length; from += batch) {
          signal.throwIfAborted()
          const replies = given.replies.slice(from, from + batch)
          const result = await store.write('quickReplies.add', { replies })
          added += result.added
          same += result.same
          skipped.push(...result.skipped)
        }
        return { kind: 'read', added, same, skipped: skipped.toSorted((a, b) => a.line - b.line) }
      },

      async 'quickReplies.export'({ format }, { signal }) {
        const replies = await store.read('quickReplies.list', { scope: null })
        const rows = replies.map((reply) => ({ name: reply.name, text: reply.text, instance: nameOf(reply) }))
        const once = async function* (): AsyncGenerator<ExportPiece> {
          const text =
            format === 'csv'
              ? csvHead +
                csvLine(['name', 'text', 'instance']) +
                rows.map(({ name, text: body, instance }) => csvLine([name, body, instance])).join('')
              : `${JSON.stringify({ quickReplies: rows }, null, 2)}\n`
          yield { text, rows: rows.length }
        }
        const mimeType = format === 'csv' ? 'text/csv' : 'application/json'
        return files.write({ fileName: exportName('Quick replies', clock.now(), format), mimeType }, once(), signal)
      },
    },
  }
}
