import type { CoreHandlers } from '../contract/index.ts'
import type { AccountCalls } from './accounts/account-service.ts'
import { createAnnotationHandlers } from './annotations/annotation-handlers.ts'
import { createAdministration } from './administration/create-administration.ts'
import type { Administration } from './administration/create-administration.ts'
import type { Tokens } from './accounts/tokens.ts'
import type { Scrubber } from './logging/scrubber.ts'
import type { Service } from './base/core-base.ts'
import type { CoreDeps } from './core-deps.ts'
import { combine } from './base/combine.ts'
import { createDirectoryHandlers } from './directory/directory-handlers.ts'
import { createDirectoryService } from './directory/directory-service.ts'
import type { DirectoryService } from './directory/directory-service.ts'
import { createExportFiles } from './hosting/export-files.ts'
import { createExportHandlers } from './exports/exports-handlers.ts'
import { createHistory } from './history/create-history.ts'
import type { History } from './history/create-history.ts'
import type { WindowOriginSources } from './hosting/window-origin.ts'
import type { UndiciHttpOptions } from './http/undici-http.ts'
import { createDiagnosticsHandlers } from './inspection/diagnostics.ts'
import { createEventsHandlers } from './inspection/events-handlers.ts'
import { createOutgoingHandlers } from './inspection/outgoing-handlers.ts'
import { createRequestLog } from './inspection/request-log.ts'
import type { RequestLog } from './inspection/request-log.ts'
import { createRequestsHandlers } from './inspection/requests-handlers.ts'
import { createDownloader } from './media/downloader.ts'
import { createMediaHandlers } from './media/media-handlers.ts'
import { createMediaService } from './media/media-service.ts'
import type { MediaService } from './media/media-service.ts'
import type { CoreEntries } from './base/ports.ts'
import { createProfileHandlers } from './profile/profile-handlers.ts'
import { createQuickReplyHandlers } from './quick-replies/quick-reply-handlers.ts'
import { createReadingHandlers } from './reading/reading-handlers.ts'
import { createReceiving } from './receiving/create-receiving.ts'
import type { Receiving } from './receiving/create-receiving.ts'
import { createRecipientHandlers } from './sending/recipient-handlers.ts'
import { createSearchHandlers } from './search/search-handlers.ts'
import { createSendingHandlers } from './sending/sending-handlers.ts'
import { createSendingService } from './sending/sending-service.ts'
import type { SendingService } from './sending/sending-service.ts'
import type { SettingsCalls } from './settings/settings-handlers.ts'
import type { HostInfo } from './base/host-info.ts'
import { createHousekeeping } from './storage/create-housekeeping.ts'
import type { StorageCalls } from './storage/storage-handlers.ts'
import { createUploads } from './uploads/create-uploads.ts'
import type { OpenTeam } from './sharing/shared-team.ts'
import { createTeamService } from './team/team-service.ts'
import type { TeamService } from './team/team-service.ts'

/** Answered by the floor itself. */
type BaseCalls = AccountCalls | SettingsCalls | StorageCalls

/** What does something by itself, in the order in which it starts. */
export interface FeatureServices {
  readonly history: History
  readonly media: MediaService
  readonly sending: SendingService
  readonly receiving: Receiving
  readonly directory: DirectoryService
  readonly administration: Administration
  readonly requestLog: RequestLog
  readonly team: TeamService
  readonly housekeeping: Service
}

export interface Features {
  readonly handlers: Omit<CoreHandlers, BaseCalls>
  readonly services: FeatureServices
  /** What each kind of stored thing does to be cleared. */
  readonly clear: Readonly<Record<'media' | 'spool' | 'requests' | 'journal', () => Promise<void>>>
  /** What the window's origin serves and takes. */
  readonly origin: Pick<WindowOriginSources, 'openMedia' | 'openFile' | 'takeSlice'>
}

