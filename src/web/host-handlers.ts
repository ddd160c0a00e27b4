import { readFile } from 'node:fs/promises'
import { ContractError } from '../contract/errors.ts'
import type { HostHandlers } from '../contract/index.ts'
import type { Demo } from '../core/hosting/demo.ts'
import { gateLink } from '../core/hosting/link-gate.ts'

export interface WebHostHandlersOptions {
  /** Opens an address in the system's browser; false where there is none. */
  readonly open: (url: string) => Promise<boolean>
  /** Absolute path of the third-party licences of this build. */
  readonly licencesFile: string
  readonly demo: Demo['handlers']
}

const notHere = async (): Promise<never> => {
  throw new ContractError('notSupportedHere')
}

/** What the browser host answers itself. A browser saves files on its own, so the file dialogs are not needed here. */
export function createWebHostHandlers({ open, licencesFile, demo }: WebHostHandlersOptions): HostHandlers {
  return {
    ...demo,
    async 'host.openLink'({ url }) {
      const link = gateLink(url)
      if (link.kind === 'refused') throw new ContractError('linkRefused', { details: { reason: link.scheme } })
      return { opened: await open(link.url) }
    },
    'host.saveFile': notHere,
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
