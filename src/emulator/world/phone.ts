import { Actor } from './actor.ts'
import type { Author } from './message.ts'
import type { Chat } from './chat.ts'

/** The account's own phone: clients receive its messages as outgoingMessageReceived. `to` names the chat. */
export class Phone extends Actor {
  get author(): Author {
    const { accountId, name, phoneNumber } = this.instance
    return { id: accountId, name, contactName: name, phone: phoneNumber }
  }

  protected override get direction(): 'outgoing' {
    return 'outgoing'
  }

  protected override get defaultChat(): Chat {
    throw new Error('Say where the phone writes: { to: person, group or chat id }.')
  }
}
