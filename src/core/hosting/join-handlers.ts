import type { CoreHandlers, HostHandlers } from '../../contract/index.ts'
import { coreContract } from '../../contract/index.ts'

/** Every call of the contract: core's, which are looked up by name when they are made, and the host's own. */
export function joinHandlers(core: CoreHandlers, host: HostHandlers): CoreHandlers & HostHandlers {
  const names = Object.keys(coreContract) as (keyof CoreHandlers)[]
  return { ...(Object.fromEntries(names.map((name) => [name, core[name]])) as unknown as CoreHandlers), ...host }
}
