import { isDeepStrictEqual } from 'node:util'
import type { CallResult } from '../../api/call.ts'
import type { ApiError } from '../../api/answers/api-error.ts'
import { ContractError } from '../../contract/errors.ts'
import { contractErrorOf } from './contract-error-of.ts'

/**
 * Runs one action at a time per name. A call with the same name and input as the last one in flight shares its result,
 * so that two windows, or a double click, make one request. A call with another input starts when those before it have
 * ended, whatever their result.
 */
export function createSingleFlight(): <Value>(
  name: string,
  input: unknown,
  act: () => Promise<Value>,
) => Promise<Value> {
  const lasts = new Map<string, { readonly input: unknown; readonly end: Promise<unknown> }>()
  return <Value>(name: string, input: unknown, act: () => Promise<Value>) => {
    const before = lasts.get(name)
    // A name stands for one kind of act, so the result has the same type.
    if (before !== undefined && isDeepStrictEqual(before.input, input)) return before.end as Promise<Value>
    const started = before === undefined ? act() : before.end.then(act, act)
    const last = {
      input,
      end: started.finally(() => {
        if (lasts.get(name) === last) lasts.delete(name)
      }),
    }
    lasts.set(name, last)
    return last.end
  }
}

/** The reply to a change. Throws ContractError; `outcomeUnknown` if the change may have happened. */
export function replyOf<Reply>(answer: CallResult<Reply> | 'absent'): Reply {
  if (answer === 'absent') throw new ContractError('operationMissing')
  if (answer.ok) return answer.value
  if (!mayBeDone(answer.error)) throw contractErrorOf(answer.error)
  const text = 'text' in answer.error ? answer.error.text : ''
  throw new ContractError('outcomeUnknown', { details: { text } })
}

function mayBeDone(error: ApiError): boolean {
  switch (error.kind) {
    case 'network':
      return error.mayHaveLeft
    case 'serviceTimeout':
    case 'gateway':
    case 'server':
    case 'unreadable':
      return true
    default:
      return false
  }
}

/** A change that the service answered with false (service 11.6). `field`: what it is called there. */
export function requireDone(reply: { readonly done: boolean; readonly reason: string }, field: string): void {
  if (reply.done) return
  const text = reply.reason === '' ? `200 ${field}: false` : `200 ${field}: false, ${reply.reason}`
  throw new ContractError('serviceRefused', { details: { text } })
}
