export interface TeamAddressFields {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  /** '' where the address holds none. */
  readonly password: string
}

export type TeamAddressProblem = 'empty' | 'form' | 'noUser' | 'noDatabase'

/** Reads `postgres://anna@db.example.net:5432/switchboard`; the scheme may be left out. */
export function readTeamAddress(
  typed: string,
):
  | { readonly ok: true; readonly fields: TeamAddressFields }
  | { readonly ok: false; readonly problem: TeamAddressProblem } {
  const text = typed.trim()
  if (text === '') return { ok: false, problem: 'empty' }
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `postgres://${text}`)
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || url.hostname === '')
    return { ok: false, problem: 'form' }
  const decoded = [url.username, url.password, url.pathname.slice(1)].map(decode)
  const [user, password, database] = decoded
  if (user === undefined || password === undefined || database === undefined) return { ok: false, problem: 'form' }
  if (user === '') return { ok: false, problem: 'noUser' }
  if (database === '' || database.includes('/')) return { ok: false, problem: 'noDatabase' }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return { ok: true, fields: { host, port: url.port === '' ? 5432 : Number(url.port), database, user, password } }
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
