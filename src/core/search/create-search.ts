import type { SearchHit } from '../../contract/search.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import type { StoreOf } from '../store/store.ts'
import { messageIdIn, readSearch } from './rules/search-query.ts'
import type { searchReads } from './tx/search-intents.ts'

/** Full-text search in its own worker, in pieces: a cancelled search stops at the next piece. */
export function createSearch({ store }: { readonly store: StoreOf<Record<never, never>, typeof searchReads> }): {
  readonly handlers: Pick<CoreHandlers, 'search.messages' | 'search.notes'>
} {
  return {
    handlers: {
      async 'search.notes'({ text, ...input }, { signal }) {
        const query = readSearch(text)
        return query === null ? [] : store.search('search.notes', { ...input, query }, { signal })
      },

      async 'search.messages'({ scope, chat, text, cursor, limit }, { signal }) {
        const query = readSearch(text)
        const id = cursor === null ? messageIdIn(text) : null
        const named = id === null ? [] : await store.search('search.byId', { id, scope, chat, limit }, { signal })
        const hits: SearchHit[] = [...named]
        // A cursor that is not one of ours finds nothing.
        let before = cursor === null ? null : Number(cursor)
        if (query === null || Number.isNaN(before)) {
          return { hits, next: null, covers: await store.search('search.covers', { scope, chat }, { signal }) }
        }
        while (hits.length < limit) {
          const piece = await store.search(
            'search.piece',
            { query, scope, chat, before, limit: limit - hits.length },
            { signal },
          )
          hits.push(...piece.hits.filter(({ message }) => !named.some((hit) => hit.message === message)))
          before = piece.next
          if (before === null) break
        }
        const covers = await store.search('search.covers', { scope, chat }, { signal })
        return { hits, next: before === null ? null : String(before), covers }
      },
    },
  }
}
