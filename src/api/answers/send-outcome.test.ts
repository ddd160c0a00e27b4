import { expect, test } from 'vitest'
import type { CallInfo, CallResult } from '../call.ts'
import { classify } from './classify.ts'
import type { HttpFailureReason } from '../http.ts'
import type { SendResult } from '../schema/results.ts'
import { sendOutcome, type SendOutcome } from './send-outcome.ts'

const info: CallInfo = { attempts: 1, limiterWaitMs: 0, answerMs: 1, totalMs: 1, bytesIn: 0, bytesOut: 0 }

function answered(status: number, body: string): CallResult<SendResult> {
  const what = classify('sendMessage', { status, headers: {}, body, elapsedMs: 5 }, { redact: (text) => text, now: 0 })
  return what.kind === 'reply'
    ? { ok: true, value: what.value, raw: what.raw, info }
    : { ok: false, error: what.error, info }
}

test.each<[number, string, SendOutcome['kind']]>([
  [200, '{"idMessage":"3EB0C767D097B7C7C030"}', 'accepted'],
  [200, '{"idMessage":115599887766554433}', 'accepted'],
  [400, `Validation failed. Details: 'message' length must be less than or equal to 20000 characters long`, 'rejected'],
  [400, '', 'rejected'],
  [401, '', 'rejected'],
  [403, 'Your account is suspended', 'rejected'],
  [403, '<html>403 Forbidden</html>', 'rejected'],
  [404, '<html>404 Not Found</html>', 'rejected'],
  [404, '{"statusCode":404,"message":"Cannot POST /x"}', 'rejected'],
  [413, '', 'rejected'],
  [413, '<html>413 Request Entity Too Large</html>', 'rejected'],
  [466, '', 'rejected'],
  [500, 'request entity too large', 'rejected'],
  [500, '{"statusCode":500,"message":"request entity too large"}', 'rejected'],
  [400, 'instance in starting process try later', 'retryable'],
  [400, '{"statusCode":400,"message":"Instance is starting or not authorized"}', 'retryable'],
  [429, '', 'retryable'],
  [499, '', 'uncertain'],
  [408, '', 'uncertain'],
  [500, 'Internal Server Error', 'uncertain'],
  [500, '', 'uncertain'],
  [502, '<html>502 Bad Gateway</html>', 'uncertain'],
  [503, '', 'uncertain'],
  [504, '', 'uncertain'],
  [469, '', 'uncertain'],
  [418, '', 'uncertain'],
  [302, '', 'uncertain'],
  [200, '', 'uncertain'],
  [200, 'null', 'uncertain'],
  [200, '{}', 'uncertain'],
  [200, '{"idMessage":""}', 'uncertain'],
  [200, '{"idMessage":null}', 'uncertain'],
  [200, '{"idMessage":"3EB0', 'uncertain'],
  [200, '<html>Sign in to the network</html>', 'uncertain'],
  [200, '{"status":false,"reason":"not ready"}', 'uncertain'],
  [200, 'Error: forbidden', 'uncertain'],
])('HTTP %d %s: %s', (status, body, kind) => {
  expect(sendOutcome(answered(status, body)).kind).toBe(kind)
})

test.each<[HttpFailureReason, boolean, SendOutcome['kind']]>([
  ['dns', false, 'retryable'],
  ['refused', false, 'retryable'],
  ['unreachable', false, 'retryable'],
  ['tls', false, 'retryable'],
  ['connectTimeout', false, 'retryable'],
  ['aborted', false, 'retryable'],
  ['tls', true, 'uncertain'],
  ['reset', true, 'uncertain'],
  ['timeout', true, 'uncertain'],
  ['cut', true, 'uncertain'],
  ['tooLarge', true, 'uncertain'],
  ['protocol', true, 'uncertain'],
  ['aborted', true, 'uncertain'],
  ['other', true, 'uncertain'],
])('network %s (may have left: %s): %s', (reason, mayHaveLeft, kind) => {
  const error = { operation: 'sendMessage', kind: 'network', reason, mayHaveLeft } as const
  expect(sendOutcome({ ok: false, error, info }).kind).toBe(kind)
})

test('what never left goes later, what can never be sent is refused', () => {
  expect(sendOutcome({ ok: false, error: { operation: 'sendMessage', kind: 'aborted' }, info }).kind).toBe('retryable')
  expect(sendOutcome({ ok: false, error: { operation: 'sendMessage', kind: 'waitedTooLong' }, info }).kind).toBe(
    'retryable',
  )
  expect(
    sendOutcome({ ok: false, error: { operation: 'sendMessage', kind: 'invalidInput', fields: ['message'] }, info })
      .kind,
  ).toBe('rejected')
})
