import type { EmulatorClock } from '../clock.ts'
import type { Behaviour } from './behaviour.ts'
import { applySettings, isDeaf, type InstanceSettings } from './settings.ts'

/** stateInstance (service 10.4); null while the instance is being created. */
export type InstanceState =
  | 'authorized'
  | 'notAuthorized'
  | 'blocked'
  | 'starting'
  | 'suspended'
  | 'pendingPassword'
  | 'sleepMode'
  | 'yellowCard'
  | 'pendingCode'

export interface AccountInit {
  readonly clock: EmulatorClock
  readonly behaviour: () => Behaviour
  readonly settings: InstanceSettings
  readonly state: InstanceState | null
  /** Queues a notification of the new state. */
  readonly notify: (state: InstanceState) => void
  /** Called after each change of the state. */
  readonly moved: (state: InstanceState) => void
  /** Called when held messages may leave. */
  readonly changed: () => void
  /** Ends every waiting poll. */
  readonly endWaits: () => void
}

/** State and settings of one instance. */
export class Account {
  settings: InstanceSettings
  readonly #init: AccountInit
  #state: InstanceState | null
  #webhookUntil = -Infinity

  constructor(init: AccountInit) {
    this.#init = init
    this.settings = init.settings
    this.#state = init.state
  }

  get state(): InstanceState | null {
    return this.#state
  }

  /** Changes the state, queues a notification of it, and releases held messages if the account is authorized. */
  becomes(state: InstanceState, options: { readonly notify?: boolean } = {}): void {
    if (state === this.#state) return
    this.#state = state
    this.#init.moved(state)
    if (options.notify !== false) this.#init.notify(state)
    this.#init.changed()
  }

  /** Changes settings at once. */
  set(change: Partial<InstanceSettings>): void {
    this.settings = { ...this.settings, ...change }
    this.#init.changed()
    if (this.isDeaf || this.settings.webhookUrl !== '') this.#init.endWaits()
  }

  /** setSettings: the state is `starting` for a while; pulling resumes some time after the webhook URL was cleared. */
  setOverApi(change: Readonly<Record<string, unknown>>): void {
    const { clock, behaviour } = this.#init
    const apply = (): void => {
      const hadWebhook = this.settings.webhookUrl !== ''
      this.set(applySettings(this.settings, change))
      if (hadWebhook && this.settings.webhookUrl === '')
        this.#webhookUntil = clock.now() + behaviour().webhookClearDelayMs
    }
    const { settingsDelayMs } = behaviour()
    if (settingsDelayMs === 0) return apply()
    const before = this.#state
    this.becomes('starting')
    clock.after(settingsDelayMs, () => {
      apply()
      if (before) this.becomes(before)
    })
  }

  /** True while a webhook URL makes pulling fail (service 4.7 rule 5). */
  get isPushed(): boolean {
    return this.settings.webhookUrl !== '' || this.#init.clock.now() < this.#webhookUntil
  }

  get isDeaf(): boolean {
    return isDeaf(this.settings)
  }
}
