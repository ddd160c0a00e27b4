/**
 * One request as the emulator saw it. The path shows `<token>` in the token's place. Times are emulated epoch
 * milliseconds.
 */
export interface RecordedRequest {
  readonly seq: number
  readonly at: number
  readonly method: string
  readonly path: string
  readonly idInstance: string
  readonly operation: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** At most 20,000 characters of it. */
  body: string
  /** Number of the TCP connection, and of the request on it; both from 1. */
  readonly connection: number
  readonly requestOnConnection: number
  /** 0 while in progress, or if it was never answered. */
  status: number
  endedAt: number | undefined
  fault: string | undefined
  /** The client disconnected before the answer. */
  aborted: boolean
}

export interface RecordedFilter {
  readonly idInstance?: string
  readonly operation?: string
  /** Only requests after this seq. */
  readonly after?: number
}

/** Keeps the newest `capacity` requests. */
export class Recorder {
  readonly #capacity: number
  #requests: RecordedRequest[] = []
  #seq = 0

  constructor(capacity = 20_000) {
    this.#capacity = capacity
  }

  add(request: Omit<RecordedRequest, 'seq'>): RecordedRequest {
    this.#seq += 1
    const recorded: RecordedRequest = { ...request, seq: this.#seq }
    this.#requests.push(recorded)
    if (this.#requests.length > this.#capacity * 2) this.#requests = this.#requests.slice(-this.#capacity)
    return recorded
  }

  list(filter: RecordedFilter = {}): readonly RecordedRequest[] {
    return this.#requests.filter(
      (request) =>
        request.seq > (filter.after ?? 0) &&
        (filter.idInstance === undefined || filter.idInstance === request.idInstance) &&
        (filter.operation === undefined || filter.operation === request.operation),
    )
  }

  clear(): void {
    this.#requests = []
  }
}
