// Features use classes of the controls by themselves, so their sheets are there from the first picture on.
import '../ui/controls/button.css'
import '../ui/controls/field.css'
import '../ui/controls/choice.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { connectCache, createRefetchScheduler } from '../client/connect-cache.ts'
import { createQueryClient } from '../client/create-query-client.ts'
import { queryKey } from '../client/use-contract-query.ts'
import { startFocusRegions } from '../lib/keys/focus-regions.ts'
import { followLinks } from '../lib/routing/follow-links.ts'
import { countBrowserGoings } from '../lib/routing/route.ts'
import { holdPresses } from '../lib/keys/hold-presses.ts'
import { ignoreKeys } from '../lib/keys/ignore-keys.ts'
import { startReturnFocus } from '../lib/keys/return-focus.ts'
import type { FirstReads } from './first-reads.ts'
import type { RpcClient } from '../../rpc/client.ts'
import { ClientProvider } from '../client/client-context.tsx'
import { useSettings } from '../client/use-preference.ts'
import { LanguageProvider } from './language.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { LockGate } from './lock-gate.tsx'
import { Shell } from './shell.tsx'
import { WindowFailed } from './view-failed.tsx'

interface AppProps {
  readonly client: RpcClient
  readonly cache: QueryClient
}

/** The whole window, on one connection and one cache. */
const App = ({ client, cache }: AppProps) => (
  <ErrorBoundary
    fallback={() => (
      <LanguageProvider choice="system">
        <WindowFailed />
      </LanguageProvider>
    )}
  >
    <ClientProvider value={client}>
      <QueryClientProvider client={cache}>
        <LockGate>
          <Unlocked />
        </LockGate>
      </QueryClientProvider>
    </ClientProvider>
  </ErrorBoundary>
)

function Unlocked() {
  const settings = useSettings()
  return (
    <LanguageProvider choice={settings?.language ?? 'system'}>
      <Shell />
    </LanguageProvider>
  )
}

/** Renders the window with the answers to the first reads. */
export async function start({ client, reads, answered, handOver }: FirstReads): Promise<void> {
  const cache = createQueryClient()
  for (const { name, input, read } of reads) {
    void cache.prefetchQuery({ queryKey: queryKey(name, input), queryFn: read })
  }
  connectCache(client, cache, createRefetchScheduler())
  handOver()
  startFocusRegions(document)
  startReturnFocus(document)
  refuseDrops(document)
  holdPresses(document)
  ignoreKeys(window)
  followLinks(document)
  countBrowserGoings()
  leaveFieldWithPage(document)

  await answered
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <App client={client} cache={cache} />
    </StrictMode>,
  )
}

/** Otherwise a file dropped outside a drop zone would replace the page. */
function refuseDrops(page: Document): void {
  const refuse = (event: DragEvent): void => {
    if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  page.addEventListener('dragover', refuse)
  page.addEventListener('drop', refuse)
}

/** Fields that save when they are left save when the page goes, too: that blurs nothing. The focus stays. */
function leaveFieldWithPage(page: Document): void {
  addEventListener('beforeunload', () => {
    page.activeElement?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  })
}
