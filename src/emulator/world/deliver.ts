import type { AutoStatus } from './behaviour.ts'
import { textOf } from './content.ts'
import type { Instance, InstanceWorld } from './instance.ts'
import type { Message } from './message.ts'
import { echoData } from './records.ts'

/**
 * Delivers an accepted message that leaves the outgoing queue: puts it into its chat, echoes it, and starts its
 * automatic statuses by the behaviour of chat or instance (service 2.3 and 10.4).
 */
export function deliver(
  instance: Instance,
  message: Message,
  { clock, effects }: Pick<InstanceWorld, 'clock' | 'effects'>,
): void {
  const { chat } = message
  const { behaviour, idInstance } = instance
  message.stage = 'in-chat'
  message.status = ''
  message.actionAt = instance.now()
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
