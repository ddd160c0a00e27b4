import type { CoreHandlers, Input } from '../../contract/index.ts'
import type { ProgramKey } from '../../contract/ids.ts'
import type { Service } from '../base/core-base.ts'
import { createTasks } from '../base/create-tasks.ts'
import type { UndiciHttpOptions } from '../http/undici-http.ts'
import type { Scrubber } from '../logging/scrubber.ts'
import { createCallLog } from './call-log.ts'
import { createDeskFile } from './desk-file.ts'
import { createPairing } from './pairing.ts'
import { createProgramDesk } from './program-desk.ts'
import type { ProgramOperations } from './program-operations.ts'
import { createProgramDirectory } from './program-directory.ts'
import { createProgramHandlers } from './program-handlers.ts'
import type { ProgramCalls } from './program-handlers.ts'
import { createProgramListener } from './program-listener.ts'
import type { OpenLocalApi } from './program-listener.ts'
import type { SubscriptionsBase } from './subscriptions-base.ts'
import { deliverWebhooks } from './webhook-deliverer.ts'
import { createWebhookSecrets } from './webhook-secrets.ts'

interface SubscriptionsOptions extends SubscriptionsBase {
  readonly scrubber: Scrubber
  readonly network: UndiciHttpOptions | undefined
  readonly openLocalApi: OpenLocalApi
  readonly operations: ProgramOperations
}

interface Subscriptions {
  readonly handlers: Pick<CoreHandlers, ProgramCalls>
  readonly service: Service & { load(): Promise<void> }
  /** Four letters in every event id and position; '' before there is a program. */
  readonly epoch: () => string
}

/** The window hears of progress at most once in so long, ms: a program may read thousands of events a second. */
const progressEveryMs = 500

/**
 * The customer's programs: who may read the journal, how far each has read, and the delivery of webhooks. Nothing is
 * loaded and no port is open until a person lets programs connect.
 */
export function createSubscriptions(options: SubscriptionsOptions): Subscriptions {
  const { dataDir, store, clock, ids, emit, logger, stopping, vault, scrubber, network, openLocalApi } = options
  const ended = new AbortController()
  const signal = AbortSignal.any([stopping, ended.signal])
  let isStarted = false
  const tasks = createTasks<string>((error, what) => {
    if (!signal.aborted) logger.error({ error }, what)
  })

  let lastProgress = -Infinity
  let isProgressDue = false
  const onProgress = () => {
    if (isProgressDue || signal.aborted) return
    isProgressDue = true
    const wait = Math.max(0, lastProgress + progressEveryMs - clock.monotonic())
    clock.setTimer(wait, () => {
      isProgressDue = false
      lastProgress = clock.monotonic()
      if (!signal.aborted) emit({ type: 'changed', change: { kind: 'programs' } })
    })
  }

  const directory = createProgramDirectory({ store, clock })
  const calls = createCallLog(clock)
  const secrets = createWebhookSecrets({ vault, scrubber })
  const ticket = ids.uuid()
  const pairing = createPairing({
    clock,
    ticket,
    onChange: onProgress,
    async addProgram(name) {
      const { key } = await handlers['programs.add'](pairedProgram(name), { signal })
      return key ?? ''
    },
  })
  let isMcpAllowed = false
  const desk = createProgramDesk({ ...options, directory, calls, pairing, servesMcp: () => isMcpAllowed, onProgress })
  const deskFile = createDeskFile(dataDir, ticket)
  const listener = createProgramListener({ openLocalApi, desk, deskFile, clock, logger, onChange: onProgress })
  const deliverer = { ...options, directory, calls, secrets, network, onProgress }

  /** Running deliveries, by program. */
  const running = new Map<ProgramKey, AbortController>()
  let isAllowed = false
  const arrange = () => {
    const wanted = new Set(
      isStarted && isAllowed && !signal.aborted
        ? directory
            .list()
            .filter(({ protocol }) => protocol === 'webhook')
            .map(({ key }) => key)
        : [],
    )
    for (const [key, controller] of running) {
      if (wanted.has(key)) continue
      controller.abort()
      running.delete(key)
    }
    for (const key of wanted) {
      if (running.has(key)) continue
      const controller = new AbortController()
      running.set(key, controller)
      tasks.add(
        deliverWebhooks(deliverer, key, AbortSignal.any([signal, controller.signal])),
        'the delivery to a webhook ended',
      )
    }
  }
  const applySettings = async () => {
    const { programs, programsPort, programsMcp } = await store.read('settings.get', undefined)
    isAllowed = programs
    isMcpAllowed = programsMcp
    arrange()
    if (isStarted) await listener.set(programs ? programsPort : null)
  }
  const load = async () => {
    await directory.load()
    // A store that was salvaged begins a new epoch.
    if (directory.list().length > 0 && directory.epoch() === '') {
      await store.write('programs.ensureEpoch', { epoch: ids.uuid().slice(0, 4), isNew: false })
      await directory.load()
    }
    arrange()
  }
  const onChanged = async () => {
    await load()
    onProgress()
  }

  const handlers = createProgramHandlers({
    ...options,
    directory,
    calls,
    secrets,
    listener,
    pairing,
    deliverer,
    isConnected: desk.isConnected,
    onChanged,
  })
  let stopListening = () => undefined as void
  return {
    epoch: directory.epoch,
    handlers,
    service: {
      load,
      start() {
        if (isStarted) return
        isStarted = true
        stopListening = store.onChanges((changes) => {
          if (changes.some(({ kind }) => kind === 'settings')) tasks.add(applySettings(), 'the settings of programs')
          if (directory.list().length > 0 && changes.some(({ kind }) => kind === 'journal')) onProgress()
        })
        tasks.add(applySettings(), 'the settings of programs')
      },
      async stop() {
        ended.abort()
        stopListening()
        directory.stop()
        await listener.stop()
        await tasks.ended()
      },
    },
  }
}

/** The command line: it may see everything and propose; a person can change that in the window. */
const pairedProgram = (name: string): Input<'programs.add'> => ({
  name,
  purpose: 'script',
  protocol: 'jsonl',
  scope: { instances: null, kinds: null, labels: null, groups: true },
  rights: ['see', 'draft'],
  from: null,
  keyExpiresAt: null,
  readWhenWritten: false,
  webhook: null,
  authorization: '',
})
