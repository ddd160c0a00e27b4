import { backOff } from '../../api/limits/back-off.ts'
import type { ApiError } from '../../api/answers/api-error.ts'
import type { MessageKey } from '../../contract/ids.ts'
import { nameAsFile } from '../uploads/rules/file-name.ts'
import { fileUpload } from '../uploads/file-upload.ts'
import type { DueUpload } from '../uploads/tx/uploads-intents.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import type { SendingBase } from './sending-base.ts'
import type { WindowOriginSources } from '../hosting/window-origin.ts'
import { messageSubject } from '../messages/rules/request-subjects.ts'
import type { CancelTimer } from '../base/ports.ts'
import { failureReason, serviceTextOf } from './send-result.ts'
import type { UploadResult } from './tx/record-upload.ts'
import { retryPolicy, uploadTimeoutMs } from './rules/retry-policy.ts'

export interface UploaderPorts
  extends Pick<SendingBase, 'store' | 'clock' | 'logger' | 'emit'>, Pick<WindowOriginSources, 'openMedia'> {}

interface Job {
  readonly stop: AbortController
  readonly ended: Promise<void>
  sent: number
  readonly total: number
}

/** Parallel uploads of one instance. */
const maxConcurrent = 2
/** Equal refusals in a row after which the upload is given up. */
const mostTries = 6

/**
 * Uploads the files of one instance's messages during one run, in parallel to other work; the lane holds a message
 * until its file is uploaded. An upload sends nothing, so an interrupted one is repeated, also in the next run.
 */
export class FileUploader {
  readonly #run: InstanceRun
  readonly #ports: UploaderPorts
  readonly #jobs = new Map<MessageKey, Job>()
  readonly #failures = new Map<MessageKey, number>()
  readonly #waits = new Map<MessageKey, CancelTimer>()
  #cancelPoll: CancelTimer = () => undefined
  #isStarting = false
  #again = false

