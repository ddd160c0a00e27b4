import type { MediaStore } from './media-base.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import type { MediaService } from './media-service.ts'

export function createMediaHandlers(deps: {
  readonly store: MediaStore
  readonly media: MediaService
}): Pick<CoreHandlers, 'media.state' | 'media.fetch' | 'media.cancel'> {
  const { store, media } = deps
  return {
    async 'media.state'({ message }, { signal }) {
      return media.downloadOf(message) ?? (await store.read('media.source', { message }, { signal })).state
    },
    'media.fetch': ({ message }, { signal }) => media.fetch(message, signal),
    async 'media.cancel'({ message }) {
      media.cancel(message)
    },
  }
}
