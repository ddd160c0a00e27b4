import { z } from 'zod'
import { parseJson } from './answers/parse-json.ts'
import type { Http } from './http.ts'
import { flag, id, lenient, number, text } from './schema/lenient.ts'

/** An instance of a partner's account, as getInstances of the partner API lists it (service 11.14). */
const partnerInstance = z.looseObject({
  idInstance: id,
  name: lenient(text),
  typeInstance: lenient(text),
  apiUrl: lenient(text),
  apiTokenInstance: lenient(text),
  deleted: lenient(flag),
  isExpired: lenient(flag),
})
export type PartnerInstance = z.infer<typeof partnerInstance>

/** `text`: the service's own, which may be ''. */
export type PartnerAnswer =
  | { readonly kind: 'listed'; readonly instances: readonly PartnerInstance[]; readonly broken: number }
  | { readonly kind: 'wrongToken' }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'rateLimited' }
  | { readonly kind: 'trouble' }
  | { readonly kind: 'garbled' }
  | { readonly kind: 'unreachable'; readonly reason: 'timeout' | 'aborted' | 'other' }

const refusal = z.looseObject({ code: number, description: lenient(text) })

const timeoutMs = 60_000
const mostBytes = 16 * 1024 * 1024

/**
 * Reads all instances of a partner's account, with their tokens. Asked once: the partner token is stronger than any
 * instance's, so nothing of the request is recorded. @param baseUrl normalised, as of an instance
 */
export async function getPartnerInstances(
  http: Pick<Http, 'request'>,
  {
    baseUrl,
    partnerToken,
    signal,
  }: { readonly baseUrl: string; readonly partnerToken: string; readonly signal: AbortSignal },
): Promise<PartnerAnswer> {
  const answer = await http.request({
    method: 'GET',
    url: `${baseUrl}/partner/getInstances/${encodeURIComponent(partnerToken)}`,
    headers: { accept: 'application/json' },
    timeoutMs,
    maxBodyBytes: mostBytes,
    signal,
  })
  if (answer.kind === 'failure') {
    const { reason } = answer
    return { kind: 'unreachable', reason: reason === 'timeout' || reason === 'aborted' ? reason : 'other' }
  }
  return readPartnerAnswer(answer.status, answer.body)
}

/** A failure is a 200 with a code in its body (service 11.14), or a status like everywhere. */
export function readPartnerAnswer(status: number, body: string): PartnerAnswer {
  if (status === 429) return { kind: 'rateLimited' }
  if (status >= 500) return { kind: 'trouble' }
  const read = parseJson(body)
  const value = read.kind === 'json' ? read.value : undefined
  const refused = refusal.safeParse(value)
  const code = refused.success && !Array.isArray(value) ? refused.data.code : status
  if (code === 401 || code === 403) return { kind: 'wrongToken' }
  if (code >= 400) return { kind: 'refused', text: refused.success ? (refused.data.description ?? '') : '' }
  if (!Array.isArray(value)) return { kind: 'garbled' }
  const instances = value.flatMap((one: unknown) => {
    const parsed = partnerInstance.safeParse(one)
    return parsed.success ? [parsed.data] : []
  })
  return { kind: 'listed', instances, broken: value.length - instances.length }
}
