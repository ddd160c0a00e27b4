import type { SearchHit } from '../../contract/search.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import type { Store } from '../store/store.ts'
import { readSearch } from './search-query.ts'

/** Full-text search in a worker of its own, in pieces: one that nobody waits for any more stops at the next. */
export function createSearchHandlers({ store }: { readonly store: Store }): Pick<CoreHandlers, 'search.messages'> {
  return {
    async 'search.messages'({ scope, chat, text, cursor, limit }, { signal }) {
      const query = readSearch(text)
      const hits: SearchHit[] = []
      // A cursor that is not one of ours finds nothing.
      let before = cursor === null ? null : Number(cursor)
      if (query === null || Number.isNaN(before)) {
        return { hits, next: null, covers: await store.search('search.covers', { scope, chat }, { signal }) }
      }
      for (;;) {
        const piece = await store.search(
          'search.piece',
          { query, scope, chat, before, limit: limit - hits.length },
          { signal },
        )
        hits.push(...piece.hits)
        before = piece.next
        if (before === null || hits.length >= limit) break
      }
      const covers = await store.search('search.covers', { scope, chat }, { signal })
      return { hits, next: before === null ? null : String(before), covers }
    },
  }
}
