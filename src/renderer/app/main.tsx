import '../ui/css/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createClient } from '../../rpc/client.ts'
import { connectCache, createFrameSchedule } from '../client/connect-cache.ts'
import { createLink } from '../client/create-link.ts'
import { createQueryClient } from '../client/create-query-client.ts'
import { startFocusRegions } from '../lib/focus-regions.ts'
import { refuseDrops } from '../lib/refuse-drops.ts'
import { startReturnFocus } from '../lib/return-focus.ts'
import { App } from './app.tsx'

const client = createClient(createLink(window))
const cache = createQueryClient()
connectCache(client, cache, createFrameSchedule())
startFocusRegions(document)
startReturnFocus(document)
refuseDrops(document)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App client={client} cache={cache} />
  </StrictMode>,
)
