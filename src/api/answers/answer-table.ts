import type { AnswerDetail, PlainAnswerKind } from './api-error.ts'
import type { BodyView } from './error-text.ts'
import { isJsonObject } from '../json.ts'
import type { Operation, OperationName } from '../operations.ts'
import type { EmptyWait } from './reply.ts'
import { usedUpLimit } from '../schema/error-body.ts'
import { flag } from '../schema/lenient.ts'

/** The decision of a row. `read`: the body is the reply, if it has the reply's shape. */
export type Verdict =
  | { readonly kind: 'read' }
  | { readonly kind: 'emptyWait'; readonly form: EmptyWait['form'] }
  | { readonly kind: 'alreadyGone' }
  | { readonly kind: 'error'; readonly detail: (body: BodyView) => AnswerDetail }

interface Row {
  /** A status, or the first digit of one as '5xx'. */
  readonly status: number | '2xx' | '3xx' | '4xx' | '5xx'
  /** Only for this operation. */
  readonly operation?: OperationName
  /** Only for operations of a kind. */
  readonly where?: (operation: Operation) => boolean
  readonly when?: (body: BodyView) => boolean
  readonly verdict: Verdict
}

const read: Verdict = { kind: 'read' }
const error = (kind: PlainAnswerKind): Verdict => ({ kind: 'error', detail: () => ({ kind }) })
const hasText =
  (text: RegExp) =>
  (body: BodyView): boolean =>
    text.test(body.text)
const isEmpty = (body: BodyView): boolean => body.form === 'empty'
const isNull = (body: BodyView): boolean => body.reading.kind === 'json' && body.reading.value === null
const waits = (operation: Operation): boolean => operation.emptyWait !== undefined
const emptyWait = (form: EmptyWait['form']): Verdict => ({ kind: 'emptyWait', form })

/** `{status: false, reason}`, the refusal that comes with HTTP 200. */
const isStatusFalse = (body: BodyView): boolean =>
  body.reading.kind === 'json' && isJsonObject(body.reading.value) && body.reading.value['status'] === false

/** `{<field>: false}`, the refusal of a change with HTTP 200 (service 11.6). */
const isFalse =
  (...fields: readonly string[]) =>
  ({ reading }: BodyView): boolean => {
    if (reading.kind === 'notJson' || !isJsonObject(reading.value)) return false
    const fieldsOfBody = reading.value
    return fields.some((field) => flag.safeParse(fieldsOfBody[field]).data === false)
  }

/** `{code: 401, description}` with HTTP 200, as updateApiToken refuses (service 11.7.2). */
const isCodeOfError = (body: BodyView): boolean => {
  if (body.reading.kind !== 'json' || !isJsonObject(body.reading.value)) return false
  const { code } = body.reading.value
  return typeof code === 'number' && code >= 400 && code < 600
}

const inText = (operation: Operation): boolean => operation.refusesInText === true

const isBareText = (body: BodyView): boolean => body.form === 'text'
const isJsonText = (body: BodyView): boolean => body.reading.kind === 'json' && typeof body.reading.value === 'string'

/** "Error: ..." with HTTP 200, bare or as JSON text. */
const isErrorText = (body: BodyView): boolean => (isBareText(body) || isJsonText(body)) && /^Error:/i.test(body.text)

const validation: Verdict = {
  kind: 'error',
  detail: (body) => ({ kind: 'validation', field: /'([\w ]+)'/.exec(body.text)?.[1] }),
}

const quota: Verdict = {
  kind: 'error',
  detail: (body) => {
    const limit = body.reading.kind === 'notJson' ? undefined : usedUpLimit(body.reading.value)
    return { kind: 'quota', method: limit?.method, used: limit?.used, total: limit?.total }
  },
}

/**
 * The first matching row decides (service 7, 10.3 and 10.7). Texts are matched in every form of the service: bare, as
 * JSON text, or in JSON error objects.
 */
