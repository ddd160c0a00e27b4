import type { ChatKey, InstanceKey } from '../../contract/ids.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import type { ApiError } from '../../api/answers/api-error.ts'
import type { Priority } from '../../api/limits/token-bucket.ts'
import type { ContactInfo } from '../../api/schema/directory.ts'
import type { BusinessFacts } from '../../contract/chats.ts'
import { ContractError } from '../../contract/errors.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import { ownIdOf } from '../messages/rules/own-ids.ts'
import { runOf } from '../accounts/run-of.ts'
import { groupIdOf } from '../messages/archive/rules/chat-id.ts'
import { contractErrorOf } from '../base/contract-error-of.ts'
import type { Service } from '../base/core-base.ts'
import { createContactLists, phoneDigits } from './contact-lists.ts'
import type { DirectoryBase } from './directory-base.ts'
import { createTasks } from '../base/create-tasks.ts'
import type { MediaService } from '../media/create-media.ts'
import type { AvatarAnswer, DueRefresh } from './tx/directory-intents.ts'
import { avatarAge, isOutdated } from './rules/view-ages.ts'

export interface Directory {
  readonly handlers: Pick<
    CoreHandlers,
    'groups.details' | 'chats.refreshGroup' | 'chats.refreshAvatar' | 'media.refreshOwnAvatar' | 'chats.inView'
  >
  readonly service: DirectoryService
}

type DirectoryOptions = Parameters<typeof createDirectoryService>[0] & {
  /** The chat that a person looks at; null: none. */
  readonly attend: (chat: ChatKey | null) => void
}

/** Details of groups and avatars, as a person sees them. */
export function createDirectory(deps: DirectoryOptions): Directory {
  const service = createDirectoryService(deps)
  return {
    handlers: {
      'groups.details': (input, { signal }) => deps.store.read('directory.group', input, { signal }),
      'chats.refreshGroup': ({ chat }) => service.refreshGroup(chat),
      'chats.refreshAvatar': ({ chat }) => service.refreshAvatar(chat),
      'media.refreshOwnAvatar': ({ instance }) => service.refreshOwnAvatar(instance),
      async 'chats.inView'({ chats, open }) {
        deps.attend(open)
        service.inView(chats, open)
      },
    },
    service,
  }
}

export interface DirectoryService extends Service {
  /** Sets the visible chats: unknown data is looked up in this order; look-ups of other chats are dropped. */
  inView(chats: readonly ChatKey[], open: ChatKey | null): void
  /** Asks now. Rejects with ContractError. */
  refreshGroup(chat: ChatKey): Promise<void>
  refreshAvatar(chat: ChatKey): Promise<void>
  refreshOwnAvatar(instance: InstanceKey): Promise<void>
  /** Reads the account's contacts, also those of whom there is no chat. */
  refreshContacts(instance: InstanceKey): Promise<void>
  /** When they were read last in this run of the program, epoch ms. */
  contactsReadAt(instance: InstanceKey): number | null
  /** Resolves when nothing is being looked up. */
  settled(): Promise<void>
}

type Deps = Pick<DirectoryBase, 'clock' | 'store' | 'instances' | 'logger' | 'stopping'> & {
  readonly media: Pick<MediaService, 'fetchPicture' | 'removeUnshown'>
}

/** Look-ups of one instance at once; the limiter spaces them out. */
const maxConcurrent = 2

interface RefreshOptions {
  readonly priority: Priority
  readonly purpose: string
  readonly signal: AbortSignal
}

