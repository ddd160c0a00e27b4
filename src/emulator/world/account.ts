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
  /** Announces a new state in the queue. */
  readonly tell: (state: InstanceState) => void
  /** The state is another one now. */
  readonly moved: (state: InstanceState) => void
  /** What is held may go now. */
  readonly changed: () => void
  /** No poll may go on waiting. */
  readonly endWaits: () => void
}

/** State and settings of one instance: whether it may work, and what its owner set. */
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

  /** Moves to a state, tells the account, and lets held messages go when it is authorized. */
  becomes(state: InstanceState, options: { readonly notify?: boolean } = {}): void {
    if (state === this.#state) return
    this.#state = state
    this.#init.moved(state)
    if (options.notify !== false) this.#init.tell(state)
    this.#init.changed()
  }

  /** Changes settings at once. */
  set(change: Partial<InstanceSettings>): void {
    this.settings = { ...this.settings, ...change }
    this.#init.changed()
    if (this.isDeaf || this.settings.webhookUrl !== '') this.#init.endWaits()
  }

  /**
   * setSettings: takes its time, during which the state is `starting`; pulling resumes a while after the webhook URL
   * was cleared.
   */
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

  /** True while pulling fails because of a webhook URL (service 4.7 rule 5). */
  get isPushed(): boolean {
    return this.settings.webhookUrl !== '' || this.#init.clock.now() < this.#webhookUntil
  }

  get isDeaf(): boolean {
    return isDeaf(this.settings)
  }
}
