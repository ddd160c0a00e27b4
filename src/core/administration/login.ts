import type { LoginState } from '../../contract/administration.ts'
import { ContractError } from '../../contract/errors.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { CallsOf, CoreHandlers } from '../../contract/index.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import { runOf } from '../accounts/run-of.ts'
import type { AdministrationBase } from './administration-base.ts'
import { nextLogin, pollOf, type LoginEvent } from './rules/login-state.ts'
import { createTasks } from '../base/create-tasks.ts'
import { replyOf, type createSingleFlight } from '../base/single-flight.ts'

/** Requesting codes for longer may leave the instance in `starting` (service 11.7.2), ms. */
const longestMs = 300_000
/** A code is good for so long from when it is first seen, ms. */
const codeLivesMs = 20_000
/** How often the state is asked for while a code is typed into the phone, ms. */
const watchMs = 7000
/** Telegram sends no other code for so long after the last one, which stays valid (service 11.7.2), ms. */
const otherCodeMs = 300_000
/** How often each family wants to be asked for codes, ms. */
const paceMs = { whatsapp: 1000, v3: 5000, telegram: 5000 } as const

export type LoginCalls = CallsOf<'login'>

export interface Login {
  readonly handlers: Pick<CoreHandlers, LoginCalls>
  /** The login ends with the run and with core. */
  stop(): Promise<void>
}

interface Session {
  readonly state: LoginState
  /** Ends what is polled in this state. */
  readonly poll: AbortController | null
}

type Deps = Pick<AdministrationBase, 'instances' | 'clock' | 'emit' | 'logger'> & {
  readonly singleFlight: ReturnType<typeof createSingleFlight>
}

/**
 * Logs an account in by QR code, a code for the phone, a code from the messenger, or its password. One session per
 * instance for all windows. Codes and passwords exist only in this memory and on the screen.
 */
