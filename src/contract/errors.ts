/**
 * Errors cross the transport as data: a code and details. The renderer turns codes into sentences. The renderer may
 * load this file at run time, so it imports nothing.
 */
const errorCodes = [
  'badInput', // the input does not match the schema; details.issues
  'internal', // a bug; the log has details
  'cancelled',
  'disconnected', // the connection broke before the answer
  'notFound', // the row that the input names is gone
  'backupFailed', // details.reason: a BackupReason
  'archiveUnreadable', // nothing of an archive that was set aside can be read
  // instances
  'urlInvalid',
  'urlNotSecure', // plain http to another machine: the token would be sent unencrypted
  'idInstanceInvalid',
  'tokenEmpty',
  'nameEmpty',
  'instanceExists', // details.instance: the key of the existing one
  'tokenMissing',
  'instancePaused',
  'vaultLocked',
  'vaultConsentNeeded', // a weaker backend needs the person's consent first
  'vaultNotWritten', // the disk took no file of tokens
  'passphraseWrong',
  'passphraseWeak',
  'passphrasePause', // after wrong ones; retryAfterMs
  'windowLocked', // the window shows nothing before its passphrase is entered
  // service
  'wrongToken',
  'wrongInstance',
  'unreachable',
  'timeout',
  'rateLimited',
  'quotaExceeded',
  'notAuthorized',
  'suspended',
  'forbidden',
  'serviceRefused', // details.text: the service's own words
  'serviceBroken', // an answer that can't be read
  'serviceTrouble', // HTTP 5xx: an error of the service or its gateway
  'outcomeUnknown', // the answer to a change was lost: it may have happened
  'changedMeanwhile', // the state differs from what the person saw; details.count or details.fields
  'tooSoon', // the service requires a pause; retryAfterMs
  'tokenNotStored', // the token is stored for this run only: a new one would be lost at its end
  'tokenLost', // the service changed the token, and its answer was lost
  'operationMissing', // this service family does not offer the operation
  // messages
  'textBlank',
  'textTooLong', // details.length, details.limit
  'bodyTooLarge', // details.bytes, details.limit
  'textBroken', // lone surrogates
  'chatIdInvalid', // details.suggestion
  'notCancellable',
  'notEditable',
  'schedulePast', // the time to send at is over
  'scheduleFar', // it is more than a year away
  'quoteNotPossible', // the service does not know the quoted message, or it is of another chat
  'forwardNotPossible', // the service does not know the message, or the chats are another instance's
  'contactNotPossible', // the v3 family shares people it has a chat with, the others people with a number
  'notGroup',
  'personIsAccount', // the account's own chat
  'personHasWaiting', // messages to the person wait, or are uncertain; details.count
  'orderClosed', // no record of the order has the token that opens it
  // quick replies
  'quickReplyNameEmpty',
  'quickReplyNameTooLong', // details.length, details.limit
  'quickReplyNameTaken',
  'quickReplyTooMany', // details.limit
  'quickReplyVariable', // details.text: the unknown variable
  // labels and notes
  'labelNameEmpty',
  'labelNameTooLong', // details.length, details.limit
  'labelNameTaken',
  'labelTooMany', // details.limit
  'noteBlank',
  'noteTooLong', // details.length, details.limit
  'noteTooMany', // details.limit: of one chat
  // people
  'notPerson', // a group or channel has no card
  'personTextTooLong', // details.length, details.limit: a name or field of a person
  'personTooManyChats', // details.limit
  'fieldNameEmpty',
  'fieldTooMany', // details.limit: of one person
  // programs
  'programNameEmpty',
  'programNameTooLong', // details.length, details.limit
  'programNameTaken',
  'programTooMany', // details.limit
  'webhookAddress', // details.reason: badAddress, notSecure, credentials, linkLocal, privateAddress
  'proposalClosed', // details.state: sent, dismissed, withdrawn, expired or claimed; from: colleague or here; by
  // media and files
  'linkExpired',
  'linkRefused', // details.reason
  'fileTooLarge', // details.bytes, details.limit
  'fileEmpty',
  'fileGone', // it is not on this disk any more, and the service does not keep it either
  'fileNotWhole', // not all of it came yet
  'tooManyFiles', // details.limit
  'spoolFull', // details.bytes, details.limit: files waiting to be sent have reached their limit
  'captionTooLong', // details.length, details.limit
  'fileWrongType',
  'pictureTooLarge', // a profile or group picture of more than 4 MB
  'pictureWrongType', // the service takes JPEG alone
  'fileNotOpened', // opening a file of this kind could mean running it
  'fileNotSaved', // the place that was chosen can't be written; details.reason: the system's code
  'mediaOff', // Settings say that no media are loaded
  'notSupportedHere', // the host has no such feature
  'demoFailed', // the emulated service did not start, or its instances were not added
  // team
  'teamTrouble', // details.trouble: a TeamTroubleKind; details.code, details.schema, details.wanted
  'teamNew', // nobody has made a team in this database yet: joining needs `create`
  'teamNotSetUp', // no administrator has joined yet, so there is no passphrase
  'teamJoined', // this desk is in a team already
  'answeredMeanwhile', // details.name ('' if it was no member), details.text, details.at, details.sent
  'teamMissing', // this desk is in no team, or its vault is locked
  // store
  'storeFull',
  'storeReadOnly',
  'storeDamaged',
] as const

export type ErrorCode = (typeof errorCodes)[number]

export interface ContractErrorData {
  readonly code: ErrorCode
  /** Milliseconds until a retry makes sense. */
  readonly retryAfterMs?: number
  readonly details?: Readonly<Record<string, unknown>>
}

/** Thrown by handlers and by the rpc client. Its message is its code: no sentence, URL or token. */
export class ContractError extends Error {
  override readonly name = 'ContractError'
  readonly data: ContractErrorData

  constructor(code: ErrorCode, extra: Omit<ContractErrorData, 'code'> = {}) {
    super(code)
    this.data = { code, ...extra }
  }

  get code(): ErrorCode {
    return this.data.code
  }
}

export const isContractError = (error: unknown): error is ContractError => error instanceof ContractError
