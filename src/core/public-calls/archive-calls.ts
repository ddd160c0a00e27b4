import { createInstanceView, plain, there, type PublicCallsDeps, type PublicCallTable } from './public-call.ts'
import { ContractError } from '../../contract/errors.ts'
import type { MessageKey } from '../../contract/ids.ts'
import type { SearchHit } from '../../contract/search.ts'
import type { OperationOutput, OperationInput } from '../../public-api/operations.ts'
import type { InstanceRuntime } from '../accounts/instance-runtime.ts'
import { ownIdOf } from '../messages/rules/own-ids.ts'
import { ProgramError } from '../programs/identity/rules/program-error.ts'
import { isoTime } from './rules/public-values.ts'
import type { PublicCallsBase } from './public-calls-base.ts'

type Message = OperationOutput<'getMessage'>
type Wanted = OperationInput<'getMessage'>['until']

const order = ['accepted', 'pending', 'sent', 'delivered', 'read'] as const
const ends = new Set(['failed', 'uncertain', 'expired', 'cancelled'])

/** True: the status is reached, or nothing but a person will change it any more. */
function hasReached({ status }: Message, until: Wanted): boolean {
  if (status === null || ends.has(status.kind)) return true
  return order.findIndex((kind) => kind === status.kind) >= order.indexOf(until)
}

/** The message once its status is reached, or as it is when the time is over. */
async function waitForStatus(
  { store, clock }: Pick<PublicCallsBase, 'store' | 'clock'>,
  {
    read,
    until,
    waitMs,
    signal,
  }: {
    readonly read: () => Promise<Message>
    readonly until: Wanted
    readonly waitMs: number
    readonly signal: AbortSignal
  },
): Promise<Message> {
  const end = clock.monotonic() + waitMs
  for (;;) {
    let listen = () => undefined as void
    const changed = new Promise<void>((resolve) => {
      listen = store.onChanges((changes) => {
        if (changes.some(({ kind }) => kind === 'messages' || kind === 'chats')) resolve()
      })
    })
    const rest = new AbortController()
    try {
      const message = await read()
      const left = end - clock.monotonic()
      if (left <= 0 || signal.aborted || hasReached(message, until)) return message
      await Promise.race([changed, clock.sleep(left, AbortSignal.any([signal, rest.signal]))])
    } finally {
      listen()
      rest.abort()
    }
  }
}

/** Calls of a search for one page: where few hits are in a program's scope it continues by its cursor. */
const searchesAPage = 10
const mostHits = 100

/** Every operation of the public table, as core answers it (docs/programs.md). */

type Answered =
  | 'getMe'
  | 'listInstances'
  | 'getInstance'
  | 'listChats'
  | 'getChat'
  | 'listMessages'
  | 'getMessage'
  | 'searchMessages'
  | 'listWaiting'
  | 'getMedia'

