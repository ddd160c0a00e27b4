import { expect, test } from 'vitest'
import type { HttpFailureReason, HttpResult } from './http.ts'
import { getPartnerInstances, readPartnerAnswer } from './partner.ts'

const row = { idInstance: 1101000001, name: 'Shop', typeInstance: 'whatsapp', apiTokenInstance: 'a token' }

test.for([
  ['a list', 200, JSON.stringify([row]), { kind: 'listed', broken: 0 }],
  ['an empty list', 200, '[]', { kind: 'listed', instances: [], broken: 0 }],
  ['a 200 that says 401', 200, '{"code":401,"description":"Unauthorized"}', { kind: 'wrongToken' }],
  ['a code as text', 200, '{"code":"401"}', { kind: 'wrongToken' }],
  ['a 200 that says 404', 200, '{"code":404,"description":"No partner"}', { kind: 'refused', text: 'No partner' }],
  ['a status 401 without a body', 401, '', { kind: 'wrongToken' }],
  ['a status 401 whose body has no code', 401, '{"code":null}', { kind: 'wrongToken' }],
  ['a status 403', 403, '<html>', { kind: 'wrongToken' }],
  ['a status 429', 429, '', { kind: 'rateLimited' }],
  ['a gateway in trouble', 502, '<html>', { kind: 'trouble' }],
  ['a page in place of a list', 200, '<html>', { kind: 'garbled' }],
  ['something else', 200, '{"instances":[]}', { kind: 'garbled' }],
  [
    'rows of which one is no instance',
    200,
    JSON.stringify([row, null, 'x', { name: 'no id' }]),
    { kind: 'listed', broken: 3 },
  ],
] as const)('getInstances of the partner API: %s', ([, status, body, expected]) => {
  expect(readPartnerAnswer(status, body)).toMatchObject(expected)
})

test('ids keep their digits, and fields of a wrong type are absent', () => {
  const answer = readPartnerAnswer(200, '[{"idInstance":110100000112345678901,"apiTokenInstance":{},"deleted":"yes"}]')
  expect(answer).toMatchObject({ kind: 'listed', instances: [{ idInstance: '110100000112345678901' }] })
  expect(answer.kind === 'listed' && answer.instances[0]?.apiTokenInstance).toBe(undefined)
})

/** Asks a service that answers so; tells what was asked. */
async function ask(answer: HttpResult) {
  const urls: string[] = []
  const request = async ({ url }: { readonly url: string }) => {
    urls.push(url)
    return answer
  }
  const { signal } = new AbortController()
  const got = await getPartnerInstances({ request }, { baseUrl: 'https://api.example', partnerToken: 'a/b', signal })
  return { got, urls }
}

test.each<[HttpFailureReason, string]>([
  ['timeout', 'timeout'],
  ['aborted', 'aborted'],
  ['refused', 'other'],
  ['reset', 'other'],
])('a partner API that is not reached (%s) is asked once, and says why', async (reason, expected) => {
  const { got, urls } = await ask({ kind: 'failure', reason, mayHaveLeft: false, bytesIn: 0, bytesOut: 0 })
  expect(got).toEqual({ kind: 'unreachable', reason: expected })
  expect(urls).toEqual(['https://api.example/partner/getInstances/a%2Fb'])
})

test('an answer of the partner API is read', async () => {
  const body = JSON.stringify([row])
  const { got } = await ask({ kind: 'response', status: 200, headers: {}, body, bytesIn: 1, bytesOut: 1 })
  expect(got).toMatchObject({ kind: 'listed', instances: [{ name: 'Shop' }], broken: 0 })
})
