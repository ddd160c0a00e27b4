import { createInstanceView, done, plain, there } from './public-call.ts'
import type { Asking, PublicCallsDeps, PublicCallTable } from './public-call.ts'
import { ContractError, isContractError } from '../../contract/errors.ts'
import type { ChatKey, MessageKey, ProposalKey } from '../../contract/ids.ts'
import type { OperationInput, OperationOutput } from '../../public-api/operations.ts'
import type { ProblemCode } from '../../public-api/problems.ts'
import type { Program } from '../programs/identity/tx/program-row.ts'
import { checkLabelName, labelNameKey } from '../sharing/rules/check-annotation.ts'
import { programFileLifetimeMs } from '../uploads/rules/program-file-limits.ts'
import { programSendId, programSendKey } from '../sharing/rules/shared-send-id.ts'
import { TeamError } from '../sharing/team-error.ts'
import { ProgramError } from '../programs/identity/rules/program-error.ts'
import type { OperationAnswer } from '../programs/desk/program-operations.ts'
import { createDraftPace } from './draft-pace.ts'
import { isoTime } from './rules/public-values.ts'
import type { FoundSend } from './send-reservations.ts'

const hourMs = 3_600_000

type Answered =
  | 'sendMessage'
  | 'uploadFile'
  | 'getSend'
  | 'cancelMessage'
  | 'proposeMessage'
  | 'getProposal'
  | 'withdrawProposal'
  | 'setLabel'
  | 'removeLabel'
  | 'addNote'

const sendOf = async (
  { store }: Pick<PublicCallsDeps, 'store'>,
  program: Program,
  sendId: string,
  { message, isCancelled }: { readonly message: MessageKey; readonly isCancelled: boolean },
  signal: AbortSignal,
): Promise<OperationOutput<'getSend'>> => ({
  sendId,
  cancelled: isCancelled,
  elsewhere: null,
  message: isCancelled ? null : await store.read('public.message', { program, message }, { signal }),
})
const placedOf = async (
  { store }: Pick<PublicCallsDeps, 'store'>,
  sendId: string,
  { id, byName, state }: FoundSend,
  signal: AbortSignal,
): Promise<OperationOutput<'getSend'>> => ({
  sendId,
  cancelled: state === 'cancelled',
  elsewhere: { desk: byName, state: state ?? 'queued' },
  message: await store.read('public.sharedMessage', { send: id }, { signal }),
})
/** A message through the outbox; of the team's program one that its desks reserve first. */
async function sendOne(
  deps: PublicCallsDeps,
  program: Program,
  { instanceId, ...input }: OperationInput<'sendMessage'>,
  signal: AbortSignal,
): Promise<OperationAnswer<'sendMessage'>> {
  const instance = createInstanceView(deps).instanceOf(program, instanceId).key
  const sent = await deps.reservations.once(
    { program, sendId: input.sendId, instance, input: { ...input, sendId: undefined, instanceId } },
    () =>
      deps.store.write('sending.enqueueProgramSend', { ...input, program: program.key, instance }, { urgent: true }),
    signal,
  )
  if (sent.kind === 'placed') return { value: await placedOf(deps, input.sendId, sent, signal) }
  if (sent.kind === 'refused') throw new ProgramError(sent.code, sent)
  if (sent.isNew) deps.wake(sent)
  return {
    value: await sendOf(deps, program, input.sendId, sent, signal),
    isNew: sent.isNew,
    allowances: sent.allowances,
  }
}

/**
 * Several messages, all or none (`ProgramOperations.sendAll`). Those of the team's program are all reserved before the
 * first one is in the outbox; those that another desk has stay there.
 */
