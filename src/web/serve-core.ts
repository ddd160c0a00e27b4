import path from 'node:path'
import { contract } from '../contract/index.ts'
import type { Demo } from '../core/hosting/demo.ts'
import type { RestartableCore } from '../core/hosting/restartable-core.ts'
import { createWindowOrigin } from '../core/hosting/window-origin.ts'
import { createPipeHost, serve } from '../rpc/server.ts'
import type { Access } from './access.ts'
import { createWebHostHandlers } from './host-handlers.ts'
import type { WebServer } from './web-server.ts'
import { startWebServer } from './web-server.ts'

export interface ServeCoreOptions {
  readonly port: number
  readonly access: Access
  /** Absolute folder of the build: `renderer/` and `licences.txt`. */
  readonly built: string
  /** Opens an address in the system's browser; false where there is none. */
  readonly open: (url: string) => Promise<boolean>
  readonly demo: Demo['handlers']
}

/** Core behind the web server. Rejects when the port cannot be had. */
export function serveCore(
  core: RestartableCore,
  { port, access, built, open, demo }: ServeCoreOptions,
): Promise<WebServer> {
  const hostHandlers = createWebHostHandlers({ open, licencesFile: path.join(built, 'licences.txt'), demo })
  const host = createPipeHost(
    contract,
    { ...core.handlers, ...hostHandlers },
    {
      subscribe: core.subscribe,
      onFault: (fault) =>
        fault.kind === 'failed'
          ? core.warn(`${fault.name} failed`, fault.error)
          : core.warn('a page sent what is no message'),
    },
  )
  const origin = createWindowOrigin({
    rendererDir: path.join(built, 'renderer'),
    openMedia: core.openMedia,
    openFile: core.openFile,
    takeSlice: core.takeSlice,
  })
  return startWebServer({
    port,
    access,
    origin,
    onLink: (link) => void serve(link, host),
    onError: (error) => core.warn('a request was not answered', error),
  })
}
