import '../ui/css/index.css'
import { currentRoute } from '../lib/routing/route.ts'
import { preloadText } from './catalogues.ts'
import { preloadView } from './views.ts'

// The first script of the page, small so that it runs at once. It loads the program, its catalogue and the first view
// in parallel; otherwise each would be requested only by the one before.
void import('./main.tsx')
preloadText()
preloadView(currentRoute().view)
