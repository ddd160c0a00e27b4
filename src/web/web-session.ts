import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { contract } from '../contract/index.ts'
import { addInstancesFrom } from '../core/hosting/add-instances.ts'
import { createDemo } from '../core/hosting/demo.ts'
import type { HostOptions } from '../core/hosting/host-options.ts'
import { joinHandlers } from '../core/guard-handlers.ts'
import { joinTeamFrom } from '../core/hosting/join-team.ts'
import { lockedTeam } from '../core/hosting/team-sentences.ts'
import type { RestartableCore } from '../core/restartable-core.ts'
import { watchAppSettings } from '../core/watch-app-settings.ts'
import type { HostLink } from '../rpc/link.ts'
import { createPipeHost, serve } from '../rpc/server.ts'
import { createWebHostHandlers } from './host-handlers.ts'
import { startNodeDemo } from './node-demo.ts'

export interface WebSessionOptions {
  readonly core: RestartableCore
  readonly dataDir: string
  /** Absolute folder of the build: `main/` and `licences.txt`. */
  readonly built: string
  /** Opens an address in the system's browser; false where there is none. */
  readonly open: (url: string) => Promise<boolean>
}

/** What answers the windows of the browser host. */
export interface WebSession {
  serve(link: HostLink): void
  /** Once core is up: what the start itself does. Rejects with a sentence about a file that was named. */
  begin(options: Pick<HostOptions, 'addInstances' | 'joinTeam'>): Promise<void>
  /** As the program ends. */
  stop(): void
}

export function createWebSession({ core, dataDir, built, open }: WebSessionOptions): WebSession {
  const demo = createDemo({
    dataDir,
    startProcess: () => startNodeDemo(pathToFileURL(path.join(built, 'main/demo-service.js'))),
    handlers: core.handlers,
    warn: core.warn,
  })
  const licencesFile = path.join(built, 'licences.txt')
  const host = createPipeHost(
    contract,
    joinHandlers(core.handlers, createWebHostHandlers({ open, licencesFile, demo: demo.handlers })),
    {
      subscribe: core.subscribe,
      onFault: (fault) =>
        fault.kind === 'failed'
          ? core.warn(`${fault.name} failed`, fault.error)
          : core.warn('a page sent what is no message'),
    },
  )
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
