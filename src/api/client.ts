import type { z } from 'zod'
import type { ApiError } from './answers/api-error.ts'
import { MAX_LOGGED_BODY, type AttemptObserver, type CallInfo, type CallOptions, type CallResult } from './call.ts'
import { classify, type Classified } from './answers/classify.ts'
import { pause, type ApiClock } from './clock.ts'
import type { Http, HttpPipeline, HttpRequest, HttpResult, HttpUpload } from './http.ts'
import { typeOfName } from './file-types.ts'
import { networkFailure } from './answers/network-failure.ts'
import { operationMethod, operations } from './operations.ts'
import type { InputOf, Operation, OperationName, ReplyOf } from './operations.ts'
import { operationUrl, type Target } from './path.ts'
import type { RateLimiter } from './limits/rate-limiter.ts'
import { createFieldRedact, createRedact, type Redact } from './redact.ts'
import { retryDelay } from './limits/retry.ts'
import { dateOf, limitHint } from './limits/retry-after.ts'
import { limits } from './schema/limits.ts'

export interface InstanceApiOptions {
  readonly http: Http
  readonly clock: ApiClock
  readonly limiter: RateLimiter
  readonly target: Target
  /** Uniform in [0, 1): jitter between repeats. */
  readonly random: () => number
  /** Asked before each call; false ends it as `overBudget`. Default: every call is allowed. */
  readonly maySpend?: ((name: OperationName, call: CallOptions) => boolean) | undefined
  /** Gets one record per HTTP attempt, after it ended. */
  readonly observe?: AttemptObserver | undefined
}

/** One instance of the service. Expected outcomes are values; nothing is thrown. */
export interface InstanceApi {
  /**
   * Makes one call: checks the input, waits for the limiter, sends the request and reads the answer. `sendMessage` is
   * attempted exactly once; other operations are repeated only if `retry` says so.
   */
  call<Name extends OperationName>(
    name: Name,
    input: InputOf<Name>,
    options: CallOptions,
  ): Promise<CallResult<ReplyOf<Name>>>
}

/** The input of one call, prepared for its attempts. */
interface Prepared {
  readonly fields: Readonly<Record<string, unknown>>
  readonly body: string | HttpUpload | undefined
  readonly headers: Readonly<Record<string, string>>
}

interface Attempt<Reply> {
  readonly outcome: Classified<Reply>
  readonly http: HttpResult | undefined
  readonly limiterWaitMs: number
  readonly answerMs: number
}

