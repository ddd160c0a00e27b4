import type { AccountState } from '../../contract/administration.ts'
import { ContractError } from '../../contract/errors.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import { backOff } from '../../api/limits/back-off.ts'
import { createInstanceApi } from '../../api/client.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import { runOf } from '../accounts/run-of.ts'
import type { Tokens } from '../accounts/tokens.ts'
import type { AdministrationBase } from './administration-base.ts'
import { createTasks } from '../base/create-tasks.ts'
import type { Scrubber } from '../logging/scrubber.ts'
import { replyOf, type createSingleFlight } from '../base/single-flight.ts'

export interface TokenChange {
  change(instance: InstanceKey): Promise<void>
  stateOf(instance: InstanceKey): AccountState['token']
  whyNot(instance: InstanceKey): Promise<AccountState['tokenStays']>
  /** From here on a change that was cut short is looked into: in this run of the program or in the one before. */
  start(): void
  stop(): Promise<void>
}

/** How long after each other it is asked which token works while the service can't be reached. */
const pace = { baseMs: 2_000, capMs: 60_000 }

type Deps = Pick<AdministrationBase, 'instances' | 'http' | 'clock' | 'ids' | 'emit' | 'logger'> & {
  readonly tokens: Tokens
  readonly scrubber: Scrubber
  readonly singleFlight: ReturnType<typeof createSingleFlight>
}

/**
 * Changes an instance's token. The service returns the new token only once, so the order matters: (1) put the current
 * token aside in the vault, (2) call the service, (3) store the new token before anything else; if the vault refuses,
 * use it and retry, (4) remove the old token only after the service has answered to one of the two. After a crash at
 * any point, the next start finds out which one works.
 */
export function createTokenChange(deps: Deps): TokenChange {
  const { instances, http, clock, ids, emit, logger, tokens, scrubber, singleFlight } = deps
  const states = new Map<InstanceKey, AccountState['token']>()
  /** While the answer is on its way, or its token is not in the vault yet, nothing is to be found out. */
  const changing = new Set<InstanceKey>()
  const setState = (key: InstanceKey, state: AccountState['token']) => {
    states.set(key, state)
    emit({ type: 'changed', change: { kind: 'administration', instance: key } })
  }

  /** Whether the service accepts a token; null if unknown now. */
  const works = async (run: InstanceRun, token: string): Promise<boolean | null> => {
    const { apiUrl, prefix, family, idInstance } = run.instance.row()
    const api = createInstanceApi({
      http,
      clock,
      limiter: run.instance.limiter,
      random: ids.random,
      target: { baseUrl: apiUrl, prefix, family, idInstance, token },
      observe: (record) => instances.recordAttempt(run.key, record),
    })
    // Every family has this operation; it changes nothing and needs the token.
    const options = { priority: 'view', purpose: 'token.try', signal: run.signal } as const
    const answer = await api.call('lastOutgoingMessages', { minutes: 1 }, options)
    if (answer.ok) return true
    return answer.error.kind === 'wrongToken' ? false : null
  }

  /** Finds out which token works. False where the service could not be asked, so that it has to be asked again. */
  const access = async (run: InstanceRun): Promise<boolean> => {
    const { key } = run
    const before = changing.has(key) ? null : await tokens.previous(key)
    if (before === null) return true
    scrubber.add(before)
    const now = await tokens.current(key)
    const present = now === null ? false : await works(run, now)
    const old = present === false && before !== now ? await works(run, before) : false
    if (present === null || old === null) {
      setState(key, 'uncertain')
      return false
    }
    if (present && now !== null) {
      await tokens.store(key, now, true)
      await tokens.forgetPrevious(key)
      setState(key, 'certain')
    } else if (old) {
      // The new one stays where it is: it may only need a moment, and is tried first whenever a run begins.
      setState(key, 'uncertain')
      instances.setToken(key, before)
    } else {
      // Where neither works, what was put by says nothing any more: the new one has to be entered.
      await tokens.forgetPrevious(key)
      setState(key, 'lost')
    }
    return true
  }
  const lookedInto = new WeakSet<InstanceRun>()
  const settle = async (run: InstanceRun): Promise<void> => {
    if (lookedInto.has(run)) return
    lookedInto.add(run)
    try {
      for (let tries = 1; !(await access(run)); tries += 1) {
        if ((await run.pause(backOff(pace, tries))) === 'ended') return
      }
    } finally {
      lookedInto.delete(run)
    }
  }
  const settling = createTasks<InstanceKey>((error, instance) =>
    logger.warn({ instance, error }, 'which token works was not found out'),
  )
  const listening: (() => void)[] = []
  const stopping = new AbortController()

  /** The vault did not take the new token: it is offered again until it does, or until there is another one. */
  const storeLater = async (key: InstanceKey): Promise<void> => {
    setState(key, 'unstored')
    for (let tries = 1; ; tries += 1) {
      await clock.sleep(backOff(pace, tries), stopping.signal)
      if (stopping.signal.aborted) return
      if (await tokens.storeUsed(key)) break
    }
    changing.delete(key)
    const runtime = instances.get(key)
    if (runtime === undefined) {
      // The instance was removed meanwhile, with its tokens.
      states.delete(key)
      return
    }
    setState(key, 'uncertain')
    const run = runtime.run()
    if (run !== null) await settle(run)
  }

  const askForToken = async (run: InstanceRun, now: string) => {
    await tokens.keepPrevious(run.key, now, true)
    const answer = await run.optional.ask('updateApiToken', {}, { priority: 'view', purpose: 'token.change' })
    const token = answer !== 'absent' && answer.ok ? answer.value.apiTokenInstance : null
    return { answer, stored: token === null || (await tokens.useThenStore(run.key, token)) }
  }

  const whyNot = async (key: InstanceKey): Promise<AccountState['tokenStays']> => {
    const where = await tokens.where(key)
    return where === 'vault' ? null : where === 'session' ? 'notStored' : 'missing'
  }

  return {
    start() {
      listening.push(
        instances.onRun((run) => settling.add(settle(run), run.key)),
        // The old one, which was taken because the new one did not work yet, may have come to its end.
        instances.onConnection((key, { kind }) => {
          const run = instances.get(key)?.run()
          if (kind === 'wrongToken' && run) settling.add(settle(run), key)
        }),
      )
    },
    async stop() {
      stopping.abort()
      for (const stopListening of listening.splice(0)) stopListening()
      await settling.ended()
    },
    whyNot,
    stateOf: (key) => states.get(key) ?? 'certain',
    change: (key) =>
      singleFlight(`${key} account.changeToken`, null, async () => {
        const run = runOf(instances, key)
        const why = await whyNot(key)
        if (why !== null) throw new ContractError(why === 'notStored' ? 'tokenNotStored' : 'tokenMissing')
        const now = await tokens.current(key)
        if (now === null) throw new ContractError('tokenMissing')
        if (run.optional.lacks('updateApiToken')) throw new ContractError('operationMissing')
        changing.add(key)
        const { answer, stored } = await askForToken(run, now).catch((error: unknown) => {
          changing.delete(key)
          throw error
        })
        if (!stored) {
          settling.add(storeLater(key), key)
          return
        }
        changing.delete(key)
        const fresh = instances.get(key)?.run()
        if (fresh && !(await access(fresh))) settling.add(settle(fresh), key)
        if (states.get(key) === 'lost') throw new ContractError('tokenLost')
        replyOf(answer)
      }),
  }
}
