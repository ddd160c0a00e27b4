import { fail, invalid, type Handler } from '../call.ts'
import { json } from '../reply.ts'

/** Service 10.9. */
export const getTemplates: Handler = ({ instance }) => json({ templates: instance.behaviour.templates ?? [] })

/**
 * Service 10.9. As strict as the edition that requires every field. A token that does not open the order is refused
 * like an order that nobody knows.
 */
export const getOrderDetails: Handler = (call) => {
  for (const field of ['orderId', 'token', 'sellerJid'] as const) {
    const value = call.input[field]
    if (value === undefined || value === null) return invalid(call, `'${field}' is required`)
    if (value === '') return invalid(call, `'${field}' is not allowed to be empty`)
    if (typeof value !== 'string') return invalid(call, `'${field}' must be a string`)
  }
  const order = call.instance.journals.orders.get(String(call.input['orderId']))
  if (order === undefined || order.token !== call.input['token']) return fail(call, 400, 'order not found')
  return json(order.reply)
}
