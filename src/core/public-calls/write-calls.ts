import { createInstanceView, done, plain, there } from './public-call.ts'
import type { Asking, PublicCallsDeps, PublicCallTable } from './public-call.ts'
import { ContractError } from '../../contract/errors.ts'
import type { ChatKey, MessageKey, ProposalKey } from '../../contract/ids.ts'
import type { OperationOutput } from '../../public-api/operations.ts'
import type { Program } from '../programs/tx/program-row.ts'
import { programFileLifetimeMs } from '../uploads/rules/program-file-limits.ts'
import { programSendId, programSendKey } from '../sharing/rules/shared-send-id.ts'
import { TeamError } from '../sharing/team-error.ts'
import { ProgramError } from '../subscriptions/program-error.ts'
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

/** What sends, proposes and annotates. */
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
  const sendOf = async (
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
    sendId: string,
    { id, byName, state }: FoundSend,
    signal: AbortSignal,
  ): Promise<OperationOutput<'getSend'>> => ({
    sendId,
    cancelled: state === 'cancelled',
    elsewhere: { desk: byName, state: state ?? 'queued' },
    message: await store.read('public.sharedMessage', { send: id }, { signal }),
  })
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
      right: 'send',
      core: 'messages.send',
      async answer({ program, input: { instanceId, ...input }, signal }) {
        const instance = instanceOf(program, instanceId).key
        const sent = await reservations.once(
          { program, sendId: input.sendId, instance, input: { ...input, sendId: undefined, instanceId } },
          () =>
            store.write('sending.enqueueProgramSend', { ...input, program: program.key, instance }, { urgent: true }),
          signal,
        )
        if (sent.kind === 'placed') return { value: await placedOf(input.sendId, sent, signal) }
        if (sent.kind === 'refused') throw new ProgramError(sent.code, sent)
        if (sent.isNew) wake(sent)
        return {
          value: await sendOf(program, input.sendId, sent, signal),
          isNew: sent.isNew,
          allowances: sent.allowances,
        }
      },
    },
    uploadFile: plain('send', 'uploads.begin', async ({ program, input: { name }, file }) => {
      if (file === undefined) throw new ProgramError('badRequest', { detail: 'The body is the file.' })
      const taken = await takeFile({ ...file, program, name })
      if (taken.kind === 'noRoom' || taken.kind === 'tooMany') throw new ProgramError('tooManyUploads')
      if (taken.kind !== 'stored') throw new ProgramError(taken.kind)
      const { upload, bytes } = taken
      return { uploadId: upload, name: taken.name, bytes, expiresAt: isoTime(clock.now() + programFileLifetimeMs) }
    }),
    getSend: plain('see', 'messages.details', async ({ program, input: { sendId }, signal }) => {
      const sent = await store.read('sending.programSend', { program: program.key, sendId }, { signal })
      const placed = sent === null ? await reservations.find(program, sendId) : null
      if (placed !== null) return placedOf(sendId, placed, signal)
      return sendOf(program, sendId, there(sent), signal)
    }),
    cancelMessage: plain('send', 'messages.cancel', async ({ program, input: { messageId } }) => {
      const message = Number(messageId) as MessageKey
      if (!(await store.read('sending.isOfProgram', { program: program.key, message })))
        throw new ContractError('notFound')
      const lane = await store.write('sending.cancel', { message, byProgram: true }, { urgent: true })
      stopUpload(message)
      wake(lane)
      return done
    }),
    proposeMessage: {
      right: 'draft',
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
    getProposal: plain('draft', 'proposals.list', ({ program, input: { proposalId }, signal }) =>
      proposalOf(program, Number(proposalId) as ProposalKey, signal),
    ),
    withdrawProposal: plain('draft', 'proposals.dismiss', async ({ program, input: { proposalId } }) => {
      const proposal = Number(proposalId) as ProposalKey
      await store.read('proposals.own', { program: program.key, proposal }).then(there)
      await proposals.act([proposal], 'withdrawn')
      await store.write('proposals.withdraw', { program: program.key, proposal }, { urgent: true })
      return done
    }),
    setLabel: plain('draft', 'labels.set', async (asking) => {
      const { signal } = asking
      const chat = await chatKeyOf(asking)
      pace.take(asking.program.key, 'labels')
      const name = asking.input.label
      const known = (await handlers()['labels.list']({}, asking)).find((one) => one.name === name)
      const label = known?.key ?? (await handlers()['labels.save']({ name }, { signal })).key
      await handlers()['labels.set']({ chat, label, on: true }, { signal })
      return done
    }),
    removeLabel: plain('draft', 'labels.set', async (asking) => {
      const chat = await chatKeyOf(asking)
      pace.take(asking.program.key, 'labels')
      const known = (await handlers()['labels.list']({}, asking)).find((one) => one.name === asking.input.label)
      if (known !== undefined) await handlers()['labels.set']({ chat, label: known.key, on: false }, asking)
      return done
    }),
    addNote: plain('draft', 'notes.add', async (asking) => {
      const chat = await chatKeyOf(asking)
      pace.take(asking.program.key, 'notes')
      await handlers()['notes.add']({ chat, text: asking.input.text }, asking)
      return done
    }),
  }
}
