import type { ChatKind, SteadyInstance } from '../../../contract/index.ts'
import { restAfter } from '../../../contract/text/merge-text.ts'
import { freeWindowMs } from '../../../contract/values.ts'

/** The state of an instance, as far as it concerns a person who writes. */
export type SendingState =
  | { readonly kind: 'ready' }
  /** Nothing can be written. */
  | { readonly kind: 'paused' }
  /** Writing is possible; `tone` is the severity, and `blocked` disables Send. */
  | {
      readonly kind: 'hint'
      readonly hint: SendingHint
      readonly tone: 'plain' | 'warn' | 'bad'
      readonly blocked: boolean
    }

type SendingHint =
  | 'notAuthorized'
  | 'tokenMissing'
  | 'tokenLocked'
  | 'tokenWaiting'
  | 'wrongToken'
  | 'wrongInstance'
  | 'suspended'
  | 'restricted'
  | 'restrictedUntil'
  | 'unreachable'
  | 'quotaExceeded'
  | 'sendOnly'

const hint = (kind: SendingHint, tone: 'plain' | 'warn' | 'bad', blocked = false): SendingState => ({
  kind: 'hint',
  hint: kind,
  tone,
  blocked,
})

/** Decides by what the instance's loop knows; what only waits is never called failed. */
export function sendingState({ connection, authorization, token, mode }: SteadyInstance): SendingState {
  if (connection.kind === 'paused') return { kind: 'paused' }
  if (token === 'locked') return hint('tokenLocked', 'warn')
  if (token === 'waiting') return hint('tokenWaiting', 'warn')
  if (token === 'missing' || connection.kind === 'tokenMissing') return hint('tokenMissing', 'warn')
  if (connection.kind === 'wrongToken') return hint('wrongToken', 'bad', true)
  if (connection.kind === 'wrongInstance') return hint('wrongInstance', 'bad', true)
  if (connection.kind === 'suspended' || connection.kind === 'blocked') return hint('suspended', 'bad')
  if (connection.kind === 'restricted')
    return hint(connection.until === undefined ? 'restricted' : 'restrictedUntil', 'warn')
  if (connection.kind === 'notAuthorized' || authorization === 'notAuthorized') return hint('notAuthorized', 'warn')
  if (connection.kind === 'quotaExceeded') return hint('quotaExceeded', 'warn')
  if (connection.kind === 'unreachable') return hint('unreachable', 'warn')
  if (mode === 'sendOnly') return hint('sendOnly', 'plain')
  return { kind: 'ready' }
}

/**
 * From when only a template reaches the customer, epoch ms; 0 if nothing of the customer is known, and null where the
 * chat takes no templates: outside business accounts, and in groups (service 10.9).
 */
export function templateNeededFrom(
  { isWaba }: Pick<SteadyInstance, 'isWaba'>,
  kind: ChatKind,
  lastIncomingAt: number | null,
): number | null {
  if (!isWaba || kind === 'group' || kind === 'channel') return null
  return lastIncomingAt === null ? 0 : lastIncomingAt + freeWindowMs
}

/**
 * Whether what is left is what Enter was pressed with while the text before it was on its way: then it follows that
 * one. What was typed or taken away since has no Enter yet.
 */
export const followsSent = (sent: string, pressedWith: string, left: string): boolean =>
  left !== '' && left === restAfter(sent, pressedWith)
