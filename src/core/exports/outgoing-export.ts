import type { ExportsStore } from './exports-base.ts'
import type { StatusObservation } from '../../contract/statuses.ts'
import type { OutgoingFilter, OutgoingRow } from '../../contract/outgoing.ts'
import { csvHead, csvLine, csvTime } from '../base/csv.ts'
import type { ExportPiece } from '../hosting/export-files.ts'

export interface OutgoingExport {
  readonly filter: OutgoingFilter
  /** With the timeline of each message. */
  readonly withStatuses: boolean
}

interface Exported {
  readonly row: OutgoingRow
  readonly observations: readonly StatusObservation[]
}

const perPiece = 300

async function* rowsOf(
  store: ExportsStore,
  { filter, withStatuses }: OutgoingExport,
): AsyncGenerator<readonly Exported[]> {
  let before: Pick<OutgoingRow, 'at' | 'key'> | null = null
  for (;;) {
    const rows: readonly OutgoingRow[] = await store.search('outgoing.piece', { filter, before, limit: perPiece })
    const timelines = withStatuses
      ? await store.search('export.observations', { messages: rows.map(({ key }) => key) })
      : null
    if (rows.length > 0) yield rows.map((row) => ({ row, observations: timelines?.get(row.key) ?? [] }))
    const last = rows.at(-1)
    if (last === undefined || rows.length < perPiece) return
    before = { at: last.at, key: last.key }
  }
}

export async function* outgoingAsJson(store: ExportsStore, input: OutgoingExport): AsyncGenerator<ExportPiece> {
  yield { text: '[', rows: 0 }
  let separator = '\n'
  for await (const rows of rowsOf(store, input)) {
    const texts = rows.map(({ row, observations }) => {
      const times = {
        at: csvTime(row.at),
        progressAt: csvTime(row.progressAt),
        lastActionAt: csvTime(row.lastActionAt),
      }
      return JSON.stringify({ ...row, ...times, ...(input.withStatuses ? { observations } : {}) })
    })
    yield { text: separator + texts.join(',\n'), rows: rows.length }
    separator = ',\n'
  }
  yield { text: '\n]\n', rows: 0 }
}

const columns = [
  'time',
  'chat',
  'idMessage',
  'kind',
  'typeMessage',
  'text',
  'status',
  'rawStatus',
  'reason',
  'serviceText',
  'source',
  'lastAction',
  'sentByApi',
  'sentByProgram',
  'proposedByProgram',
]

export async function* outgoingAsCsv(store: ExportsStore, input: OutgoingExport): AsyncGenerator<ExportPiece> {
  yield { text: csvHead + csvLine(input.withStatuses ? [...columns, 'timeline'] : columns), rows: 0 }
  for await (const rows of rowsOf(store, input)) {
    const text = rows
      .map(({ row, observations }) =>
        csvLine([
          csvTime(row.at),
          row.chatTitle,
          row.idMessage,
          row.kind,
          row.typeMessage,
          row.text,
          row.status.kind,
          row.status.raw,
          row.status.reason,
          row.status.text,
          row.source,
          csvTime(row.lastActionAt),
          row.sentByApi,
          row.program?.how === 'sent' ? row.program.name : null,
          row.program?.how === 'proposed' ? row.program.name : null,
          ...(input.withStatuses ? [observations.map(timelineEntry).join('; ')] : []),
        ]),
      )
      .join('')
    yield { text, rows: rows.length }
  }
}

/** The service's time where it has one, else when it was seen, marked so. */
function timelineEntry({ source, raw, status, reason, text, serviceAt, seenAt }: StatusObservation): string {
  const at = serviceAt === null ? `seen ${csvTime(seenAt)}` : csvTime(serviceAt)
  const why = [reason, text].filter((part) => part !== undefined && part !== '').join(': ')
  return `${raw === '' ? "''" : raw}${raw === status ? '' : ` (${status})`} ${source} ${at}${why === '' ? '' : ` [${why}]`}`
}