  constructor(run: InstanceRun, ports: UploaderPorts) {
    this.#run = run
    this.#ports = ports
    const endNudges = run.onNudge(() => this.#hurry())
    const endConnection = run.instance.connection.onChange((state, before) => {
      if (state.kind === 'live' && before.kind !== 'live') this.#hurry()
    })
    run.signal.addEventListener('abort', () => {
      endNudges()
      endConnection()
      for (const cancel of this.#waits.values()) cancel()
      this.#cancelPoll()
    })
  }

  /** A message may need an upload. */
  wake(): void {
    this.#again = true
    if (this.#isStarting || this.#run.signal.aborted) return
    this.#isStarting = true
    this.#startUploads()
      .catch((error: unknown) => {
        this.#ports.logger.error({ instance: this.#run.key, error: String(error) }, 'files that wait were not read')
        this.#cancelPoll = this.#ports.clock.setTimer(retryPolicy.store, () => this.wake())
      })
      .finally(() => {
        this.#isStarting = false
        if (this.#again && this.#jobs.size < maxConcurrent) this.wake()
      })
  }

  /** The person cancels the message. */
  stop(message: MessageKey): void {
    this.#jobs.get(message)?.stop.abort()
    this.#waits.get(message)?.()
    this.#waits.delete(message)
  }

  /** Bytes that were handed to the network, and all of them; null: it is not under way. */
  progressOf(message: MessageKey): { readonly sent: number; readonly total: number } | null {
    const job = this.#jobs.get(message)
    return job === undefined ? null : { sent: job.sent, total: job.total }
  }

  /** Resolves when nothing is under way, once the run is over. */
  async ended(): Promise<void> {
    while (this.#jobs.size > 0) await Promise.all([...this.#jobs.values()].map((job) => job.ended))
  }

  #hurry(): void {
    for (const cancel of this.#waits.values()) cancel()
    this.#waits.clear()
    this.wake()
  }

  async #startUploads(): Promise<void> {
    while (this.#again && !this.#run.signal.aborted && this.#jobs.size < maxConcurrent) {
      this.#again = false
      // The store may answer what was true before one of them ended; its end asks again.
      const underWay = new Set(this.#jobs.keys())
      const due = await this.#ports.store.read('uploads.due', { instance: this.#run.key })
      for (const file of due) {
        if (this.#jobs.size >= maxConcurrent || this.#run.signal.aborted) break
        if (underWay.has(file.message) || this.#waits.has(file.message)) continue
        // The next file of a person finds a place free.
        if (file.program !== null && this.#jobs.size > 0) continue
        this.#begin(file)
      }
    }
  }

  #begin(file: DueUpload): void {
    const stop = new AbortController()
    const { promise, resolve } = Promise.withResolvers<void>()
    const job: Job = { stop, ended: promise, sent: 0, total: file.bytes }
    this.#jobs.set(file.message, job)
    // A file of a few bytes makes no progress that could be announced, and its message may be in view already.
    this.#emitChange(file.message)
    void this.#bring(file, job)
      .catch((error: unknown) => {
        this.#ports.logger.error(
          { instance: this.#run.key, error: String(error) },
          'a file was not brought to the service',
        )
        this.#retryAfter(file.message, retryPolicy.upload.capMs)
      })
      .finally(() => {
        this.#jobs.delete(file.message)
        this.#emitChange(file.message)
        resolve()
        this.wake()
      })
  }

  async #bring(file: DueUpload, job: Job): Promise<void> {
    const { message } = file
    const result = await this.#upload(file, job)
    if (result === null) return
    if (result.kind === 'retryable') this.#retryAfter(message, result.retryAt - this.#ports.clock.now())
    else this.#failures.delete(message)
    await this.#ports.store.write('sending.recordUpload', { message, result }, { urgent: true })
  }

  /** Null: it was given up, by the person or because the run is over. */
  async #upload(file: DueUpload, job: Job): Promise<UploadResult | null> {
    const { message, bytes, name, ref } = file
    const { clock } = this.#ports
    const served = ref === null ? undefined : await this.#ports.openMedia(ref)
    if (served === undefined) return gone
    let reportedAt = clock.monotonic()
    const upload = fileUpload(served.path, bytes, (sent) => {
      job.sent = sent
      if (clock.monotonic() - reportedAt < retryPolicy.uploadProgress) return
      reportedAt = clock.monotonic()
      this.#emitChange(message)
    })
    const signal = AbortSignal.any([this.#run.signal, job.stop.signal])
    const answer = await this.#run.optional.ask(
      'uploadFile',
      { file: upload, fileName: file.asFile === 1 ? nameAsFile(name) : name },
      {
        priority: 'send',
        purpose: 'sending',
        subject: messageSubject(file),
        timeoutMs: uploadTimeoutMs(bytes),
        signal,
      },
    )
    if (signal.aborted) return null
    if (answer === 'absent') return { kind: 'direct' }
    if (answer.ok) {
      const until = clock.now() + retryPolicy.fileRetention[this.#run.instance.row().family] - retryPolicy.linkMargin
      return { kind: 'kept', link: answer.value.urlFile, until }
    }
    if (answer.error.kind === 'wrongHost') {
      // A page that is not found, where other operations are answered: every file goes with its message.
      this.#run.optional.assumeAbsent('uploadFile')
      return { kind: 'direct' }
    }
    return this.#failed(message, answer.error)
  }

  #failed(message: MessageKey, error: ApiError): UploadResult {
    const { clock } = this.#ports
    // The file is missing or has changed; any other failure may succeed the next time.
    if (error.kind === 'network' && error.code === 'UNREADABLE') return gone
    const failures = (this.#failures.get(message) ?? 0) + 1
    this.#failures.set(message, failures)
    const isFinal =
      'status' in error ? finalStatuses.has(error.status) || failures >= mostTries : error.kind === 'invalidInput'
    if (isFinal && error.kind !== 'starting')
      return { kind: 'rejected', reason: failureReason(error), text: serviceTextOf(error) }
    const asked = 'retryAfterMs' in error ? error.retryAfterMs : undefined
    return { kind: 'retryable', retryAt: clock.now() + (asked ?? backOff(retryPolicy.upload, failures)) }
  }

  #retryAfter(message: MessageKey, ms: number): void {
    this.#waits.get(message)?.()
    const cancel = this.#ports.clock.setTimer(Math.max(1, ms), () => {
      this.#waits.delete(message)
      this.wake()
    })
    this.#waits.set(message, cancel)
  }

  #emitChange(message: MessageKey): void {
    this.#ports.emit({ type: 'changed', change: { kind: 'media', message } })
  }
}

/** A retry would get the same answer. */
const finalStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 413, 466])

const gone: UploadResult = { kind: 'rejected', reason: 'fileGone', text: '' }
