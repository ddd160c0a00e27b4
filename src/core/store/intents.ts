import { archiveWrites } from '../archive/archive-intents.ts'
import { journalReads, journalWrites } from '../receiving/journal-intents.ts'
import { receivingReads, receivingWrites } from '../receiving/receiving-intents.ts'
import { historyReads, historyWrites } from '../history/history-intents.ts'
import { accountReads, accountWrites } from '../accounts/accounts-intents.ts'
import { chatReads, chatWrites } from '../reading/chats-intents.ts'
import { directoryReads, directoryWrites } from '../directory/directory-intents.ts'
import { exportReads } from '../exports/exports-intents.ts'
import { importWrites } from '../exports/import-intents.ts'
import { eventReads } from '../inspection/events-intents.ts'
import { namedMessageReads } from '../inspection/named-messages.ts'
import { outgoingReads } from '../inspection/outgoing-intents.ts'
import { mediaReads, mediaWrites } from '../media/media-intents.ts'
import { messageReads } from '../reading/messages-intents.ts'
import { searchReads } from '../search/search-intents.ts'
import { sendingReads, sendingWrites } from '../sending/sending-intents.ts'
import { settingsReads, settingsWrites } from '../settings/settings-intents.ts'
import { storageReads, storageWrites } from './storage-intents.ts'

/**
 * Everything that can be asked of the store, by name. Each feature keeps its own in
 * `src/core/<feature>/<feature>-intents.ts`: synchronous functions `(tx, input) => output`, where input and output
 * can be structured-cloned. Writes run in the store worker, several to a commit; reads run in a read-only worker,
 * each in a snapshot of its own.
 */
export const writes = {
  ...chatWrites,
  ...accountWrites,
  ...archiveWrites,
  ...historyWrites,
  ...directoryWrites,
  ...mediaWrites,
  ...importWrites,
  ...journalWrites,
  ...receivingWrites,
  ...sendingWrites,
  ...settingsWrites,
  ...storageWrites,
}

export const reads = {
  ...chatReads,
  ...messageReads,
  ...directoryReads,
  ...mediaReads,
  ...accountReads,
  ...historyReads,
  ...journalReads,
  ...receivingReads,
  ...searchReads,
  ...eventReads,
  ...outgoingReads,
  ...namedMessageReads,
  ...exportReads,
  ...sendingReads,
  ...settingsReads,
  ...storageReads,
}

export type Writes = typeof writes
export type Reads = typeof reads
export type WriteName = keyof Writes
export type ReadName = keyof Reads
export type WriteInput<Name extends WriteName> = Parameters<Writes[Name]>[1]
export type WriteOutput<Name extends WriteName> = ReturnType<Writes[Name]>
export type ReadInput<Name extends ReadName> = Parameters<Reads[Name]>[1]
export type ReadOutput<Name extends ReadName> = ReturnType<Reads[Name]>