export function createLogin({ instances, clock, emit, logger, singleFlight }: Deps): Login {
  const sessions = new Map<InstanceKey, Session>()
  /** By the monotonic clock. */
  const codeSentAt = new Map<InstanceKey, number>()
  const work = createTasks<InstanceKey>((error, instance) => logger.warn({ instance, error }, 'a login ended'))

  const stateOf = (key: InstanceKey): LoginState => sessions.get(key)?.state ?? { kind: 'idle' }
  /** Ends the poll of the state that is left, and begins that of the new one. */
  const happen = (key: InstanceKey, event: LoginEvent) => {
    const before = stateOf(key)
    const state = nextLogin(before, event)
    let poll = sessions.get(key)?.poll ?? null
    const wanted = pollOf(state)
    if (wanted !== pollOf(before) || event.kind === 'phoneCode') {
      poll?.abort()
      poll = wanted === null ? null : new AbortController()
      if (poll !== null) begin(runOf(instances, key), wanted === 'codes' ? askForCodes : watchState, poll.signal)
    }
    sessions.set(key, { state, poll })
    if (state !== before) emit({ type: 'changed', change: { kind: 'administration', instance: key } })
  }
  const authorized = (run: InstanceRun) => {
    happen(run.key, { kind: 'authorized' })
    run.instance.connection.report({ kind: 'stateInstance', state: 'authorized' })
    // Loops that wait for it begin at once: the account is asked who it is, and the queue for what came.
    instances.nudge(run.key)
  }
  const begin = (
    run: InstanceRun,
    loop: (run: InstanceRun, signal: AbortSignal) => Promise<void>,
    stopped: AbortSignal,
  ) => {
    const poll = async () => {
      await loop(run, AbortSignal.any([run.signal, stopped]))
      // A run that ended takes its code with it.
      if (!stopped.aborted) happen(run.key, { kind: 'givenUp' })
    }
    work.add(Promise.resolve().then(poll), run.key)
  }

  const askForCodes = async (run: InstanceRun, signal: AbortSignal): Promise<void> => {
    const until = clock.monotonic() + longestMs
    let shown = { image: '', since: 0 }
    while (!signal.aborted) {
      if (clock.monotonic() >= until) return happen(run.key, { kind: 'stopped', why: 'timeUp', text: '' })
      const answer = await run.optional.ask('qr', {}, { priority: 'view', purpose: 'login.code', signal })
      if (signal.aborted) return
      if (answer === 'absent') return happen(run.key, { kind: 'stopped', why: 'refused', text: '' })
      if (answer.ok) {
        const { type, message = '' } = answer.value
        // Two spellings are documented (service 11.7.2).
        if (/^passkeyrequired?$/iu.test(type)) return happen(run.key, { kind: 'stopped', why: 'passkey', text: '' })
        switch (type) {
          case 'qrCode':
            if (shown.image !== message) shown = { image: message, since: clock.now() }
            happen(run.key, { kind: 'qr', image: message, goodUntil: shown.since + codeLivesMs })
            break
          case 'alreadyLogged':
          case 'already_registered':
            return authorized(run)
          case 'pending_password':
            run.instance.connection.report({ kind: 'stateInstance', state: 'pendingPassword' })
            return happen(run.key, { kind: 'passwordWanted', refused: null })
          default:
            return happen(run.key, {
              kind: 'stopped',
              why: /starting/i.test(message) ? 'starting' : 'refused',
              text: message.slice(0, 300),
            })
        }
      } else if (!isPassing(answer.error.kind)) {
        const text = 'text' in answer.error ? answer.error.text : ''
        return happen(run.key, { kind: 'stopped', why: 'refused', text })
      }
      await clock.sleep(paceMs[run.instance.row().family], signal)
    }
  }

  /** Typing a code into the phone causes no event here, so the state is polled until it changes. */
  const watchState = async (run: InstanceRun, signal: AbortSignal): Promise<void> => {
    const until = clock.monotonic() + longestMs
    while (!signal.aborted && clock.monotonic() < until) {
      await clock.sleep(watchMs, signal)
      if (signal.aborted) return
      const state = await askState(run)
      if (state === 'authorized' || state === 'pendingPassword') return
    }
    if (!signal.aborted) happen(run.key, { kind: 'stopped', why: 'timeUp', text: '' })
  }
  /** A step of a login that the service answers with done or a word. */
  const step = async (
    key: InstanceKey,
    operation: 'startAuthorization' | 'sendAuthorizationCode' | 'sendAuthorizationPassword',
    input:
      | { readonly phoneNumber: number }
      | { readonly code: string; readonly password?: string }
      | { readonly password: string },
    purpose: string,
  ) => {
    const run = runOf(instances, key)
    const answer = await run.optional.ask(operation, input as never, { priority: 'view', purpose })
    const refused = answer !== 'absent' && !answer.ok && answer.error.kind === 'refused' ? answer.error : null
    const reply = refused === null ? replyOf(answer) : { done: false, reason: 'text' in refused ? refused.text : '' }
    if (!reply.done && reply.reason === 'already_registered') {
      authorized(run)
      return { run, ...reply, done: true }
    }
    return { run, ...reply }
  }
  /** The state after a step that succeeded: only the service knows whether it still wants a password. */
  const askState = async (run: InstanceRun): Promise<string> => {
    const answer = await run.optional.ask(
      'getStateInstance',
      {},
      { priority: 'view', purpose: 'login.state', signal: run.signal },
    )
    const state = answer !== 'absent' && answer.ok ? (answer.value.stateInstance ?? 'starting') : 'unknown'
    if (state === 'authorized') authorized(run)
    else if (state === 'pendingPassword') happen(run.key, { kind: 'passwordWanted', refused: null })
    if (state !== 'unknown') run.instance.connection.report({ kind: 'stateInstance', state })
    return state
  }
  const refuse = (reason: string): never => {
    throw new ContractError('serviceRefused', { details: { text: reason } })
  }

  // Somebody else may tell first: a notification, another program, the look that is taken each minute.
  const stopListening = instances.onConnection((key) => {
    const { kind } = stateOf(key)
    if (kind === 'idle' || kind === 'done') return
    if (instances.get(key)?.connection.authorization() === 'authorized') happen(key, { kind: 'authorized' })
  })

  return {
    handlers: {
      'login.state': ({ instance }) => Promise.resolve(stateOf(instance)),

      'login.showCode'({ instance: key }) {
        runOf(instances, key)
        happen(key, { kind: 'codesWanted', until: clock.now() + longestMs })
        return Promise.resolve()
      },
      'login.stop'({ instance: key }) {
        happen(key, { kind: 'givenUp' })
        return Promise.resolve()
      },

      'login.phoneCode': ({ instance: key, phone }) =>
        singleFlight(`${key} login.phoneCode`, phone, async () => {
          happen(key, { kind: 'otherMethod' })
          const run = runOf(instances, key)
          const answer = await run.optional.ask(
            'getAuthorizationCode',
            { phoneNumber: Number(phone) },
            { priority: 'view', purpose: 'login.phoneCode' },
          )
          const { status, code } = replyOf(answer)
          if (status === false || code === '') refuse('')
          happen(key, { kind: 'phoneCode', code })
        }),
      'login.start': ({ instance: key, phone }) =>
        singleFlight(`${key} login.start`, phone, async () => {
          happen(key, { kind: 'otherMethod' })
          const input = { phoneNumber: Number(phone) }
          const { run, done, reason } = await step(key, 'startAuthorization', input, 'login.start')
          const now = clock.monotonic()
          const isSentYet =
            run.instance.row().family === 'telegram' && now - (codeSentAt.get(key) ?? -Infinity) < otherCodeMs
          if (done) codeSentAt.set(key, now)
          else if (!isSentYet) refuse(reason)
          happen(key, { kind: 'codeSent' })
        }),
      'login.code': ({ instance: key, code }) =>
        singleFlight(`${key} login.code`, code, async () => {
          const { run, done, reason } = await step(key, 'sendAuthorizationCode', { code }, 'login.sendCode')
          if (!done) refuse(reason)
          await askState(run)
        }),
      'login.password': ({ instance: key, password }) =>
        singleFlight(`${key} login.password`, password, async () => {
          const { run, done, reason } = await step(key, 'sendAuthorizationPassword', { password }, 'login.password')
          if (!done) {
            happen(key, { kind: 'passwordWanted', refused: reason })
            refuse(reason)
          }
          await askState(run)
        }),

      'login.logOut': ({ instance: key }) =>
        singleFlight(`${key} login.logOut`, null, async () => {
          const run = runOf(instances, key)
          const { isLogout } = replyOf(
            await run.optional.ask('logout', {}, { priority: 'view', purpose: 'login.logOut' }),
          )
          if (!isLogout) refuse('200 isLogout: false')
          run.instance.connection.report({ kind: 'stateInstance', state: 'notAuthorized' })
          happen(key, { kind: 'reset' })
        }),
      'login.restart': ({ instance: key }) =>
        singleFlight(`${key} login.restart`, null, async () => {
          happen(key, { kind: 'otherMethod' })
          const run = runOf(instances, key)
          const { isReboot } = replyOf(
            await run.optional.ask('reboot', {}, { priority: 'view', purpose: 'login.restart' }),
          )
          if (!isReboot) refuse('200 isReboot: false')
          run.instance.connection.report({ kind: 'stateInstance', state: 'starting' })
          happen(key, { kind: 'reset' })
          instances.nudge(key)
        }),
    },
    async stop() {
      stopListening()
      for (const { poll } of sessions.values()) poll?.abort()
      await work.ended()
    },
  }
}

/** Asking for a code changes nothing, so a passing trouble is waited out. */
const isPassing = (kind: string): boolean =>
  ['network', 'rateLimited', 'serviceTimeout', 'gateway', 'server', 'starting'].includes(kind)
