import { isTransient } from '../../api/limits/retry.ts'
import { otherPrefix } from '../../api/path.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { Service } from '../base/core-base.ts'
import type { AccountsBase } from './accounts-base.ts'
import { createTasks } from '../base/create-tasks.ts'
import { historyProgressOf } from './rules/instance-row.ts'
import type { InstanceRun } from './instance-runtime.ts'
import { learnAccount, learnSettings } from './learn-settings.ts'

/** Polling interval of an instance that is not authorized, ms; a notification may be faster. */
const askAgainMs = 60_000
/** An instance that can't be asked now. */
const unreachableAgainMs = 30_000

type Deps = Pick<AccountsBase, 'instances' | 'store' | 'logger'>

/**
 * Reads an instance's state and own id at the start of each run, and its settings if nothing is received. Polls the
 * state while it is not authorized: the notification of its return may be switched off. Missing operations are
 * remembered and not called again (architecture 9).
 */
export function createInstanceStateWatch(deps: Deps): Service {
  const { instances, logger } = deps
  const watches = createTasks<InstanceKey>((error, instance) =>
    logger.warn({ instance, error }, 'an instance was not introduced'),
  )
  let stopListening: (() => void) | null = null
  return {
    start() {
      stopListening = instances.onRun((run) => {
        watches.add(watchInstanceState(run, deps), run.key)
      })
    },
    async stop() {
      stopListening?.()
      await watches.ended()
    },
  }
}

async function watchInstanceState(run: InstanceRun, { store }: Deps): Promise<void> {
  const { instance, api, signal } = run
  const { connection } = instance
  const options = { priority: 'background', purpose: 'instance.introduction', signal } as const

  /** The service's progress in reading the account's history, percent. */
  let progress: number | null = null
  /** False: another try may read it. */
  const readAccount = async (): Promise<boolean> => {
    const account = await run.optional.ask('getAccountSettings', {}, options)
    if (account === 'absent') return true
    if (!account.ok) return !isTransient(account.error)
    await learnAccount(run, store, account.value)
    progress = historyProgressOf(account.value)
    return true
  }
  const readSettings = async () => {
    const result = await run.optional.ask('getSettings', {}, options)
    if (result !== 'absent' && result.ok) await learnSettings(run, store, result.value)
  }
  /** `over`: there is nothing to ask for in this run. */
  const readState = async (): Promise<'authorized' | 'again' | 'over'> => {
    if (run.optional.lacks('getStateInstance')) {
      connection.report({ kind: 'stateUnknown' })
      return 'over'
    }
    const state = await api.call('getStateInstance', {}, options)
    if (state.ok) {
      connection.report({ kind: 'answered' })
      connection.report({ kind: 'stateInstance', state: state.value.stateInstance ?? 'starting' })
      return state.value.stateInstance === 'authorized' ? 'authorized' : 'again'
    }
    if (state.error.kind === 'operationMissing' || state.error.kind === 'wrongHost') {
      if (await worksWithOtherPrefix(run, store)) return 'over'
      if (state.error.kind === 'operationMissing') {
        connection.report({ kind: 'answered' })
        await run.optional.recordAbsent('getStateInstance')
        connection.report({ kind: 'stateUnknown' })
        return 'over'
      }
    }
    connection.report({ kind: 'failed', error: state.error, by: 'other' })
    return 'again'
  }

  for (;;) {
    const state = await readState()
    if (signal.aborted) return
    if (connection.state().kind === 'unreachable') {
      if ((await run.pause(unreachableAgainMs)) === 'ended') return
      continue
    }
    const isRead = await readAccount()
    if (instance.row().mode === 'sendOnly') await readSettings()
    if (state === 'over' || signal.aborted) return
    // How far the service has come with the account's history is asked for until it is done.
    if (state === 'authorized' && isRead && progress === null) await stateChanges(run)
    if ((await run.pause(askAgainMs)) === 'ended') return
  }
}

/** Resolves when the service reports another state than *authorized*, or the run ends. */
function stateChanges({ instance: { connection }, signal }: InstanceRun): Promise<void> {
  return new Promise((resolve) => {
    const poll = () => {
      if (!signal.aborted && connection.reportedState() === 'authorized') return
      stopListening()
      signal.removeEventListener('abort', poll)
      resolve()
    }
    const stopListening = connection.onChange(poll)
    signal.addEventListener('abort', poll, { once: true })
    poll()
  })
}

/** Tries the path's other form once and keeps it if it works; the run then restarts. */
async function worksWithOtherPrefix(run: InstanceRun, store: Deps['store']): Promise<boolean> {
  const required = await run.api.call(
    'lastOutgoingMessages',
    { minutes: 1 },
    { priority: 'background', purpose: 'instance.introduction', signal: run.signal },
  )
  // Every family has this operation: if it is answered, the path is right and only the optional one is missing.
  if (required.ok || (required.error.kind !== 'operationMissing' && required.error.kind !== 'wrongHost')) return false
  const found = await run.tryPrefix(otherPrefix(run.instance.row().prefix))
  if (!found) return false
  await store.write('accounts.learn', { key: run.key, prefix: otherPrefix(run.instance.row().prefix) })
  return true
}
