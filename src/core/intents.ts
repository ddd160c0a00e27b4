import { exportReads } from './exports/tx/read-exports.ts'
import { inspectionReads } from './inspection/tx/inspection-intents.ts'
import { readingReads, readingWrites } from './reading/tx/reading-intents.ts'
import { combine } from './base/combine.ts'
import { administrationReads, administrationWrites } from './administration/tx/administration-intents.ts'
import { annotationReads, annotationWrites } from './annotations/tx/annotations-intents.ts'
import { archiveWrites } from './messages/archive/tx/archive-intents.ts'
import { backupReads, backupWrites } from './backup/tx/backup-intents.ts'
import { journalReads, journalWrites } from './journal/tx/journal-intents.ts'
import { receivingReads, receivingWrites } from './receiving/tx/receiving-intents.ts'
import { historyReads, historyWrites } from './history/tx/history-intents.ts'
import { erasingReads, erasingWrites } from './erasing/tx/erasing-intents.ts'
import { accountReads, accountWrites } from './accounts/tx/accounts-intents.ts'
import { directoryReads, directoryWrites } from './directory/tx/directory-intents.ts'
import { mediaReads, mediaWrites } from './media/tx/media-intents.ts'
import { sharedReplyReads, sharedReplyWrites } from './quick-replies/tx/shared-replies.ts'
import { programReads, programWrites } from './programs/tx/programs-intents.ts'
import { proposalReads, proposalWrites } from './proposals/tx/proposals-intents.ts'
import { publicReads } from './public-calls/tx/public-reads.ts'
import { quickReplyReads, quickReplyWrites } from './quick-replies/tx/quick-replies-intents.ts'
import { searchReads } from './search/tx/search-intents.ts'
import { sendingReads, sendingWrites } from './sending/tx/sending-intents.ts'
import { settingsReads, settingsWrites } from './settings/tx/settings-intents.ts'
import { teamReads, teamWrites } from './team/tx/team-intents.ts'
import { storageReads, storageWrites } from './storage/tx/storage-intents.ts'
import { uploadReads, uploadWrites } from './uploads/tx/uploads-intents.ts'
import type { StoreOf } from './store/store.ts'

/**
 * Everything that can be asked of the store, by name. Each feature keeps its own in
 * `src/core/<feature>/tx/<feature>-intents.ts`: synchronous functions `(tx, input) => output`, where input and output
 * can be structured-cloned. Writes run in the store worker, several to a commit; reads run in a read-only worker,
 * each in a snapshot of its own.
 */
export const writes = combine(
  annotationWrites,
  readingWrites,
  erasingWrites,
  accountWrites,
  administrationWrites,
  backupWrites,
  archiveWrites,
  historyWrites,
  directoryWrites,
  mediaWrites,
  journalWrites,
  receivingWrites,
  programWrites,
  proposalWrites,
  quickReplyWrites,
  sharedReplyWrites,
  sendingWrites,
  settingsWrites,
  storageWrites,
  uploadWrites,
  teamWrites,
)

export const reads = combine(
  annotationReads,
  backupReads,
  readingReads,
  directoryReads,
  mediaReads,
  erasingReads,
  accountReads,
  administrationReads,
  historyReads,
  journalReads,
  receivingReads,
  programReads,
  proposalReads,
  publicReads,
  quickReplyReads,
  sharedReplyReads,
  searchReads,
  inspectionReads,
  exportReads,
  sendingReads,
  settingsReads,
  storageReads,
  uploadReads,
  teamReads,
)

export type Writes = typeof writes
export type Reads = typeof reads

/** The store of the archive, with everything that can be asked of it. */
export type Store = StoreOf<Writes, Reads>
