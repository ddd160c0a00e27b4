import type { ApiError } from '../../api/answers/api-error.ts'
import type { Priority } from '../../api/limits/token-bucket.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import { createTasks, type Tasks } from '../base/create-tasks.ts'
import type { KnownChat } from '../messages/archive/tx/archive-intents.ts'
import type { DirectoryBase } from './directory-base.ts'
import { contactsAge } from './rules/view-ages.ts'

export interface ContactLists {
  /** Reads the account's contacts if that is due. */
  follow(run: InstanceRun): void
  /** Reads them now. The error; `absent` where the service has no list of them. */
  read(run: InstanceRun, priority: Priority): Promise<ApiError | 'absent' | null>
  /** When they were read last in this run of the program, epoch ms. */
  readAt(instance: InstanceKey): number | null
  /** Resolves after the runs ended. */
  ended(): Promise<void>
}

type Deps = Pick<DirectoryBase, 'clock' | 'store' | 'logger'> & {
  /** Owns the reads. */
  readonly work: Tasks<string>
}

/** Contacts to one transaction: receiving waits for none for long. */
const contactsPiece = 200
/** The service's list may be so old (service 11.5): a name that was given here since is newer, ms. */
const listAge = 300_000
/** Between two reads while an account's history arrives, ms. */
const arrivingMs = 60_000
/** After an answer that is empty, or none, ms; then the list is left alone until something else makes it due. */
const retriesMs = [60_000, 120_000, 300_000, 600_000, 1_800_000] as const

type ContactsAnswer = 'named' | 'empty' | 'absent' | ApiError

interface LastRead {
  /** By the monotonic clock, ms. */
  readonly at: number
  /** When the first sync had ended, epoch ms; null: it had not. */
  readonly syncedAt: number | null
  /** The run that still has to get an answer; null: it got one. */
  readonly open: InstanceRun | null
}

/**
 * Names of everybody that the account knows, for chats that the service lists without one (service 10.2). The list is
 * read when a run begins, every minute while an account's history arrives, after its first sync, and once a day. It may
 * be empty at first, so an empty answer is repeated as a failure is, also by the next run.
 */
export function createContactLists({ clock, store, logger, work }: Deps): ContactLists {
  const reads = new Map<InstanceKey, LastRead>()
  const knownAt = new Map<InstanceKey, number>()
  /** Runs, because the next one begins before the last has ended its calls. */
  const busy = new Set<InstanceRun>()
  const retrying = new Set<InstanceRun>()
  const retries = createTasks<InstanceKey>((error, instance) =>
    logger.warn({ instance, error }, 'contacts were not read'),
  )

  const ask = async (run: InstanceRun, priority: Priority): Promise<ContactsAnswer> => {
    const asked = await run.optional.ask('getContacts', {}, { priority, purpose: 'names', signal: run.signal })
    if (asked === 'absent') return asked
    if (!asked.ok) return asked.error
    const at = clock.now()
    const known = asked.value.items.map(({ value }): KnownChat => ({
      chatId: value.chatId,
      name: value.name ?? '',
      contactName: value.contactName ?? '',
      phone: phoneDigits(value.phoneNumber),
      type: value.type ?? '',
    }))
    for (let index = 0; index < known.length && !run.signal.aborted; index += contactsPiece) {
      const chats = known.slice(index, index + contactsPiece)
      await store.write('archive.learnChats', { instance: run.key, chats, at: at - listAge, create: false })
    }
    knownAt.set(run.key, at)
    return known.length === 0 ? 'empty' : 'named'
  }
  const isFinal = (answer: ContactsAnswer) => answer === 'named' || answer === 'absent'

  /** False: the service answered nothing, or an empty list. */
  const readList = async (run: InstanceRun): Promise<boolean> => {
    // A run that ends takes up only a part of the names.
    if (!isFinal(await ask(run, 'background')) || run.signal.aborted) return false
    const last = reads.get(run.key)
    if (last !== undefined) reads.set(run.key, { ...last, open: null })
    return true
  }

  /** Reads what is due, as {@link readList}. */
  const readDue = async (run: InstanceRun): Promise<boolean> => {
    const { firstSyncedAt, sync } = await store.read('accounts.get', { key: run.key })
    const last = reads.get(run.key)
    const now = clock.monotonic()
    const age = now - (last?.at ?? -Infinity)
    const isSynced = firstSyncedAt !== null && firstSyncedAt !== last?.syncedAt
    const isLeft = last !== undefined && last.open !== null && last.open !== run
    const isDue = age >= contactsAge || isSynced || isLeft || (sync?.arriving === true && age >= arrivingMs)
    if (!isDue) return true
    reads.set(run.key, { at: now, syncedAt: firstSyncedAt, open: run })
    return readList(run)
  }

  const retry = async (run: InstanceRun): Promise<void> => {
    for (const ms of retriesMs) {
      if ((await run.pause(ms)) === 'ended') return
      if (await readList(run)) return
    }
  }

  const follow = async (run: InstanceRun): Promise<void> => {
    if (busy.has(run)) return
    busy.add(run)
    try {
      if ((await readDue(run)) || retrying.has(run) || run.signal.aborted) return
      retrying.add(run)
      retries.add(
        retry(run).finally(() => retrying.delete(run)),
        run.key,
      )
    } finally {
      busy.delete(run)
    }
  }

  return {
    follow(run) {
      if (!busy.has(run)) work.add(follow(run), 'contacts were not read')
    },
    async read(run, priority) {
      const answer = await ask(run, priority)
      return answer === 'named' || answer === 'empty' ? null : answer
    },
    readAt: (instance) => knownAt.get(instance) ?? null,
    ended: retries.ended,
  }
}

/** The digits of a number as the service writes it; '' for a hidden one, which is '0' there (service 10.1). */
export function phoneDigits(phone: string | undefined): string {
  const digits = (phone ?? '').replaceAll(/\D/g, '')
  return digits === '0' ? '' : digits
}