export interface FeatureOptions {
  readonly host: HostInfo
  readonly network?: UndiciHttpOptions
  readonly entries: CoreEntries
  /** Knows every token, and takes them out of a text. */
  readonly scrubber: Scrubber
  readonly tokens: Tokens
  /** Reads the instances anew. */
  readonly refreshInstances: () => Promise<void>
  /** Histories of removed instances are to be erased. */
  readonly eraseHistories: () => void
  readonly openTeam: OpenTeam
}

/** The features that stand on the floor: each gets what it asks for, and none knows how another is made. */
export function createFeatures(deps: CoreDeps, options: FeatureOptions): Features {
  const { host, network, entries, scrubber, tokens } = options
  const { store, clock } = deps
  const requestLog = createRequestLog({ ...deps, workerEntry: entries.storeWorker })
  const files = createExportFiles(deps)
  const media = createMediaService({ ...deps, downloader: createDownloader(network) })
  const directory = createDirectoryService({ ...deps, media })
  const sending = createSendingService({
    ...deps,
    openMedia: (ref) => media.open(ref),
    claimsOf: (instance) => team.claimsOf(instance),
    onSettled: () => team.wakeSends(),
  })
  const uploads = createUploads({ ...deps, media, progressOf: (message) => sending.uploadOf(message) })
  const history = createHistory(deps)
  const administration = createAdministration({ ...deps, tokens, scrubber, directory, holdSends: sending.hold })
  const receiving = createReceiving({
    ...deps,
    version: host.version,
    sharedSink: (instance) => team.sinkOf(instance),
    onSharedKeepers: (listener) => team.onKeepers(listener),
  })
  const team = createTeamService({
    ...deps,
    ...options,
    inbox: receiving.inbox,
    wakeLane: (lane) => sending.wake(lane),
  })
  const housekeeping = createHousekeeping({
    ...deps,
    leftovers: [files.clearEarlier, uploads.clearEarlier, media.clearEarlier],
    sweep: media.sweep,
  })
  receiving.onAbsence((instance) => history.recordAbsence(instance))

  return {
    handlers: combine(
      createReadingHandlers({
        ...deps,
        isLoading: (chat) => history.isLoading(chat),
        downloadOf: (message) => media.downloadOf(message),
        onMark: () => team.wakeMarks(),
      }),
      createMediaHandlers({ store, media }),
      createDirectoryHandlers({ store, directory, attend: (chat) => history.attend(chat) }),
      createSearchHandlers({ store }),
      createProfileHandlers({
        ...deps,
        files,
        version: host.version,
        refreshInstances: options.refreshInstances,
      }),
      createQuickReplyHandlers({ ...deps, files }),
      createAnnotationHandlers({ ...deps, onPendingChange: () => team.wakeMarks() }),
      createEventsHandlers({ ...deps, health: (instance) => receiving.health(instance) }),
      createOutgoingHandlers(deps),
      createRequestsHandlers({ ...deps, requestLog }),
      createExportHandlers({ ...deps, files, requestLog, version: host.version }),
      createDiagnosticsHandlers({ ...deps, host, tokens, files, requestLog, scrub: (text) => scrubber.scrub(text) }),
      createSendingHandlers({ ...deps, sending }),
      createRecipientHandlers(deps),
      uploads.handlers,
      history.handlers,
      receiving.handlers,
      administration.handlers,
      team.handlers,
    ),
    services: { history, media, sending, receiving, directory, administration, requestLog, team, housekeeping },
    clear: {
      media: () => media.clear(),
      spool: () => store.write('uploads.clear', undefined, { urgent: true }),
      requests: () => requestLog.clear(),
      async journal() {
        while (await store.write('journal.clear', { instance: null, limit: 500 })) await clock.sleep(50)
      },
    },
    origin: { openMedia: (ref) => media.open(ref), openFile: (id) => files.open(id), takeSlice: uploads.takeSlice },
  }
}
