import type { CallResult } from '../../api/call.ts'
import type { ApiError } from '../../api/api-error.ts'
import { ContractError } from '../../contract/errors.ts'
import { contractErrorOf } from '../contract-error-of.ts'

/**
 * Runs one act at a time of each name: who asks for the same while it is under way gets its end and begins nothing, so that
 * two windows, or a double click, make one request.
 */
export function createOnce(): <Value>(name: string, act: () => Promise<Value>) => Promise<Value> {
  const underWay = new Map<string, Promise<unknown>>()
  return <Value>(name: string, act: () => Promise<Value>) => {
    const running = underWay.get(name)
    // One name stands for one kind of act, so what it gives is of the same type.
    if (running !== undefined) return running as Promise<Value>
    const started = act().finally(() => underWay.delete(name))
    underWay.set(name, started)
    return started
  }
}

/** The reply to a change. Throws ContractError: `outcomeUnknown` where the change may have been made all the same. */
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
