import { routeHref, startRoute } from './route.ts'

/**
 * The host begins again with another archive; so does the window, in the chats: the place that a restored archive
 * remembers is where a person was when the backup was made, which is the Settings as a rule.
 */
export function startOver(): void {
  location.hash = routeHref(startRoute)
  location.reload()
}
