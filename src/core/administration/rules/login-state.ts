import type { LoginState } from '../../../contract/administration.ts'

type Stopped = Extract<LoginState, { kind: 'stopped' }>

export type LoginEvent =
  /** A QR code is asked for. `until`: epoch ms, as everywhere here. */
  | { readonly kind: 'codesWanted'; readonly until: number }
  | { readonly kind: 'qr'; readonly image: string; readonly goodUntil: number }
  /** A method without QR codes is tried: a code on the screen would not be renewed any more. */
  | { readonly kind: 'otherMethod' }
  | { readonly kind: 'phoneCode'; readonly code: string }
  /** The service sent a code by the messenger. */
  | { readonly kind: 'codeSent' }
  | { readonly kind: 'passwordWanted'; readonly refused: string | null }
  | { readonly kind: 'stopped'; readonly why: Stopped['why']; readonly text: string }
  | { readonly kind: 'authorized' }
  /** A person gives up, or the run of the instance ended. */
  | { readonly kind: 'givenUp' }
  /** The account was logged out or restarts. */
  | { readonly kind: 'reset' }

/** The poll of a state: the service for QR codes, or the account's state while a code is typed into the phone. */
export function pollOf({ kind }: LoginState): 'codes' | 'state' | null {
  if (kind === 'asking' || kind === 'qr') return 'codes'
  return kind === 'phoneCode' ? 'state' : null
}

/** An event without a meaning for a state leaves it as it is. */
export function nextLogin(now: LoginState, event: LoginEvent): LoginState {
  switch (event.kind) {
    case 'codesWanted':
      return pollOf(now) === 'codes' ? now : { kind: 'asking', until: event.until }
    case 'qr': {
      const { image, goodUntil } = event
      return now.kind === 'asking' || now.kind === 'qr' ? { kind: 'qr', image, goodUntil, until: now.until } : now
    }
    case 'otherMethod':
      // After a login another one begins: the account was logged out elsewhere.
      return pollOf(now) !== null || now.kind === 'done' ? { kind: 'idle' } : now
    case 'codeSent':
      // The service may have answered that the account is logged in already.
      return now.kind === 'done' ? now : { kind: 'codeWanted' }
    case 'authorized':
      return { kind: 'done' }
    case 'givenUp':
      // A login that succeeded while it was stopped has succeeded.
      return now.kind === 'done' ? now : { kind: 'idle' }
    case 'reset':
      return { kind: 'idle' }
    default:
      return event
  }
}
