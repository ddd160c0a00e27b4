import { createArchiveCalls } from './archive-calls.ts'
import { done, plain, type Asking, type PublicCallTable, type PublicCallsDeps } from './public-call.ts'
import type { Program } from '../programs/identity/tx/program-row.ts'
import { requireRight } from '../programs/identity/rules/program-error.ts'
import type { CalledOperation, ProgramOperations } from '../programs/desk/program-operations.ts'
import { createSendReservations } from './send-reservations.ts'
import { createServiceReads } from './service-reads.ts'
import { createWriteCalls, sendMessages } from './write-calls.ts'
import type { JournalKey } from '../../contract/ids.ts'
import { isoTime } from './rules/public-values.ts'

/** Every operation of the public table, as core answers it (docs/programs.md). */
export const createPublicCallTable = (deps: PublicCallsDeps): PublicCallTable => ({
  ...createArchiveCalls(deps),
  ...createWriteCalls(deps),
  ...createJournalCalls(deps),
})

export function createPublicCalls(
  given: Omit<PublicCallsDeps, 'reservations'> & Parameters<typeof createSendReservations>[0],
): ProgramOperations {
  const reservations = createSendReservations(given)
  const table = createPublicCallTable({ ...given, reservations })
  /** By the public table: whoever calls has loaded it, and a start of core need not. */
  const requireRightFor = async (program: Program, id: CalledOperation) => {
    const { operations } = await import('../../public-api/operations.ts')
    requireRight(program, operations[id].right)
  }
  return {
    async sendAll(program, inputs, signal) {
      await requireRightFor(program, 'sendMessage')
      return sendMessages({ ...given, reservations }, program, inputs, signal)
    },
    releaseStale: reservations.releaseStale,
    readService: createServiceReads(given),
    async call(program, id, input, signal, file) {
      await requireRightFor(program, id)
      return table[id].answer({ program, input, signal, file })
    },
  }
}

type Answered =
  | 'getSubscription'
  | 'pauseSubscription'
  | 'resumeSubscription'
  | 'seekSubscription'
  | 'listDeadLetters'
  | 'retryDeadLetter'
  | 'skipDeadLetter'

/** Operations on a program's place in the journal. */
function createJournalCalls(deps: PublicCallsDeps): PublicCallTable<Answered> {
  const { instances, handlers } = deps
  /** Its dead letter by id; the command says where there is none. */
  const lettersOf = ({ program, input }: Asking<'retryDeadLetter' | 'skipDeadLetter'>) => ({
    program: program.key,
    events: [Number(input.id) as JournalKey],
  })

  return {
    getSubscription: plain('programs.details', async ({ program, signal }) => {
      const details = await handlers()['programs.details']({ program: program.key }, { signal })
      const { events, more, oldestAt } = details.backlog
      return {
        protocol: details.protocol,
        state: details.state,
        waiting: { events, more, oldestAt: oldestAt === null ? null : isoTime(oldestAt) },
        deadLetters: details.deadLetters,
      }
    }),
    pauseSubscription: plain('programs.pause', async ({ program, signal }) => {
      await handlers()['programs.pause']({ program: program.key }, { signal })
      return done
    }),
    resumeSubscription: plain('programs.resume', async ({ program, signal }) => {
      await handlers()['programs.resume']({ program: program.key }, { signal })
      return done
    }),
    seekSubscription: plain('programs.replayFrom', async ({ program, input: { from }, signal }) => {
      const target = { program: program.key }
      if (from !== undefined)
        return handlers()['programs.replayFrom']({ ...target, from: Date.parse(from) }, { signal })
      await handlers()['programs.skipToNow'](target, { signal })
      return { events: 0 }
    }),
    listDeadLetters: plain('programs.details', async ({ program, signal }) => {
      const { deadLetterRows } = await handlers()['programs.details']({ program: program.key }, { signal })
      return {
        items: deadLetterRows.map(({ event, instance, typeWebhook, receivedAt, firstFailedAt, tries, trouble }) => ({
          id: String(event),
          instanceId: instances.get(instance)?.row().idInstance ?? '',
          typeWebhook,
          receivedAt: isoTime(receivedAt),
          firstFailedAt: isoTime(firstFailedAt),
          tries,
          error: { kind: trouble.kind, status: trouble.status, text: trouble.text },
        })),
      }
    }),
    retryDeadLetter: plain('programs.replayDeadLetters', async (asking) => {
      await handlers()['programs.replayDeadLetters'](lettersOf(asking), asking)
      return done
    }),
    skipDeadLetter: plain('programs.skipDeadLetters', async (asking) => {
      await handlers()['programs.skipDeadLetters'](lettersOf(asking), asking)
      return done
    }),
  }
}
