import type { DirectoryStore } from './directory-base.ts'
import type { ChatKey } from '../../contract/ids.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import type { DirectoryService } from './directory-service.ts'

export interface DirectoryHandlerDeps {
  readonly store: DirectoryStore
  readonly directory: DirectoryService
  /** The open chat, for those who keep its history fresh. */
  readonly attend: (chat: ChatKey | null) => void
}

type DirectoryCalls = Pick<
  CoreHandlers,
  'groups.details' | 'chats.refreshGroup' | 'chats.refreshAvatar' | 'chats.inView' | 'media.refreshOwnAvatar'
>

export function createDirectoryHandlers({ store, directory, attend }: DirectoryHandlerDeps): DirectoryCalls {
  return {
    'groups.details': (input, { signal }) => store.read('directory.group', input, { signal }),
    'chats.refreshGroup': ({ chat }) => directory.refreshGroup(chat),
    'chats.refreshAvatar': ({ chat }) => directory.refreshAvatar(chat),
    'media.refreshOwnAvatar': ({ instance }) => directory.refreshOwnAvatar(instance),
    async 'chats.inView'({ chats, open }) {
      attend(open)
      directory.inView(chats, open)
    },
  }
}
