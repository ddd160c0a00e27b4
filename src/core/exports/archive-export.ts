import type { ExportsStore } from './exports-base.ts'
import { z } from 'zod'
import { placeInSecond } from '../messages/archive/rules/order-within-second.ts'
import { readStored } from '../base/rules/stored-json.ts'
import type { InstanceKey, MessageKey } from '../../contract/ids.ts'
import type { OutputOf } from '../store/store.ts'
import type { exportReads } from './tx/read-exports.ts'
import type { ExportPiece } from '../hosting/export-files.ts'
import type { ArchivedMessage, ArchivePlace, ArchiveSides } from './tx/read-exports.ts'

/** First line of an archive file. */
export const archiveFormat = 'switchboard-archive'

const perPiece = 200
/** Before every message. */
const archiveStart: ArchivePlace = { idMessage: '', key: 0 as MessageKey }
type ArchivedStatuses = OutputOf<typeof exportReads, 'export.archiveStatuses'>
const line = (value: object): string => `${JSON.stringify(value)}\n`
/** Our row keys are not exported. */
const lines = (kind: string, rows: readonly { readonly key: number }[]): string =>
  rows.map((row) => line({ kind, ...row, key: undefined })).join('')

/**
 * The archive as JSON lines: the raw record of each message, and further data of people, chats and earlier versions.
 * Importing it gives the same archive whatever was there before, because merging is independent of order. The store
 * contains no tokens.
 */
export async function* archiveLines(
  store: ExportsStore,
  options: { readonly instance: InstanceKey | null; readonly exportedAt: number; readonly version: string },
): AsyncGenerator<ExportPiece> {
  const { instance, exportedAt, version } = options
  const instances = await store.search('export.instances', { instance })
  yield { text: line({ format: archiveFormat, formatVersion: 1, version, exportedAt }), rows: 0 }
  for (const { key, ...account } of instances) {
    yield { text: line({ kind: 'instance', ...account }), rows: 0 }
    const sides = await store.search('export.archiveSides', { instance: key })
    const items = [
      ...sides.people.map((person) => line({ kind: 'person', ...person })),
      ...sides.chats.map((chat) => line({ kind: 'chat', ...chat })),
    ]
    if (items.length > 0) yield { text: items.join(''), rows: 0 }

    for (let after: ArchivePlace = archiveStart; ;) {
      const messages: readonly ArchivedMessage[] = await store.search('export.archivePiece', {
        instance: key,
        after,
        limit: perPiece,
      })
      if (messages.length > 0) {
        yield {
          text: messages
            .map(({ textsJson, at, atSource, tie, key: _own, ...message }) => {
              // Its own record has the time of its last action alone.
              const position = message.source === 'lastOutgoingMessages' ? { position: { at, source: atSource } } : {}
              return line({ kind: 'message', ...message, ...position, ...placeOf(tie), ...textsOf(textsJson) })
            })
            .join(''),
          rows: messages.length,
        }
      }
      const last = messages.at(-1)
      if (last === undefined || messages.length < perPiece) break
      after = last
    }

    const effects = [
      ...sides.edits.map(({ failed, ...edit }) =>
        line({ kind: 'edit', ...edit, ...(failed === null ? {} : { failed }) }),
      ),
      ...sides.labels.map((label) => line({ kind: 'label', ...label })),
      ...sides.notes.map((note) => line({ kind: 'note', ...note })),
      ...sides.changeEvents.map((event) => line({ kind: 'changeEvent', ...event })),
      ...sides.deletions.map((deletion) => line({ kind: 'deletion', ...deletion })),
      ...sides.votes.map((vote) => line(voteLine(vote))),
    ]
    if (effects.length > 0) yield { text: effects.join(''), rows: 0 }

    for (let after: ArchivePlace | null = archiveStart; after !== null;) {
      const { statuses, last }: ArchivedStatuses = await store.search('export.archiveStatuses', {
        instance: key,
        after,
        limit: perPiece,
      })
      if (statuses.length > 0) yield { text: lines('status', statuses), rows: 0 }
      after = last
    }
  }
}

/** How many older messages share its moment; the place of one alone says nothing. */
const placeOf = (tie: string): { readonly place?: number } => {
  const place = placeInSecond(tie)
  return place === null ? {} : { place }
}

const textsOf = (json: string | null): { readonly texts?: unknown } => {
  const texts = readStored(json, z.array(z.unknown()), null)
  return texts === null ? {} : { texts }
}

/** A person's choices in a poll, as an update of the service names them. */
function voteLine({ voter, choicesJson, isEvent, ...vote }: ArchiveSides['votes'][number]) {
  const choices = readStored(choicesJson, z.array(z.string()), [])
  const votes = choices.map((optionName) => ({ optionName, optionVoters: [voter] }))
  return { kind: 'votes', ...vote, voter: isEvent === 1 ? voter : null, votes }
}
