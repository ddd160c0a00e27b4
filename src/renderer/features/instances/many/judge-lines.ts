import type { InstanceKey, ServiceFamily, SteadyInstance } from '../../../../contract/index.ts'
import type { MessageId } from '../../../lib/translations.ts'
import { needsToken } from '../connection-appearance.ts'
import { checkFields, fieldOrder, type FieldName } from '../connecting/connection-form.ts'

/** State of a line's token; the token itself is never rendered. */
export type TokenGiven = 'given' | 'missing' | 'broken'

/** A line of the table of instances that are to be added. */
export interface ManyLine {
  /** Its own for as long as the dialog is open. */
  readonly key: number
  /** Where it stood in what was pasted, from 1. */
  readonly line: number
  readonly name: string
  readonly apiUrl: string
  readonly idInstance: string
  readonly token: TokenGiven
  readonly family: ServiceFamily | null
}

/** Checks of a line that need no request. */
export type Verdict =
  | { readonly kind: 'ready' }
  | { readonly kind: 'wrong'; readonly field: FieldName; readonly wording: MessageId }
  /** An earlier line has the same instance. */
  | { readonly kind: 'twice'; readonly line: number }
  /** `takesToken`: the instance waits for a token, and the line has one. */
  | { readonly kind: 'here'; readonly instance: InstanceKey; readonly name: string; readonly takesToken: boolean }

const nameLength = 80

/** A token is visible ASCII without what ends a path segment; a longer one than the contract takes is none. */
export const tokenGiven = (token: string): TokenGiven =>
  token === '' ? 'missing' : /^[!-.0-~]+$/u.test(token) && token.length <= 512 ? 'given' : 'broken'

/** Of every line, by its key. */
export function judgeLines(
  lines: readonly ManyLine[],
  instances: readonly Pick<SteadyInstance, 'key' | 'name' | 'apiUrl' | 'idInstance' | 'connection' | 'token'>[],
): ReadonlyMap<number, Verdict> {
  const here = new Map(instances.map((instance) => [placeOf(instance), instance]))
  const seen = new Map<string, number>()
  return new Map(
    lines.map((line): [number, Verdict] => {
      const wrong = problemOf(line)
      if (wrong !== null) return [line.key, wrong]
      const place = placeOf(line)
      const known = here.get(place)
      const takesToken = known !== undefined && needsToken(known)
      if (known !== undefined && !takesToken) return [line.key, hereOf(known, false)]
      const first = seen.get(place)
      if (first !== undefined) return [line.key, { kind: 'twice', line: first }]
      seen.set(place, line.line)
      if (known !== undefined) return [line.key, hereOf(known, true)]
      return [line.key, { kind: 'ready' }]
    }),
  )
}

const hereOf = ({ key, name }: Pick<SteadyInstance, 'key' | 'name'>, takesToken: boolean): Verdict => ({
  kind: 'here',
  instance: key,
  name,
  takesToken,
})

function problemOf(line: ManyLine): Verdict | null {
  if (line.name.length > nameLength) return { kind: 'wrong', field: 'name', wording: 'instances.error.nameLong' }
  if (line.name.includes('\uFFFD')) return { kind: 'wrong', field: 'name', wording: 'instances.error.nameBroken' }
  const errors = checkFields({ ...line, token: line.token === 'missing' ? '' : line.token })
  const field = fieldOrder.find((one) => errors[one] !== undefined)
  const wording = field && errors[field]
  if (field !== undefined && wording !== undefined) return { kind: 'wrong', field, wording }
  return line.token === 'broken' ? { kind: 'wrong', field: 'token', wording: 'instances.error.tokenBroken' } : null
}

/** Two spellings of one address are one: without scheme, with a slash or the version at its end. */
function placeOf({ apiUrl, idInstance }: Pick<ManyLine, 'apiUrl' | 'idInstance'>): string {
  const text = apiUrl.trim()
  const url = URL.parse(text.includes('://') ? text : `https://${text}`)
  const segments = url?.pathname.split('/').filter((segment) => segment !== '' && segment.toLowerCase() !== 'v3') ?? []
  return `${url?.origin ?? text}/${segments.join('/')} ${idInstance.trim()}`
}
