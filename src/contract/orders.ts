/** What was ordered. Amounts are in minor units of their currency, as the service wrote them; '' if it gave none. */
export interface OrderDetails {
  /** When the service was asked, epoch ms. */
  readonly readAt: number
  readonly lines: readonly OrderLine[]
  /** Number of lines beyond those listed. */
  readonly more: number
}

interface OrderLine {
  readonly name: string
  /** null: unknown. */
  readonly quantity: number | null
  /** Of one piece. */
  readonly price: string
  /** ISO 4217; '' if the service gave none. */
  readonly currency: string
}

export interface Order {
  readonly orderId: string
  readonly amount: string
  readonly currency: string
  /** Number of things in it; null: unknown. */
  readonly items: number | null
  readonly title: string
  readonly text: string
  /** null: nobody asked for them yet. */
  readonly details: OrderDetails | null
}
