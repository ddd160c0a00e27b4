import type { Http } from '../../api/http.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../contract/ids.ts'
import type { MessageStatus } from '../../contract/messages.ts'
import type { Family } from '../../api/operations.ts'
import { createInstanceRegistry } from '../accounts/instance-registry.ts'
import type { InstanceRegistry } from '../accounts/instance-registry.ts'
import { createUndiciHttp } from '../http/undici-http.ts'
import type { Clock, Logger } from '../ports.ts'
import { createRecipientHandlers } from '../sending/recipient-handlers.ts'
import type { RecipientHandlers } from '../sending/recipient-handlers.ts'
import { createSendingHandlers } from '../sending/sending-handlers.ts'
import type { SendingHandlers } from '../sending/sending-handlers.ts'
import { createSendingService } from '../sending/sending-service.ts'
import type { SendingService } from '../sending/sending-service.ts'
import type { Store } from '../intents.ts'
import { createSystemClock } from '../system-clock.ts'
import { openTestStore } from './open-test-store.ts'
import { createSilentLogger } from './silent-logger.ts'

export interface StartSendingOptions {
  readonly dataDir: string
  readonly clock?: Clock
  readonly http?: Http
  readonly logger?: Logger
  /** Puts itself between the store and those who use it. */
  readonly watch?: (store: Store) => Store
}

interface SendingAccount {
  /** Base address without version segment. */
  readonly apiUrl: string
  readonly idInstance: string
  /** null: without a token until one is set. */
  readonly token: string | null
  readonly family?: Family
}

/** Sending on a real store, without the rest of core. */
export interface RunningSending {
  readonly store: Store
  readonly instances: InstanceRegistry
  readonly sending: SendingService
  readonly handlers: SendingHandlers & RecipientHandlers
  /** Adds an instance, or takes up the one that is there, and lets it run. */
  add(account: SendingAccount): Promise<InstanceKey>
  /** Reads the instances anew, after something about them was written. */
  refresh(): Promise<void>
  chat(instance: InstanceKey, chatId: string): Promise<ChatKey>
  send(chat: ChatKey, text: string): Promise<MessageKey>
  status(message: MessageKey): Promise<MessageStatus | null>
  /** Resolves with the status once it fits; looks again at each change of the store. Rejects after `withinMs` real ms. */
  until(message: MessageKey, fits: (status: MessageStatus) => boolean, withinMs?: number): Promise<MessageStatus>
  /** Ends it in order. */
  stop(): Promise<void>
}

export async function startSending(options: StartSendingOptions): Promise<RunningSending> {
  const clock = options.clock ?? createSystemClock()
  const logger = options.logger ?? createSilentLogger()
  const opened = await openTestStore(options.dataDir, { clock })
  const store = options.watch?.(opened) ?? opened
  const http = options.http ?? createUndiciHttp()
  const ids = { uuid: () => crypto.randomUUID(), random: () => 0.5 }
  const instances = createInstanceRegistry({ clock, http, ids, logger, store })
  const sending = createSendingService({ instances, store, clock, logger })
  const handlers = {
    ...createSendingHandlers({ store, sending, instances, clock }),
    ...createRecipientHandlers({ store, instances }),
  }
  const refresh = async () => instances.update(await store.read('accounts.list', undefined))
  await refresh()
  sending.start()
  instances.start()

  const context = { signal: new AbortController().signal }
  const status = (message: MessageKey) => store.read('sending.status', { message })
  return {
    store,
    instances,
    sending,
    handlers,
    refresh,
    async add({ apiUrl, idInstance, token, family = 'v3' }) {
      const prefix = family === 'v3' ? '/v3' : ''
      const account = { apiUrl, idInstance, family, prefix, name: 'Shop', colour: 'teal', mode: 'full' } as const
      const added = await store.write('accounts.add', account)
      await refresh()
      const key = added.kind === 'exists' ? added.key : added.instance.key
      if (token !== null) instances.setToken(key, token)
      return key
    },
    async chat(instance, chatId) {
      return (await handlers['chats.open']({ instance, chatId }, context)).chat
    },
    async send(chat, text) {
      return (await handlers['messages.send']({ chat, text }, context)).message
    },
    status,
    until: (message, fits, withinMs = 15_000) =>
      new Promise((resolve, reject) => {
        let last: MessageStatus | null = null
        const end = () => {
          stopListening()
          clearTimeout(timer)
        }
        const look = () => {
          void status(message).then((now) => {
            last = now
            if (now === null || !fits(now)) return
            end()
            resolve(now)
          }, reject)
        }
        const stopListening = store.onChanges(look)
        const timer = setTimeout(() => {
          end()
          reject(new Error(`Waited ${withinMs} ms; the status is ${JSON.stringify(last)}.`))
        }, withinMs)
        look()
      }),
    async stop() {
      instances.stop()
      await sending.stop()
      await store.close()
      if ('close' in http && typeof http.close === 'function') await http.close()
    },
  }
}
