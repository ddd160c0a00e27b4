import { hostname, userInfo } from 'node:os'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { open, requireSuccess } from './ask.ts'
import { CliError } from './cli-error.ts'
import { dataDirOf, findDesk } from './find-desk.ts'
import type { Io } from './io.ts'
import { write } from './io.ts'
import { forgetKey, keyFileOf, storeKey } from './key-file.ts'
import type { Arguments } from './read-arguments.ts'

const given = ({ values }: Arguments): string | undefined =>
  typeof values['data-dir'] === 'string' ? values['data-dir'] : undefined

/** `login`: prints a code, which the window shows too, and stores the key that a person allows. */
export async function login(io: Io, args: Arguments): Promise<void> {
  const desk = findDesk(io, given(args))
  const name = `switchboardctl (${userName()}${hostname()})`.slice(0, 200)
  const asked = { method: 'POST', path: '/pairing', body: { ticket: desk.ticket, name }, signal: io.signal }
  const response = await open(desk, asked)
  if (response.statusCode !== 200) {
    const { statusCode = 0, headers } = response
    requireSuccess({ status: statusCode, headers, text: await text(response) })
  }
  for await (const line of createInterface({ input: response })) {
    const { code, kind, key } = JSON.parse(line) as { code?: string; kind?: string; key?: string }
    if (code !== undefined) {
      await write(io.stdout, `Code: ${code}\n`)
      await write(io.stderr, 'Open Switchboard. If its window shows the same code, choose Allow. Waiting.\n')
    } else if (kind === 'allowed' && key !== undefined) {
      storeKey(io, desk.dataDir, key)
      return write(io.stderr, `Logged in: may read, and propose messages. The key is in ${keyFileOf(io)}.\n`)
    } else if (kind === 'refused') throw new CliError('refused', 'loginRefused', 'The window refused it.')
    else throw new CliError('refused', 'loginExpired', 'Nobody answered in the window in time.')
  }
  throw new CliError('noDesk', 'connectionLost', 'Switchboard was closed before anybody answered.')
}

function userName(): string {
  try {
    return `${userInfo().username}@`
  } catch {
    return ''
  }
}

/** `logout`: the program stays in the window until a person removes it there. */
export async function logout(io: Io, args: Arguments): Promise<void> {
  const isForgotten = forgetKey(io, dataDirOf(io, given(args)))
  await write(
    io.stderr,
    isForgotten
      ? 'The key is forgotten. Remove the program in the window, under Programs, to end its key.\n'
      : 'There is no key for this desk.\n',
  )
}
