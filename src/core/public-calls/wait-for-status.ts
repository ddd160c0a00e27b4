import type { OperationInput, OperationOutput } from '../../public-api/operations.ts'
import type { PublicCallsBase } from './public-calls-base.ts'

type Message = OperationOutput<'getMessage'>
type Wanted = OperationInput<'getMessage'>['until']

const order = ['accepted', 'pending', 'sent', 'delivered', 'read'] as const
const ends = new Set(['failed', 'uncertain', 'expired', 'cancelled'])

/** True: the status is reached, or nothing but a person will change it any more. */
function hasReached({ status }: Message, until: Wanted): boolean {
  if (status === null || ends.has(status.kind)) return true
  return order.findIndex((kind) => kind === status.kind) >= order.indexOf(until)
}

/** The message once its status is reached, or as it is when the time is over. */
export async function waitForStatus(
  { store, clock }: Pick<PublicCallsBase, 'store' | 'clock'>,
  {
    read,
    until,
    waitMs,
    signal,
  }: {
    readonly read: () => Promise<Message>
    readonly until: Wanted
    readonly waitMs: number
    readonly signal: AbortSignal
  },
): Promise<Message> {
  const end = clock.monotonic() + waitMs
  for (;;) {
    let listen = () => undefined as void
    const changed = new Promise<void>((resolve) => {
      listen = store.onChanges((changes) => {
        if (changes.some(({ kind }) => kind === 'messages' || kind === 'chats')) resolve()
      })
    })
    const rest = new AbortController()
    try {
      const message = await read()
      const left = end - clock.monotonic()
      if (left <= 0 || signal.aborted || hasReached(message, until)) return message
      await Promise.race([changed, clock.sleep(left, AbortSignal.any([signal, rest.signal]))])
    } finally {
      listen()
      rest.abort()
    }
  }
}
