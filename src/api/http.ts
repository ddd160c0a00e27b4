/**
 * The one port of this library: one HTTP request, one answer or one failure, both as values.
 *
 * An implementation must not resend by itself, follow a redirect, keep cookies, or cache.
 */
export interface Http {
  request(request: HttpRequest): Promise<HttpResult>
  /**
   * Opens a connection to an origin for the pipelined requests of one caller. Null where there can be none, such as
   * behind a proxy; an implementation without pipelining leaves it out.
   */
  openPipeline?(origin: string): Promise<HttpPipeline | null>
}

/**
 * One connection on which a request leaves before the one in front of it is answered (RFC 9112, 9.3.2). Requests are
 * written in the order in which they are made here. Nothing is written behind a GET that is not answered, so that a
 * long poll holds nothing up. A connection that breaks may have carried out what it did not answer: never for a POST.
 */
export interface HttpPipeline extends Pick<Http, 'request'> {
  /** Cuts what is under way. */
  close(): void
}

export type HttpMethod = 'GET' | 'POST' | 'DELETE'

export interface HttpRequest {
  readonly method: HttpMethod
  /** Holds the token: never log it, never put it into an error. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Text is sent as UTF-8. */
  readonly body?: string | HttpUpload | undefined
  /**
   * From the first byte sent to the last byte read, connecting included. While an upload is written it begins anew with
   * each piece: it is the longest pause, not the time for all of it.
   */
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  /** A longer answer is the failure `tooLarge`. Default: {@link DEFAULT_MAX_BODY_BYTES}. */
  readonly maxBodyBytes?: number | undefined
}

/** A body that is read piece by piece while it is sent. */
export interface HttpUpload {
  /** Its length is known before: the service takes no other. */
  readonly bytes: number
  /** Begins at the first byte. What it throws ends the request as `aborted`: it is not the network's fault. */
  open(): AsyncIterable<Uint8Array>
  /** Told how many bytes were handed to the network: a few megabytes more than have arrived. */
  readonly onSent?: ((bytes: number) => void) | undefined
}

/** A day's journal of a busy instance with its thumbnails fits; a runaway answer doesn't fill the memory. */
export const DEFAULT_MAX_BODY_BYTES = 64 * 1024 * 1024

export type HttpResult = HttpResponse | HttpFailure

interface HttpResponse {
  readonly kind: 'response'
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The whole body as UTF-8 text, without a byte order mark. */
  readonly body: string
  readonly timing?: HttpTiming | undefined
  /** Size of the body as it was read. */
  readonly bytesIn: number
  /** Size of the request's body. */
  readonly bytesOut: number
}

/** Milliseconds since the request was handed over; what an implementation can't see is absent. */
interface HttpTiming {
  readonly connectMs?: number | undefined
  readonly firstByteMs?: number | undefined
  readonly totalMs: number
}

export interface HttpFailure {
  readonly kind: 'failure'
  readonly reason: HttpFailureReason
  /**
   * False only where it is certain that the service never saw the request. This decides whether a
   * message that was being sent stays queued or has become uncertain (architecture 6).
   */
  readonly mayHaveLeft: boolean
  /** System code for the log, such as ECONNREFUSED. Never holds a URL. */
  readonly code?: string | undefined
  readonly timing?: HttpTiming | undefined
  readonly bytesIn: number
  readonly bytesOut: number
}

/**
 * Before the request left: `dns`, `refused`, `unreachable`, `tls`, `connectTimeout`. After it may have left: `reset`
 * (connection closed without an answer), `timeout`, `cut` (closed inside the answer), `tooLarge`, `protocol` (no HTTP
 * in the answer). Either: `aborted` (by the caller's signal) and `other`.
 */
export type HttpFailureReason =
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'tls'
  | 'connectTimeout'
  | 'reset'
  | 'timeout'
  | 'cut'
  | 'tooLarge'
  | 'protocol'
  | 'aborted'
  | 'other'
