import type { CoreHandlers, Input } from '../../contract/index.ts'
import type { InstanceKey, ProgramKey } from '../../contract/ids.ts'
import type { Service } from '../base/core-base.ts'
import { createRerun } from '../base/create-rerun.ts'
import { createTasks } from '../base/create-tasks.ts'
import type { Scrubber } from '../logging/scrubber.ts'
import type { Program } from './identity/tx/program-row.ts'
import type { TeamWebhooks } from '../sharing/shared-webhooks.ts'
import { createCallLog } from './feed/call-log.ts'
import { createDeskFile, createProgramListener, type OpenLocalApi } from './desk/program-listener.ts'
import { createPairing } from './identity/pairing.ts'
import { createKeyedPrograms } from './identity/keyed-programs.ts'
import { createProgramDesk } from './desk/program-desk.ts'
import type { ProgramOperations } from './desk/program-operations.ts'
import { createProgramDirectory } from './identity/program-directory.ts'
import { createProgramHandlers, type ProgramCalls } from './program-handlers.ts'
import type { ProgramsBase } from './programs-base.ts'
import { createTeamProgramCalls, createTeamWebhookSync } from './delivery/team-webhooks.ts'
import { deliverWebhook, ownCursors, type WebhookDelivery } from './delivery/deliver-webhook.ts'
import type { OpenWebhookPoster } from './delivery/post-webhook.ts'
import { createTeamCursors, type TeamCursors } from './delivery/team-cursors.ts'
import { createWebhookSecrets } from './delivery/signing.ts'

interface ProgramsOptions extends ProgramsBase {
  readonly scrubber: Scrubber
  readonly openPoster: OpenWebhookPoster
  readonly openLocalApi: OpenLocalApi
  readonly operations: ProgramOperations
  readonly teamWebhooks: TeamWebhooks
}

interface Programs {
  readonly handlers: Pick<CoreHandlers, ProgramCalls>
  readonly service: Service & { load(): Promise<void> }
  /** Four letters in every event id and position; '' before there is a program. */
  readonly epoch: () => string
}

/** The window hears of progress at most once in so long, ms: a program may read thousands of events a second. */
const progressEveryMs = 500

/** Webhooks of the team are read again after so long without a wake-up, ms. */
const teamEveryMs = 30_000

/**
 * The customer's programs: who may read the journal, how far each has read, and the delivery of webhooks. Nothing is
 * loaded and no port is open until a person lets programs connect.
 */
