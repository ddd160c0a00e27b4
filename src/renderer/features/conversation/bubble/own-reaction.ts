import type { Message } from '../../../../contract/index.ts'

/** The emoji with which the account reacted to a message; '' where it did not. */
export const ownReaction = ({ reactions }: Message): string => reactions.find(({ own }) => own)?.emoji ?? ''
