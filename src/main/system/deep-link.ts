import { filteredViews, type FilteredView } from '../../contract/events.ts'

/** A parsed deep link. Only core knows whether its target exists. */
export type DeepLink =
  | { readonly kind: 'chat'; readonly idInstance: string; readonly chatId: string }
  | {
      readonly kind: 'view'
      readonly view: FilteredView
      readonly idInstance: string | null
      readonly query: string
    }
  | { readonly kind: 'bad'; readonly text: string }

export const deepLinkScheme = 'switchboard'

/**
 * Reads `switchboard://chat/<instance>/<chat>` and `switchboard://<view>/<instance>?<filters>`, where the view is
 * outgoing, events or requests, and both ids are as the service writes them. Without an instance all are shown. Anybody
 * can make such a link, so it is read strictly and only ever shows something.
 */
export function parseDeepLink(text: string): DeepLink {
  const bad: DeepLink = { kind: 'bad', text: text.slice(0, 200) }
  const url = URL.parse(text)
  if (!url || url.protocol !== `${deepLinkScheme}:` || url.username !== '' || url.port !== '') return bad
  const parts = decodeParts(url.pathname)
  if (!parts) return bad
  const [idInstance, chatId, ...rest] = parts
  if (rest.length > 0) return bad
  if (url.host === 'chat' && isInstanceId(idInstance) && chatId !== undefined && isChatId(chatId)) {
    return { kind: 'chat', idInstance, chatId }
  }
  const view = filteredViews.find((name) => name === url.host)
  if (view !== undefined && chatId === undefined && (idInstance === undefined || isInstanceId(idInstance))) {
    return { kind: 'view', view, idInstance: idInstance ?? null, query: url.search.slice(1, 2000) }
  }
  return bad
}

/** The link among the arguments of a start, if there is one: systems append it at the end. */
export const deepLinkIn = (args: readonly string[]): string | undefined =>
  args.findLast((arg) => arg.toLowerCase().startsWith(`${deepLinkScheme}:`))

const isInstanceId = (id: string | undefined): id is string => id !== undefined && /^\d{1,20}$/.test(id)

/** Ids of unknown shape are kept and shown; only what no id holds is refused. */
const isChatId = (id: string): boolean => /^[^\s\p{Cc}/]{1,256}$/u.test(id)

function decodeParts(pathname: string): readonly string[] | undefined {
  try {
    return pathname
      .split('/')
      .filter((part) => part !== '')
      .map((part) => decodeURIComponent(part))
  } catch {
    return undefined
  }
}
