import { describe, expect, test } from 'vitest'
import type { ApiErrorKind } from './api-error.ts'
import { classify } from './classify.ts'
import { operationNames, type OperationName } from '../operations.ts'
import { createRedact } from '../redact.ts'

const token = 'd75b3a66374942c5b3c019c698abc206'
const redact = createRedact(token)

function meaning(operation: OperationName, status: number, body: string, elapsedMs = 5000, headers = {}) {
  return classify(operation, { status, headers, body, elapsedMs }, { redact, now: 1_700_000_000_000 })
}

/** The JSON error object around a text, as the service writes it: with the token in `path`. */
const inObject = (operation: string, message: string): string =>
  JSON.stringify({
    statusCode: 400,
    timestamp: '2026-01-02T03:04:05.678901234Z',
    path: `/v3/waInstance1101/${operation}/${token}`,
    message,
  })

type ErrorLine = readonly [OperationName, number, string, ApiErrorKind]

const hook =
  'Message cannot be received because custom webhook url is set. Go to cabinet, clear webhook url for instance: 1101 and wait for about 1 minute for another attempt'
const html = (status: string): string =>
  `<html>\n<head><title>${status}</title></head><body><h1>${status}</h1></body></html>`

const administration: readonly ErrorLine[] = [
  ['updateApiToken', 200, '{"code":401,"description":"Unauthorized"}', 'refused'],
  ['setGroupAdmin', 200, 'failed to set group admin', 'refused'],
  ['removeAdmin', 200, 'participant not found', 'refused'],
  ['removeAdmin', 200, '"participant not found"', 'refused'],
  ['createGroup', 500, 'rate overlimit', 'rateLimited'],
  ['addContact', 404, '{"message":"79990001122@c.us is not on WhatsApp"}', 'refused'],
  ['addContact', 400, '{"message":"Contact 79990001122@c.us already exists"}', 'validation'],
  ['addContact', 404, '{"message":"Cannot POST /waInstance1101/addContact"}', 'operationMissing'],
  ['reboot', 404, html('404 Not Found'), 'wrongHost'],
  ['reboot', 200, 'null', 'unreadable'],
  ['logout', 200, html('Welcome'), 'unreadable'],
  ['startAuthorization', 200, '{"status":false,"data":{"status":"fail","reason":"already_registered"}}', 'refused'],
  ['setProfilePicture', 400, 'File is empty', 'validation'],
  ['leaveGroup', 200, '{"left":true}', 'unreadable'],
  ['editMessage', 200, '{"editMessage":false}', 'refused'],
  ['editMessage', 200, '{"result":false}', 'refused'],
  ['deleteMessage', 200, '{"deleteMessage":false}', 'refused'],
  ['deleteMessage', 200, '{"result":"false","reason":"too late"}', 'refused'],
  ['deleteMessage', 200, 'false', 'unreadable'],
  ['sendReaction', 200, '{"sendReaction":false}', 'refused'],
  ['sendReaction', 200, '{"result":false}', 'refused'],
]

