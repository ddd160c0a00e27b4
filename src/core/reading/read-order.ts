import { ContractError } from '../../contract/errors.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import type { InstanceRegistry } from '../accounts/instance-registry.ts'
import { runOf } from '../accounts/run-of.ts'
import { contractErrorOf } from '../base/contract-error-of.ts'
import { createSingleFlight } from '../base/single-flight.ts'
import { detailsOf } from '../messages/content/rules/order-details.ts'
import type { ReadingStore } from './reading-base.ts'

/**
 * Asks what was ordered when a person wants to know: asking often can restrict the account (service 10.9). A refusal
 * leaves the order and what is kept of it as they are.
 */
export function createReadOrder({
  store,
  instances,
}: {
  readonly store: ReadingStore
  readonly instances: InstanceRegistry
}): Pick<CoreHandlers, 'messages.readOrder'> {
  const singleFlight = createSingleFlight()
  return {
    'messages.readOrder': ({ message }) =>
      singleFlight(`order ${message}`, null, async () => {
        const { instance, orderId, sellerJid, token } = await store.read('messages.orderAccess', { message })
        if (token === null || orderId === '' || sellerJid === '') throw new ContractError('orderClosed')
        const run = runOf(instances, instance)
        const ask = { priority: 'view', purpose: 'messages.readOrder', signal: run.signal } as const
        const answer = await run.optional.ask('getOrderDetails', { orderId, token, sellerJid }, ask)
        if (answer === 'absent') throw new ContractError('operationMissing')
        if (!answer.ok) throw contractErrorOf(answer.error)
        await store.write('archive.storeOrderDetails', { message, details: detailsOf(answer.value) }, { urgent: true })
      }),
  }
}
