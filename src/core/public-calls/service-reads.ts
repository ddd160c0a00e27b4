import type { ApiError } from '../../api/answers/api-error.ts'
import type { InputOf, OperationName } from '../../api/operations.ts'
import { ContractError } from '../../contract/errors.ts'
import type { InstanceRun, InstanceRuntime } from '../accounts/instance-runtime.ts'
import { runOf } from '../accounts/run-of.ts'
import type { Program } from '../programs/identity/tx/program-row.ts'
import { ProgramError, requireRight } from '../programs/identity/rules/program-error.ts'
import type { ProgramOperations, ServiceAnswer, ServiceRead } from '../programs/desk/program-operations.ts'
import { createInstanceView, type PublicCallsDeps } from './public-call.ts'

/**
 * The reach of a read: the instance alone, one chat (`field` names it), or all of its chats. A program whose scope is a
 * part of the chats gets no read of all chats.
 */
type ServiceReadReach =
  | { readonly kind: 'instance' | 'allChats' }
  | { readonly kind: 'chat'; readonly field: 'chatId' | 'groupId' }

interface ServiceReadRow {
  readonly operation: OperationName
  readonly reach: ServiceReadReach
}

const ofInstance = (operation: OperationName): ServiceReadRow => ({ operation, reach: { kind: 'instance' } })
const ofAllChats = (operation: OperationName): ServiceReadRow => ({ operation, reach: { kind: 'allChats' } })
const ofChat = (operation: OperationName, field: 'chatId' | 'groupId' = 'chatId'): ServiceReadRow => ({
  operation,
  reach: { kind: 'chat', field },
})

/** Reads of the service that programs may ask for, by their names in lower case. */
const serviceReadTable: Readonly<Record<string, ServiceReadRow>> = {
  getstateinstance: ofInstance('getStateInstance'),
  getsettings: ofInstance('getSettings'),
  getwasettings: ofInstance('getAccountSettings'),
  getaccountsettings: ofInstance('getAccountSettings'),
  checkwhatsapp: ofInstance('checkAccount'),
  checkaccount: ofInstance('checkAccount'),
  getchathistory: ofChat('getChatHistory'),
  getmessage: ofChat('getMessage'),
  getcontactinfo: ofChat('getContactInfo'),
  getavatar: ofChat('getAvatar'),
  getgroupdata: ofChat('getGroupData', 'groupId'),
  downloadfile: ofChat('downloadFile'),
  lastincomingmessages: ofAllChats('lastIncomingMessages'),
  lastoutgoingmessages: ofAllChats('lastOutgoingMessages'),
  getcontacts: ofAllChats('getContacts'),
  getchats: ofAllChats('getChats'),
  showmessagesqueue: ofAllChats('showMessagesQueue'),
  getmessagescount: ofAllChats('getMessagesCount'),
}

/** The notifications that a switch of the settings is about. */
const kindsOfSwitch: Readonly<Record<string, string>> = {
  incomingWebhook: 'incomingMessageReceived',
  outgoingMessageWebhook: 'outgoingMessageReceived',
  outgoingAPIMessageWebhook: 'outgoingAPIMessageReceived',
  outgoingWebhook: 'outgoingMessageStatus',
  stateWebhook: 'stateInstanceChanged',
  incomingCallWebhook: 'incomingCall',
  outgoingCallWebhook: 'outgoingCall',
  incomingBlockWebhook: 'incomingBlock',
}

/**
 * The settings as they are for a program that reads the queue here: it has no webhook, and a switch is off where its
 * scope leaves the kind out. The webhook of the instance is nobody's to see.
 */
function settingsOfProgram(
  settings: Readonly<Record<string, unknown>>,
  kinds: readonly string[] | null,
): Readonly<Record<string, unknown>> {
  const own = Object.entries(settings).map(([name, value]) => {
    const kind = Object.hasOwn(kindsOfSwitch, name) ? kindsOfSwitch[name] : undefined
    return [name, kind === undefined || kinds === null || kinds.includes(kind) ? value : 'no'] as const
  })
  return { ...Object.fromEntries(own), webhookUrl: '', webhookUrlToken: '' }
}

/** Clients of the service give up after half a minute: an answer comes before, ms. */
const answeredWithinMs = 25_000

/** Reads of one operation that programs may have waiting at an instance. */
const mostWaiting = 4

/** The share of a limit that programs have while somebody else waits for it. */
const shareBesidePeople = 1 / 4

