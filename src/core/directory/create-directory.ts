import type { ChatKey } from '../../contract/ids.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import { createDirectoryService } from './directory-service.ts'
import type { DirectoryService } from './directory-service.ts'

export interface Directory {
  readonly handlers: Pick<
    CoreHandlers,
    'groups.details' | 'chats.refreshGroup' | 'chats.refreshAvatar' | 'media.refreshOwnAvatar' | 'chats.inView'
  >
  readonly service: DirectoryService
}

type Deps = Parameters<typeof createDirectoryService>[0] & {
  /** The chat that a person looks at; null: none. */
  readonly attend: (chat: ChatKey | null) => void
}

/** What a person sees of groups and avatars. */
export function createDirectory(deps: Deps): Directory {
  const service = createDirectoryService(deps)
  return {
    handlers: {
      'groups.details': (input, { signal }) => deps.store.read('directory.group', input, { signal }),
      'chats.refreshGroup': ({ chat }) => service.refreshGroup(chat),
      'chats.refreshAvatar': ({ chat }) => service.refreshAvatar(chat),
      'media.refreshOwnAvatar': ({ instance }) => service.refreshOwnAvatar(instance),
      async 'chats.inView'({ chats, open }) {
        deps.attend(open)
        service.inView(chats, open)
      },
    },
    service,
  }
}
