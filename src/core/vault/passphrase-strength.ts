import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/**
 * Guesses that an attacker needs at least, as a power of ten. Whoever has a copy of the team's database can try
 * passphrases against its check value: at 20 a second for each core, which scrypt allows, 10^10 take 16 years of one
 * core.
 */
const leastGuessesLog10 = 10
/** Longer passphrases are judged by their beginning: the estimate takes the square of the length. */
const longestJudged = 128

/** Whether a passphrase can encrypt tokens (ADR 0006, ADR 0032). Loaded when one is set, and not before. */
export function isStrongPassphrase(passphrase: string): boolean {
  const estimate = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: longestJudged })
  return estimate.check(passphrase.slice(0, longestJudged)).guessesLog10 >= leastGuessesLog10
}
