import type { CallContext, CoreCallName, Input, Output } from '../../contract/index.ts'
import type { ContractEvent } from '../../contract/events.ts'
import { createCore } from '../create-core.ts'
import type { Core, CoreOptions } from '../create-core.ts'
import { createMemoryVault } from '../vault/memory-vault.ts'
import { watchedEntries } from './watched-entries.ts'

/** The whole of core on real files and real workers, as a host runs it. */
export interface RunningCore {
  readonly core: Core
  readonly events: readonly ContractEvent[]
  call<Name extends CoreCallName>(name: Name, input: Input<Name>, signal?: AbortSignal): Promise<Output<Name>>
  /** Asks a query again at every event until the answer fits. Rejects after `withinMs` real ms with the last one. */
  until<Name extends CoreCallName>(
    name: Name,
    input: Input<Name>,
    fits: (output: Output<Name>) => boolean,
    withinMs?: number,
  ): Promise<Output<Name>>
}

export async function startCore(options: Pick<CoreOptions, 'dataDir'> & Partial<CoreOptions>): Promise<RunningCore> {
  const core = await createCore({
    vault: createMemoryVault(),
    entries: watchedEntries(),
    host: {
      version: '1.0.0-test',
      host: 'browser',
      platform: 'linux',
      unsandboxed: false,
      features: {
        tray: false,
        startAtLogin: false,
        spellCheck: false,
        showInFolder: false,
        saveDialog: false,
        systemNotifications: false,
        badge: false,
        updates: false,
      },
    },
    ...options,
  })
  const events: ContractEvent[] = []
  core.subscribe((event) => events.push(event))
  core.start()
  const call: RunningCore['call'] = (name, input, signal = new AbortController().signal) => {
    const handler = core.handlers[name] as (given: unknown, context: CallContext) => Promise<never>
    return handler(input, { signal })
  }
  return {
    core,
    events,
    call,
    until: (name, input, fits, withinMs = 20_000) =>
      new Promise((resolve, reject) => {
        let last: unknown
        let asking = false
        let again = false
        const end = () => {
          stop()
          clearTimeout(timer)
        }
        // One question at a time, and one more for all that was told meanwhile.
        const look = () => {
          again = asking
          if (asking) return
          asking = true
          call(name, input).then((output) => {
            asking = false
            last = output
            if (fits(output)) {
              end()
              resolve(output)
            } else if (again) look()
          }, reject)
        }
        const stop = core.subscribe(look)
        const timer = setTimeout(() => {
          end()
          reject(new Error(`Waited ${withinMs} ms for ${name}; the last answer was ${JSON.stringify(last)}.`))
        }, withinMs)
        look()
      }),
  }
}