export function createInstanceApi(options: InstanceApiOptions): InstanceApi {
  const { http, clock, limiter, target, random, observe, maySpend } = options
  const withoutToken = createRedact(target.token)
  /** Operations for which this host uses the other name of an input field (service 10.1). */
  const renamed = new Set<OperationName>()
  let calls = 0

  /** A port must not throw. If it does, the error is classified all the same, so that a send gets its outcome. */
  function ask(request: HttpRequest, pipeline: HttpPipeline | undefined): Promise<HttpResult> {
    const port = pipeline === undefined || request.method === 'POST' ? http : pipeline
    return port
      .request(request)
      .catch((thrown: unknown) => ({ kind: 'failure', ...networkFailure(thrown), bytesIn: 0, bytesOut: 0 }))
  }

  /** A function that removes the token and the operation's secrets from a text. */
  function redactOf({ secrets }: Operation, { fields }: Prepared): Redact {
    if (secrets === undefined) return withoutToken
    const texts = secrets.map((name) => fields[name]).filter((value) => typeof value === 'string')
    const withoutSecrets = createFieldRedact(secrets, texts)
    return (text) => withoutSecrets(withoutToken(text))
  }

  async function attempt<Name extends OperationName>(
    name: Name,
    input: Prepared,
    call: CallOptions,
    id: string,
    number: number,
    leftMs: number | undefined,
  ): Promise<Attempt<ReplyOf<Name>>> {
    const operation: Operation = operations[name]
    const permit = await limiter.acquire(name, { priority: call.priority, signal: call.signal, maxWaitMs: leftMs })
    if (permit.kind !== 'granted') {
      const kind = permit.kind === 'aborted' ? 'aborted' : 'waitedTooLong'
      const outcome = { kind: 'error', error: { operation: name, kind } } as const
      return { outcome, http: undefined, limiterWaitMs: permit.waitedMs, answerMs: 0 }
    }
    if (call.mayLeave?.() === false) {
      permit.ended()
      const outcome = { kind: 'error', error: { operation: name, kind: 'aborted' } } as const
      return { outcome, http: undefined, limiterWaitMs: permit.waitedMs, answerMs: 0 }
    }
    const method = operationMethod(name, target.family)
    const redact = redactOf(operation, input)
    const ownMs = call.timeoutMs ?? operation.timeoutMs + 1000 * (operation.waitSeconds?.(input.fields) ?? 0)
    const startedAt = clock.now()
    const start = clock.monotonic()
    const asked = ask(
      {
        method,
        url: operationUrl(target, name, input.fields),
        headers: { accept: 'application/json', ...input.headers },
        body: input.body,
        timeoutMs: leftMs === undefined ? ownMs : Math.max(1, Math.min(ownMs, leftMs - permit.waitedMs)),
        signal: call.signal,
      },
      call.pipeline,
    )
    if (number === 1) call.onHandedOver?.()
    const result = await asked
    permit.ended()
    const answerMs = clock.monotonic() - start
    const outcome = read(name, result, answerMs, redact)
    if (result.kind === 'response') {
      call.onAnswer?.({ status: result.status, body: redact(result.body) })
      const hint = limitHint(result.headers)
      if (result.status === 429) {
        const asked =
          outcome.kind === 'error' && 'retryAfterMs' in outcome.error ? outcome.error.retryAfterMs : undefined
        limiter.tooFast(name, asked, hint)
      } else limiter.answered(name, hint)
    }
    if (observe !== undefined) {
      const hidden = operation.secrets !== undefined && outcome.kind === 'error' && outcome.error.kind === 'unreadable'
      const response = result.kind === 'response' && !hidden ? loggedBody(result.body, redact) : ''
      observe({
        operation: name,
        method,
        priority: call.priority,
        purpose: call.purpose,
        subject: call.subject,
        call: id,
        attempt: (call.repeats?.attempts ?? 0) + number,
        startedAt,
        endedAt: clock.now(),
        outcome: outcome.kind === 'reply' ? 'reply' : outcome.error.kind,
        error: outcome.kind === 'reply' ? undefined : outcome.error,
        status: result.kind === 'response' ? result.status : undefined,
        serviceDate: result.kind === 'response' ? dateOf(result.headers) : undefined,
        request: redact(typeof input.body === 'string' ? input.body : JSON.stringify(input.fields)),
        response,
        responseTruncated: result.kind === 'response' && result.body.length > MAX_LOGGED_BODY,
        responseHeaders: result.kind === 'response' ? loggedHeaders(result.headers, redact) : {},
        limiterWaitMs: permit.waitedMs,
        connectMs: result.timing?.connectMs,
        firstByteMs: result.timing?.firstByteMs,
        totalMs: result.timing?.totalMs ?? answerMs,
        bytesIn: result.bytesIn,
        bytesOut: result.bytesOut,
      })
    }
    return { outcome, http: result, limiterWaitMs: permit.waitedMs, answerMs }
  }

  function read<Name extends OperationName>(
    name: Name,
    result: HttpResult,
    elapsedMs: number,
    redact: Redact,
  ): Classified<ReplyOf<Name>> {
    if (result.kind === 'response') {
      const { status, headers, body } = result
      return classify(name, { status, headers, body, elapsedMs }, { redact, now: clock.now() })
    }
    const { reason, mayHaveLeft, code } = result
    return { kind: 'error', error: { operation: name, kind: 'network', reason, mayHaveLeft, code } }
  }

  const namesOf = (operation: Operation, rename: boolean) =>
    rename ? operation.otherName : operation.familyNames?.[target.family]

  async function call<Name extends OperationName>(
    name: Name,
    input: InputOf<Name>,
    callOptions: CallOptions,
  ): Promise<CallResult<ReplyOf<Name>>> {
    const operation: Operation = operations[name]
    const start = clock.monotonic()
    calls += 1
    // Clients of later runs count from 1 again: the time makes the key unique.
    const id = callOptions.repeats?.call ?? `${clock.now()} ${calls}`
    let attempts = 0
    let limiterWaitMs = 0
    let last: Attempt<ReplyOf<Name>> | undefined
    const info = (): CallInfo => ({
      attempts,
      limiterWaitMs,
      status: last?.http?.kind === 'response' ? last.http.status : undefined,
      connectMs: last?.http?.timing?.connectMs,
      firstByteMs: last?.http?.timing?.firstByteMs,
      answerMs: last?.answerMs ?? 0,
      totalMs: clock.monotonic() - start,
      bytesIn: last?.http?.bytesIn ?? 0,
      bytesOut: last?.http?.bytesOut ?? 0,
    })
    const fail = (error: ApiError): CallResult<ReplyOf<Name>> => ({ ok: false, error, info: info() })
    const left = (): number | undefined =>
      callOptions.totalMs === undefined ? undefined : callOptions.totalMs - (clock.monotonic() - start)

    const checked = check(name, operation, input)
    if (checked.kind === 'invalid') return fail({ operation: name, kind: 'invalidInput', fields: checked.fields })
    if (maySpend?.(name, callOptions) === false) return fail({ operation: name, kind: 'overBudget' })
    for (;;) {
      attempts += 1
      const prepared = prepare(operation, checked.fields, namesOf(operation, renamed.has(name)), random)
      last = await attempt(name, prepared, callOptions, id, attempts, left())
      limiterWaitMs += last.limiterWaitMs
      const { outcome } = last
      if (outcome.kind === 'reply') return { ok: true, value: outcome.value, raw: outcome.raw, info: info() }
      if (wantsOtherName(operation, outcome.error) && !renamed.has(name)) {
        renamed.add(name)
        continue
      }
      const retry = callOptions.retry
      const wait = retry && retryDelay(operation, outcome.error, attempts, retry, random)
      const rest = left()
      if (wait === undefined || (rest !== undefined && rest <= wait)) return fail(outcome.error)
      // The limiter waits for what a 429 asks for, until a person wants to try now.
      const isHeld = last.http?.kind === 'response' && last.http.status === 429
      await pause(clock, isHeld ? Math.min(wait, retry?.baseMs ?? 0) : wait, callOptions.signal)
      if (callOptions.signal?.aborted) return fail(outcome.error)
    }
  }

  return { call }
}

