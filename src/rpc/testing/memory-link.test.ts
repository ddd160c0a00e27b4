import { describe, expect, test } from 'vitest'
import { createClient } from '../client.ts'
import { conformanceCases, createConformanceHost } from './conformance.ts'
import { createMemoryLink } from './memory-link.ts'

describe('the memory pair', () => {
  test.for(conformanceCases)('$name', async ({ run }) => {
    const host = createConformanceHost()
    const link = createMemoryLink((end) => void host.accept(end))
    link.connect()
    const reconnect = async (): Promise<void> => {
      link.disconnect()
      link.connect()
    }
    await expect(run({ link: link.client, reconnect })).resolves.toBeUndefined()
  })
})

test('a call made before the pipe is up waits for it, and can be cancelled meanwhile', async () => {
  const host = createConformanceHost()
  const link = createMemoryLink((end) => void host.accept(end))
  const client = createClient(link.client)
  const cancel = new AbortController()
  const waiting = client.call('app.preference', { name: 'x' })
  const cancelled = client.call('app.preference', { name: 'y' }, { signal: cancel.signal })
  cancel.abort()
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' })
  expect(client.state()).toBe('connecting')
  link.connect()
  // The conformance host has no such call: that it says so shows that the call went out, and only that one.
  await expect(waiting).rejects.toMatchObject({ code: 'badInput' })
  expect(client.state()).toBe('open')
})
