import { combine } from '../base/combine.ts'
import { createRecipientHandlers } from './recipient-handlers.ts'
import type { RecipientHandlers } from './recipient-handlers.ts'
import { createSendingHandlers } from './sending-handlers.ts'
import type { SendingHandlers } from './sending-handlers.ts'
import { createTemplateHandlers } from './template-handlers.ts'
import { createSendingService } from './sending-service.ts'
import type { SendingPorts, SendingService } from './sending-service.ts'

export interface Sending {
  readonly handlers: SendingHandlers & RecipientHandlers & ReturnType<typeof createTemplateHandlers>
  readonly service: SendingService
}

/** Sending own messages (architecture 6), and starting chats. */
export function createSending(ports: SendingPorts): Sending {
  const service = createSendingService(ports)
  return {
    handlers: combine(
      createSendingHandlers({ ...ports, sending: service }),
      createRecipientHandlers(ports),
      createTemplateHandlers(ports),
    ),
    service,
  }
}