/** Operations that read the archive. */
export function createArchiveCalls(deps: PublicCallsDeps): PublicCallTable<Answered> {
  const { store, openMedia, handlers, epoch } = deps
  const { visible, instanceOf, keyOf } = createInstanceView(deps)

  const publicInstance = (one: InstanceRuntime): OperationOutput<'getInstance'> => {
    const row = one.row()
    const receivedAt = one.lastReceivedAt()
    return {
      instanceId: row.idInstance,
      name: row.name,
      family: row.family,
      accountId: ownIdOf(row) ?? null,
      state: one.connection.state().kind,
      authorization: one.connection.authorization(),
      lastReceivedAt: receivedAt === null ? null : isoTime(receivedAt),
    }
  }

  return {
    getMe: plain('programs.details', async ({ program }) => {
      const { scope, name, protocol, state, rights } = program
      const instanceIds = scope.instances === null ? null : visible(program).map((one) => one.row().idInstance)
      const labels =
        scope.labels === null ? null : [...(await store.read('public.labelNames', { labels: scope.labels }))]
      return {
        ...{ name, protocol, state, rights: [...rights], epoch: epoch() },
        scope: { instanceIds, labels, kinds: scope.kinds, groups: scope.groups },
      }
    }),
    listInstances: plain('instances.list', async ({ program }) => ({
      items: visible(program).map(publicInstance),
    })),
    getInstance: plain('instances.list', async ({ program, input }) =>
      publicInstance(instanceOf(program, input.instanceId)),
    ),
    listChats: plain(
      'chats.list',
      ({ program, input: { instanceId, label = null, unread = false, archived, limit, cursor }, signal }) => {
        const instance = keyOf(program, instanceId)
        return store.read('public.chats', { program, instance, label, unread, archived, limit, cursor }, { signal })
      },
    ),
    getChat: plain('chats.details', async ({ program, input: { instanceId, chatId }, signal }) => {
      const instance = instanceOf(program, instanceId).key
      return there(await store.read('public.chat', { program, instance, chatId }, { signal }))
    }),
    listMessages: plain('messages.window', async ({ program, input: { instanceId, ...input }, signal }) => {
      const instance = instanceOf(program, instanceId).key
      // In the worker of searches: a program that reads whole archives must not slow the window.
      return there(await store.search('public.messages', { program, instance, ...input }, { signal }))
    }),
    getMessage: plain('messages.details', async ({ program, input: { messageId, wait, until }, signal }) => {
      const message = Number(messageId) as MessageKey
      const read = async () => there(await store.read('public.message', { program, message }, { signal }))
      return waitForStatus(deps, { read, until, waitMs: wait * 1000, signal })
    }),
    searchMessages: plain(
      'search.messages',
      async ({ program, input: { text, instanceId, chatId, limit, cursor }, signal }) => {
        if (chatId !== undefined && instanceId === undefined)
          throw new ProgramError('badRequest', { detail: 'chatId needs instanceId.' })
        const scope = keyOf(program, instanceId)
        const chat =
          chatId === undefined || scope === null
            ? null
            : there(await store.read('public.chatKey', { program, instance: scope, chatId }, { signal }))
        const items: OperationOutput<'searchMessages'>['items'] = []
        let next: string | null = readSearchCursor(cursor)
        for (let count = 0; count < searchesAPage; count++) {
          const page = await handlers()['search.messages'](
            { scope, chat, text, cursor: next, limit: Math.min(mostHits, limit - items.length) },
            { signal },
          )
          const messages = page.hits.map(({ message }) => message)
          const seen = await store.read('public.visible', { program, messages }, { signal })
          const byKey = new Map(seen.map((one) => [one.message, one]))
          for (const hit of page.hits) {
            const found = byKey.get(hit.message)
            if (found !== undefined) items.push(publicHit(hit, found))
          }
          next = page.next
          if (next === null || items.length >= limit) break
        }
        return { items, nextCursor: next === null ? null : `s${next}` }
      },
    ),
    listWaiting: plain('chats.nextWaiting', ({ program, input: { instanceId, limit, cursor }, signal }) => {
      const instance = keyOf(program, instanceId)
      return store.read('public.waiting', { program, instance, limit, cursor }, { signal })
    }),
    getMedia: plain('media.state', async ({ program, input: { ref }, signal }) => {
      if (!(await store.read('public.seesFile', { program, ref }, { signal }))) throw new ContractError('notFound')
      const file = await openMedia(ref)
      if (file === undefined) throw new ContractError('notFound')
      return file
    }),
  }
}

function readSearchCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  if (!/^s-?\d{1,17}$/.test(cursor)) throw new ProgramError('cursorInvalid')
  return cursor.slice(1)
}

const publicHit = (
  hit: SearchHit,
  { instanceId, chatId }: { readonly instanceId: string; readonly chatId: string },
): OperationOutput<'searchMessages'>['items'][number] => ({
  messageId: String(hit.message),
  instanceId,
  chatId,
  chatTitle: hit.chatTitle,
  at: isoTime(hit.at),
  direction: hit.direction,
  from: hit.senderName,
  kind: hit.kind,
  text: hit.snippet,
})
