import { ContractError } from '../../contract/errors.ts'
import type { InstanceKey, JournalKey, MessageKey } from '../../contract/ids.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import type { ProgramRight } from '../../contract/programs.ts'
import type { SearchHit } from '../../contract/search.ts'
import type { OperationInput, OperationOutput } from '../../public-api/operations.ts'
import type { InstanceRuntime } from '../accounts/instance-runtime.ts'
import { ownIdOf } from '../messages/rules/own-ids.ts'
import type { WindowOriginSources } from '../hosting/window-origin.ts'
import type { Program } from '../programs/tx/program-row.ts'
import { ProgramError } from '../subscriptions/program-error.ts'
import type { CalledOperation, OperationAnswer, ProgramOperations } from '../subscriptions/program-operations.ts'
import { isoTime } from './rules/public-values.ts'
import type { PublicCallsBase } from './public-calls-base.ts'
import { waitForStatus } from './wait-for-status.ts'

/** Commands of the window that programs cause. */
type CausedCalls =
  | 'programs.details'
  | 'programs.pause'
  | 'programs.resume'
  | 'programs.replayFrom'
  | 'programs.skipToNow'
  | 'programs.replayDeadLetters'
  | 'programs.skipDeadLetters'
  | 'search.messages'

export interface PublicCallsDeps extends Pick<PublicCallsBase, 'store' | 'clock' | 'instances'> {
  readonly openMedia: WindowOriginSources['openMedia']
  readonly handlers: () => Pick<CoreHandlers, CausedCalls>
  /** Four letters in every event id and position. */
  readonly epoch: () => string
}

interface Asking<Id extends CalledOperation> {
  readonly program: Program
  readonly input: OperationInput<Id>
  readonly signal: AbortSignal
}

/** A row of this table: the right, the query or command of the contract that it comes down to, and the answer. */
interface PublicCall<Id extends CalledOperation> {
  readonly right: ProgramRight
  readonly core: keyof CoreHandlers
  readonly answer: (asking: Asking<Id>) => Promise<OperationAnswer<Id>['value']>
}

export type PublicCallTable = { readonly [Id in CalledOperation]: PublicCall<Id> }

/** Calls of a search for one page: where few hits are in a program's scope it continues by its cursor. */
const searchesAPage = 10
const mostHits = 100

const done = { done: true } as const

