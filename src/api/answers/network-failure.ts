import type { HttpFailureReason } from '../http.ts'

/** Where a request failed, derived from an error of Node's network stack. */
export interface NetworkFailure {
  readonly reason: HttpFailureReason
  readonly mayHaveLeft: boolean
  readonly code?: string | undefined
}

/**
 * Codes that can only appear before the request is written. TLS alerts of the server are not among them: it may send
 * one after it has read the request.
 */
const neverLeft: ReadonlyMap<string, HttpFailureReason> = new Map([
  ['ENOTFOUND', 'dns'],
  ['EAI_AGAIN', 'dns'],
  ['EAI_FAIL', 'dns'],
  ['EAI_NODATA', 'dns'],
  ['EAI_NONAME', 'dns'],
  ['ECONNREFUSED', 'refused'],
  ['UND_ERR_CONNECT_TIMEOUT', 'connectTimeout'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
  ['ERR_TLS_HANDSHAKE_TIMEOUT', 'tls'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'tls'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'tls'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['CERT_NOT_YET_VALID', 'tls'],
  ['CERT_REVOKED', 'tls'],
  ['CERT_UNTRUSTED', 'tls'],
  ['CERT_REJECTED', 'tls'],
  ['CERT_SIGNATURE_FAILURE', 'tls'],
  ['CERT_CHAIN_TOO_LONG', 'tls'],
  ['INVALID_CA', 'tls'],
  ['INVALID_PURPOSE', 'tls'],
  ['HOSTNAME_MISMATCH', 'tls'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'tls'],
  ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'tls'],
])

/** Codes that mean "never left" only when they come from connect(). */
const onConnect: ReadonlyMap<string, HttpFailureReason> = new Map([
  ['ENETUNREACH', 'unreachable'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETDOWN', 'unreachable'],
  ['EHOSTDOWN', 'unreachable'],
  ['EADDRNOTAVAIL', 'unreachable'],
  ['EACCES', 'unreachable'],
  ['EPERM', 'unreachable'],
  ['ETIMEDOUT', 'connectTimeout'],
  ['ECONNRESET', 'refused'],
])

const mayHaveLeft: ReadonlyMap<string, HttpFailureReason> = new Map([
  ['ECONNRESET', 'reset'],
  ['EPIPE', 'reset'],
  ['ECONNABORTED', 'reset'],
  ['UND_ERR_SOCKET', 'reset'],
  ['UND_ERR_CLOSED', 'reset'],
  ['UND_ERR_DESTROYED', 'reset'],
  ['ETIMEDOUT', 'timeout'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'timeout'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'cut'],
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'tooLarge'],
  ['UND_ERR_HEADERS_OVERFLOW', 'protocol'],
  ['UND_ERR_ABORTED', 'aborted'],
])

/**
 * Classifies a thrown error by its causes and, if several addresses were tried, its parts. In doubt the request may
 * have left: a wrong "never left" would send a message twice. The error's message is dropped, because it may contain
 * the address.
 */
export function networkFailure(thrown: unknown): NetworkFailure {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) {
    const parts = thrown.errors.map((part: unknown) => networkFailure(part))
    return parts.find((part) => part.mayHaveLeft) ?? parts[0] ?? unknownFailure
  }
  if (!(thrown instanceof Error)) return unknownFailure
  const known = ofError(thrown)
  if (known !== undefined) return known
  return thrown.cause === undefined ? unknownFailure : networkFailure(thrown.cause)
}

const unknownFailure: NetworkFailure = { reason: 'other', mayHaveLeft: true }

function ofError(error: Error): NetworkFailure | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (error.name === 'HTTPParserError' || code?.startsWith('HPE_'))
    return { reason: 'protocol', mayHaveLeft: true, code }
  if (code === undefined) return undefined
  const never = neverLeft.get(code)
  if (never !== undefined) return { reason: never, mayHaveLeft: false, code }
  // For an interrupted TLS handshake Node reports the code of a reset connection.
  if (/before secure TLS connection was established/.test(error.message))
    return { reason: 'tls', mayHaveLeft: false, code }
  const connecting = 'syscall' in error && error.syscall === 'connect' ? onConnect.get(code) : undefined
  if (connecting !== undefined) return { reason: connecting, mayHaveLeft: false, code }
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') return { reason: 'tls', mayHaveLeft: true, code }
  const left = mayHaveLeft.get(code)
  return left === undefined ? undefined : { reason: left, mayHaveLeft: true, code }
}
