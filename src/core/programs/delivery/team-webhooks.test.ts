import { expect, test } from 'vitest'
import { createTeamWebhookSync } from './team-webhooks.ts'

test('what was stored of a look is known to the next one, also where the database went away in between', async () => {
  const calls: string[] = []
  const known = { id: 'own', webhook: null, team: { id: 'of the team', n: 4, version: 2, heldSecret: 'x' } }
  const team = {
    shared: () => new Map(),
    webhooks: () => Promise.resolve([]),
    webhookCursors: () => Promise.reject(new Error('The database went away.')),
  }
  const sync = createTeamWebhookSync({
    store: { write: (name: string) => Promise.resolve(calls.push(name)) },
    directory: { list: () => [known] },
    port: { current: () => team },
    isDelivering: () => false,
    load: () => Promise.resolve(void calls.push('load')),
  } as unknown as Parameters<typeof createTeamWebhookSync>[0])
  await expect(sync.run()).rejects.toThrow('went away')
  expect(calls).toEqual(['programs.missInTeam', 'load'])
})
