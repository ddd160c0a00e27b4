import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { ContractError } from '../../../../contract/errors.ts'
import type { ProgramSendLimits } from '../../../../contract/programs.ts'

/** UTF-16 code units. */
const nameLength = 64

/** How many programs there may be: each waiting one costs a connection and a cursor. */
export const mostPrograms = 100

/** Returns the name as it is stored, and what it is compared by. */
export function checkProgramName(given: string): { readonly name: string; readonly nameKey: string } {
  const name = given.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  if (name === '' || !name.isWellFormed()) throw new ContractError('programNameEmpty')
  if (name.length > nameLength) {
    throw new ContractError('programNameTooLong', { details: { length: name.length, limit: nameLength } })
  }
  return { name, nameKey: name.normalize('NFKC').toLowerCase() }
}

/** Limits of a program's sends unless a person sets others. */
export const usualLimits: ProgramSendLimits = { minute: 20, hour: 200, day: 1000 }

/**
 * A program's key: `sbk_<8 id>_<32 secret><6 checksum>`, in letters and digits. The id is no secret: it names the
 * program in the window. The checksum lets scanners of code tell a key from random text.
 */
const form = /^sbk_([0-9A-Za-z]{8})_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Uniform letters and digits: bytes above the last whole multiple of 62 are drawn again. */
function randomLetters(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < 248 && text.length < length) text += alphabet[byte % 62]
    }
  }
  return text
}

export const createProgramId = (): string => randomLetters(8)

export function createProgramKey(id: string): string {
  const secret = randomLetters(32)
  return `sbk_${id}_${secret}${checksumOf(id, secret)}`
}

function checksumOf(id: string, secret: string): string {
  let left = createHash('sha256').update(`${id}_${secret}`).digest().readUIntBE(0, 6)
  let text = ''
  for (let place = 0; place < 6; place++) {
    text = `${alphabet[left % 62]}${text}`
    left = Math.floor(left / 62)
  }
  return text
}

/** The id in a key, or null for what is no key. */
export function idOfProgramKey(key: string): string | null {
  const [, id = '', secret = '', checksum] = form.exec(key) ?? []
  return checksum !== undefined && checksum === checksumOf(id, secret) ? id : null
}

/** The stored form of a key. Its secret has 190 random bits, so a fast hash is enough. */
export const hashProgramKey = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** Takes the same time for every wrong key. */
export const isKeyOfHash = (key: string, hash: string): boolean => {
  const [given, stored] = [Buffer.from(hashProgramKey(key)), Buffer.from(hash)]
  return given.length === stored.length && timingSafeEqual(given, stored)
}

/** A secret of Standard Webhooks: 32 random bytes in standard base64. */
export const createWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
