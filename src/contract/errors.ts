/**
 * Errors cross the pipe as data: a code, and what the words need. The renderer turns codes into sentences.
 * This file is the one part of the contract that the renderer may load at run time, so it imports nothing.
 */
const errorCodes = [
  'badInput', // the input did not fit the schema; details.issues
  'internal', // a bug of ours; the log has it
  'cancelled',
  'disconnected', // the pipe broke before an answer came
  'notFound', // the row that the input names is gone
  'archiveUnreadable', // nothing of an archive that was set aside can be read
  // instances
  'urlInvalid',
  'urlNotSecure', // plain http to another machine: the token would travel open
  'idInstanceInvalid',
  'tokenEmpty',
  'nameEmpty',
  'instanceExists', // details.instance: the key of the one that is there
  'tokenMissing',
  'instancePaused',
  'vaultLocked',
  'vaultConsentNeeded', // a weaker backend needs the person's consent first
  'passphraseWrong',
  'passphraseWeak',
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
  'serviceTrouble', // HTTP 5xx: the service or its gateway has trouble of its own
  'outcomeUnknown', // a change whose answer got lost: it may have been made
  'changedMeanwhile', // what the person saw is no longer so; details.count or details.fields
  'tooSoon', // the service wants a pause between two; retryAfterMs
  'tokenNotKept', // the token is kept for this run only: a new one would be lost with it
  'tokenLost', // the service took a new token, and its answer got lost
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
  // quick replies
  'quickReplyNameEmpty',
  'quickReplyNameTooLong', // details.length, details.limit
  'quickReplyNameTaken',
  'quickReplyTooMany', // details.limit
  'quickReplyVariable', // details.text: the one that nobody knows
  // labels and notes
  'labelNameEmpty',
  'labelNameTooLong', // details.length, details.limit
  'labelNameTaken',
  'labelTooMany', // details.limit
  'noteBlank',
  'noteTooLong', // details.length, details.limit
  'noteTooMany', // details.limit: of one chat
  // media and files
  'linkExpired',
  'linkRefused', // details.reason
  'fileTooLarge', // details.bytes, details.limit
  'fileEmpty',
  'fileGone', // it is not on this disk any more, and the service does not keep it either
  'fileNotWhole', // not all of it came yet
  'tooManyFiles', // details.limit
  'spoolFull', // details.bytes, details.limit: files that wait to be sent take all the room they may
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
  'teamNew', // nobody has made a team in this database yet: whoever joins says that they make it
  'teamNotSetUp', // no administrator has joined yet, so there is no passphrase
  'teamJoined', // this desk is in a team already
  'answeredMeanwhile', // details.name ('' where it was nobody of the team), details.text, details.at, details.sent
  'teamMissing', // this desk is in no team, or its vault is locked
  // store
  'storeFull',
  'storeReadOnly',
  'storeDamaged',
] as const

export type ErrorCode = (typeof errorCodes)[number]

export interface ContractErrorData {
  readonly code: ErrorCode
  /** Milliseconds until another try makes sense. */
  readonly retryAfterMs?: number
  readonly details?: Readonly<Record<string, unknown>>
}

/** Thrown by handlers and by the rpc client alike. Its message is its code: no sentence, no URL, no token. */
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