const specified: readonly ErrorLine[] = [
  ...(['getChatHistory', 'getMessage', 'getGroupData', 'sendMessage', 'getAvatar'] as const).flatMap(
    (operation): ErrorLine[] => [
      [operation, 400, 'Bad Request', 'validation'],
      [operation, 400, 'Validation failed', 'validation'],
      [operation, 400, inObject(operation, 'Validation failed'), 'validation'],
    ],
  ),
  ['getChatHistory', 400, `Validation failed. Details: 'count' must be a number`, 'validation'],
  ['getMessage', 400, `Validation failed. Details: 'idMessage' is not allowed to be empty`, 'validation'],
  ['getMessage', 400, `Validation failed. Details: 'message id' must be at least 16 symbols`, 'validation'],
  ['getMessage', 400, 'chatId not found', 'chatNotFound'],
  ['getMessage', 400, inObject('getMessage', 'chatId not found'), 'chatNotFound'],
  ['getMessage', 400, `Message not found by id '3EB0C767D097B7C7C030'`, 'messageNotFound'],
  ['getMessage', 400, inObject('getMessage', `Message not found by id '3EB0C767D097B7C7C030'`), 'messageNotFound'],
  ['getGroupData', 200, 'Error: forbidden', 'notGroupMember'],
  ['getGroupData', 200, '"Error: forbidden"', 'notGroupMember'],
  ['getGroupData', 200, 'Error: item-not-found', 'groupNotFound'],
  ['getGroupData', 200, '"Error: item-not-found"', 'groupNotFound'],
  ['getGroupData', 400, `Validation failed. Details: 'groupId' must be the next formats: -digits`, 'validation'],
  ['getGroupData', 400, 'groupId not found', 'groupNotFound'],
  ['getGroupData', 400, '"groupId not found"', 'groupNotFound'],
  [
    'getAvatar',
    400,
    inObject(
      'getAvatar',
      `Validation failed. Details: 'chatId' must be one of the next formats: 'user_id' or 'group_id'`,
    ),
    'validation',
  ],
  [
    'sendMessage',
    400,
    `Validation failed. Details: 'message' length must be less than or equal to 20000 characters long`,
    'validation',
  ],
  ['sendMessage', 500, 'request entity too large', 'tooLarge'],
  ['sendMessage', 500, '{"statusCode":500,"message":"request entity too large"}', 'tooLarge'],
  ['receiveNotification', 400, 'Parameter idInstance not an integer', 'badInstanceId'],
  ['receiveNotification', 400, 'Parameter apiTokenInstance not define', 'tokenMissing'],
  ['receiveNotification', 400, hook, 'webhookSet'],
  ['receiveNotification', 400, JSON.stringify(hook), 'webhookSet'],
  ['receiveNotification', 400, inObject('receiveNotification', hook), 'webhookSet'],
  ['receiveNotification', 400, JSON.stringify({ code: 400, message: hook, status: 'BAD_REQUEST' }), 'webhookSet'],
  ['receiveNotification', 403, JSON.stringify({ status: false, reason: hook }), 'webhookSet'],
]

const inTheField: readonly ErrorLine[] = [
  ['getChatHistory', 400, '', 'validation'],
  ['getChatHistory', 400, '{"code":400,"message":"Validation failed","status":"BAD_REQUEST"}', 'validation'],
  ['getChatHistory', 400, '{"message":["chatId must be a string","count must be a number"]}', 'validation'],
  ['getStateInstance', 401, '', 'wrongToken'],
  ['sendMessage', 401, '{"message":"Unauthorized"}', 'wrongToken'],
  ['getStateInstance', 403, html('403 Forbidden'), 'wrongInstance'],
  ['sendMessage', 403, 'Your account is suspended', 'suspended'],
  ['sendMessage', 403, '{"message":"Your account is suspended"}', 'suspended'],
  ['getStateInstance', 404, html('404 Not Found'), 'wrongHost'],
  ['getStateInstance', 404, '', 'wrongHost'],
  [
    'getStateInstance',
    404,
    JSON.stringify({ statusCode: 404, message: `Cannot GET /v3/waInstance1101/getStateInstance/${token}` }),
    'operationMissing',
  ],
  ['checkAccount', 404, `Cannot POST /waInstance1101/checkAccount/${token}`, 'operationMissing'],
  [
    'getChats',
    404,
    `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>Cannot GET /waInstance1101/getChats/${token}</pre>\n</body>\n</html>\n`,
    'operationMissing',
  ],
  ['getChatHistory', 408, '', 'serviceTimeout'],
  ['getChatHistory', 504, html('504 Gateway Time-out'), 'serviceTimeout'],
  ['getChatHistory', 429, '', 'rateLimited'],
  ['getChatHistory', 429, html('429 Too Many Requests'), 'rateLimited'],
  ['sendMessage', 466, '', 'quota'],
  ['checkAccount', 469, '', 'checkQuota'],
  ['sendMessage', 499, '', 'serviceTimeout'],
  ['getChatHistory', 500, '{"statusCode":500,"message":"Internal server error"}', 'server'],
  ['deleteNotification', 500, 'Internal server error', 'server'],
  ['receiveNotification', 502, html('502 Bad Gateway'), 'gateway'],
  ['sendMessage', 503, html('503 Service Unavailable'), 'gateway'],
  ['getChatHistory', 507, '', 'server'],
  ['checkAccount', 200, '{"status":false,"reason":"instance is not authorized"}', 'refused'],
  ['getContacts', 200, 'Error: internal', 'refused'],
  ['getChatHistory', 413, '', 'tooLarge'],
  ['getChatHistory', 418, '', 'unexpected'],
]

