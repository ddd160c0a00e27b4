/**
 * The errors of the API for programs: the HTTP status, and the sentence that explains it at `/problems/<code>`. Codes
 * are part of the API: they are added, and never change their meaning.
 */
export const problems = {
  wrongHost: [421, 'This address is not served here. Use 127.0.0.1, localhost or [::1].'],
  browserRefused: [403, 'Pages of a browser may not call this address. Call it from a program.'],
  keyRefused: [
    401,
    'The key is missing, wrong or expired. Copy the key from Programs in Switchboard, or make a new one.',
  ],
  tooManyWrongKeys: [429, 'Too many requests came with a wrong key. Wait a minute, then use the right one.'],
  tooManyRequests: [429, 'The program makes too many requests. Wait as long as Retry-After says.'],
  tooManyConnections: [429, 'The program has 32 connections open. Close one first.'],
  rightMissing: [403, 'The program does not have the right to do this. A person can allow it under Programs.'],
  mcpOff: [403, 'AI assistants may not connect. A person can let them under Settings, Programs.'],
  pairingRefused: [403, 'Only the command line of the person who runs Switchboard may ask to be connected.'],
  pairingBusy: [409, 'Another command line is asking already. Answer it in the window first.'],
  tooManyPairings: [429, 'Too many asked to be connected. Wait as long as Retry-After says.'],
  chatNotRecent: [
    403,
    'Nobody wrote in this chat within 30 days. A person can let the program write first, under Programs.',
  ],
  sendIdReused: [422, 'The sendId was used before, for another message. Use a new one for each message.'],
  tooManySends: [429, 'The program has sent as much as a person allows. Wait as long as Retry-After says.'],
  sendsPaused: [503, 'A person has paused what programs send. Try again later; reading goes on.'],
  teamAway: [
    503,
    "The team's database does not answer, so nobody knows whether another desk has sent this. Repeat the call later, under the same sendId.",
  ],
  viewerDesk: [403, 'The person of this desk may only read in the team. Send at another desk.'],
  tooManyProposals: [429, 'The program has 500 proposals that wait for a person. Withdraw some, or wait.'],
  proposalClosed: [409, 'A person has sent or dismissed the proposal, or its time is over.'],
  labelNameEmpty: [422, 'The name of the label is empty.'],
  labelNameTooLong: [422, 'The name of the label is too long.'],
  labelTooMany: [409, 'There are as many labels as there may be.'],
  noteBlank: [422, 'The note is empty.'],
  noteTooLong: [422, 'The note is too long.'],
  noteTooMany: [409, 'The chat has as many notes as it may have.'],
  textBlank: [422, 'The text is empty.'],
  textTooLong: [422, 'The text is longer than the messenger takes.'],
  textBroken: [422, 'The text is no valid Unicode.'],
  chatIdInvalid: [422, 'The chatId is none of this messenger.'],
  quoteNotPossible: [422, 'There is no such message in the chat to quote.'],
  textOrContent: [400, 'A message has either a text or a content.'],
  captionTooLong: [422, 'The caption is longer than the messenger takes.'],
  contactNotPossible: [422, 'A contact needs a phone number, and one of MAX the chatId of the person.'],
  forwardNotPossible: [422, 'There is no such message that could be forwarded.'],
  pollOptionsEqual: [422, 'The options of a poll have to be different.'],
  uploadUnknown: [
    422,
    'There is no such upload: a message has taken it, its day is over, or it is of another program.',
  ],
  fileEmpty: [422, 'The file is empty.'],
  fileTooLarge: [413, 'The file is larger than the messenger takes.'],
  tooManyUploads: [
    429,
    'The program has 500 MB that wait for their messages, or four uploads under way. Send them, or wait.',
  ],
  spoolFull: [507, 'The room for files that wait to be sent is full. A person can enlarge it in Settings.'],
  notCancellable: [409, "The message has left, or was never the program's: it can not be cancelled."],
  scopeTooNarrow: [403, 'This is of a whole instance, and the scope of the program is a part of one.'],
  serviceBusy: [429, 'The service is asked as often as it allows. Wait as long as Retry-After says.'],
  serviceOutOfReach: [502, 'The service did not answer this desk, or did not let it in.'],
  methodNotForPrograms: [403, 'Programs may not do this. A person does it in the window.'],
  notFound: [404, 'There is nothing at this address, or the program may not see it.'],
  methodNotAllowed: [405, 'This address does not take this method.'],
  badRequest: [400, 'The request has a parameter or a body that is not understood.'],
  bodyTooLarge: [413, 'The body is too large.'],
  headersTooLarge: [431, 'The address or the headers are longer than 16 KB.'],
  contentType: [415, 'The body has to be application/json.'],
  instanceAmbiguous: [
    409,
    'Two instances of the program have this id, at different API addresses. A person can give it one of them, under Programs.',
  ],
  wrongProtocol: [
    409,
    'The program gets its events in another way: a queue by receiveNotification, a webhook at its address. Add another program to read here.',
  ],
  positionOfAnotherEpoch: [
    409,
    'The position is not of this journal: the data directory was restored or its journal begun anew. Continue without a position, or with the oldest one.',
  ],
  positionGone: [410, 'The journal no longer has what follows this position. Continue with the oldest one.'],
  cursorInvalid: [400, 'The cursor is not one that this list gave. Begin without a cursor.'],
  storeUnavailable: [503, 'The data directory of Switchboard can not be read or written at the moment.'],
  internal: [500, 'Switchboard could not answer. Its log says why.'],
} as const satisfies Readonly<Record<string, readonly [number, string]>>

export type ProblemCode = keyof typeof problems

export const statusOfProblem = (code: ProblemCode): number => problems[code][0]

export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code)

/** The sentence of a code. */
export const explainProblem = (code: ProblemCode): string => problems[code][1]