export async function sendMessages(
  deps: PublicCallsDeps,
  program: Program,
  inputs: readonly OperationInput<'sendMessage'>[],
  signal: AbortSignal,
): Promise<readonly OperationOutput<'sendMessage'>[]> {
  const { instanceOf } = createInstanceView(deps)
  const messages = inputs.map(({ instanceId, ...input }) => ({
    send: { ...input, program: program.key, instance: instanceOf(program, instanceId).key },
    reserved: { ...input, sendId: undefined, instanceId },
  }))
  const own: (typeof messages)[number][] = []
  const values = new Map<string, OperationOutput<'sendMessage'>>()
  const enqueue = async () => {
    const sends = own.map(({ send }) => send)
    const sent = await deps.store.write('sending.enqueueProgramSends', sends, { urgent: true }).catch(asRefusal)
    for (const one of sent) if (one.isNew) deps.wake(one)
    return new Map(sends.map(({ sendId }, index) => [sendId, sent[index]]))
  }
  const reserveFrom = async (index: number): ReturnType<typeof enqueue> => {
    const message = messages[index]
    if (message === undefined) return enqueue()
    const { sendId, instance } = message.send
    let sent: Awaited<ReturnType<typeof enqueue>> | undefined
    const mine = async () => {
      own.push(message)
      sent = await reserveFrom(index + 1)
      const one = sent.get(sendId)
      if (one === undefined) throw new ContractError('notFound')
      return one
    }
    const done = await deps.reservations.once({ program, sendId, instance, input: message.reserved }, mine, signal)
    if (done.kind === 'placed') values.set(sendId, await placedOf(deps, sendId, done, signal))
    else if (done.kind === 'enqueued') values.set(sendId, await sendOf(deps, program, sendId, done, signal))
    return sent ?? reserveFrom(index + 1)
  }
  await reserveFrom(0)
  return messages.map(({ send }) => there(values.get(send.sendId) ?? null))
}

/** Throws the ProgramError of a message that was refused. */
function asRefusal(error: unknown): never {
  const { refusal, retryAfterMs } = isContractError(error) ? (error.data.details ?? {}) : {}
  if (typeof refusal !== 'string') throw error
  throw new ProgramError(refusal as ProblemCode, Number(retryAfterMs) > 0 ? { retryAfterMs: Number(retryAfterMs) } : {})
}

