import '../ui/css/index.css'
import { createClient } from '../../rpc/client.ts'
import { createLink } from '../client/create-link.ts'
import { currentRoute } from '../lib/routing/route.ts'
import { preloadText } from './catalogues.ts'
import { startFirstReads } from './first-reads.ts'
import { preloadView } from './views.ts'

// The first script of the page, small so that it runs at once. It loads the program, its catalogue and the first view
// in parallel, and connects to the host; otherwise each would be requested only by the one before.
const program = import('./main.tsx')
const route = currentRoute()
preloadText()
preloadView(route.view)
const first = startFirstReads(createClient(createLink(window)), route)
void program.then(({ start }) => start(first))
