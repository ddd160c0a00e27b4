import { createHash } from 'node:crypto'

/** The UUID that every desk makes of a text. */
export function uuidOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex')
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}

/**
 * The team's name of a program's send or proposal, at whichever desk it came.
 * @param key the hash of program and sendId
 */
export const programSendId = (key: string): string => uuidOf(`program ${key}`)

/** Of what a program gave: equal inputs have equal hashes. */
export const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * Names the send of a program: the same from every way on which it may come, and at every desk where the program has
 * the same id.
 */
export const programSendKey = ({ id }: { readonly id: string }, sendId: string): string => hashOf([id, sendId])
