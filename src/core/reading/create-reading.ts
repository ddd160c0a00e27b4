import type { Clock, Logger, CancelTimer } from '../base/ports.ts'
import type { Service } from '../base/core-base.ts'
import type { ChatKey, MessageKey } from '../../contract/ids.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import type { MediaState } from '../../contract/media.ts'
import type { Message, MessageContent } from '../../contract/messages.ts'
import { ContractError } from '../../contract/errors.ts'
import type { InstanceRegistry } from '../accounts/instance-registry.ts'
import { runOf } from '../accounts/run-of.ts'
import { contractErrorOf } from '../base/contract-error-of.ts'
import { createSingleFlight } from '../base/single-flight.ts'
import { detailsOf } from '../messages/content/rules/order-details.ts'
import { createRerun } from '../base/create-rerun.ts'
import { isStoreTrouble } from '../store/store-error.ts'
import type { archiveWrites } from '../messages/archive/tx/archive-intents.ts'
import type { readingReads, readingWrites } from './tx/reading-intents.ts'
import type { StoreOf } from '../store/store.ts'

/** The store, with the writes and reads that this room calls. */
type ReadingStore = StoreOf<
  typeof readingWrites & Pick<typeof archiveWrites, 'archive.storeOrderDetails'>,
  typeof readingReads
>

/** The clock is looked at so often at least, ms: it may be set, and the computer may sleep. */
const mostWaitMs = 60_000
/** After a store that refused, ms. */
const retryMs = 5_000

export interface TimedMarks extends Service {
  /** A chat was snoozed, or a chat or an instance muted. */
  schedule(): void
}

interface Ports {
  readonly store: ReadingStore
  readonly clock: Clock
  readonly logger: Logger
}

/** Ends snoozes and mutes when their time comes, also one that passed while the program was off. */
function createTimedMarks({ store, clock, logger }: Ports): TimedMarks {
  const stopping = new AbortController()
  let cancel: CancelTimer = () => undefined

  const waitFor = (ms: number): void => {
    cancel()
    if (!stopping.signal.aborted) cancel = clock.setTimer(ms, schedule)
  }

  const endTimedMarks = async (): Promise<void> => {
    if (stopping.signal.aborted) return
    try {
      const { nextAt } = await store.write('chats.endTimedMarks', undefined, { deferred: true })
      const leftMs = nextAt === null ? null : nextAt - clock.now()
      if (leftMs !== null && leftMs <= 0) schedule()
      else if (leftMs !== null) waitFor(Math.min(leftMs, mostWaitMs))
    } catch (error) {
      if (!isStoreTrouble(error)) logger.error({ error: String(error) }, 'snoozes and mutes')
      waitFor(retryMs)
    }
  }
  const run = createRerun(endTimedMarks)
  const schedule = () => void run()

  return {
    schedule,
    start: schedule,
    async stop() {
      stopping.abort()
      cancel()
      await run()
    },
  }
}

/**
 * Asks what was ordered when a person wants to know: asking often can restrict the account (service 10.9). A refusal
 * leaves the order and what is kept of it as they are.
 */
function createReadOrder({
  store,
  instances,
}: {
  readonly store: ReadingStore
  readonly instances: InstanceRegistry
}): Pick<CoreHandlers, 'messages.readOrder'> {
  const singleFlight = createSingleFlight()
  return {
    'messages.readOrder': ({ message }) =>
      singleFlight(`order ${message}`, null, async () => {
        const { instance, orderId, sellerJid, token } = await store.read('messages.orderAccess', { message })
        if (token === null || orderId === '' || sellerJid === '') throw new ContractError('orderClosed')
        const run = runOf(instances, instance)
        const ask = { priority: 'view', purpose: 'messages.readOrder', signal: run.signal } as const
        const answer = await run.optional.ask('getOrderDetails', { orderId, token, sellerJid }, ask)
        if (answer === 'absent') throw new ContractError('operationMissing')
        if (!answer.ok) throw contractErrorOf(answer.error)
        await store.write('archive.storeOrderDetails', { message, details: detailsOf(answer.value) }, { urgent: true })
      }),
  }
}

export interface ReadingDeps {
  readonly store: ReadingStore
  readonly clock: Clock
  readonly logger: Logger
  readonly instances: InstanceRegistry
  /** A history request of the chat is under way. */
  readonly isLoading: (chat: ChatKey) => boolean
  /** A download that is under way; null when there is none. */
  readonly downloadOf: (message: MessageKey) => MediaState | null
  /** A chat was marked as done, or as read. */
  readonly onMark: () => void
}

