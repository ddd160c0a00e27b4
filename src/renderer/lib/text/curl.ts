import type { SteadyInstance } from '../../../contract/instances.ts'

/** One call of the service, to be tried by hand. `path` holds API_TOKEN where the token goes. */
export interface CurlCall {
  readonly method: string
  readonly url: string
  readonly body?: string | null
}

/** A word of a POSIX shell: everything between single quotes is itself, a quote is closed, escaped, opened again. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The command as text for a POSIX shell. It never holds a token: there is none in the window. */
export function curlCommand({ method, url, body }: CurlCall): string {
  const lines = [`curl -X ${method}`, quoted(url)]
  if (body) lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`)
  return lines.join(' \\\n  ')
}

/** Address of an operation, with a placeholder for the token (service 4). */
export function operationAddress(instance: SteadyInstance, operation: string, query = ''): string {
  const version = instance.family === 'v3' ? '/v3' : ''
  return `${instance.apiUrl}${version}/waInstance${instance.idInstance}/${operation}/API_TOKEN${query}`
}