const answerTable: readonly Row[] = [
  // An empty wait.
  { status: '2xx', where: waits, when: isEmpty, verdict: emptyWait('emptyBody') },
  { status: '2xx', where: waits, when: isNull, verdict: emptyWait('null') },
  { status: 408, where: waits, verdict: emptyWait('408') },
  { status: 504, where: waits, verdict: emptyWait('504') },

  // Refusals that come with 200.
  { status: '2xx', operation: 'getGroupData', when: hasText(/^Error: forbidden/i), verdict: error('notGroupMember') },
  {
    status: '2xx',
    operation: 'getGroupData',
    when: hasText(/^Error: item-not-found/i),
    verdict: error('groupNotFound'),
  },
  { status: '2xx', when: isErrorText, verdict: error('refused') },
  { status: '2xx', when: isStatusFalse, verdict: error('refused') },
  { status: '2xx', operation: 'editMessage', when: isFalse('editMessage', 'result'), verdict: error('refused') },
  { status: '2xx', operation: 'deleteMessage', when: isFalse('deleteMessage', 'result'), verdict: error('refused') },
  { status: '2xx', operation: 'sendReaction', when: isFalse('sendReaction', 'result'), verdict: error('refused') },
  { status: '2xx', where: inText, when: isCodeOfError, verdict: error('refused') },
  { status: '2xx', where: inText, when: isBareText, verdict: error('refused') },
  // The JSON text of an operation with secrets may be the secret.
  {
    status: '2xx',
    where: (row) => inText(row) && row.secrets === undefined,
    when: isJsonText,
    verdict: error('refused'),
  },
  { status: '2xx', verdict: read },
  { status: '3xx', verdict: error('redirect') },

  {
    status: '4xx',
    operation: 'receiveNotification',
    when: hasText(/webhook url is set/i),
    verdict: error('webhookSet'),
  },
  { status: 400, when: hasText(/idInstance not an integer/i), verdict: error('badInstanceId') },
  { status: 400, when: hasText(/apiTokenInstance not define/i), verdict: error('tokenMissing') },
  { status: 400, when: hasText(/chatId not found/i), verdict: error('chatNotFound') },
  { status: 400, when: hasText(/message not found/i), verdict: error('messageNotFound') },
  { status: 400, when: hasText(/groupId not found/i), verdict: error('groupNotFound') },
  // Texts of the service's list of common errors.
  { status: 400, when: hasText(/in starting process|is starting or not authorized/i), verdict: error('starting') },
  { status: 400, verdict: validation },
  { status: 401, verdict: error('wrongToken') },
  { status: 403, when: hasText(/suspended/i), verdict: error('suspended') },
  { status: 403, verdict: error('wrongInstance') },
  { status: 404, when: hasText(/^(?:Error )?Cannot (GET|POST|DELETE)\b/i), verdict: error('operationMissing') },
  // "... is not on WhatsApp" (service 11.5).
  {
    status: 404,
    where: inText,
    when: (body) => body.text !== '' && body.form !== 'html',
    verdict: error('refused'),
  },
  { status: 404, verdict: error('wrongHost') },
  { status: 408, verdict: error('serviceTimeout') },
  { status: 413, verdict: error('tooLarge') },
  { status: 429, verdict: error('rateLimited') },
  { status: 466, verdict: quota },
  { status: 469, verdict: error('checkQuota') },
  { status: 499, verdict: error('serviceTimeout') },

  {
    status: 500,
    where: (row) => row.alreadyGone !== undefined,
    when: hasText(/un-?ack/i),
    verdict: { kind: 'alreadyGone' },
  },
  { status: 500, when: hasText(/request entity too large/i), verdict: error('tooLarge') },
  { status: 500, where: inText, when: hasText(/rate[ -]?overlimit/i), verdict: error('rateLimited') },
  { status: 502, verdict: error('gateway') },
  { status: 503, verdict: error('gateway') },
  { status: 504, verdict: error('serviceTimeout') },
  { status: '5xx', verdict: error('server') },
]

/** The decision for an answer; an undocumented status is `unexpected`. */
export function verdictOf(name: OperationName, operation: Operation, status: number, body: BodyView): Verdict {
  const family = `${Math.floor(status / 100)}xx`
  const row = answerTable.find(
    (candidate) =>
      (candidate.status === status || candidate.status === family) &&
      (candidate.operation === undefined || candidate.operation === name) &&
      (candidate.where === undefined || candidate.where(operation)) &&
      (candidate.when === undefined || candidate.when(body)),
  )
  return row?.verdict ?? error('unexpected')
}
