import '../ui/css/index.css'
import { currentRoute } from '../lib/routing/route.ts'
import { preloadText } from './catalogues.ts'
import { preloadView } from './views.ts'

// The first script of the page, and small, so that it runs at once: what the first picture needs is loaded side by
// side, where the program, its words and its view would each be asked for by the one before.
void import('./main.tsx')
preloadText()
preloadView(currentRoute().view)
