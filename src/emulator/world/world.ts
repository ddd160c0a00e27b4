import { capabilities } from '../../api/families.ts'
import { optionalOperations, type Behaviour } from './behaviour.ts'
import { Instance, type InstanceInit, type InstanceWorld } from './instance.ts'

/** All instances of an emulator. */
export class World {
  readonly #ports: InstanceWorld
  readonly #limits: Behaviour['limits']
  readonly #instances = new Map<string, Instance>()
  /** Of the partner whose account holds all instances; '' for none. */
  partnerToken = ''

  /** `limits`: default of instances without limits of their own. */
  constructor(ports: InstanceWorld, limits: Behaviour['limits']) {
    this.#ports = ports
    this.#limits = limits
  }

  /** Adds an account. Throws when the id is not numeric, the token is empty, or the id is taken. */
  add(init: InstanceInit): Instance {
    if (!/^\d+$/.test(init.idInstance)) throw new Error('An instance id is a number, as text.')
    if (init.token === '') throw new Error('An instance needs a token.')
    if (this.#instances.has(init.idInstance)) throw new Error(`Instance ${init.idInstance} exists already.`)
    const instance = new Instance(this.#ports, { ...init, behaviour: { limits: this.#limits, ...init.behaviour } })
    this.#instances.set(init.idInstance, instance)
    return instance
  }

  remove(idInstance: string): boolean {
    this.#instances.get(idInstance)?.notifications.endWaits()
    return this.#instances.delete(idInstance)
  }

  find(idInstance: string): Instance | undefined {
    return this.#instances.get(idInstance)
  }

  /** The instance with this id. Throws when there is none. */
  instance(idInstance: string): Instance {
    const instance = this.#instances.get(idInstance)
    if (!instance) throw new Error(`There is no instance ${idInstance}.`)
    return instance
  }

  instances(): readonly Instance[] {
    return [...this.#instances.values()]
  }

  /** Whether the instance has this operation: known to its family, and not switched off. */
  offers(instance: Instance, operation: string): boolean {
    const ofOthers =
      instance.family === 'whatsapp' ? ['getAccountSettings', 'checkAccount'] : ['getWaSettings', 'checkWhatsapp']
    if (ofOthers.includes(operation)) return false
    const optional = optionalOperations.find((name) => name === operation)
    if (optional !== undefined) return instance.behaviour.optionalOperations.includes(optional)
    return !capabilities[instance.kind].lacks.some((name) => name === operation)
  }
}
