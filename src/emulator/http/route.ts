/** Parts of a request path (service 4). Each may be missing or invalid; the caller checks. */
export interface Route {
  readonly prefix: '' | '/v3'
  /** As written after `waInstance`; '' when missing. */
  readonly idInstance: string
  /** '' when missing. */
  readonly operation: string
  /** '' when missing. */
  readonly token: string
  /** Path segments after the token. */
  readonly tail: readonly string[]
  readonly query: URLSearchParams
}

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const noQuery = new URLSearchParams()

/** Parses a request target; undefined if it is no path of an instance. */
export const parseRoute = (target: string): Route | undefined => {
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  const query = mark < 0 ? noQuery : new URLSearchParams(target.slice(mark + 1))
  const prefix = path.startsWith('/v3/') ? '/v3' : ''
  const start = prefix.length + 1
  if (!path.startsWith('waInstance', start)) return undefined
  const [id = '', operation = '', token = '', ...tail] = path.slice(start + 'waInstance'.length).split('/')
  return { prefix, idInstance: decode(id), operation: decode(operation), token: decode(token), tail, query }
}
