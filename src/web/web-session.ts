import path from 'node:path'
import { pathToFileURL, fileURLToPath } from 'node:url'
import { contract, type HostHandlers } from '../contract/index.ts'
import { addInstancesFrom } from '../core/hosting/add-instances.ts'
import { createDemo, type Demo, type DemoProcess } from '../core/hosting/demo.ts'
import type { HostOptions } from '../core/hosting/host-options.ts'
import { joinHandlers } from '../core/guard-handlers.ts'
import { joinTeamFrom } from '../core/hosting/join-team.ts'
import type { WindowLockService } from '../core/hosting/window-lock.ts'
import { lockedTeam } from '../core/hosting/team-sentences.ts'
import type { RestartableCore } from '../core/restartable-core.ts'
import { watchAppSettings } from '../core/watch-app-settings.ts'
import type { HostLink } from '../rpc/link.ts'
import { createPipeHost, serve } from '../rpc/server.ts'
import { readFile } from 'node:fs/promises'
import { ContractError } from '../contract/errors.ts'
import { gateLink } from '../core/hosting/link-gate.ts'
import { fork } from 'node:child_process'

export interface WebSessionOptions {
  readonly core: RestartableCore
  readonly lock: WindowLockService
  readonly dataDir: string
  /** Absolute folder of the build: `main/` and `licences.txt`. */
  readonly built: string
  /** Opens an address in the system's browser; false where there is none. */
  readonly open: (url: string) => Promise<boolean>
}

/** The handlers for windows of the browser host. */
export interface WebSession {
  serve(link: HostLink): void
  /** Once core is up: what the start itself does. Rejects with a sentence about a file that was named. */
  begin(options: Pick<HostOptions, 'addInstances' | 'joinTeam'>): Promise<void>
  /** As the program ends. */
  stop(): void
}

export function createWebSession({ core, lock, dataDir, built, open }: WebSessionOptions): WebSession {
  const demo = createDemo({
    dataDir,
    startProcess: () => startNodeDemo(pathToFileURL(path.join(built, 'main/demo-service.js'))),
    handlers: core.handlers,
    warn: core.warn,
  })
  const licencesFile = path.join(built, 'licences.txt')
  const hostHandlers = createWebHostHandlers({ open, licencesFile, demo: demo.handlers, lock: lock.handlers })
  const host = createPipeHost(contract, lock.guard(contract, joinHandlers(core.handlers, hostHandlers)), {
    subscribe: lock.guardEvents(core.subscribe),
    onFault: (fault) =>
      fault.kind === 'failed'
        ? core.warn(`${fault.name} failed`, fault.error)
        : core.warn('a page sent what is no message'),
  })
  return {
    serve: (link) => void serve(link, host),
    async begin({ addInstances, joinTeam }) {
      await watchAppSettings(core)
      await demo.clearLeftovers().catch((error: unknown) => core.warn('a demo of an earlier run is still there', error))
      if (addInstances !== undefined) await addInstancesFrom(addInstances, core.handlers)
      if (joinTeam !== undefined) await joinTeamFrom(joinTeam, core.handlers)
      const { kind } = await core.handlers['team.status']({}, { signal: new AbortController().signal })
      if (kind === 'locked') process.stderr.write(`${lockedTeam}\n`)
    },
    stop: demo.stop,
  }
}

interface WebHostHandlersOptions {
  /** Opens an address in the system's browser; false where there is none. */
  readonly open: (url: string) => Promise<boolean>
  /** Absolute path of the third-party licences of this build. */
  readonly licencesFile: string
  readonly demo: Demo['handlers']
  readonly lock: WindowLockService['handlers']
}

const notHere = async (): Promise<never> => {
  throw new ContractError('notSupportedHere')
}

/**
 * Handlers that the browser host answers itself. A browser saves files on its own, so the file dialogs are not needed
 * here.
 */
function createWebHostHandlers({ open, licencesFile, demo, lock }: WebHostHandlersOptions): HostHandlers {
  return {
    ...demo,
    ...lock,
    async 'host.openLink'({ url }) {
      const link = gateLink(url)
      if (link.kind === 'refused') throw new ContractError('linkRefused', { details: { reason: link.scheme } })
      return { opened: await open(link.url) }
    },
    'host.saveFile': notHere,
    'host.chooseFolder': notHere,
    'host.openFile': notHere,
    'host.prepareDrag': notHere,
    'host.dragFile': notHere,
    'host.showInFolder': notHere,
    async 'host.checkForUpdates'() {
      return { state: 'off' }
    },
    async 'host.licences'() {
      return { text: await readFile(licencesFile, 'utf8') }
    },
    async 'host.attention'() {},
  }
}

/** The demo's service as another process of Node, which ends with this one. */
function startNodeDemo(entry: URL): DemoProcess {
  const child = fork(fileURLToPath(entry), [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  return {
    firstLine: new Promise((resolve, reject) => {
      child.once('message', (text) => resolve(String(text)))
      child.once('error', reject)
      child.once('exit', (code) => reject(new Error(`the demo's service ended with code ${code}`)))
    }),
    end: () => void child.kill(),
  }
}
