/**
 * Ways in which the emulator can be more lenient than the service; all are off unless a scenario names them. Each has a
 * row in docs/emulator.md, and a test that fails if the emulator is lenient by default.
 */
export const kindnesses = [
  'immediateHistory',
  'immediateJournals',
  'journalsOfAll',
  'ownIdOnWhatsapp',
  'phonesAsIds',
  'growingIds',
  'votesInPolls',
  'pollIdsInJournals',
  'contactsAtTop',
  'wholeContacts',
  'linkOfTooLarge',
  'senderIsChat',
  'checkAnswersNumber',
  'noJunkChat',
  'namesInChats',
  'switchedFailures',
  'statusesAfterEcho',
  'statusesInOrder',
  'wholeNotifications',
  'endlessPlan',
  'callsOfAll',
] as const

export type Kindness = (typeof kindnesses)[number]
