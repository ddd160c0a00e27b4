import type { CoreHandlers } from '../../contract/index.ts'
import type { ApiError } from '../../api/answers/api-error.ts'
import { groupOf } from '../../api/group-of.ts'
import { ContractError } from '../../contract/errors.ts'
import type { InstanceKey, MessageKey } from '../../contract/ids.ts'
import type { MediaState } from '../../contract/media.ts'
import type { Service } from '../base/core-base.ts'
import type { MediaBase } from './media-base.ts'
import type { ServedFile } from '../hosting/window-origin.ts'
import type { Downloader, DownloadResult } from './downloader.ts'
import { createMediaCache, type FetchedFile, type MediaCache } from './media-cache.ts'
import type { CachedFile } from './tx/store-file.ts'
import type { MediaSource } from './tx/media-intents.ts'

export interface Media {
  readonly handlers: Pick<CoreHandlers, 'media.state' | 'media.fetch' | 'media.cancel'>
  readonly service: MediaService
}

export function createMedia(deps: Parameters<typeof createMediaService>[0]): Media {
  const service = createMediaService(deps)
  return {
    handlers: {
      async 'media.state'({ message }, { signal }) {
        return service.downloadOf(message) ?? (await deps.store.read('media.source', { message }, { signal })).state
      },
      'media.fetch': ({ message }, { signal }) => service.fetch(message, signal),
      async 'media.cancel'({ message }) {
        service.cancel(message)
      },
    },
    service,
  }
}

export interface MediaService extends Service, Pick<MediaCache, 'adopt' | 'remove' | 'clearEarlier'> {
  /**
   * Fetches a message's file, or joins the download that is under way. Aborting stops it when nobody else waits.
   * Rejects with `mediaOff` when Settings say that nothing is fetched; what was fetched before is still there.
   */
  fetch(message: MessageKey, signal?: AbortSignal): Promise<MediaState>
  cancel(message: MessageKey): void
  /** A download under way, to be laid over what the store says; null when there is none. */
  downloadOf(message: MessageKey): MediaState | null
  /** Fetches a picture of an instance, such as an avatar. Null when there is none to be had by this link. */
  fetchPicture(instance: InstanceKey, url: string, signal: AbortSignal): Promise<CachedFile | null>
  /** Fetches a file of an instance that belongs to no message, such as that of a story. */
  fetchFile(instance: InstanceKey, url: string, signal?: AbortSignal): Promise<MediaState>
  /** `media/<ref>` of the window's origin. */
  open(ref: string): Promise<ServedFile | undefined>
  /** Deletes those of these files that nothing shows any more. */
  removeUnshown(refs: readonly string[]): Promise<void>
  /** Deletes every file without a row, in pieces, while nothing is downloaded. */
  sweep(signal: AbortSignal): Promise<void>
  /** Empties the cache. */
  clear(): Promise<void>
}

type Deps = Pick<MediaBase, 'dataDir' | 'clock' | 'ids' | 'logger' | 'store' | 'instances' | 'emit' | 'stopping'> & {
  readonly downloader: Downloader
}

interface Job {
  readonly stop: AbortController
  readonly result: Promise<MediaState>
  waiters: number
  state: Extract<MediaState, { kind: 'loading' }>
}

/** Downloads at once: enough for a screen of pictures, few enough to leave the line to messages. */
const maxConcurrent = 4
/** Interval of progress events, ms. */
const progressEveryMs = 250
/** An avatar is a small picture. */
const pictureLimit = 5_000_000
const shortestMessageId = 16
/** A sweep looks again after, ms, whether downloads are under way. */
const sweepWaitMs = 10_000

