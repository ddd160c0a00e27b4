import { QueryClient, notifyManager } from '@tanstack/react-query'
import { shareAnswer } from './share-answer.ts'

// An answer is drawn in the task that brought it; a timer would let a frame without it go by first.
notifyManager.setScheduler(queueMicrotask)

/** The cache holds local reads (architecture 4): never stale by time, never retried, never paused. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        structuralSharing: shareAnswer,
      },
    },
  })
