import { expect, test } from 'vitest'
import type { RequestDetails } from '../../contract/requests.ts'
import { createExports } from './create-exports.ts'

const request = {
  instance: 1,
  operation: 'getSettings',
  path: '/waInstance1101000001/getSettings/API_TOKEN',
  method: 'GET',
  startedAt: 0,
  status: 200,
  errorKind: null,
  requestBody: null,
  responseBody: '{',
  responseTruncated: true,
  responseHeaders: { 'content-type': 'application/json' },
} as unknown as RequestDetails

async function entryOf(row: RequestDetails) {
  let text = ''
  const { handlers } = createExports({
    instances: { get: () => ({ row: () => ({ apiUrl: 'https://api.example/path', name: 'Shop' }) }) },
    clock: { now: () => 0 },
    requestLog: { ask: () => Promise.resolve([row]) },
    files: {
      async write(_file: unknown, pieces: AsyncIterable<{ readonly text: string }>) {
        for await (const piece of pieces) text += piece.text
      },
    },
    version: '1.0.0',
  } as never)
  await handlers['export.requests']({ scope: null }, { signal: new AbortController().signal })
  return JSON.parse(text).log.entries[0]
}

test('a body that was not logged whole says so', async () => {
  expect((await entryOf(request)).response.content).toMatchObject({ text: '{', comment: 'truncated' })
  const whole = await entryOf({ ...request, responseTruncated: false })
  expect(whole.response.content).not.toHaveProperty('comment')
})

test('a request of an instance that is gone has an address all the same', async () => {
  expect((await entryOf(request)).request.url).toBe('https://api.example/waInstance1101000001/getSettings/API_TOKEN')
  const gone = await entryOf({ ...request, instance: null, path: '' })
  expect(gone.request.url).toBe('https://unknown.invalid/getSettings')
})