/** No secret is longer, in any encoding. */
const longestSecret = 8192

/** The logged part of a body, without secrets. The rest is not read: a day's journal may have megabytes. */
function loggedBody(body: string, redact: Redact): string {
  const read = body.slice(0, MAX_LOGGED_BODY + longestSecret)
  const clean = redact(read)
  // A secret that the cut split is not recognised, so the end that may contain it is dropped.
  const whole = read.length === body.length ? clean.length : clean.length - longestSecret
  return clean.slice(0, Math.max(0, Math.min(MAX_LOGGED_BODY, whole)))
}

/** Headers stored in the request log. */
const loggedHeaderNames =
  /^(?:content-(?:type|length|encoding)|date|server|retry-after|x-ratelimit-.*|x-request-id|via|cf-ray)$/

function loggedHeaders(headers: Readonly<Record<string, string>>, redact: Redact): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => loggedHeaderNames.test(name))
      .map(([name, value]) => [name, redact(value)]),
  )
}

type Checked =
  | { readonly kind: 'valid'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly kind: 'invalid'; readonly fields: readonly string[] }

function check(name: OperationName, operation: Operation, input: unknown): Checked {
  const parsed: z.ZodSafeParseResult<unknown> = operation.request.safeParse(input)
  if (!parsed.success) {
    return { kind: 'invalid', fields: [...new Set(parsed.error.issues.map((issue) => issue.path.join('.') || name))] }
  }
  const fields = isRecord(parsed.data) ? parsed.data : {}
  const body = operation.location.kind === 'body' ? JSON.stringify(fields) : ''
  return new TextEncoder().encode(body).byteLength > limits.jsonBodyBytes
    ? { kind: 'invalid', fields: ['body'] }
    : { kind: 'valid', fields }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** @param names names of fields in this family or host, where they differ */
function prepare(
  { location }: Operation,
  fields: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string>> | undefined,
  random: () => number,
): Prepared {
  const sent =
    names === undefined
      ? fields
      : Object.fromEntries(Object.entries(fields).map(([key, value]) => [names[key] ?? key, value]))
  switch (location.kind) {
    case 'nowhere':
    case 'query':
    case 'path':
      return { fields: sent, body: undefined, headers: {} }
    case 'body':
      return { fields: sent, body: JSON.stringify(sent), headers: { 'content-type': 'application/json' } }
    case 'file':
    case 'form': {
      const { file, ...rest } = sent
      const upload = file as HttpUpload
      const name = String(rest['fileName'])
      const type = typeOfName(name)
      const logged = { ...rest, bytes: upload.bytes }
      if (location.kind === 'file') {
        // Headers carry only Latin letters, so other scripts are percent-encoded.
        const headers = { 'content-type': type, 'ga-filename': encodeURIComponent(name) }
        return { fields: logged, body: upload, headers }
      }
      const boundary = `switchboard-${Array.from({ length: 4 }, () => random().toString(36).slice(2)).join('')}`
      const texts = Object.fromEntries(
        Object.entries(rest)
          .filter(([key]) => location.namesFile || key !== 'fileName')
          .map(([key, value]) => [key, String(value)]),
      )
      const form = formBody(texts, { name, type, upload }, boundary)
      return { fields: logged, body: form.upload, headers: { 'content-type': form.contentType } }
    }
  }
}

/** Whether a 400 asks for the field under its other name: nothing was executed, so one more attempt is safe. */
function wantsOtherName(operation: Operation, error: ApiError): boolean {
  if (operation.otherName === undefined || error.kind !== 'validation') return false
  const { text } = error
  return Object.entries(operation.otherName).some(([ours, theirs]) => text.includes(theirs) && !text.includes(ours))
}

/** A form of multipart/form-data (RFC 7578): text fields, then one file. */
interface FormBody {
  readonly contentType: string
  readonly upload: HttpUpload
}

/** @param boundary visible ASCII that occurs in no field; random, so that a file name cannot inject a part */
function formBody(
  fields: Readonly<Record<string, string>>,
  file: { readonly name: string; readonly type: string; readonly upload: HttpUpload },
  boundary: string,
): FormBody {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
  )
  const head = new TextEncoder().encode(
    `${parts.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${quoted(file.name)}"\r\n` +
      `content-type: ${file.type}\r\n\r\n`,
  )
  const tail = new TextEncoder().encode(`\r\n--${boundary}--\r\n`)
  const { upload } = file
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    upload: {
      bytes: head.length + upload.bytes + tail.length,
      async *open() {
        yield head
        yield* upload.open()
        yield tail
      },
      onSent: upload.onSent && ((bytes) => upload.onSent?.(Math.max(0, Math.min(upload.bytes, bytes - head.length)))),
    },
  }
}

/** Percent-encodes the characters of a name that would end the header or the quotes (HTML standard, form names). */
const quoted = (name: string): string => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
