import type { Chat } from './chat.ts'
import { textOf, type Content } from './content.ts'
import type { Instance, InstanceWorld } from './instance.ts'
import type { MessageIds } from './message-ids.ts'
import { Message } from './message.ts'
import type { OutgoingJob } from './outgoing-job.ts'
import { wireId, echoData } from './records.ts'
import type { AutoStatus } from './behaviour.ts'

/**
 * Delivers an accepted message that leaves the outgoing queue: puts it into its chat, echoes it, and starts its
 * automatic statuses by the behaviour of chat or instance (service 2.3 and 10.4).
 */
function deliver(
  instance: Instance,
  message: Message,
  { clock, effects }: Pick<InstanceWorld, 'clock' | 'effects'>,
): void {
  const { chat } = message
  const { behaviour, idInstance } = instance
  message.stage = 'in-chat'
  message.status = ''
  message.acceptedAt = instance.now()
  message.actionAt = message.acceptedAt
  chat.insert(message)
  effects.add({ kind: 'sent', idInstance, chatId: chat.id, idMessage: message.id, text: textOf(message.content) })
  const echo = (): void => {
    if (behaviour.echo !== 'none')
      instance.correspondence.announce('outgoingAPIMessageReceived', message, echoData(message))
  }
  // The first status may come before its message (service 10.4).
  if (instance.isKinder('statusesAfterEcho')) {
    echo()
    setStatuses(instance, message, clock)
  } else {
    setStatuses(instance, message, clock)
    echo()
  }
}

/** Sets the statuses that are due at once, and starts the timers of the others. */
function setStatuses(instance: Instance, message: Message, clock: InstanceWorld['clock']): void {
  const { behaviour } = instance
  const { chat } = message
  const { peer } = chat
  if (peer.kind === 'person' && peer.noAccount) return instance.correspondence.setStatus(message, 'noAccount', {})
  if (peer.kind === 'group' && peer.membership === 'stranger')
    return instance.correspondence.setStatus(message, 'notInGroup', {})
  const auto: AutoStatus = chat.autoStatus ?? behaviour.autoStatus
  const steps = (['sent', 'delivered', 'read'] as const).flatMap((status) => {
    const ms = auto[status]
    return ms === null ? [] : [{ status, ms }]
  })
  const times = steps.map((step) => step.ms)
  if (behaviour.statusOrder === 'reversed') times.reverse()
  for (const [index, step] of steps.entries()) {
    const ms = times[index] ?? step.ms
    if (ms === 0) instance.correspondence.setStatus(message, step.status, {})
    else clock.after(ms, () => instance.correspondence.setStatus(message, step.status, {}))
  }
}

/** API sends of one instance: accepted, queued, and leaving the queue. */
export class ApiSends {
  /** Journal entries, oldest first, whatever their outcome. */
  readonly accepted: Message[] = []
  readonly #instance: Instance
  readonly #ids: MessageIds
  readonly #world: Pick<InstanceWorld, 'clock' | 'effects'>

  constructor(instance: Instance, ids: MessageIds, world: Pick<InstanceWorld, 'clock' | 'effects'>) {
    this.#instance = instance
    this.#ids = ids
    this.#world = world
  }

  /** Accepts a message for sending (service 4.4 and 11.1): journal and outgoing queue, not the chat yet. */
  accept(
    chat: Chat,
    content: string | Content,
    options: {
      /** The operation and its input, as the queue shows them; sendMessage and its text where absent. */
      readonly request?: Pick<OutgoingJob, 'type' | 'body'>
      readonly quotes?: Message | undefined
      readonly forwardingScore?: number
      /** Why the message can't be sent, evaluated when it leaves the queue; null if it can. */
      readonly failure?: () => string | null
    } = {},
  ): Message {
    const at = this.#instance.now()
    const answeredId = this.#ids.next(true, at)
    const message = new Message({
      id: this.#instance.behaviour.journalIdsDiffer ? this.#ids.next(false, at) : answeredId,
      answeredId,
      chat,
      direction: 'outgoing',
      author: this.#instance.phone.author,
      at,
      content: typeof content === 'string' ? { kind: 'text', text: content } : content,
      quotes: options.quotes,
      forwardingScore: options.forwardingScore ?? 0,
      sendByApi: true,
      stage: 'queued',
      status: 'pending',
    })
    const text = textOf(message.content)
    this.accepted.push(message)
    this.#instance.journals.take(message)
    this.#world.effects.add({
      kind: 'accepted',
      idInstance: this.#instance.idInstance,
      chatId: chat.id,
      idMessage: answeredId,
      text,
    })
    this.#instance.outgoing.push({
      ...(options.request ?? { type: 'sendMessage', body: { chatId: chat.id, message: text } }),
      answeredId,
      message,
      leave: () => {
        const failure = options.failure?.() ?? null
        if (failure === null) return deliver(this.#instance, message, this.#world)
        message.stage = 'expired'
        this.#instance.correspondence.setStatus(message, 'failed', { description: failure })
      },
    })
    return message
  }

  /**
   * Accepts an edit (service 11.4.1), which queues like a message. A late edit changes nothing, and a failed status is
   * sent under the answered id, which belongs to no message.
   * @returns the answered id: one of its own in the WhatsApp family, else the message's
   */
  acceptEdit(message: Message, text: string, request: Pick<OutgoingJob, 'type' | 'body'>, windowMs: number): string {
    const answeredId = this.#instance.family === 'whatsapp' ? this.#ids.next(true, this.#instance.now()) : message.id
    this.#instance.outgoing.push({
      ...request,
      answeredId,
      leave: () => {
        if (this.#instance.now() - message.acceptedAt <= windowMs) {
          this.#instance.phone.edits(message, text, {
            byApi: true,
            ...(this.#instance.family === 'whatsapp' ? { id: answeredId } : {}),
          })
          return
        }
        this.#instance.notify('outgoingMessageStatus', {
          chatId: message.chat.id,
          idMessage: wireId(this.#instance, answeredId),
          status: 'failed',
          description: 'The message is too old to be edited',
          sendByApi: true,
        })
      },
    })
    return answeredId
  }
}