const others: readonly ErrorLine[] = [
  ...[301, 302, 303, 307, 308].map((status): ErrorLine => ['getChatHistory', status, html(String(status)), 'redirect']),
  ['getChatHistory', 200, html('Sign in to the network'), 'unreadable'],
  ['getChatHistory', 200, '', 'unreadable'],
  ['getChatHistory', 200, '{"items":[]}', 'unreadable'],
  ['receiveNotification', 200, html('Sign in to the network'), 'unreadable'],
  ['receiveNotification', 200, '{"no":"receipt"}', 'unreadable'],
  ['sendMessage', 200, '{}', 'unreadable'],
]

describe.each([
  ['service 7', specified],
  ['service 11.5 to 11.7', administration],
  ['service 10.7', inTheField],
  ['in between', others],
])('%s', (_source, lines) => {
  test.each(lines)('%s %d %s: %s', (operation, status, body, kind) => {
    const what = meaning(operation, status, body)
    expect(what).toMatchObject({ kind: 'error', error: { operation, kind, status } })
    expect(JSON.stringify(what)).not.toContain(token)
  })
})

test.each([
  ['deleteMessage', ''],
  ['deleteMessage', 'null'],
  ['deleteMessage', '{}'],
  ['deleteMessage', '{"deleteMessage":true}'],
  ['editMessage', '{"idMessage":"3EB0C767D097B7C7C030"}'],
  ['sendReaction', '{"idMessage":"3EB0C767D097B7C7C030","result":true}'],
] as const)('%s is done when it is answered by %j', (operation, body) => {
  expect(meaning(operation, 200, body)).toMatchObject({ kind: 'reply' })
})

describe('an empty wait (service 10.3)', () => {
  test.each([
    [200, '', 5000, { form: 'emptyBody', instant: false }],
    [200, 'null', 20_000, { form: 'null', instant: false }],
    [200, ' null\n', 20_000, { form: 'null', instant: false }],
    [200, 'null', 4, { form: 'null', instant: true }],
    [200, '', 4, { form: 'emptyBody', instant: true }],
    [204, '', 5000, { form: 'emptyBody', instant: false }],
    [408, '', 25_000, { form: '408', instant: false }],
    [504, html('504 Gateway Time-out'), 195_000, { form: '504', instant: false }],
  ])('%d %j after %d ms', (status, body, elapsedMs, wait) => {
    expect(meaning('receiveNotification', status, body, elapsedMs)).toMatchObject({
      kind: 'reply',
      value: { kind: 'empty', ...wait },
    })
  })
})

describe('deleteNotification: already gone is an answer, no error (service 10.2)', () => {
  test.each([
    [200, '{"result":true}', { result: true }],
    [200, '{"result":true,"reason":""}', { result: true }],
    [200, '{"result":false,"reason":"not found"}', { result: false, reason: 'not found' }],
    [500, 'Error: unack message not found', { result: false, reason: 'Error: unack message not found' }],
    [500, '{"message":"no un-acked message with receipt 7"}', { result: false }],
  ])('%d %s', (status, body, value) => {
    expect(meaning('deleteNotification', status, body)).toMatchObject({ kind: 'reply', value })
  })
})

