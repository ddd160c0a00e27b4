import type { CoreHandlers } from '../contract/index.ts'
import type { ErasingCalls } from './erasing/create-erasing.ts'
import type { AccountCalls } from './accounts/account-handlers.ts'
import { createAnnotations } from './annotations/create-annotations.ts'
import { createBackups } from './backup/create-backups.ts'
import { createAdministration } from './administration/create-administration.ts'
import type { Tokens } from './accounts/tokens.ts'
import type { Scrubber } from './logging/scrubber.ts'
import { combine } from './base/combine.ts'
import { createDirectory, type DirectoryService } from './directory/create-directory.ts'
import { createExportFiles } from './hosting/export-files.ts'
import { createExports } from './exports/create-exports.ts'
import { createHistory, type HistoryService } from './history/create-history.ts'
import type { WindowOriginSources } from './hosting/window-origin.ts'
import type { UndiciHttpOptions } from './http/undici-http.ts'
import { createInspection } from './inspection/create-inspection.ts'
import type { RequestLog } from './inspection/request-log.ts'
import { createJournal } from './journal/create-journal.ts'
import { createDownloader } from './media/downloader.ts'
import { createMedia, type MediaService } from './media/create-media.ts'
import type { CoreEntries, HostInfo } from './base/ports.ts'
import { createQuickReplies } from './quick-replies/create-quick-replies.ts'
import { createReading, type TimedMarks } from './reading/create-reading.ts'
import { createInbox } from './receiving/follower.ts'
import { createReceiving, type ReceivingService } from './receiving/create-receiving.ts'
import { createSearch } from './search/create-search.ts'
import { createSending } from './sending/create-sending.ts'
import type { SendingService } from './sending/sending-service.ts'
import type { SettingsCalls } from './settings/create-settings.ts'
import type { Service } from './base/core-base.ts'
import { createHousekeeping } from './storage/create-housekeeping.ts'
import type { RetentionCalls } from './storage/create-message-retention.ts'
import type { StorageCalls } from './storage/create-storage.ts'
import { createUploads } from './uploads/create-uploads.ts'
import { createProposals } from './proposals/create-proposals.ts'
import { createPublicCalls } from './public-calls/create-public-calls.ts'
import { createPrograms } from './programs/create-programs.ts'
import { createWebhookPoster, type OpenWebhookPoster } from './programs/delivery/post-webhook.ts'
import type { OpenLocalApi } from './programs/desk/program-listener.ts'
import type { OpenTeam } from './sharing/shared-team.ts'
import { createTeam, type TeamService } from './team/create-team.ts'
import type { InstanceBase } from './accounts/instance-base.ts'
import type { Store } from './intents.ts'

/** Dependencies of the features: the base, the running instances, and the whole store. */
export interface CoreDeps extends InstanceBase {
  readonly store: Store
}

/** Answered by the floor itself. */
type BaseCalls = AccountCalls | ErasingCalls | RetentionCalls | SettingsCalls | StorageCalls

/** Services in the order in which they start. */
export interface FeatureServices {
  readonly history: HistoryService
  readonly media: MediaService
  readonly sending: SendingService
  readonly receiving: ReceivingService
  readonly journal: Service
  readonly directory: DirectoryService
  readonly administration: Service
  readonly requestLog: RequestLog
  readonly team: TeamService
  readonly timedMarks: TimedMarks
  readonly programs: Service & { load(): Promise<void> }
  readonly proposals: Service
  readonly backups: Service
  readonly housekeeping: Service
}

export interface Features {
  readonly handlers: Omit<CoreHandlers, BaseCalls>
  readonly services: FeatureServices
  /** Clears each kind of stored data. */
  readonly clear: Readonly<Record<'media' | 'spool' | 'requests' | 'journal', () => Promise<void>>>
  /** Removes every file that was exported in this run and is still in the data folder. */
  readonly removeExports: () => Promise<void>
  /** The window's origin: what core serves and accepts there. */
  readonly origin: Pick<WindowOriginSources, 'openMedia' | 'openFile' | 'takeSlice'>
}

export interface FeatureOptions {
  readonly host: HostInfo
  readonly network?: UndiciHttpOptions
  readonly webhookPoster?: OpenWebhookPoster
  readonly entries: CoreEntries
  /** Removes every known token from a text. */
  readonly scrubber: Scrubber
  readonly tokens: Tokens
  /** Reads the instances again. */
  readonly refreshInstances: () => Promise<void>
  /** Histories of removed instances are to be erased. */
  readonly eraseHistories: () => void
  /** Ends core; the next start begins with the store in this file. */
  readonly replaceStore: (file: string) => Promise<void>
  readonly openTeam: OpenTeam
  readonly openLocalApi: OpenLocalApi
}

