/**
 * Ways in which the emulator can be kinder than the service; it is none of them unless a scenario names it. Each has a
 * row in docs/emulator.md with its fact, and a test that fails when the emulator is kind by itself.
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
] as const

export type Kindness = (typeof kindnesses)[number]
