import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createClient } from '../../rpc/client.ts'
import { connectCache, createRefetchScheduler } from '../client/connect-cache.ts'
import { createLink } from '../client/create-link.ts'
import { createQueryClient } from '../client/create-query-client.ts'
import { queryKey } from '../client/use-contract-query.ts'
import { startFocusRegions } from '../lib/keys/focus-regions.ts'
import { followLinks } from '../lib/routing/follow-links.ts'
import { holdPresses } from '../lib/keys/hold-presses.ts'
import { startReturnFocus } from '../lib/keys/return-focus.ts'
import { currentRoute } from '../lib/routing/route.ts'
import { firstPage, pageQuery } from '../features/chats/page-query.ts'
import { App } from './app.tsx'

const client = createClient(createLink(window))
const cache = createQueryClient()
connectCache(client, cache, createRefetchScheduler())
// The first render needs the instances and a page of chats: both are requested here in parallel.
void cache.prefetchQuery({
  queryKey: queryKey('instances.list', {}),
  queryFn: ({ signal }) => client.call('instances.list', {}, { signal }),
})
const { view, scope } = currentRoute()
if (view === 'chats') void cache.prefetchQuery(pageQuery(client, firstPage(scope)))
startFocusRegions(document)
startReturnFocus(document)
refuseDrops(document)
holdPresses(document)
followLinks(document)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App client={client} cache={cache} />
  </StrictMode>,
)

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
