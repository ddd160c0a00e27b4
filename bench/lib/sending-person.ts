import { createInterface } from 'node:readline'
import { isContractError } from '../../src/contract/errors.ts'
import type { ChatKey, MessageKey } from '../../src/contract/ids.ts'
import { createCore } from '../../src/core/create-core.ts'
import { storeEntries } from '../../src/core/store-entries.ts'
import { createMemoryVault } from '../../src/core/vault/memory-vault.ts'
import { plainHost } from '../../src/core/testing/plain-host.ts'

/**
 * A program of its own, made to be killed: core with one instance, and a person who sends what the lines on stdin say
 * (`{"n", "chatId", "text"}`), or asks for what became of uncertain ones (`{"check": [keys]}`). Answers `{"n"}` when a
 * message is on the disk.
 */
const [dataDir = '', apiUrl = '', idInstance = '', token = ''] = process.argv.slice(2)
const context = { signal: new AbortController().signal }
const perSecond = 200

const core = await createCore({
  dataDir,
  vault: createMemoryVault(),
  entries: storeEntries(),
  limitClasses: { queue: Number.POSITIVE_INFINITY, send: perSecond, lookup: perSecond, read: 10 },
  host: plainHost,
})
core.start()

const instance = await (async () => {
  const account = { apiUrl, idInstance, token, family: 'v3', name: 'Bench', colour: 'teal', mode: 'full' } as const
  try {
    return (await core.handlers['instances.add']({ ...account, storeToken: false }, context)).instance
  } catch (error) {
    if (!isContractError(error) || error.code !== 'instanceExists') throw error
    const [known] = await core.handlers['instances.list']({}, context)
    if (known === undefined) throw error
    await core.handlers['instances.setToken']({ instance: known.key, token, storeToken: false }, context)
    return known.key
  }
})()

const answer = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)
const opened = new Map<string, Promise<{ readonly chat: ChatKey }>>()

interface Order {
  readonly n?: number
  readonly chatId?: string
  readonly text?: string
  readonly check?: readonly MessageKey[]
}

async function take({ n, chatId = '', text = '', check = [] }: Order): Promise<void> {
  for (const message of check) await core.handlers['messages.checkAgain']({ message }, context)
  if (n === undefined) return
  const chat = opened.get(chatId) ?? core.handlers['chats.open']({ instance, chatId }, context)
  opened.set(chatId, chat)
  await core.handlers['messages.send']({ chat: (await chat).chat, text }, context)
  answer({ n })
}

answer({ ready: true })
for await (const line of createInterface({ input: process.stdin })) {
  const order: Order = JSON.parse(line)
  take(order).catch((error: unknown) => answer({ error: String(error) }))
}
await core.stop()