type ReadingCalls = Pick<
  CoreHandlers,
  | 'chats.list'
  | 'chats.details'
  | 'people.files'
  | 'chats.indexOf'
  | 'chats.find'
  | 'chats.nextUnread'
  | 'chats.nextWaiting'
  | 'chats.setPinned'
  | 'chats.setMuted'
  | 'chats.setArchived'
  | 'chats.separate'
  | 'chats.rejoin'
  | 'chats.markRead'
  | 'chats.setDone'
  | 'chats.undo'
  | 'chats.snooze'
  | 'chats.markUnread'
  | 'chats.saveDraft'
  | 'messages.window'
  | 'messages.details'
  | 'messages.find'
  | 'messages.readOrder'
  | 'search.chats'
>

/** Queries of the chat list and conversations, and the marks that a person sets in them. */
export function createReading(deps: ReadingDeps): { readonly handlers: ReadingCalls; readonly service: TimedMarks } {
  const { store, instances, isLoading, downloadOf, onMark } = deps
  const timedMarks = createTimedMarks(deps)

  const withDownload = (message: Message): Message => {
    const state = 'file' in message.content ? downloadOf(message.key) : null
    return state === null ? message : { ...message, content: withFile(message.content, state) }
  }

  return {
    service: timedMarks,
    handlers: {
      ...createReadOrder(deps),
      'chats.list': (input, { signal }) => store.read('chats.list', input, { signal }),
      'chats.details': (input, { signal }) => store.read('chats.details', input, { signal }),
      'people.files': (input, { signal }) => store.read('people.files', input, { signal }),
      'chats.indexOf': (input, { signal }) => store.read('chats.indexOf', input, { signal }),
      'chats.find': (input, { signal }) => store.read('chats.find', input, { signal }),
      'chats.nextUnread': (input, { signal }) => store.read('chats.nextUnread', input, { signal }),
      'chats.nextWaiting': (input, { signal }) => store.read('chats.nextWaiting', input, { signal }),
      'search.chats': (input, { signal }) => store.read('chats.search', input, { signal }),
      'messages.find': (input, { signal }) => store.read('messages.find', input, { signal }),
      async 'messages.window'(input, { signal }) {
        const window = await store.read('messages.window', input, { signal })
        return {
          ...window,
          rows: window.rows.map(withDownload),
          completeness: { ...window.completeness, loading: isLoading(input.chat) },
        }
      },
      async 'messages.details'(input, { signal }) {
        const details = await store.read('messages.details', input, { signal })
        return { ...details, message: withDownload(details.message) }
      },

      'chats.setPinned': (input) => store.write('chats.setPinned', input, { urgent: true }),
      async 'chats.setMuted'(input) {
        await store.write('chats.setMuted', input, { urgent: true })
        timedMarks.schedule()
      },
      'chats.rejoin': (input) => store.write('chats.rejoin', input, { urgent: true }),
      'chats.separate': (input) => store.write('chats.separate', input, { urgent: true }),
      'chats.setArchived': (input) => store.write('chats.setArchived', input, { urgent: true }),
      async 'chats.setDone'(input) {
        const change = await store.write('chats.setDone', input, { urgent: true })
        onMark()
        return change
      },
      async 'chats.undo'(input) {
        await store.write('chats.undo', input, { urgent: true })
        onMark()
        timedMarks.schedule()
      },
      async 'chats.snooze'(input) {
        const change = await store.write('chats.snooze', input, { urgent: true })
        timedMarks.schedule()
        return change
      },
      'chats.markUnread': (input) => store.write('chats.markUnread', input, { urgent: true }),
      'chats.saveDraft': (input) => store.write('chats.saveDraft', input, { urgent: true }),
      async 'chats.markRead'(input) {
        const { instance, chatId, idMessage, moved, change } = await store.write('chats.markRead', input, {
          urgent: true,
        })
        if (moved) onMark()
        const run = instances.get(instance)?.run() ?? null
        if (!moved || run === null || !run.instance.row().sendsReadReceipts) return change
        // The local mark is set; the read receipt is sent without waiting for it.
        void run.optional.ask('readChat', idMessage === null ? { chatId } : { chatId, idMessage }, {
          priority: 'background',
          purpose: 'chat.read',
          signal: run.signal,
        })
        return change
      },
    },
  }
}

const withFile = (content: MessageContent, file: MediaState): MessageContent =>
  'file' in content ? { ...content, file } : content