/** Asks the service for programs, through the instance's limiter and after everybody else. */
export function createServiceReads(
  deps: Pick<PublicCallsDeps, 'store' | 'clock' | 'instances'>,
): ProgramOperations['readService'] {
  const { store, clock, instances } = deps
  const { instanceOf } = createInstanceView(deps)
  const gate = createGate(() => clock.monotonic())

  /** Throws ProgramError `scopeTooNarrow` and ContractError `notFound`. */
  const requireReach = async (
    program: Program,
    instance: InstanceRuntime,
    reach: ServiceReadReach,
    input: ServiceRead['input'],
  ): Promise<void> => {
    const { kinds, labels, groups } = program.scope
    if (reach.kind === 'instance' || (kinds === null && labels === null && groups)) return
    // A read of a chat shows both directions, and more than events.
    if (reach.kind !== 'chat' || kinds !== null) throw new ProgramError('scopeTooNarrow')
    const chatId = input[reach.field]
    const known =
      typeof chatId === 'string'
        ? await store.read('public.chatKey', { program, instance: instance.key, chatId })
        : null
    if (known === null) throw new ContractError('notFound')
  }

  return async (program, { idInstance, method, input: given }, signal) => {
    const row = Object.hasOwn(serviceReadTable, method) ? serviceReadTable[method] : undefined
    if (row === undefined) return null
    const { operation, reach } = row
    // Some families call a group by its chat.
    const input = reach.kind === 'chat' ? { [reach.field]: given['chatId'], ...given } : given
    requireRight(program, 'see')
    const instance = instanceOf(program, idInstance)
    await requireReach(program, instance, reach, input)
    const run = runIn(instances, instance)
    const leave = gate.enter(instance, operation)
    let last: ServiceAnswer | null = null
    try {
      const result = await run.optional.ask(operation, input as InputOf<OperationName>, {
        priority: 'background',
        purpose: 'programs',
        totalMs: answeredWithinMs,
        signal: AbortSignal.any([signal, run.signal]),
        onAnswer: (answer) => {
          last = answer
        },
      })
      if (result === 'absent') return null
      if (!result.ok) return answerOfError(result.error, last)
      if (operation !== 'getSettings') return last
      const settings = settingsOfProgram(result.value as Readonly<Record<string, unknown>>, program.scope.kinds)
      return { status: 200, body: JSON.stringify(settings) }
    } finally {
      leave()
    }
  }
}

/** Throws ProgramError `serviceOutOfReach`. */
function runIn(instances: PublicCallsDeps['instances'], { key }: InstanceRuntime): InstanceRun {
  try {
    return runOf(instances, key)
  } catch {
    throw new ProgramError('serviceOutOfReach', { detail: 'The instance does not run at this desk.' })
  }
}

/** Refusals that concern this desk's access, not the program's key. */
const deskErrors = new Set<ApiError['kind']>(['wrongToken', 'tokenMissing', 'wrongInstance', 'wrongHost', 'redirect'])

function answerOfError(error: ApiError, answered: ServiceAnswer | null): ServiceAnswer {
  if (error.kind === 'waitedTooLong' || error.kind === 'rateLimited')
    throw new ProgramError('serviceBusy', {
      retryAfterMs: 'retryAfterMs' in error ? (error.retryAfterMs ?? 1000) : 1000,
    })
  if (error.kind === 'invalidInput')
    return { status: 400, body: JSON.stringify({ message: inputRefusal(error.fields) }) }
  if (answered === null || deskErrors.has(error.kind)) throw new ProgramError('serviceOutOfReach')
  return answered
}

/** In the service's words, as clients know them. */
const inputRefusal = (fields: readonly string[]): string =>
  `Validation failed. Details: ${fields.includes('idMessage') ? "'message id' must be at least 16 symbols" : fields.map((name) => `'${name}' is not valid`).join(', ')}`

interface Entry {
  waiting: number
  /** When the next read of programs may begin while somebody else waits, ms. */
  freeAt: number
}

/**
 * Bounds what programs ask at the same time. While somebody else waits for the same limit, they get a quarter of it,
 * and whatever is beyond that is refused.
 */
function createGate(now: () => number) {
  const entries = new WeakMap<InstanceRuntime, Map<OperationName, Entry>>()
  return {
    /** Returns what ends it. Throws ProgramError `serviceBusy`. */
    enter(instance: InstanceRuntime, operation: OperationName): () => void {
      const ofInstance = entries.get(instance) ?? new Map<OperationName, Entry>()
      entries.set(instance, ofInstance)
      const entry = ofInstance.get(operation) ?? { waiting: 0, freeAt: 0 }
      ofInstance.set(operation, entry)
      const level = instance.limiter.levels().find((one) => one.operation === operation)
      const share = (level?.perSecond ?? Infinity) * shareBesidePeople
      const othersWait = (level?.waiting ?? 0) > entry.waiting
      const isBeyond = othersWait && now() < entry.freeAt
      if (isBeyond || entry.waiting >= mostWaiting)
        throw new ProgramError('serviceBusy', { retryAfterMs: Math.max(1000, entry.freeAt - now()) })
      entry.waiting += 1
      entry.freeAt = now() + (share === Infinity ? 0 : 1000 / share)
      return () => {
        entry.waiting -= 1
      }
    },
  }
}
