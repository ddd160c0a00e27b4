/**
 * Ways in which the emulator can be kinder than the service; it is none of them by itself. Each has a row in docs/emulator.md, with the
 * fact and the test that fails when the emulator is kind in that way.
 */
export const kindnesses = [
  'historyAtOnce',
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
  'switchedFailures',
] as const

export type Kindness = (typeof kindnesses)[number]

const isKindness = (name: string): name is Kindness => kindnesses.some((known) => known === name)

/** Named in the environment, for `npm run bench -- kinder`, which sees whether a test notices. */
export const kindByEnvironment = (): readonly Kindness[] =>
  (process.env['SWITCHBOARD_EMULATOR_KINDER'] ?? '').split(',').filter(isKindness)