export function createPrograms(options: ProgramsOptions): Programs {
  const { dataDir, store, clock, ids, emit, logger, stopping, vault, scrubber, openLocalApi } = options
  const { teamWebhooks } = options
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
    onBegan({ id, code }) {
      onProgress()
      tasks.add(notifyPairing(id, code), 'the notice of a pairing')
    },
    onEnded(id) {
      onProgress()
      emit({ type: 'pairingEnded', pairing: id })
    },
    async addProgram(name) {
      const { program, key } = await handlers['programs.add'](pairedProgram(name), { signal })
      return { program, key: key ?? '' }
    },
    removeProgram: (program) => handlers['programs.remove']({ program }, { signal }),
  })
  const notifyPairing = async (id: number, code: string) => {
    const { notifications } = await store.read('settings.get', undefined)
    if (notifications && pairing.pending()?.id === id)
      emit({ type: 'notice', notice: { kind: 'pairing', pairing: id, code } })
  }
  let isMcpAllowed = false
  const desk = createProgramDesk({ ...options, directory, calls, pairing, servesMcp: () => isMcpAllowed, onProgress })
  const deskFile = createDeskFile(dataDir, ticket)
  const listener = createProgramListener({ openLocalApi, desk, deskFile, clock, logger, onChange: onProgress })
  const deliverer = { ...options, directory, calls, secrets, onProgress }

  interface Running {
    readonly delivery: WebhookDelivery
    readonly end: AbortController
    /** Of a team's webhook, by what makes each the one it is. */
    readonly places: Map<string, { readonly cursors: TeamCursors; readonly end: AbortController }>
  }
  const running = new Map<ProgramKey, Running>()
  let isAllowed = false
  /** The instances whose events this desk delivers to a webhook of the team, under the leases that it holds. */
  const teamPlaces = () => {
    const team = teamWebhooks.current()
    if (team === null || !team.webhooksOn || team.role === 'viewer') return []
    return [...team.shared()].flatMap(([instance, shared]) => {
      const lease = team.lease(instance)
      return lease === null || lease.signal.aborted ? [] : [{ instance, shared, lease, team }]
    })
  }
  const arrange = () => {
    const isOver = !isStarted || signal.aborted
    const places = isOver ? [] : teamPlaces()
    const wanted = new Map<ProgramKey, Program>()
    for (const program of directory.list()) {
      const isWanted = !isOver && (program.team === null ? isAllowed : places.length > 0)
      if (program.protocol === 'webhook' && isWanted) wanted.set(program.key, program)
    }
    for (const [key, one] of running) {
      if (wanted.has(key)) continue
      one.end.abort()
      running.delete(key)
    }
    for (const [key, { team: ofTeam }] of wanted) {
      const known = running.get(key)
      const one = known ?? begin(key)
      running.set(key, one)
      if (ofTeam !== null) arrangePlaces(key, one, ofTeam.round, places)
      else if (known === undefined) one.delivery.setCursors([ownCursors(one.end.signal)])
    }
  }
  const begin = (key: ProgramKey): Running => {
    const end = new AbortController()
    const delivery = deliverWebhook(deliverer, key, AbortSignal.any([signal, end.signal]))
    tasks.add(delivery.ended(), 'the delivery to a webhook ended')
    return { delivery, end, places: new Map() }
  }
  const arrangePlaces = (
    program: ProgramKey,
    { delivery, end: whole, places: known }: Running,
    round: number,
    places: ReturnType<typeof teamPlaces>,
  ) => {
    // A lease may end for now, and be renewed later: then its place begins again.
    const nameOf = ({ instance, lease }: (typeof places)[number]) => `${instance} ${lease.epoch} ${round}`
    const names = new Set(places.map(nameOf))
    let isChanged = false
    for (const [name, { cursors, end }] of known) {
      if (names.has(name) && !cursors.signal.aborted) continue
      end.abort()
      known.delete(name)
      isChanged = true
    }
    for (const place of places) {
      if (known.has(nameOf(place))) continue
      const end = new AbortController()
      const until = AbortSignal.any([signal, whole.signal, place.lease.signal, end.signal])
      const cursors = createTeamCursors(deliverer, { ...place, program }, until, () => sync.run(), delivery.changed)
      tasks.add(
        new Promise((resolve) => until.addEventListener('abort', resolve, { once: true })).then(cursors.ended),
        "the cursor of a team's webhook ended",
      )
      known.set(nameOf(place), { cursors, end })
      isChanged = true
    }
    if (isChanged) delivery.setCursors([...known.values()].map(({ cursors }) => cursors))
  }
  /** This desk moves the cursor now, and need not be told where it stands. */
  const isDelivering = (webhook: string, instance: InstanceKey): boolean =>
    [...running].some(
      ([key, { places }]) =>
        directory.get(key)?.team?.id === webhook &&
        [...places.values()].some(
          ({ cursors }) => cursors.instance === instance && cursors.isKnown() && !cursors.signal.aborted,
        ),
    )
  const applySettings = async () => {
    const { programs, programsPort, programsMcp } = await store.read('settings.get', undefined)
    isAllowed = programs
    isMcpAllowed = programsMcp
    arrange()
    if (isStarted) await listener.set(programs ? programsPort : null)
  }
  const load = async () => {
    const before = directory.list()
    await directory.load()
    for (const { id, team } of before) {
      if (team !== null && !directory.list().some((one) => one.id === id)) await secrets.remove({ id })
    }
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

  const sync = createTeamWebhookSync({
    store,
    directory,
    secrets,
    port: teamWebhooks,
    isDelivering,
    load,
  })
  const keyed = createKeyedPrograms({ store, ids, directory, port: teamWebhooks, load })
  const ofTeam = createTeamProgramCalls({ store, clock, ids, port: teamWebhooks, secrets, sync })
  const handlers = createProgramHandlers({
    ...options,
    directory,
    calls,
    secrets,
    listener,
    pairing,
    deliverer,
    port: teamWebhooks,
    ofTeam,
    keyed,
    isConnected: desk.isConnected,
    onChanged,
  })
  /** One at a time, however many wake-ups a member sends: the leases are renewed over the same connections. */
  const readTeam = createRerun(async () => {
    if (signal.aborted) return
    await sync.run()
    arrange()
    await keyed.sync()
    await options.operations.releaseStale()
  })
  const hasTeamPrograms = () => directory.list().some(({ team, keyed: ofKey }) => team !== null || ofKey !== null)
  let cancelPoll = () => undefined as void
  /** Reads the team's webhooks, now and again. */
  const followTeam = () => {
    cancelPoll()
    arrange()
    if (!isStarted || signal.aborted) return
    if (teamWebhooks.current() === null) {
      // A desk that leaves its team loses the team's programs.
      if (hasTeamPrograms()) tasks.add(load(), "the team's webhooks")
      return
    }
    cancelPoll = clock.setTimer(teamEveryMs, followTeam)
    tasks.add(
      readTeam().catch((error: unknown) => logger.debug({ error: String(error) }, "the team's programs were not read")),
      "the team's programs",
    )
  }

  let stopListening = () => undefined as void
  let stopTeam = () => undefined as void
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
          // A program of the team may see the instances that are shared, and labels by their names.
          const isScopeOther = changes.some(({ kind }) => kind === 'instances' || kind === 'labels')
          if (isScopeOther && hasTeamPrograms()) tasks.add(load(), "what the team's programs may see")
          if (directory.list().length > 0 && changes.some(({ kind }) => kind === 'journal')) onProgress()
        })
        stopTeam = teamWebhooks.onChange(followTeam)
        followTeam()
        tasks.add(applySettings(), 'the settings of programs')
      },
      async stop() {
        ended.abort()
        stopListening()
        stopTeam()
        cancelPoll()
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
