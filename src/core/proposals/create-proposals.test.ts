import { expect, onTestFinished, test } from 'vitest'
import { createManualClock } from '../../api/testing/manual-clock.ts'
import type { ChatKey } from '../../contract/ids.ts'
import { undoDismissMs } from '../../contract/values.ts'
import { programWrites } from '../programs/tx/programs-intents.ts'
import { openReading } from '../reading/testing/open-reading.ts'
import type { DeskId } from '../sharing/shared-ids.ts'
import type { ProposalTeam } from '../sharing/shared-proposals.ts'
import { createSilentLogger } from '../testing/silent-logger.ts'
import { testNow, testSeconds } from '../testing/create-test-archive.ts'
import { createProposals } from './create-proposals.ts'
import type { ProposalsBase } from './proposal-sync.ts'
import { proposalReads, proposalWrites } from './tx/proposals-intents.ts'

const { signal } = new AbortController()

/** A desk in a team with one open proposal, of which the team knows. */
function open({ lifetimeMs = 60 * 60_000 } = {}) {
  const archive = openReading()
  const clock = createManualClock(testNow)
  const run = (intents: object) => async (name: string, input: unknown) => {
    archive.setNow(clock.now())
    return (Reflect.get(intents, name) as (tx: typeof archive.tx, input: unknown) => unknown)(archive.tx, input)
  }
  const store = { read: run(proposalReads), write: run(proposalWrites) } as unknown as ProposalsBase['store']
  const woken: ChatKey[] = []
  const acts: string[] = []
  const team = {
    role: 'member',
    desk: 'desk' as DeskId,
    shared: () => new Map(),
    putProposal: async () => 'done',
    proposals: async () => [],
    async actOnProposals(ids, how) {
      acts.push(how)
      return ids.map((id) => ({ id, outcome: 'done', byName: null }))
    },
  } satisfies ProposalTeam
  const { handlers, service } = createProposals({
    ...{ store, clock, logger: createSilentLogger() },
    wake: ({ chat }) => void woken.push(chat),
    teamProposals: { current: () => team, onChange: () => () => undefined, onSetBack: () => () => undefined },
  })
  onTestFinished(() => service.stop())

  archive.give('200', [archive.text('Is it ready?', { senderId: '200', senderName: 'Ann', timestamp: testSeconds })])
  const program = programWrites['programs.add'](archive.tx, {
    ...{ id: 'abcdefgh', name: 'Order bot', purpose: 'script', protocol: 'jsonl', rights: ['draft'] },
    ...{ keyHash: 'x', keyExpiresAt: null, readWhenWritten: false, webhook: null, from: 0 },
    scope: { instances: null, kinds: null, labels: null, groups: true },
  })
  const added = proposalWrites['proposals.add'](archive.tx, {
    ...{ program, sendId: 'proposal-1', instance: archive.instance, chatId: '200', text: 'At noon', reason: '' },
    lifetimeMs,
  })
  if (added.kind === 'refused') throw new Error(added.code)
  const { proposal } = added
  proposalWrites['proposals.uploaded'](archive.tx, { proposals: [proposal], state: 'open' })
  const seenByProgram = () => store.read('proposals.own', { program, proposal })
  return { ...archive, clock, handlers, service, proposal, woken, acts, seenByProgram }
}

test('an approved proposal leaves at once', async () => {
  const { handlers, proposal, woken, chat } = open()
  await handlers['proposals.approve']({ proposal }, { signal })
  expect(woken).toEqual([chat('200')])
})

test('ten seconds after a dismissal the program and the team know of it', async () => {
  const { handlers, proposal, clock, acts, seenByProgram } = open()
  await handlers['proposals.dismiss']({ proposal }, { signal })
  await clock.advance(undoDismissMs - 1)
  expect(await seenByProgram()).toMatchObject({ state: 'open', closed_at: null })
  expect(acts).toEqual(['claim'])
  await clock.advance(1)
  expect(await seenByProgram()).toMatchObject({ state: 'dismissed', closed_at: testNow + undoDismissMs })
  expect(acts).toEqual(['claim', 'dismissed'])
})

test('a proposal that is open again goes out of the list when its time is over', async () => {
  const { handlers, proposal, clock, takeChanges } = open({ lifetimeMs: undoDismissMs - 2000 })
  await handlers['proposals.dismiss']({ proposal }, { signal })
  await handlers['proposals.undoDismiss']({ proposal }, { signal })
  takeChanges()
  await clock.advance(undoDismissMs - 2000)
  expect(takeChanges()).toContainEqual(expect.objectContaining({ kind: 'proposals' }))
})

test('a proposal whose time passed while the computer slept goes out of the list within a minute', async () => {
  const { service, clock, takeChanges } = open()
  service.start()
  await clock.advance(0)
  takeChanges()
  clock.setNow(testNow + 2 * 60 * 60_000)
  await clock.advance(60_000)
  expect(takeChanges()).toContainEqual(expect.objectContaining({ kind: 'proposals' }))
})
