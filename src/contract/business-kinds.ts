// Parts of the messages that business accounts exchange.
import type { Person } from './values.ts'

/** A field of a message of an unknown kind, by the service's name. */
export interface UnknownField {
  readonly name: string
  readonly value: string
}

/** A menu of buttons or a list. Its options can't be pressed here. */
export interface Menu {
  readonly title: string
  readonly text: string
  readonly footer: string
  readonly options: readonly ShownOption[]
  /** Number of options beyond those listed. */
  readonly more: number
}

export interface MenuOption {
  readonly text: string
  readonly description: string
  /** Title of its section of a list; '' without one. */
  readonly section: string
  readonly action: 'reply' | 'url' | 'call' | 'copy'
  /** The address, phone number or code of the action; '' of a reply. */
  readonly value: string
  readonly id: string
}

export interface ShownOption extends MenuOption {
  /** People who chose it, newest first. */
  readonly chosenBy: readonly { readonly person: Person; readonly at: number }[]
}

export interface Advert {
  readonly title: string
  /** Foreign: shown as text, opened through the link gate. */
  readonly url: string
}

/** An order. Amounts are in minor units of their currency, as the service wrote them; '' if it gave none. */
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