/** Creates the features: each gets its dependencies, and none knows how another is created. */
export function createFeatures(deps: CoreDeps, options: FeatureOptions): Features {
  const { host, network, entries, scrubber, tokens } = options
  const { store } = deps
  const { version } = host
  const files = createExportFiles(deps)
  const inbox = createInbox({ ...deps, version })
  const team = createTeam({ ...deps, ...options, inbox })
  const {
    sinkOf: sharedSink,
    claimsOf,
    wakeSends: onSettled,
    wakeMarks,
    onSinksChanged: onSharedSinksChanged,
  } = team.service
  const receiving = createReceiving({ ...deps, version, sharedSink, onSharedSinksChanged: onSharedSinksChanged, inbox })
  const journal = createJournal({ ...deps, version, receiving: receiving.service })
  const inspection = createInspection({
    ...{ ...deps, host, tokens, files, entries },
    scrub: (text) => scrubber.scrub(text),
  })
  const media = createMedia({ ...deps, downloader: createDownloader(network) })
  const { open: openMedia, downloadOf } = media.service
  const history = createHistory({ ...deps, windows: team.service.windows })
  inbox.absences.listen(history.service.recordAbsence)
  inbox.applied.listen(({ isErased }) => {
    if (isErased) options.eraseHistories()
  })
  const sending = createSending({ ...deps, openMedia, claimsOf, onSettled })
  const directory = createDirectory({ ...deps, media: media.service, attend: history.service.attend })
  const administration = createAdministration({
    ...{ ...deps, tokens, scrubber, directory: directory.service, media: media.service },
    holdSends: sending.service.hold,
  })
  const uploads = createUploads({ ...deps, media: media.service, progressOf: sending.service.uploadOf })
  const backups = createBackups({
    ...deps,
    version,
    entry: entries.backupWorker,
    replaceStore: options.replaceStore,
  })
  const housekeeping = createHousekeeping({
    ...deps,
    leftovers: [files.clearEarlier, uploads.clearEarlier, media.service.clearEarlier, backups.clearEarlier],
    async sweep(signal) {
      await uploads.ofPrograms.expire()
      await media.service.sweep(signal)
    },
  })
  const requestLog = inspection.service
  const search = createSearch(deps)
  const annotations = createAnnotations({ ...deps, onPendingChange: wakeMarks })
  const proposals = createProposals({
    ...deps,
    wake: sending.service.wake,
    teamProposals: team.service.proposals,
  })
  const operations = createPublicCalls({
    ...deps,
    openMedia,
    wake: sending.service.wake,
    stopUpload: sending.service.stopUpload,
    takeFile: uploads.ofPrograms.take,
    onProposed: proposals.service.schedule,
    proposals: proposals.sync,
    teamWebhooks: team.service.webhooks,
    handlers: () => ({ ...programs.handlers, ...search.handlers, ...annotations.handlers }),
    epoch: () => programs.epoch(),
  })
  const programs = createPrograms({
    ...deps,
    scrubber,
    openPoster: options.webhookPoster ?? ((settings) => createWebhookPoster(settings, network)),
    openLocalApi: options.openLocalApi,
    operations,
    teamWebhooks: team.service.webhooks,
  })
  const reading = createReading({ ...deps, isLoading: history.service.isLoading, downloadOf, onMark: wakeMarks })

  return {
    handlers: combine(
      reading.handlers,
      media.handlers,
      directory.handlers,
      search.handlers,
      createQuickReplies({ ...deps, files, onShared: team.service.wakeLists }).handlers,
      annotations.handlers,
      inspection.handlers,
      createExports({ ...deps, files, requestLog, version }).handlers,
      sending.handlers,
      uploads.handlers,
      history.handlers,
      journal.handlers,
      programs.handlers,
      proposals.handlers,
      backups.handlers,
      administration.handlers,
      team.handlers,
    ),
    services: {
      history: history.service,
      media: media.service,
      sending: sending.service,
      receiving: receiving.service,
      journal: journal.service,
      directory: directory.service,
      administration: administration.service,
      requestLog,
      team: team.service,
      timedMarks: reading.service,
      programs: programs.service,
      proposals: proposals.service,
      backups: backups.service,
      housekeeping,
    },
    clear: {
      media: () => media.service.clear(),
      spool: () => store.write('uploads.clear', undefined, { urgent: true }),
      requests: () => requestLog.clear(),
      journal: journal.service.clear,
    },
    removeExports: files.removeAll,
    origin: { openMedia, openFile: (id) => files.open(id), takeSlice: uploads.takeSlice },
  }
}