/** Operations that send, propose and annotate. */
export function createWriteCalls(deps: PublicCallsDeps): PublicCallTable<Answered> {
  const { store, clock, handlers, wake, stopUpload, takeFile, onProposed, proposals, reservations } = deps
  const { instanceOf } = createInstanceView(deps)
  const pace = createDraftPace(() => clock.monotonic())

  const chatKeyOf = async ({
    program,
    input: { instanceId, chatId },
    signal,
  }: Asking<'setLabel' | 'removeLabel' | 'addNote'>): Promise<ChatKey> => {
    const instance = instanceOf(program, instanceId).key
    return there(await store.read('public.chatKey', { program, instance, chatId }, { signal }))
  }
  /** Names that differ in capitals alone are one label's. */
  const knownLabel = async (asking: Asking<'setLabel' | 'removeLabel'>) =>
    (await handlers()['labels.list']({}, asking)).find(
      ({ name }) => labelNameKey(name) === labelNameKey(checkLabelName(asking.input.label)),
    )
  /** Another desk may have it under its sendId: the team says so before the program is answered. */
  const shareProposal = async (proposal: ProposalKey): Promise<void> => {
    const outcome = await proposals.put(proposal).catch((error: unknown) => {
      if (error instanceof TeamError) return 'away' as const
      throw error
    })
    if (outcome === 'done' || outcome === 'there') return
    await store.write('proposals.forget', { proposal })
    if (outcome === 'reused' || outcome === null) throw new ProgramError('sendIdReused')
    throw new ProgramError(outcome === 'full' ? 'tooManyProposals' : 'teamAway')
  }
  const proposalOf = async (
    program: Program,
    proposal: ProposalKey,
    signal: AbortSignal,
  ): Promise<OperationOutput<'getProposal'>> => {
    const row = there(await store.read('proposals.own', { program: program.key, proposal }, { signal }))
    return {
      id: String(row.key),
      sendId: row.send_id,
      instanceId: row.id_instance,
      chatId: row.chat_id,
      text: row.text,
      reason: row.reason,
      state: row.state,
      createdAt: isoTime(row.created_at),
      expiresAt: isoTime(row.expires_at),
      closedAt: row.closed_at === null ? null : isoTime(row.closed_at),
      closedBy: row.closed_by_name,
      messageId: row.message === null ? null : String(row.message),
      edited: row.edited === 1,
    }
  }

  return {
    sendMessage: {
      core: 'messages.send',
      answer: ({ program, input, signal }) => sendOne(deps, program, input, signal),
    },
    uploadFile: plain('uploads.begin', async ({ program, input: { name }, file }) => {
      if (file === undefined) throw new ProgramError('badRequest', { detail: 'The body is the file.' })
      const taken = await takeFile({ ...file, program, name })
      if (taken.kind === 'noRoom' || taken.kind === 'tooMany') throw new ProgramError('tooManyUploads')
      if (taken.kind !== 'stored') throw new ProgramError(taken.kind)
      const { upload, bytes } = taken
      return { uploadId: upload, name: taken.name, bytes, expiresAt: isoTime(clock.now() + programFileLifetimeMs) }
    }),
    getSend: plain('messages.details', async ({ program, input: { sendId }, signal }) => {
      const sent = await store.read('sending.programSend', { program: program.key, sendId }, { signal })
      const placed = sent === null ? await reservations.find(program, sendId) : null
      if (placed !== null) return placedOf(deps, sendId, placed, signal)
      return sendOf(deps, program, sendId, there(sent), signal)
    }),
    cancelMessage: plain('messages.cancel', async ({ program, input: { messageId } }) => {
      const message = Number(messageId) as MessageKey
      if (!(await store.read('sending.isOfProgram', { program: program.key, message })))
        throw new ContractError('notFound')
      const lane = await store.write('sending.cancel', { message, byProgram: true }, { urgent: true })
      stopUpload(message)
      wake(lane)
      return done
    }),
    proposeMessage: {
      core: 'proposals.list',
      async answer({ program, input: { instanceId, reason = '', expiresInHours, ...input }, signal }) {
        const instance = instanceOf(program, instanceId).key
        pace.take(program.key, 'proposals')
        const result = await proposals.adding(programSendId(programSendKey(program, input.sendId)), async () => {
          const added = await store.write('proposals.add', {
            ...{ ...input, program: program.key, instance, reason },
            lifetimeMs: expiresInHours * hourMs,
          })
          if (added.kind === 'refused') throw new ProgramError(added.code)
          if (added.isNew && program.keyed !== null) await shareProposal(added.proposal)
          return added
        })
        if (result.isNew) onProposed()
        return { value: await proposalOf(program, result.proposal, signal), isNew: result.isNew }
      },
    },
    getProposal: plain('proposals.list', ({ program, input: { proposalId }, signal }) =>
      proposalOf(program, Number(proposalId) as ProposalKey, signal),
    ),
    withdrawProposal: plain('proposals.dismiss', async ({ program, input: { proposalId } }) => {
      const proposal = Number(proposalId) as ProposalKey
      await store.read('proposals.own', { program: program.key, proposal }).then(there)
      const [acted] = await proposals.act([proposal], 'withdrawn')
      // A colleague was faster, which this desk has not read yet.
      if (acted !== undefined && acted.outcome !== 'done' && acted.outcome !== 'withdrawn') {
        await proposals.run().catch(() => undefined)
        throw new ContractError('proposalClosed')
      }
      if (!(await store.write('proposals.withdraw', { program: program.key, proposal }, { urgent: true })))
        throw new ContractError('proposalClosed')
      return done
    }),
    setLabel: plain('labels.set', async (asking) => {
      const { signal } = asking
      const chat = await chatKeyOf(asking)
      pace.take(asking.program.key, 'labels')
      const name = asking.input.label
      const label = (await knownLabel(asking))?.key ?? (await handlers()['labels.save']({ name }, { signal })).key
      await handlers()['labels.set']({ chat, label, on: true }, { signal })
      return done
    }),
    removeLabel: plain('labels.set', async (asking) => {
      const chat = await chatKeyOf(asking)
      pace.take(asking.program.key, 'labels')
      const known = await knownLabel(asking)
      if (known !== undefined) await handlers()['labels.set']({ chat, label: known.key, on: false }, asking)
      return done
    }),
    addNote: plain('notes.add', async (asking) => {
      const chat = await chatKeyOf(asking)
      pace.take(asking.program.key, 'notes')
      await handlers()['notes.add']({ chat, text: asking.input.text }, asking)
      return done
    }),
  }
}
