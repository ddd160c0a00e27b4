import { spawnSync } from 'node:child_process'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { sized } from '../../testing/marathon.ts'
import { changedBodies, signedBodies, type SignedBody } from './testing/signed-bodies.ts'

const signed = signedBodies(1000)
const changed = changedBodies(signed)

/** How many of them a check takes. */
const taken = (bodies: readonly SignedBody[], takes: (one: SignedBody) => boolean): number =>
  bodies.filter(takes).length

test('the library of Standard Webhooks takes a thousand, and none that was changed', () => {
  const takes = ({ secret, headers, body }: SignedBody) => {
    try {
      return new Webhook(secret).verify(body, headers) !== undefined
    } catch {
      return false
    }
  }
  expect([taken(signed, takes), taken(changed, takes)]).toEqual([1000, 0])
})

const isThere = (program: string, ...args: readonly string[]): boolean => spawnSync(program, args).status === 0

/** As a receiver without a library does it. */
const pythonProgram = `
import base64, hashlib, hmac, json, sys
for line in sys.stdin:
    given = json.loads(line)
    headers, body = given["headers"], given["body"]
    key = base64.b64decode(given["secret"].removeprefix("whsec_"))
    content = f'{headers["webhook-id"]}.{headers["webhook-timestamp"]}.{body}'.encode()
    made = "v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    print(any(hmac.compare_digest(made, one) for one in headers["webhook-signature"].split(" ")))
`

test.skipIf(!isThere('python3', '--version'))("Python's hmac takes a thousand, and none that was changed", () => {
  const count = (bodies: readonly SignedBody[]) => {
    const input = bodies.map((one) => JSON.stringify(one)).join('\n')
    const { stdout } = spawnSync('python3', ['-c', pythonProgram], { input, encoding: 'utf8' })
    const lines = stdout.trim().split('\n')
    expect(lines).toHaveLength(bodies.length)
    return lines.filter((line) => line === 'True').length
  }
  expect([count(signed), count(changed)]).toEqual([1000, 0])
})

/** One process for each. */
const ofOpenSsl = sized(25, 1000)

test.skipIf(!isThere('openssl', 'version'))('openssl takes all, and none that was changed', () => {
  const takes = ({ secret, headers, body }: SignedBody) => {
    const hex = Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex')
    const { stdout } = spawnSync(
      'openssl',
      ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${hex}`, '-binary'],
      {
        input: `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`,
      },
    )
    return headers['webhook-signature'].split(' ').includes(`v1,${stdout.toString('base64')}`)
  }
  const some = (bodies: readonly SignedBody[]) => taken(bodies.slice(0, ofOpenSsl), takes)
  expect([some(signed), some(changed)]).toEqual([ofOpenSsl, 0])
})