function createMediaService(deps: Deps): MediaService {
  const { clock, store, instances, emit, stopping, logger } = deps
  const cache = createMediaCache(deps)
  const fetches = createSemaphore(maxConcurrent)
  /** The download of each message that more callers may join. */
  const jobs = new Map<MessageKey, Job>()
  /** All of them: one that was stopped goes on until it has let go. */
  const running = new Set<Job>()
  let unsubscribe: (() => void) | null = null

  const download = (
    source: Pick<MediaSource, 'instance'>,
    url: string,
    maxBytes: number,
    job: Job | null,
    reportProgress: () => void,
    signal: AbortSignal,
  ) =>
    cache.fetch({
      url,
      apiUrl: instances.get(source.instance)?.row().apiUrl ?? '',
      maxBytes,
      signal,
      onProgress(received, total) {
        if (job === null) return
        job.state = { kind: 'loading', received, total }
        reportProgress()
      },
    })

  /** Null: the instance makes no calls now. */
  const linkCalls = (source: MediaSource, signal: AbortSignal) => {
    const run = instances.get(source.instance)?.run() ?? null
    if (run === null) return null
    const options = { priority: 'view', purpose: 'media.link', signal: AbortSignal.any([signal, run.signal]) } as const
    return { optional: run.optional, api: run.api, options }
  }

  /** A new link for a file whose old one ended (service 10.2): downloadFile where it exists, else the record itself. */
  const freshLink = async (source: MediaSource, signal: AbortSignal): Promise<string | Failed> => {
    const { idMessage, chatId } = source
    let failed: Failed = { kind: 'failed', code: 'linkExpired' }
    if (idMessage === null) return failed
    const calls = linkCalls(source, signal)
    if (calls === null) return { kind: 'failed', code: 'unreachable' }
    const asked = await calls.optional.ask('downloadFile', { chatId, idMessage }, calls.options)
    const isNew = (link: string | undefined): link is string => !!link && link !== source.downloadUrl
    if (asked !== 'absent' && asked.ok && isNew(asked.value.downloadUrl)) return asked.value.downloadUrl
    if (asked !== 'absent' && !asked.ok) failed = unanswered(asked.error) ?? failed
    if (failed.code === 'cancelled' || idMessage.length < shortestMessageId) return failed
    const record = await calls.api.call('getMessage', { chatId, idMessage }, calls.options)
    if (!record.ok) return unanswered(record.error) ?? failed
    return isNew(record.value.downloadUrl) ? record.value.downloadUrl : failed
  }

  /** The link of a call's recording; it lasts for an hour, so each download asks for one (service 10.9). */
  const recordingLink = async (source: MediaSource, signal: AbortSignal): Promise<string | Failed> => {
    const calls = linkCalls(source, signal)
    if (calls === null) return { kind: 'failed', code: 'unreachable' }
    let failed: Failed = { kind: 'failed', code: 'noRecording' }
    for (const idMessage of source.callIds) {
      const asked = await calls.optional.ask('getCallRecording', { idMessage }, calls.options)
      if (asked === 'absent') return failed
      if (asked.ok && asked.value.downloadUrl) return asked.value.downloadUrl
      if (asked.ok) failed = { kind: 'failed', code: 'recordingPending' }
      else {
        const open = unanswered(asked.error)
        if (open !== null) return open
      }
    }
    return failed
  }

  const removeUnshown: MediaService['removeUnshown'] = async (refs) =>
    cache.remove(await store.write('media.forgetUnshown', { refs }))

  const refuse = async (message: MessageKey, failed: Failed): Promise<Failed> => {
    // Stopping is no property of the file: it may be asked for again.
    if (failed.code !== 'cancelled') {
      await store.write('media.failed', { message, code: failed.code, text: failed.text ?? null })
    }
    return failed
  }

  const work = async (message: MessageKey, job: Job, signal: AbortSignal): Promise<MediaState> => {
    const source = await store.read('media.source', { message }, { signal })
    if (source.state.kind === 'ready' && (await cache.open(source.state.ref)) !== undefined) return source.state
    const settings = await store.read('settings.get', undefined)
    if (settings.media === 'never') throw new ContractError('mediaOff')
    let lastReported = Number.NEGATIVE_INFINITY
    const reportProgress = () => {
      if (clock.monotonic() - lastReported < progressEveryMs) return
      lastReported = clock.monotonic()
      emit({ type: 'changed', change: { kind: 'media', message } })
    }
    reportProgress()
    const get = (url: string) => download(source, url, settings.mediaFileLimit, job, reportProgress, signal)
    const link = source.kind === 'call' ? await recordingLink(source, signal) : source.downloadUrl
    if (typeof link !== 'string') return refuse(message, link)
    const first: Fetched = link === '' ? { kind: 'expired' } : await get(link)
    let fetched = first
    if (first.kind === 'expired' && source.kind !== 'call') {
      const fresh = await freshLink(source, signal)
      if (typeof fresh !== 'string') return refuse(message, fresh)
      fetched = await get(fresh)
    }
    if (fetched.kind === 'file' && !(fetched.html && source.kind !== 'document')) {
      const { file } = fetched
      if (!(await store.write('media.fetched', { message, file }))) {
        await removeUnshown([file.ref])
        throw new ContractError('notFound')
      }
      await cache.trim(settings.mediaCacheLimit)
      return { kind: 'ready', ref: file.ref, bytes: file.bytes, mimeType: file.mimeType }
    }
    return refuse(message, failureOf(fetched))
  }

  const begin = (message: MessageKey): Job => {
    const stop = new AbortController()
    const signal = AbortSignal.any([stop.signal, stopping])
    const { promise, resolve, reject } = Promise.withResolvers<MediaState>()
    const job: Job = { stop, result: promise, waiters: 0, state: { kind: 'loading', received: 0, total: null } }
    jobs.set(message, job)
    running.add(job)
    void fetches
      .run(signal, () => work(message, job, signal))
      .then(
        (state) => resolve(state ?? { kind: 'failed', code: 'cancelled' }),
        (error: unknown) => (signal.aborted ? resolve({ kind: 'failed', code: 'cancelled' }) : reject(error)),
      )
      .finally(() => {
        running.delete(job)
        if (jobs.get(message) === job) jobs.delete(message)
        emit({ type: 'changed', change: { kind: 'media', message } })
      })
    return job
  }

  const fetch: MediaService['fetch'] = async (message, signal) => {
    const known = jobs.get(message)
    const job = known === undefined || known.stop.signal.aborted ? begin(message) : known
    job.waiters += 1
    const leave = () => {
      job.waiters -= 1
      if (job.waiters === 0) job.stop.abort()
    }
    signal?.addEventListener('abort', leave, { once: true })
    try {
      return await job.result
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  /** With the setting "Always", files are fetched with their messages. */
  const fetchNew = async (messages: readonly MessageKey[]) => {
    const { media } = await store.read('settings.get', undefined)
    if (media !== 'always') return
    for (const message of await store.read('media.unfetched', { messages })) void fetch(message).catch(() => undefined)
  }

  return {
    start() {
      unsubscribe ??= store.onChanges((changes) => {
        const messages = changes.flatMap((change) => (change.kind === 'messages' ? (change.messages ?? []) : []))
        if (messages.length === 0 || stopping.aborted) return
        fetchNew(messages).catch((error: unknown) => logger.warn({ error }, 'files of new messages were not fetched'))
      })
    },
    async stop() {
      unsubscribe?.()
      unsubscribe = null
      for (const job of running) job.stop.abort()
      await Promise.allSettled([...running].map((job) => job.result))
    },
    fetch,
    cancel: (message) => jobs.get(message)?.stop.abort(),
    downloadOf: (message) => jobs.get(message)?.state ?? null,
    async fetchPicture(instance, url, signal) {
      if ((await store.read('settings.get', undefined)).media === 'never') return null
      const fetched = await fetches.run(signal, () =>
        download({ instance }, url, pictureLimit, null, () => undefined, signal),
      )
      return fetched?.kind === 'file' && fetched.file.mimeType.startsWith('image/') ? fetched.file : null
    },
    async fetchFile(instance, url, given = stopping) {
      const { media, mediaFileLimit, mediaCacheLimit } = await store.read('settings.get', undefined)
      if (media === 'never') throw new ContractError('mediaOff')
      const signal = AbortSignal.any([given, stopping])
      const fetched = await fetches.run(signal, () =>
        download({ instance }, url, mediaFileLimit, null, () => undefined, signal),
      )
      if (fetched === undefined) return { kind: 'failed', code: 'cancelled' }
      if (fetched.kind !== 'file' || fetched.html) return failureOf(fetched)
      const { file } = fetched
      await store.write('media.storeFile', file)
      // The instance was removed, and perhaps erased, while its file was fetched.
      if (instances.get(instance) === undefined) {
        await removeUnshown([file.ref])
        return { kind: 'failed', code: 'cancelled' }
      }
      await cache.trim(mediaCacheLimit)
      return { kind: 'ready', ref: file.ref, bytes: file.bytes, mimeType: file.mimeType }
    },
    adopt: cache.adopt,
    remove: cache.remove,
    removeUnshown,
    clearEarlier: cache.clearEarlier,
    open: (ref) => cache.open(ref),
    async sweep(signal) {
      while (running.size > 0 && !signal.aborted) await clock.sleep(sweepWaitMs, signal)
      await cache.sweep(signal)
    },
    clear: () => cache.trim(0),
  }
}

type Fetched = FetchedFile | Exclude<DownloadResult, { kind: 'done' }>
type Failed = Extract<MediaState, { kind: 'failed' }>

/** Null where the service answered that there is no link. After any other error it may be asked again. */
function unanswered(error: ApiError): Failed | null {
  if (error.kind === 'aborted') return { kind: 'failed', code: 'cancelled' }
  const isAnswer = ['notFound', 'refused', 'operationMissing'].includes(groupOf(error))
  return isAnswer ? null : { kind: 'failed', code: 'unreachable' }
}

function failureOf(fetched: Fetched): Failed {
  switch (fetched.kind) {
    case 'file':
      return { kind: 'failed', code: 'fileWrongType' }
    case 'expired':
      return { kind: 'failed', code: 'linkExpired' }
    case 'refused':
      return { kind: 'failed', code: 'linkRefused', text: fetched.reason }
    case 'tooLarge':
      return { kind: 'failed', code: 'fileTooLarge', text: String(fetched.bytes) }
    case 'unreachable':
      return { kind: 'failed', code: 'unreachable', text: fetched.text }
    case 'diskFull':
      return { kind: 'failed', code: 'storeFull' }
    case 'cancelled':
      return { kind: 'failed', code: 'cancelled' }
  }
}

/** Lets a fixed number of callers work at once; the others wait in order. */
interface Semaphore {
  /** Undefined when `signal` aborts before the turn came. */
  run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result | undefined>
}

function createSemaphore(maxConcurrent: number): Semaphore {
  let free = maxConcurrent
  const waiting = new Set<(granted: boolean) => void>()

  const enter = (signal: AbortSignal): Promise<boolean> => {
    if (signal.aborted) return Promise.resolve(false)
    if (free > 0) {
      free -= 1
      return Promise.resolve(true)
    }
    return new Promise((resolve) => {
      const settle = (granted: boolean) => {
        waiting.delete(settle)
        signal.removeEventListener('abort', abandon)
        resolve(granted)
      }
      const abandon = () => settle(false)
      waiting.add(settle)
      signal.addEventListener('abort', abandon, { once: true })
    })
  }
  /** The permit goes to the longest waiting caller, so that no later one overtakes it. */
  const leave = () => {
    const [next] = waiting
    if (next === undefined) free += 1
    else next(true)
  }
  return {
    async run(signal, work) {
      if (!(await enter(signal))) return undefined
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
