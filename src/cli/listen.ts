import { randomBytes } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { CliError, usageError } from './cli-error.ts'
import { escapeText } from './escape-text.ts'
import type { Io } from './io.ts'
import { write } from './io.ts'
import type { EventLine } from './read-events.ts'
import { readEvents, sleep } from './read-events.ts'
import { numberOf } from './read-arguments.ts'
import type { Arguments } from './read-arguments.ts'
import { accessOf } from './run-table-command.ts'
import { givenSecret, signatureOf } from './webhook-signature.ts'

const timeoutMs = 30_000
const longestPauseMs = 30_000

/**
 * `listen --forward-to URL`: what a webhook of the desk would post, for an endpoint that is being written. One event
 * after the other; one that is refused is tried again until it is taken, or skipped with --skip-failed.
 */
export async function listen(io: Io, given: Arguments): Promise<void> {
  const target = targetOf(given.values['forward-to'])
  const count = numberOf(given, 'count', 1) ?? null
  const known = givenSecret(io, given)
  const access = accessOf(io, given)
  const secret = known ?? randomBytes(32)
  if (known === null) await write(io.stderr, `The secret of this run: whsec_${secret.toString('base64')}\n`)
  const isSkipping = given.values['skip-failed'] === true
  const forward = async (line: EventLine): Promise<void> => {
    if (line.gap !== undefined) return write(io.stdout, `gap ${line.gap.first} ${line.gap.last} ${line.gap.events}\n`)
    for (let failures = 0; ; failures++) {
      const outcome = await post(target, secret, line, io.signal)
      io.signal.throwIfAborted()
      await write(io.stdout, `${escapeText(line.id ?? '')}\t${outcome.text}\n`)
      if (outcome.isTaken || isSkipping) return
      await sleep(Math.min(longestPauseMs, 1000 * 2 ** failures), io.signal)
    }
  }
  await readEvents(io, access, { after: null, count, isFollowing: true, handle: forward })
}

function targetOf(given: unknown): URL {
  if (typeof given !== 'string') throw usageError('Usage: switchboardctl listen --forward-to URL')
  let url: URL
  try {
    url = new URL(given)
  } catch {
    throw usageError('--forward-to takes an address such as http://127.0.0.1:3000/hook.')
  }
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
    throw usageError('--forward-to takes https, or http to this computer: messages are not sent in the clear.')
  return url
}

function post(
  target: URL,
  secret: Buffer,
  { id = '', body }: EventLine,
  signal: AbortSignal,
): Promise<{ readonly isTaken: boolean; readonly text: string }> {
  const sent = Buffer.from(body)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': sent.length,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatureOf(secret, id, timestamp, sent),
  }
  return new Promise((resolve, reject) => {
    const request = target.protocol === 'https:' ? requestHttps : requestHttp
    const outgoing = request(target, { method: 'POST', headers, timeout: timeoutMs, signal }, (response) => {
      const { statusCode = 0 } = response
      response.resume()
      resolve({ isTaken: statusCode >= 200 && statusCode < 300, text: String(statusCode) })
    })
    outgoing.on('timeout', () => outgoing.destroy(new CliError('failed', 'timeout', `no answer in ${timeoutMs} ms`)))
    outgoing.on('error', (error) =>
      signal.aborted ? reject(error) : resolve({ isTaken: false, text: escapeText(error.message) }),
    )
    outgoing.end(sent)
  })
}
