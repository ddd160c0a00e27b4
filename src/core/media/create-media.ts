import type { CoreHandlers } from '../../contract/index.ts'
import { createMediaService } from './media-service.ts'
import type { MediaService } from './media-service.ts'

export interface Media {
  readonly handlers: Pick<CoreHandlers, 'media.state' | 'media.fetch' | 'media.cancel'>
  readonly service: MediaService
}

export function createMedia(deps: Parameters<typeof createMediaService>[0]): Media {
  const service = createMediaService(deps)
  return {
    handlers: {
      async 'media.state'({ message }, { signal }) {
        return service.downloadOf(message) ?? (await deps.store.read('media.source', { message }, { signal })).state
      },
      'media.fetch': ({ message }, { signal }) => service.fetch(message, signal),
      async 'media.cancel'({ message }) {
        service.cancel(message)
      },
    },
    service,
  }
}