/** Every operation of the public table, as core answers it (docs/programs.md). */
export function createPublicCallTable(deps: PublicCallsDeps): PublicCallTable {
  const { store, instances, openMedia, handlers, epoch } = deps

  const visible = ({ scope }: Program): readonly InstanceRuntime[] =>
    instances.list().filter(({ key }) => scope.instances === null || scope.instances.includes(key))
  /** Throws `notFound`, also where the instance is out of scope. */
  const instanceOf = (program: Program, idInstance: string): InstanceRuntime => {
    const found = visible(program).find((one) => one.row().idInstance === idInstance)
    if (found === undefined) throw new ContractError('notFound')
    return found
  }
  const keyOf = (program: Program, idInstance: string | undefined): InstanceKey | null =>
    idInstance === undefined ? null : instanceOf(program, idInstance).key
  const there = <Value>(value: Value | null): Value => {
    if (value === null) throw new ContractError('notFound')
    return value
  }
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
  /** Its dead letter by id. */
  const deadLetterOf = async ({
    program,
    input,
    signal,
  }: Asking<'retryDeadLetter' | 'skipDeadLetter'>): Promise<JournalKey> => {
    const { deadLetterRows } = await handlers()['programs.details']({ program: program.key }, { signal })
    const found = deadLetterRows.find(({ event }) => String(event) === input.id)
    if (found === undefined) throw new ContractError('notFound')
    return found.event
  }

  return {
    getMe: {
      right: 'see',
      core: 'programs.details',
      async answer({ program }) {
        const { scope, name, protocol, state, rights } = program
        const instanceIds = scope.instances === null ? null : visible(program).map((one) => one.row().idInstance)
        const labels =
          scope.labels === null ? null : [...(await store.read('public.labelNames', { labels: scope.labels }))]
        return {
          ...{ name, protocol, state, rights: [...rights], epoch: epoch() },
          scope: { instanceIds, labels, kinds: scope.kinds, groups: scope.groups },
        }
      },
    },
    listInstances: {
      right: 'see',
      core: 'instances.list',
      answer: async ({ program }) => ({ items: visible(program).map(publicInstance) }),
    },
    getInstance: {
      right: 'see',
      core: 'instances.list',
      answer: async ({ program, input }) => publicInstance(instanceOf(program, input.instanceId)),
    },
    listChats: {
      right: 'see',
      core: 'chats.list',
      answer({ program, input: { instanceId, label = null, unread = false, archived, limit, cursor }, signal }) {
        const instance = keyOf(program, instanceId)
        return store.read('public.chats', { program, instance, label, unread, archived, limit, cursor }, { signal })
      },
    },
    getChat: {
      right: 'see',
      core: 'chats.details',
      async answer({ program, input: { instanceId, chatId }, signal }) {
        const instance = instanceOf(program, instanceId).key
        return there(await store.read('public.chat', { program, instance, chatId }, { signal }))
      },
    },
    listMessages: {
      right: 'see',
      core: 'messages.window',
      async answer({ program, input: { instanceId, ...input }, signal }) {
        const instance = instanceOf(program, instanceId).key
        // In the worker of searches: a program that reads whole archives must not slow the window.
        return there(await store.search('public.messages', { program, instance, ...input }, { signal }))
      },
    },
    getMessage: {
      right: 'see',
      core: 'messages.details',
      async answer({ program, input: { messageId, wait, until }, signal }) {
        const message = Number(messageId) as MessageKey
        const read = async () => there(await store.read('public.message', { program, message }, { signal }))
        return waitForStatus(deps, { read, until, waitMs: wait * 1000, signal })
      },
    },
    searchMessages: {
      right: 'see',
      core: 'search.messages',
      async answer({ program, input: { text, instanceId, chatId, limit, cursor }, signal }) {
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
    },
    listWaiting: {
      right: 'see',
      core: 'chats.nextWaiting',
      answer({ program, input: { instanceId, limit, cursor }, signal }) {
        const instance = keyOf(program, instanceId)
        return store.read('public.waiting', { program, instance, limit, cursor }, { signal })
      },
    },
    getMedia: {
      right: 'see',
      core: 'media.state',
      async answer({ program, input: { ref }, signal }) {
        if (!(await store.read('public.seesFile', { program, ref }, { signal }))) throw new ContractError('notFound')
        const file = await openMedia(ref)
        if (file === undefined) throw new ContractError('notFound')
        return file
      },
    },
    getSubscription: {
      right: 'see',
      core: 'programs.details',
      async answer({ program, signal }) {
        const details = await handlers()['programs.details']({ program: program.key }, { signal })
        const { events, more, oldestAt } = details.backlog
        return {
          protocol: details.protocol,
          state: details.state,
          waiting: { events, more, oldestAt: oldestAt === null ? null : isoTime(oldestAt) },
          deadLetters: details.deadLetters,
        }
      },
    },
    pauseSubscription: {
      right: 'administer',
      core: 'programs.pause',
      async answer({ program, signal }) {
        await handlers()['programs.pause']({ program: program.key }, { signal })
        return done
      },
    },
    resumeSubscription: {
      right: 'administer',
      core: 'programs.resume',
      async answer({ program, signal }) {
        await handlers()['programs.resume']({ program: program.key }, { signal })
        return done
      },
    },
    seekSubscription: {
      right: 'administer',
      core: 'programs.replayFrom',
      async answer({ program, input: { from }, signal }) {
        const target = { program: program.key }
        if (from !== undefined)
          return handlers()['programs.replayFrom']({ ...target, from: Date.parse(from) }, { signal })
        await handlers()['programs.skipToNow'](target, { signal })
        return { events: 0 }
      },
    },
    listDeadLetters: {
      right: 'see',
      core: 'programs.details',
      async answer({ program, signal }) {
        const { deadLetterRows } = await handlers()['programs.details']({ program: program.key }, { signal })
        return {
          items: deadLetterRows.map(({ event, instance, typeWebhook, receivedAt, firstFailedAt, tries, trouble }) => ({
            id: String(event),
            instanceId: instances.get(instance)?.row().idInstance ?? '',
            typeWebhook,
            receivedAt: isoTime(receivedAt),
            firstFailedAt: isoTime(firstFailedAt),
            tries,
            error: { kind: trouble.kind, status: trouble.status, text: trouble.text },
          })),
        }
      },
    },
    retryDeadLetter: {
      right: 'administer',
      core: 'programs.replayDeadLetters',
      async answer(asking) {
        const target = { program: asking.program.key, events: [await deadLetterOf(asking)] }
        await handlers()['programs.replayDeadLetters'](target, asking)
        return done
      },
    },
    skipDeadLetter: {
      right: 'administer',
      core: 'programs.skipDeadLetters',
      async answer(asking) {
        const target = { program: asking.program.key, events: [await deadLetterOf(asking)] }
        await handlers()['programs.skipDeadLetters'](target, asking)
        return done
      },
    },
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

export function createPublicCalls(deps: PublicCallsDeps): ProgramOperations {
  const table = createPublicCallTable(deps)
  return {
    async call(program, id, input, signal) {
      const { right, answer } = table[id]
      if (!program.rights.includes(right))
        throw new ProgramError('rightMissing', { detail: `It needs the right ${right}.` })
      return { value: await answer({ program, input, signal }) }
    },
  }
}
