/**
 * The only port of this library: one HTTP request, one answer or failure, both as values.
 *
 * An implementation must not resend by itself, follow a redirect, keep cookies, or cache.
 */
export interface Http {
  request(request: HttpRequest): Promise<HttpResult>
  /**
   * Opens a connection to an origin for the pipelined requests of one caller. Null if impossible, such as behind a
   * proxy. An implementation without pipelining omits it.
   */
  openPipeline?(origin: string): Promise<HttpPipeline | null>
}

/**
 * One connection for pipelined requests (RFC 9112, 9.3.2), written in the order of the calls. No request follows an
 * unanswered GET, so that a long poll delays nothing. If the connection breaks, unanswered requests may have been
 * executed: never use it for a POST.
 */
export interface HttpPipeline extends Pick<Http, 'request'> {
  /** Aborts the requests in progress. */
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
   * From the first byte sent to the last byte read, connecting included. During an upload it restarts with each piece:
   * it limits the longest pause, not the whole upload.
   */
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  /** A longer answer is the failure `tooLarge`. Default: {@link DEFAULT_MAX_BODY_BYTES}. */
  readonly maxBodyBytes?: number | undefined
}

/** A body that is streamed while it is sent. */
export interface HttpUpload {
  /** Length of the body; the service needs it in advance. */
  readonly bytes: number
  /** Reads from the first byte. If it throws, the request ends as `aborted`, because the network is not at fault. */
  open(): AsyncIterable<Uint8Array>
  /** Called with the number of bytes handed to the network, which is a few megabytes ahead of what has arrived. */
  readonly onSent?: ((bytes: number) => void) | undefined
}

/** Large enough for a day's journal of a busy instance with its thumbnails; bounds memory for a runaway answer. */
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
  /** Size of the body, bytes. */
  readonly bytesIn: number
  /** Size of the request's body. */
  readonly bytesOut: number
}

/** Milliseconds since the request was handed over; absent if the implementation can't measure it. */
interface HttpTiming {
  readonly connectMs?: number | undefined
  readonly firstByteMs?: number | undefined
  readonly totalMs: number
}

export interface HttpFailure {
  readonly kind: 'failure'
  readonly reason: HttpFailureReason
  /**
   * False only if the service certainly never saw the request. This decides whether a message that was being sent stays
   * queued or has become uncertain (architecture 6).
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
