import { z } from 'zod'
import { count, id, lenient, lenientList, number, text } from './lenient.ts'

/** One line of an order. `price` is of one piece, in minor units of `currency`. */
const orderLine = z.looseObject({
  id: lenient(id),
  name: lenient(text),
  price: lenient(text),
  currency: lenient(text),
  quantity: lenient(count),
})

const orderPrice = z.looseObject({ total: lenient(text), subtotal: lenient(text), currency: lenient(text) })

/**
 * getOrderDetails (service 10.9): amounts are in minor units. Only the three outer names are documented, so the inner
 * ones are read where they are found. A reply with neither lines nor a price says nothing, and can't be read.
 */
export const orderDetails = z
  .looseObject({
    creation_time_stamp: lenient(number),
    products: lenientList(orderLine),
    price_details: lenient(orderPrice),
  })
  .refine(({ products, price_details }) => products !== undefined || price_details !== undefined)
