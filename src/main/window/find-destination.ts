import type { NavigateEvent } from '../../contract/events.ts'
import type { CallContext, CoreHandlers } from '../../contract/index.ts'
import type { DeepLink } from '../system/deep-link.ts'

/** The destination of an external link: an existing chat or instance, or a message that there is none. */
export async function findDestination(
  link: DeepLink,
  handlers: Pick<CoreHandlers, 'chats.find' | 'instances.list'>,
): Promise<NavigateEvent> {
  const context: CallContext = { signal: new AbortController().signal }
  switch (link.kind) {
    case 'chat': {
      const { idInstance, chatId } = link
      const found = await handlers['chats.find']({ instance: idInstance, chatId }, context).catch(() => null)
      return found ? { kind: 'chat', ...found } : { kind: 'badLink', text: `${idInstance}/${chatId}` }
    }
    case 'view': {
      const { idInstance, view, query } = link
      if (idInstance === null) return { kind: 'view', view, instance: null, query }
      const instances = await handlers['instances.list']({}, context).catch(() => [])
      const instance = instances.find((known) => known.idInstance === idInstance)
      return instance ? { kind: 'view', view, instance: instance.key, query } : { kind: 'badLink', text: idInstance }
    }
    case 'bad':
      return { kind: 'badLink', text: link.text }
  }
}