/** Names, groups and avatars from the service, requested no more than needed (service 10.6). */
function createDirectoryService(deps: Deps): DirectoryService {
  const { clock, store, instances, logger, stopping, media } = deps
  const wanted = new Map<InstanceKey, DueRefresh[]>()
  const busy = new Map<InstanceKey, Set<string>>()
  const work = createTasks<string>((error, what) => {
    if (!stopping.aborted) logger.warn({ error }, what)
  })
  const contacts = createContactLists({ clock, store, logger, work })
  const ownAvatarFor = new Map<InstanceKey, string>()
  const unsubscribe: (() => void)[] = []
  let view: { readonly chats: readonly ChatKey[]; readonly open: ChatKey | null } = { chats: [], open: null }

  const refreshGroupFacts = async (
    run: InstanceRun,
    dueRefresh: ChatRef,
    options: RefreshOptions,
  ): Promise<ApiError | null> => {
    const asked = await run.optional.ask('getGroupData', { groupId: groupIdOf(dueRefresh.chatId) }, options)
    if (asked === 'absent') return null
    if (asked.ok) {
      await store.write('directory.storeGroup', { chat: dueRefresh.chat, state: 'known', group: asked.value })
      return null
    }
    const { kind } = asked.error
    if (kind !== 'notGroupMember' && kind !== 'groupNotFound') return asked.error
    const state = kind === 'notGroupMember' ? 'notMember' : 'notFound'
    await store.write('directory.storeGroup', { chat: dueRefresh.chat, state, group: null })
    return null
  }

  const askAvatar = async (
    run: InstanceRun,
    chatId: string,
    options: RefreshOptions,
  ): Promise<AvatarAnswer | ApiError> => {
    const asked = await run.optional.ask('getAvatar', { chatId }, options)
    // A business account sees no pictures.
    if (asked === 'absent') return { kind: 'none' }
    if (!asked.ok) return asked.error
    const { urlAvatar, available } = asked.value
    if (!urlAvatar) return { kind: available === false ? 'hidden' : 'none' }
    const file = await media.fetchPicture(run.key, urlAvatar, options.signal)
    return file === null ? { kind: 'notFetched' } : { kind: 'image', ref: file.ref }
  }

  const refreshAvatarOf = async (
    run: InstanceRun,
    dueRefresh: ChatRef,
    options: RefreshOptions,
  ): Promise<ApiError | null> => {
    const answer = await askAvatar(run, dueRefresh.chatId, options)
    if (isApiError(answer)) return answer
    if (!options.signal.aborted) await store.write('directory.storeAvatar', { chat: dueRefresh.chat, answer })
    // The chat may have been erased meanwhile, and its instance stopped.
    if (answer.kind === 'image') await media.removeUnshown([answer.ref])
    return null
  }

  const refreshNameOf = async (
    run: InstanceRun,
    dueRefresh: ChatRef,
    options: RefreshOptions,
  ): Promise<ApiError | null> => {
    const asked = await run.optional.ask('getContactInfo', { chatId: dueRefresh.chatId }, options)
    if (asked !== 'absent' && !asked.ok) return asked.error
    const info = asked === 'absent' ? null : asked.value
    await store.write('directory.storeContact', {
      chat: dueRefresh.chat,
      contact:
        info === null
          ? null
          : {
              name: info.name ?? '',
              contactName: info.contactName ?? '',
              phone: phoneDigits(info.phoneNumber),
              chatType: info.chatType ?? '',
              lastSeen: (info.lastSeen ?? '').slice(0, 100),
              business: businessOf(info),
            },
    })
    return null
  }

  const refreshAccountOf = async (
    run: InstanceRun,
    dueRefresh: ChatRef,
    options: RefreshOptions,
  ): Promise<ApiError | null> => {
    const asked = await run.optional.ask('checkAccount', { chatId: dueRefresh.chatId }, options)
    if (asked !== 'absent' && !asked.ok) return asked.error
    const { exist = false, chatId = '', phoneNumber, username = '' } = asked === 'absent' ? {} : asked.value
    const account = exist ? { chatId, phone: phoneDigits(phoneNumber), username } : null
    await store.write('directory.storeAccount', { chat: dueRefresh.chat, account })
    return null
  }

  const refreshers = {
    ...{ group: refreshGroupFacts, avatar: refreshAvatarOf, name: refreshNameOf, account: refreshAccountOf },
  }

  const pump = (instance: InstanceKey): void => {
    const run = instances.get(instance)?.run() ?? null
    const queue = wanted.get(instance) ?? []
    const running = busy.get(instance) ?? new Set<string>()
    busy.set(instance, running)
    while (run !== null && running.size < maxConcurrent && !stopping.aborted) {
      const dueRefresh = queue.shift()
      if (dueRefresh === undefined) return
      const id = `${dueRefresh.what} ${dueRefresh.chat}`
      if (running.has(id)) continue
      running.add(id)
      const options: RefreshOptions = { priority: 'view', purpose: `view.${dueRefresh.what}`, signal: run.signal }
      work.add(
        refreshers[dueRefresh.what](run, dueRefresh, options)
          .then((error) => {
            // The next of its kind would fail too: those wait until the view or the run changes.
            if (error === null || !stops(error)) return
            const rest = (wanted.get(instance) ?? []).filter(({ what }) => what !== dueRefresh.what)
            wanted.set(instance, rest)
          })
          .finally(() => {
            running.delete(id)
            pump(instance)
          }),
        'a look-up failed',
      )
    }
  }

  const sweepDue = async (): Promise<void> => {
    const current = view
    const due = await store.read('directory.due', current)
    if (current !== view) return
    wanted.clear()
    for (const dueRefresh of due) {
      const queue = wanted.get(dueRefresh.instance)
      if (queue === undefined) wanted.set(dueRefresh.instance, [dueRefresh])
      else queue.push(dueRefresh)
    }
    for (const instance of wanted.keys()) pump(instance)
  }

  const readOwnAvatar = async (run: InstanceRun, priority: Priority): Promise<ApiError | null> => {
    const id = ownIdOf(run.instance.row())
    if (id === null) return null
    const answer = await askAvatar(run, id, { priority, purpose: 'avatar.own', signal: run.signal })
    if (isApiError(answer)) return answer
    if (answer.kind === 'notFetched') return null
    await store.write('accounts.learn', { key: run.key, avatarRef: answer.kind === 'image' ? answer.ref : null })
    instances.updateSome(await store.read('accounts.some', { keys: [run.key] }))
    return null
  }

  /** Once for each account id that is learned, and when the last one is a week old. */
  const refreshOwnAvatar = async (run: InstanceRun): Promise<void> => {
    const id = ownIdOf(run.instance.row())
    if (id === null || ownAvatarFor.get(run.key) === id) return
    ownAvatarFor.set(run.key, id)
    const at = await store.read('directory.ownAvatarAt', { instance: run.key })
    if (isOutdated(at, clock.now(), avatarAge(false))) await readOwnAvatar(run, 'background')
  }

  const demand = async (chat: ChatKey, what: keyof typeof refreshers): Promise<void> => {
    const { instance, ...place } = await store.read('directory.chat', { chat })
    const run = runOf(instances, instance)
    const options: RefreshOptions = { priority: 'view', purpose: `refresh.${what}`, signal: run.signal }
    const error = await refreshers[what](run, { chat, ...place }, options)
    if (error !== null) throw contractErrorOf(error)
  }

  return {
    start() {
      unsubscribe.push(
        instances.onRun((run) => {
          contacts.follow(run)
          work.add(refreshOwnAvatar(run), 'the own avatar was not read')
          work.add(sweepDue(), 'a look round failed')
        }),
        // The account's id is learned some time after the run began, and its history may arrive later.
        store.onChanges((changes) => {
          const changed = changes.flatMap((change) => (change.kind === 'instances' ? [change.instance] : []))
          if (changed.length === 0) return
          for (const runtime of instances.list()) {
            const run = runtime.run()
            if (run === null) continue
            if (changed.includes(run.key)) contacts.follow(run)
            if ((ownAvatarFor.get(run.key) ?? null) !== ownIdOf(runtime.row())) {
              work.add(refreshOwnAvatar(run), 'the own avatar was not read')
            }
          }
        }),
      )
    },
    async stop() {
      for (const end of unsubscribe.splice(0)) end()
      wanted.clear()
      await contacts.ended()
      await work.ended()
    },
    inView(chats, open) {
      view = { chats, open }
      work.add(sweepDue(), 'a look round failed')
    },
    refreshGroup: (chat) => demand(chat, 'group'),
    refreshAvatar: (chat) => demand(chat, 'avatar'),
    async refreshOwnAvatar(instance) {
      const error = await readOwnAvatar(runOf(instances, instance), 'view')
      if (error !== null) throw contractErrorOf(error)
    },
    async refreshContacts(instance) {
      const error = await contacts.read(runOf(instances, instance), 'view')
      if (error === 'absent') throw new ContractError('operationMissing')
      if (error !== null) throw contractErrorOf(error)
    },
    contactsReadAt: contacts.readAt,
    settled: work.ended,
  }
}

/** Null: it says nothing of itself. */
function businessOf({ category = '', description = '', email = '' }: ContactInfo): BusinessFacts | null {
  const facts = {
    ...{ category: category.slice(0, 200), email: email.slice(0, 300) },
    description: description.slice(0, 5000),
  }
  return Object.values(facts).every((text) => text.trim() === '') ? null : facts
}

type ChatRef = Pick<DueRefresh, 'chat' | 'chatId'>

const isApiError = (answer: AvatarAnswer | ApiError): answer is ApiError => 'operation' in answer

/** Errors that do not concern the requested chat. */
function stops(error: ApiError): boolean {
  return (
    error.kind !== 'overBudget' &&
    error.kind !== 'validation' &&
    error.kind !== 'chatNotFound' &&
    error.kind !== 'unreadable'
  )
}
