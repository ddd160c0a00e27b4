import { CliError, usageError } from './cli-error.ts'
import type { Io } from './io.ts'
import { readAll, write } from './io.ts'
import { numberOf } from './read-arguments.ts'
import type { Arguments } from './read-arguments.ts'
import { givenSecret, isSigned, signatureOf } from './webhook-signature.ts'

/** `verify`: whether a webhook came from Switchboard, and lately. */
export async function verify(io: Io, given: Arguments): Promise<void> {
  const { id, timestamp, signature } = given.values
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signature !== 'string')
    throw usageError('Usage: switchboardctl verify --id ID --timestamp TIME --signature SIGNATURE < body')
  if (!/^\d{1,12}$/.test(timestamp)) throw usageError('--timestamp takes seconds since 1970.')
  const tolerance = numberOf(given, 'tolerance') ?? 300
  const secret = givenSecret(io, given)
  if (secret === null) throw usageError('Give the secret by --secret-file or SWITCHBOARD_WEBHOOK_SECRET.')
  // The largest body that the journal takes.
  const body = await readAll(io.stdin, 64 * 1_048_576)
  if (!isSigned(signature, signatureOf(secret, id, timestamp, body)))
    throw new CliError(
      'failed',
      'signatureWrong',
      'The signature is wrong: another secret, or a body that was changed.',
    )
  const age = Math.round(Date.now() / 1000) - Number(timestamp)
  if (Math.abs(age) > tolerance)
    throw new CliError('failed', 'timestampOff', `The signature is right, and its time is ${age} s off.`)
  await write(io.stdout, 'The signature is right.\n')
}
