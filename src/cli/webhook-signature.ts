import { createHmac, timingSafeEqual } from 'node:crypto'
import path from 'node:path'
import { usageError } from './cli-error.ts'
import type { Io } from './io.ts'
import type { Arguments } from './read-arguments.ts'
import { readFile } from './table-input.ts'

/** The bytes of a secret of Standard Webhooks. Never an argument: others see those in a list of processes. */
export function givenSecret(io: Io, { values }: Arguments): Buffer | null {
  const file = values['secret-file']
  const text =
    typeof file === 'string'
      ? readFile(path.resolve(io.cwd, file)).toString('utf8').trim()
      : (io.env['SWITCHBOARD_WEBHOOK_SECRET'] ?? '')
  if (text === '') return null
  const secret = Buffer.from(text.replace(/^whsec_/, ''), 'base64')
  if (!/^(whsec_)?[A-Za-z0-9+/]+=*$/.test(text) || secret.length < 16)
    throw usageError('The secret has to look like whsec_..., as the window shows it.')
  return secret
}

export const signatureOf = (secret: Buffer, id: string, timestamp: string, body: Buffer): string =>
  `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64')}`

/** True when one of several signatures, with spaces between them, is right. */
export function isSigned(given: string, expected: string): boolean {
  const right = Buffer.from(expected)
  const isRight = (one: Buffer) => one.length === right.length && timingSafeEqual(one, right)
  return given.split(' ').some((one) => isRight(Buffer.from(one)))
}