describe('the details of an error', () => {
  test('the service is quoted without token and address, and never as HTML', () => {
    const textOf = (status: number, body: string): unknown => {
      const what = meaning('getChats', status, body)
      return what.kind === 'error' && 'text' in what.error ? what.error.text : undefined
    }
    expect(textOf(404, `Cannot GET /v3/waInstance1101/getChats/${token}`)).toBe(
      'Cannot GET /v3/waInstance1101/getChats/[token]',
    )
    expect(textOf(403, html('403 Forbidden'))).toBe('403 Forbidden')
    expect(textOf(403, '<h1>No</h1><script>alert(1)</script> <p>entry</p>')).toBe('No entry')
    expect(textOf(500, `moved to https://other.example.com/waInstance1/x/${token}`)).toBe('moved to [address]')
    expect(textOf(401, '')).toBe('')
    expect(textOf(400, '{"message":["one","two"]}')).toBe('one; two')
    expect(textOf(500, 'x'.repeat(5000))).toHaveLength(1000)
  })

  test('the field at fault', () => {
    expect(meaning('getChatHistory', 400, `Validation failed. Details: 'count' must be a number`)).toMatchObject({
      error: { field: 'count' },
    })
    expect(meaning('getChatHistory', 400, 'Bad Request')).toMatchObject({
      error: { kind: 'validation', field: undefined },
    })
  })

  test.each([
    ['{"invokeStatus":{"method":"sendMessage","used":"3","total":3,"status":"QUOTE_EXCEEDED"}}', 'sendMessage', 3, 3],
    ['{"method":"sendMessage","used":200,"total":"200","description":"quota"}', 'sendMessage', 200, 200],
    [
      '{"invokeStatus":{"method":"sendmessage","used":67,"total":0,"status":"QUOTE_ALLOWED"},"correspondentsStatus":{"method":"correspondents","used":"3","total":"3","status":"CORRESPONDENTS_QUOTE_EXCEEDED"}}',
      'correspondents',
      3,
      3,
    ],
    ['{"correspondentsStatus":{"used":3,"total":3,"description":"Allowed: 79990000001"}}', undefined, 3, 3],
    ['{"quotaData":{"method":"getmessage","used":"1000","total":1000}}', 'getmessage', 1000, 1000],
    ['Monthly quota has been exceeded', undefined, undefined, undefined],
    ['', undefined, undefined, undefined],
  ])('quota %s', (body, method, used, total) => {
    expect(meaning('sendMessage', 466, body)).toMatchObject({ error: { kind: 'quota', method, used, total } })
  })

  test.each([
    ['{"invokeStatus":{"status":"QUOTE_EXCEEDED","description":"Sends are used up"}}', 'Sends are used up'],
    [
      '{"invokeStatus":{"status":"QUOTE_ALLOWED","description":"Sends"},"correspondentsStatus":{"status":"QUOTE_EXCEEDED","description":"Allowed chats: 1, 2"}}',
      'Allowed chats: 1, 2',
    ],
    ['{"quotaData":{"description":"Reads are used up"}}', 'Reads are used up'],
    ['{"correspondentsStatus":{"status":"CORRESPONDENTS_QUOTE_EXCEEDED"}}', 'CORRESPONDENTS_QUOTE_EXCEEDED'],
  ])('quota %s says %s', (body, text) => {
    expect(meaning('sendMessage', 466, body)).toMatchObject({ error: { kind: 'quota', text } })
  })

  test.each([
    [429, { 'retry-after': '3' }, 3000],
    [429, { 'retry-after': 'Tue, 14 Nov 2023 22:13:30 GMT' }, 10_000],
    [429, { 'retry-after': 'soon' }, undefined],
    [429, {}, undefined],
    [503, { 'retry-after': '120' }, 120_000],
    [469, {}, 7_200_000],
  ])('%d with %j waits %s', (status, headers, retryAfterMs) => {
    expect(meaning('checkAccount', status, '', 5, headers)).toMatchObject({ error: { retryAfterMs } })
  })

  test.each([
    ['receiveNotification', 300_000],
    ['deleteNotification', 300_000],
    ['sendMessage', 3_600_000],
    ['checkAccount', 86_400_000],
  ] as const)('%s is kept back for no more than %d ms, whatever an answer asks for', (operation, retryAfterMs) => {
    expect(meaning(operation, 429, '', 5, { 'retry-after': '864000' })).toMatchObject({ error: { retryAfterMs } })
  })

  test('a date is measured against the date of the answer, since our clock may be wrong', () => {
    const headers = { 'retry-after': 'Tue, 14 Nov 2023 10:00:07 GMT', date: 'Tue, 14 Nov 2023 10:00:00 GMT' }
    expect(meaning('receiveNotification', 429, '', 5, headers)).toMatchObject({ error: { retryAfterMs: 7000 } })
  })
})

test('every operation gives every status a meaning', () => {
  for (const operation of operationNames) {
    for (const status of [
      100, 199, 200, 204, 299, 304, 399, 400, 401, 403, 404, 408, 410, 429, 466, 469, 499, 500, 504, 599,
    ]) {
      for (const body of ['', 'null', 'text', '[]', '{}', '"x"', '7', html('x')]) {
        expect(['reply', 'error']).toContain(meaning(operation, status, body).kind)
      }
    }
  }
})
